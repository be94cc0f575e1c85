"""Plays seeded games with simulated hands through sensing and table, and holds the record against what was meant."""

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from treppe import games
from treppe_host.web.game import start_stacks, start_supply
from treppe_sim.hands import Hands, script
from treppe_sim.in_process import InProcessBoard

MOST_ACTIONS = 200
COMMIT_MS = 4000
SET_UP_MS = 10_000
TARGETS = b"gbx"

# Options by game, taken in turn by the seed.
OPTIONS = {
    "step": ({}, {"size": 5, "bricks": 40}, {"players": 4}, {"players": 3, "edition": "fr"}),
    "seven": ({}, {"side": "mixed", "players": 3}, {"tiles": False}, {"players": 4, "extra_round": True}),
    "blockade": ({},),
    "weltreich": ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}),
    "sprung": ({}, {"players": 3}, {"players": 4, "teams": True}, {"shapes": True}),
    "aufstellen": ({},),
    "wetteifern": ({}, {"seed": 7}),
    "tor": ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}),
    "cubes": ({}, {"players": 3}, {"players": 4}),
}

# How often players choose what a word's first letter stands for, where a plain action weighs 1.
_WEIGHTS = {".": 0.15, "!": 0.15, "$": 0.5, "<": 0.1, ">": 0.1, "x": 0.05, "-": 0.3}


