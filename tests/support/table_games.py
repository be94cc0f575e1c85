"""Plays seeded games with simulated hands through sensing and table, and compares the record with what was meant."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from guided_hands import LED
from treppe import games
from treppe.alphabet.roles import REMOVE
from treppe.games.host import facts
from treppe.sensing import UNSURE
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands, People, repairs
from treppe_sim.hands.plan import Plan
from treppe_sim.material import start_stacks, start_supply
from wanted_actions import Players, Step

MOST_ACTIONS = 200
COMMIT_MS = 4000
SET_UP_MS = 10_000
LOOK_MS = 500  # a question stands so long before somebody answers it
AWAY_MS = 600  # so long a player's hand is at the piece that he has put, before another one takes it
CARE_MS = 2000  # who plays again what was misunderstood shows that the piece is in another hand now
MOST_UNDONE = 6
TARGETS = b"gbx"


class Failed(Exception):
    """The record is not what was meant; the text says what, `kind` is wrong, missing, extra or stuck."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass
class RecentMove:
    """What came of one game, or of many.

    `late` actions were recorded only after people had looked at the board, which had said nothing for four seconds;
    `led` ones were to be moved back though they were right; `undone` ones people took back by UNDO, and did again;
    `mistaken` ones as well, but after they had answered wrongly themselves. `silent` ones were late, undone, or both.
    """

    actions: int = 0
    asked: int = 0
    late: int = 0
    silent: int = 0
    led: int = 0
    undone: int = 0
    mistaken: int = 0
    failures: list[str] = field(default_factory=list)
    kinds: Counter = field(default_factory=Counter)
    light_ms: Counter = field(default_factory=Counter)
    commit_ms: Counter = field(default_factory=Counter)
    abrupt_ms: Counter = field(default_factory=Counter)  # the same, where the piece was pressed down and let go quickly

    def add(self, other: RecentMove) -> None:
        self.actions += other.actions
        self.asked += other.asked
        self.late += other.late
        self.silent += other.silent
        self.led += other.led
        self.undone += other.undone
        self.mistaken += other.mistaken
        self.failures += other.failures
        self.kinds += other.kinds
        self.light_ms += other.light_ms
        self.commit_ms += other.commit_ms
        self.abrupt_ms += other.abrupt_ms


def play(name: str, seed: int, rates: dict[str, float], *, think_ms: int = 0, is_verbose: bool = False) -> RecentMove:
    """Play one game to its end or to its 200th action, or until the record is not what was meant."""
    game = Game(name, seed, rates, is_verbose=is_verbose)
    game.board.think_ms = think_ms
    try:
        game.play()
    except Failed as failure:
        game.fail(failure.kind, str(failure))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        game.fail("crash", f"{error!r} at {place.filename}:{place.lineno}; {game.report()}")
    return game.played


