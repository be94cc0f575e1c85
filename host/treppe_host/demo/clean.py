"""`treppe demo`: simulated hands play seeded games through firmware, link and store, in virtual time.

These hands make no mistakes; careless.py has hands that do.
"""

import random
import time
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text
from treppe import games
from treppe.fold import GameLog
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands, Movement, script
from treppe_sim.material import start_stacks, start_supply

from treppe_host.errors import TreppeError
from treppe_host.link.client import Client, Message
from treppe_host.link.role_sets import TARGETS
from treppe_host.records.fields import display_names
from treppe_host.records.terminal_games import result
from treppe_host.store.store import Store

MOST_ACTIONS = 2000  # after them the players agree on a draw
_COLOURS = ("blue", "red", "yellow", "green")
_LIGHTS_MS = 300  # from a lift to the check of the lamps
THINKING_MS = 2500  # the table takes a quicker lift for a correction by the same player
_ANSWER_MS = 5000


class DemoFailed(TreppeError):
    """The lamps or the stored record differ from what the hands did."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: its number in the store, the actions of the hands, and the stored result."""

    number: int
    notations: list[str]
    result: str


def play_demo(
    store: Store, game: str | None, seed: int | None, console: Console, kind: "type[Demo] | None" = None
) -> None:
    """Play, print each action with the lamps before it, and compare the stored record with the actions.

    Without a seed the game is a short one. `kind` chooses the hands, clean ones by default.
    """
    for name in catalogue.names() if game is None else [game]:
        began = time.monotonic()
        about = facts.of(name)
        chosen_seed = about.DEMO_SEED if seed is None else seed
        played = (kind or Demo)(store, name, about.DEMO, chosen_seed, console).play()
        summary = f" after {len(played.notations)} actions in {time.monotonic() - began:.1f} s: "
        place = f"game {played.number} in {store.url}\n"
        console.print(Text.assemble((played.result, "bold"), summary, place), soft_wrap=True)


class Demo:
    """One game on one simulated board; the host's client runs in the board's time."""

    def __init__(self, store: Store, name: str, options: dict[str, Any], seed: int, console: Console) -> None:
        self._store = store
        self._console = console
        self._random = random.Random(f"{name} {seed}")
        self._state = games.start(name, options)
        self._client = Client(store)
        self._events: list[Message] = []
        self._client.observe("event", self._events.append)
        self._board = SimulatedBoard(self._state.surface, seed=seed, clock="virtual")
        self._hands = self._sit_down(seed)
        self._names = display_names(self._state, self._board.surface)
        self._options = options
        self._words: list[str] = []
        self._last_put = -1

    def _sit_down(self, seed: int) -> Hands:
        """Return the hands that play."""
        return Hands(self._board, self._display)

    def _display(self) -> Message:
        return self._client.latest.get("display", {})

    def play(self) -> PlayedGame:
        """Play to the end or to an agreed draw; raise DemoFailed if lamps or record are wrong."""
        with self._board:
            self._board.attach(self._client)
            self._start_game()
            self._play_on()
            if not self._state.is_terminal():
                self._command("draw")
            number = self._store.games()[0].number
        record = self._store.game(number)
        stored = (record.reason, tuple(record.winners or ()), self._store.record_words(number))
        is_over = self._state.is_terminal()
        if stored != (self._state.reason if is_over else "agreed", self._state.winners, self._words):
            raise DemoFailed(
                f"game {number} is stored differently from how it was played: {stored}, played {self._words}"
            )
        return PlayedGame(number, self._words, result(record))

    def _start_game(self) -> None:
        """Set up the pieces and start the game on the board."""
        if not self._board.run_until(lambda: self._client.hello is not None, _ANSWER_MS):
            raise DemoFailed("the simulated board does not say hello")
        self._board.world.arrange(start_stacks(self._state), start_supply(self._state))
        seats = list(_COLOURS[: self._state.players])
        self._command("new", game=self._state.NAME, options=self._options, seats=seats)
        if not self._board.run_until(lambda: self._shown("display", "phase") == "play", _ANSWER_MS):
            raise DemoFailed(f"{self._state.NAME} does not begin: {self._client.latest.get('display')}")
        options = [f"{name}={value}" for name, value in self._options.items()]
        self._console.print(Text(self._state.NAME, "bold"), *options)
        if self._board.runtime_note:
            self._console.print(Text(self._board.runtime_note, "dim"), soft_wrap=True)

    def _command(self, name: str, **fields: Any) -> None:
        asked = self._client.command(name, **fields)
        self._board.run_until(asked.done, _ANSWER_MS)
        asked.result(timeout=0)

    def _play_on(self) -> None:
        state = self._state
        rest = MOST_ACTIONS
        while not state.is_terminal() and rest:
            rest -= 1
            action = self._random.choice(state.legal_actions())
            word = state.word(action)
            player = state.current_player()
            movements = script(state, action)
            lights = self._perform(word, movements)
            self._await(action, is_moved=bool(movements))
            state.apply_action(action)
            events = "".join(f", {state.event_line(event)}" for event in state.events)
            colour = Text(f"  {_COLOURS[player]:7}", _COLOURS[player])
            self._console.print(Text.assemble(colour, f"{word:8} ", (lights, "dim"), events))
            self._tidy()

    def _tidy(self) -> None:
        self._hands.tidy(self._state)

    def _perform(self, word: str, movements: list[Movement]) -> str:
        """Let the hands make an action; check that its target is lit before they put the piece; return the lamps."""
        shown = ""
        if movements and movements[0].field == self._last_put:
            self._board.run_ms(THINKING_MS)
        for movement in movements:
            if movement.act == "put":
                self._last_put = movement.field
                self._board.run_ms(_LIGHTS_MS)
                roles = self._shown("lamps", "roles")
                if roles[movement.field] not in TARGETS:
                    raise DemoFailed(f"{self._names[movement.field]} is a legal field for {word}, but it is not lit")
                shown = self._describe(roles)
            self._hands.move([movement])
        return shown

    def _describe(self, roles: str) -> str:
        """Return the number of fields that are lit as targets, and their names if they are few."""
        names = [name for name, role in zip(self._names, roles, strict=True) if role in TARGETS]
        return f"lit: {' '.join(names) if len(names) <= 8 else f'{len(names)} fields'}"

    def _await(self, action: int, *, is_moved: bool) -> None:
        """Let time pass until the board has recorded exactly this action; choose it if the board asks."""
        word = self._state.word(action)
        recorded: list[str] = []

        def is_recorded() -> bool:
            recorded[:] = GameLog(self._events).notations
            return bool(recorded)

        def is_recorded_or_asked() -> bool:
            return is_recorded() or bool(self._hands.asked())

        if is_moved:
            self._board.run_until(is_recorded_or_asked, _ANSWER_MS)
        if not recorded:
            self._board.run_ms(_LIGHTS_MS)  # the display may still show the previous question
            self._hands.choose(lambda choice: choice == [word], ends_turn=word == ".")
            self._board.run_until(is_recorded, _ANSWER_MS)
        if recorded != [word]:
            shown = " / ".join(self._shown("display", "lines"))
            raise DemoFailed(f"{word} was played; the board has recorded {recorded or 'nothing'} and says: {shown}")
        self._words.append(word)
        self._events.clear()

    def _shown(self, stream: str, name: str) -> Any:
        return self._client.latest.get(stream, {}).get(name, "")