class Failed(Exception):
    """The record is not what was meant; the text says what, `kind` is wrong, missing, extra or stuck."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass
class Played:
    """What came of one game, or of many."""

    actions: int = 0
    asked: int = 0
    failures: list[str] = field(default_factory=list)
    kinds: Counter = field(default_factory=Counter)
    light_ms: Counter = field(default_factory=Counter)
    commit_ms: Counter = field(default_factory=Counter)

    def add(self, other: "Played") -> None:
        self.actions += other.actions
        self.asked += other.asked
        self.failures += other.failures
        self.kinds += other.kinds
        self.light_ms += other.light_ms
        self.commit_ms += other.commit_ms


def play(name: str, seed: int, *, is_clean: bool, is_verbose: bool = False) -> Played:
    """Play one game to its end or to its 200th action, or until the record is not what was meant."""
    game = Game(name, seed, is_clean=is_clean, is_verbose=is_verbose)
    try:
        game.play()
    except Failed as failure:
        game.played.kinds[failure.kind] += 1
        game.played.failures.append(f"{name} seed {seed} action {len(game.words)}: {failure.kind}: {failure}")
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        game.played.kinds["crash"] += 1
        text = f"{error!r} at {place.filename}:{place.lineno}; {game.report('')}"
        game.played.failures.append(f"{name} seed {seed} action {len(game.words)}: {text}")
    return game.played


class Game:
    """One game on a board of its own."""

    def __init__(self, name: str, seed: int, *, is_clean: bool, is_verbose: bool = False) -> None:
        variants = OPTIONS[name]
        self.state = games.start(name, **variants[seed % len(variants)])
        self.random = Random(f"{name} {seed}")
        self.board = InProcessBoard(self.state.surface, seed=seed)
        self.hands = Hands(self.board, lambda: self.board.display)
        self.words: list[str] = []
        self.played = Played()
        self.is_verbose = is_verbose

    def play(self) -> None:
        self.set_up()
        while not self.state.is_terminal() and len(self.words) < MOST_ACTIONS:
            self.turn(self.choose())
        recorded = self.board.journal.words()
        if self.state.is_terminal():
            self.check_end()
        if recorded != self.words:
            raise Failed("extra", f"{recorded[-3:]} after {self.words[-3:]}")

    def set_up(self) -> None:
        self.board.world.arrange(start_stacks(self.state), start_supply(self.state))
        command = {"game": self.state.NAME, "options": self.state.options, "seats": []}
        self.board.session.command("new", command)
        self.await_phase("play")

    def choose(self) -> int:
        """Return a legal action: first one of the kinds there are, then one of the kind."""
        kinds: dict[str, list[int]] = {}
        for action in self.state.legal_actions():
            word = self.state.word(action)
            kinds.setdefault(word[0] if word[0] in _WEIGHTS or word[0] == "+" else "a", []).append(action)
        weights = [_WEIGHTS.get(kind, 1) for kind in kinds]
        return self.random.choice(kinds[self.random.choices(list(kinds), weights)[0]])

    def turn(self, action: int) -> None:
        """Play an action, wait until it is recorded, and put right what the game then asks for."""
        state, word = self.state, self.state.word(action)
        self.words.append(word)
        if self.is_verbose:
            print(f"{self.board.now_ms / 1000:8.2f} {len(self.words):3} {word}")
        self.move(action)
        self.settle(word, has_placement=bool(state.placement(action)))
        state.apply_action(action)
        self.played.actions += 1
        if self.hands.tidy(state):
            self.board.run_until(lambda: not self.lacks(), COMMIT_MS)
        if not state.is_terminal():
            self.await_phase("play")

    def move(self, action: int) -> None:
        """Do the movements, and look how soon the lights answer to the first lift."""
        movements = script(self.state, action)
        for index, movement in enumerate(movements):
            self.hands.move([movement])
            if index == 0 and movement.act == "lift" and len(movements) > 1 and movements[1].act == "put":
                self.look_at_lights(movements[1].field)

    def look_at_lights(self, target: int) -> None:
        began_ms = self.board.now_ms
        self.board.run_until(lambda: self.board.roles[target] in TARGETS, 500)
        self.played.light_ms[self.board.now_ms - began_ms] += 1

    def settle(self, word: str, has_placement: bool) -> None:
        """Wait for the record, and answer what is asked."""
        is_part = not has_placement or word[0] in "TS!" or word.endswith("-off")
        if has_placement:
            self.board.run_until(lambda: self.is_recorded() or self.hands.asked(), COMMIT_MS)
            if not self.is_recorded():
                self.played.asked += not is_part
        else:
            self.board.run_ms(300)
        if not self.is_recorded():
            if has_placement and not self.hands.asked():
                raise Failed("missing", self.report(word))
            self.hands.choose([word])
            self.board.run_until(self.is_recorded, COMMIT_MS)
        elif has_placement:
            off_ms = self.board.world.sensors.hands_off_us / 1000
            self.played.commit_ms[round((self.board.events[-1]["ms"] - off_ms) / 10) * 10] += 1
        if self.board.journal.words() != self.words:
            raise Failed("missing" if len(self.board.journal.words()) < len(self.words) else "wrong", self.report(word))

    def is_recorded(self) -> bool:
        """Tell whether there is a record for the last action, right or wrong."""
        return len(self.board.journal.words()) >= len(self.words)

    def lacks(self) -> bool:
        return self.board.display["phase"] == "setup"

    def await_phase(self, phase: str) -> None:
        if not self.board.run_until(lambda: self.board.display["phase"] == phase, SET_UP_MS):
            raise Failed("stuck", self.report(""))

    def check_end(self) -> None:
        self.board.run_until(lambda: self.board.events[-1]["k"] == "end", COMMIT_MS)
        end = self.board.events[-1]
        if (end["k"], end.get("reason"), end.get("winners")) != ("end", self.state.reason, list(self.state.winners)):
            raise Failed("wrong", f"the end is {end}, not {self.state.reason} {self.state.winners}")

    def report(self, word: str) -> str:
        """Say what was meant, what was recorded, and what the board says."""
        shown = self.board.display
        recorded = self.board.journal.words()[max(0, len(self.words) - 2) :]
        return (
            f"meant {word}, recorded {recorded} after {self.words[-3:-1]}; {shown['phase']} {shown['lines']} "
            f"choice {shown.get('choice')}; {self.state.text()}"
        )