class Game:
    """One game on a board of its own."""

    def __init__(self, name: str, seed: int, rates: dict[str, float], *, is_verbose: bool = False) -> None:
        variants = facts.of(name).VARIANTS
        self.label = f"{name} seed {seed}"
        self.state = games.start(name, **variants[seed % len(variants)])
        self.random = Random(f"{name} {seed}")
        self.board = BenchBoard.with_world(self.state.surface, seed=seed)
        self.hands = People(self.board, lambda: self.board.display, seed=seed, rates=rates)
        self.players = Players(self.random, self.hands.planner)
        self.notations: list[str] = []  # what was meant
        self.played = RecentMove()
        self.is_verbose = is_verbose
        self.asked_since_ms = 0
        self.asked_last = 0  # how many words were meant when something was asked last
        self.rates = rates
        self.slips = Random(f"slips {seed}")  # of its own, so that seeds keep what they hold
        self.is_mistaken = False  # a player has pressed OK for what was not meant
        self.is_careful = False  # he plays again what went wrong
        self.this_turn: list[Step] = []
        self.last_turn: list[Step] = []
        self.meant = self.state.position
        self.meant_on_the_way = [self.meant]

    def play(self) -> None:
        self.set_up()
        while not self.state.is_terminal() and len(self.notations) < MOST_ACTIONS:
            self.turn(self.players.choose_turn(self.state, self.this_turn))
        if self.state.is_terminal():
            self.check_end()

    def fail(self, kind: str, text: str) -> None:
        self.played.kinds[kind] += 1
        self.played.failures.append(f"{self.label} action {len(self.notations)}: {kind}: {text}")

    def set_up(self) -> None:
        self.board.world.arrange(start_stacks(self.state), start_supply(self.state))
        command = {"game": self.state.NAME, "options": self.state.options, "seats": []}
        self.board.table.command("new", command)
        self.await_phase("play")

    # What they do.

    def turn(self, steps: list[Step]) -> None:
        """Play actions, wait until they are recorded, and put right what the game then asks for."""
        scripts = [step.movements for step in steps]
        plan = self.hands.planner.plan(scripts, [step.player for step in steps], self.board.world)
        self.notations += [step.word for step in steps]
        if self.is_verbose:
            self.narrate(steps, plan)
        self.board.run_ms(self.random.uniform(100, 800))
        if any(step.movements and step.takes_from(self.last_turn) for step in steps):
            self.board.run_ms(AWAY_MS)
        self.perform(plan, steps)
        self.settle(steps, plan)
        self.state = steps[-1].after
        same = [step for step in self.this_turn + steps if step.player == steps[-1].player]
        self.this_turn = same if self.state.current_player() == steps[-1].player else []
        self.last_turn = steps
        self.played.actions += len(steps)
        if not self.state.is_terminal() or steps[-1].has_aftermath:
            self.tidy()
        if not self.state.is_terminal():
            self.await_phase("play")

    def perform(self, plan: Plan, steps: list[Step]) -> None:
        """Do what was planned; where one plain move is made, look how soon its target is lit."""
        acts = [movement.act for _, movement in plan.timed]
        if not (plan.is_plain and len(steps) == 1 and acts == ["lift", "put"]):
            self.hands.perform(plan)
            return
        (lift_ms, lift), (put_ms, put) = plan.timed
        self.hands.perform(Plan([(lift_ms, lift)]))
        began_ms = self.board.now_ms
        was_lit = self.board.roles[put.field] in TARGETS
        if not was_lit and self.board.run_until(lambda: self.board.roles[put.field] in TARGETS, put_ms - lift_ms):
            self.played.light_ms[self.board.now_ms - began_ms] += 1
        self.hands.perform(Plan([(put_ms - lift_ms - (self.board.now_ms - began_ms), put)]))

    def settle(self, steps: list[Step], plan: Plan) -> None:
        """Wait for the record, answer what is asked, and help where something was not seen."""
        last, num_late = steps[-1], self.played.late
        self.meant = last.after.position
        self.meant_on_the_way = [step.after.position for step in steps]
        self.asked_since_ms = self.board.now_ms
        if last.movements:
            self.board.run_until(self.is_right_or_asked, self.hands_off_ms() + COMMIT_MS)
            if plan.is_plain and len(steps) == 1 and self.is_right():
                off_ms = self.board.world.sensors.hands_off_us / 1000
                times = self.played.abrupt_ms if self.hands.was_abrupt else self.played.commit_ms
                times[round((self.board.events[-1]["ms"] - off_ms) / 10) * 10] += 1
            if not self.is_right() and not (last.is_asked and self.hands.asked()):
                self.note_silence(last)
                self.note_asked()
                if not self.hands.asked():
                    self.help()
        self.answer(last)
        if not self.is_right():  # what is asked makes no sense, or END was refused: something was not seen
            self.note_asked()
            self.help()
            self.answer(last)
        if not self.is_right():
            is_mistaken, self.is_careful = self.is_mistaken, True
            if self.play_again(steps):
                self.played.undone += not is_mistaken
                self.played.silent += not is_mistaken and self.played.late == num_late
                self.played.mistaken += is_mistaken
        self.is_mistaken = self.is_careful = False
        self.compare()

    def hands_off_ms(self) -> float:
        """Return how long hands still rest on pieces: nobody waits for the record before they are off."""
        return max(0.0, getattr(self.board.world.sensors, "hands_off_us", 0) / 1000 - self.board.now_ms)

    def note_silence(self, last: Step) -> None:
        """Count a board that asks nothing: it says nothing, or wants something moved back that is as it was meant."""
        shown = self.board.display
        is_reported = shown["choice"] or shown["doubt"] or UNSURE in self.board.sensing.activity
        is_reported = is_reported or self.board.session.pending.away
        if is_reported:
            return
        if shown["phase"] in LED:
            self.played.led += not repairs(last.after, self.board.world)
        else:
            self.played.late += 1
            self.played.silent += 1

    def play_again(self, steps: list[Step]) -> bool:
        """Take back what was recorded wrongly, lay the board back, and play anew with care; return whether it helps."""
        if self.is_verbose:
            print(f"{self.board.now_ms / 1000:8.2f} s  undone: {self.report()}")
        steps = self.take_back(steps)
        for number, step in enumerate(steps):
            if number and step.takes_from(steps[number - 1 : number]):
                self.board.run_ms(CARE_MS)
            Hands.move(self.hands, step.movements)
            self.meant = step.after.position
            self.meant_on_the_way = [self.meant]
            self.board.run_until(self.is_right_or_asked, COMMIT_MS)
            self.answer(step)
        return self.is_right()

    def take_back(self, steps: list[Step]) -> list[Step]:
        """Take back until the board is where it was before some steps, or earlier; return what is to be played then."""
        for _ in range(MOST_UNDONE):
            lost = self.lost_actions()
            if lost:
                steps, self.state = [*lost, *steps], lost[0].before.clone()
            elif self.board.session.game_record.state.position != self.state.position:
                self.hands.press("UNDO")
            self.hands.tidy(self.state)
            self.board.run_until(lambda: self.board.display["phase"] not in LED, COMMIT_MS)
            doubts = self.board.session.guidance.doubts
            if doubts:
                self.hands.press("OK" if self.board.world.stacks[doubts[0]] else "END")
            if self.is_back():
                return steps
        return steps

    def lost_actions(self) -> list[Step]:
        """Return the actions before this turn that are not recorded any more."""
        state, lost = self.state.clone(), []
        while state.history() and len(lost) < MOST_UNDONE:
            action = state.history()[-1]
            state.undo_action()
            lost.insert(0, Step(state.clone(), action))
            if self.board.session.game_record.state.position == state.position:
                return lost
        return []

    def answer(self, last: Step) -> None:
        """Answer what is asked; choose what no movement shows."""
        if not self.is_right() and (self.hands.asked() or not last.movements):
            is_late = self.hands.planner.happens("late")
            self.board.run_ms(self.random.uniform(5000, 20_000) if is_late else self.random.uniform(300, 700))
            if self.hands.asked() and not self.is_careful and self.slips.random() < self.rates["wrong_answer"]:
                self.is_mistaken = not self.is_meant(self.hands.asked())
                self.hands.press("OK")
                self.board.run_until(self.is_right, LOOK_MS)
                return
            self.hands.choose(self.is_meant, ends_turn=last.word == ".")
            self.board.run_until(self.is_right, COMMIT_MS)

    def is_back(self) -> bool:
        """Tell whether the board is where the last turn ended, and plays."""
        is_same = self.board.session.game_record.state.position == self.state.position
        return is_same and self.board.display["phase"] not in LED

    def is_meant(self, choice: list[str]) -> bool:
        """Tell whether what the display proposes leads to a position that was meant."""
        state = self.board.session.game_record.state.clone()
        for _ in self.board.display["instead"]:
            state.undo_action()
        for word in choice:
            state.apply_action(state.action(word))
        return state.position in self.meant_on_the_way

    def note_asked(self) -> None:
        """Count an action that the board asks about, or has misunderstood; not people's own wrong answers."""
        if self.is_mistaken:
            return
        self.played.asked += self.asked_last != len(self.notations)
        self.asked_last = len(self.notations)
        if self.is_verbose:
            print(f"{self.board.now_ms / 1000:8.2f} s  asked: {self.report()}")

    def help(self) -> None:
        """Do what people do where lights do not believe their eyes: push, or lift and put back."""
        self.hands.show_again([f for f, activity in enumerate(self.board.sensing.activity) if activity == UNSURE])
        if self.board.sensing.HAS_WEIGHTS:  # what is right, and yet to be taken off, has been weighed wrongly
            self.hands.show_again([f for f, role in enumerate(self.board.roles) if role == REMOVE])
        self.hands.push(
            [f for f, stack in enumerate(self.board.world.stacks) if stack and not self.board.sensing.image[f]]
        )
        self.asked_since_ms = self.board.now_ms  # what is still asked was asked before
        self.board.run_until(self.is_right_or_asked, COMMIT_MS)

    def tidy(self) -> None:
        doubts, stacks = self.board.session.guidance.doubts, self.board.world.stacks
        self.hands.push([field for field in doubts if stacks[field]])  # people look at what they are asked about
        is_lazy = self.state.TWO_SIDED and self.hands.planner.happens("lazy")
        if not is_lazy:
            self.hands.tidy(self.state)
        if not self.board.run_until(lambda: self.board.display["phase"] not in ("setup", "wrong"), COMMIT_MS):
            self.note_asked()
            self.help()

    # What came of it.

    def is_right(self) -> bool:
        """Tell whether the record leads to what was meant; another way to the same position is as good."""
        return self.board.session.game_record.state.position == self.meant

    def is_right_or_asked(self) -> bool:
        """Tell whether the record is right, or a question has been on the display for a moment."""
        if self.is_right():
            return True
        if not self.hands.asked():
            self.asked_since_ms = self.board.now_ms
        return self.board.now_ms - self.asked_since_ms > LOOK_MS

    def compare(self) -> None:
        """Compare the record with what was meant."""
        recorded = self.board.journal.notations()
        if self.is_right():
            self.notations[:] = recorded
        elif len(recorded) == len(self.notations):
            raise Failed("wrong", self.report())
        else:
            raise Failed("missing" if len(recorded) < len(self.notations) else "extra", self.report())

    def await_phase(self, phase: str) -> None:
        if not self.board.run_until(lambda: self.board.display["phase"] == phase, SET_UP_MS):
            raise Failed("stuck", self.report())

    def check_end(self) -> None:
        self.board.run_until(lambda: self.board.events[-1]["k"] == "end", COMMIT_MS)
        end = self.board.events[-1]
        if (end["k"], end.get("reason"), end.get("winners")) != ("end", self.state.reason, list(self.state.winners)):
            raise Failed("wrong", f"the end is {end}, not {self.state.reason} {self.state.winners}")

    def report(self) -> str:
        """Say what was meant, what was recorded, and what the board says."""
        shown = self.board.display
        first = max(0, len(self.notations) - 4)
        recorded = self.board.journal.notations()[first:]
        return (
            f"meant {self.notations[first:]}, recorded {recorded}; {shown['phase']} {shown['lines']} "
            f"choice {shown.get('choice')}; before: {self.state.text()}"
        )

    def narrate(self, steps: list[Step], plan: Plan) -> None:
        print(f"{self.board.now_ms / 1000:8.2f} s  {len(self.notations)}: {' '.join(step.word for step in steps)}")
        for at_ms, movement in plan.timed:
            place = self.board.surface.NAMES[movement.field] if movement.field < self.board.surface.FIELDS else ""
            print(f"    {at_ms:6.0f} ms {movement.act:6} {place}{movement.code}")
