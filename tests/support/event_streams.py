"""Event streams with truth: what sensing made of hands that play a game without a look at any lamp, by seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from treppe import games, surfaces
from treppe.games.host import facts
from treppe_sim.bench_board import FRAME_MS, WorldFrames
from treppe_sim.hands import RATES, People, repairs
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World
from wanted_actions import Players, Step

_CALM_FRAMES = 30
_COARSE_FRAMES = 10
_THINK_MS = (300, 2500)
_DONE_MS = 4000  # so long after a turn hands wait for the record
BUTTONS = 255
"""In place of a field of what is sensed: the buttons that are held down, as bits."""
END_HERE = "END"
"""The word of a step that is played by END among the movements; `.` is said when people look at the board."""


@dataclass
class Turn:
    """What is done without waiting for the record: `notations`, and the positions after each of them.

    Without notations the start was laid out again, in the middle of the game; then the position is the one before.

    `sensed` are (ms, {field: (value, activity)}), what sensing has found until `done_ms`, when people look at the
    board; the last hand was off at `off_ms`. `said` is pressed or chosen then: "." by END, others by the display.
    `is_choice`: no movement shows all of it, so the game itself lets the board ask. `is_ignored`: nobody answers what
    is asked. `cleared` is sensed when hands clear what the rules have removed.
    """

    notations: list[str]
    positions: list[bytes]
    said: str = ""
    is_choice: bool = False
    is_ignored: bool = False
    sensed: list[tuple[int, dict[int, tuple[int, int]]]] = field(default_factory=list)
    off_ms: int = 0
    done_ms: int = 0
    cleared: list[tuple[int, dict[int, tuple[int, int]]]] = field(default_factory=list)
    cleared_ms: int = 0


@dataclass
class Stream:
    """A game from its start: `turns` in order, and the first image of the board."""

    label: str
    start: Any
    image: bytes
    begun_ms: int
    turns: list[Turn] = field(default_factory=list)


class SensedBoard:
    """A surface with sensing and nobody who understands it; hands let its time pass."""

    def __init__(self, surface: str, seed: int) -> None:
        self.world = World(surfaces.load(surface), seed)
        self._source = WorldFrames(self.world)
        self.sensing = self._source.open_sensing({})
        self.now_ms = 0
        self._calm_frames = 0
        self._image = bytes(self.sensing.image)
        self._activity = bytes(self.sensing.activity)
        self._buttons = 0
        self.sensed: list[tuple[int, dict[int, tuple[int, int]]]] = []

    def run_ms(self, duration_ms: float) -> None:
        """Let time pass, in whole frames; where nothing moves, one in ten is scanned."""
        until_ms = self.now_ms + FRAME_MS * round(duration_ms / FRAME_MS)
        while self.now_ms < until_ms:
            self._scan()
            if self._calm_frames >= _CALM_FRAMES:
                self.now_ms += FRAME_MS * min(_COARSE_FRAMES - 1, (until_ms - self.now_ms) // FRAME_MS)

    def run_until(self, is_reached: Callable[[], Any], limit_ms: float) -> bool:
        """Let all the time pass: these hands look at nothing."""
        self.run_ms(limit_ms)
        return bool(is_reached())

    def _scan(self) -> None:
        self.now_ms += FRAME_MS
        self._calm_frames += 1
        if self._source.feel(self.now_ms) or any(self._activity):
            self._calm_frames = 0
        self._source.scan(self.sensing)
        image, activity = bytes(self.sensing.image), bytes(self.sensing.activity)
        if self.world.buttons != self._buttons:
            self._buttons = self.world.buttons
            self.sensed.append((self.now_ms, {BUTTONS: (self._buttons, 0)}))
        if image != self._image or activity != self._activity:
            self.sensed.append(
                (
                    self.now_ms,
                    {
                        place: (image[place], activity[place])
                        for place in range(len(image))
                        if image[place] != self._image[place] or activity[place] != self._activity[place]
                    },
                )
            )
            self._image, self._activity = image, activity
            self._calm_frames = 0


def record(name: str, seed: int, habits: Any = None, most_turns: int = 60) -> Stream:
    """Return a game by people's hands of the bench, or by those of `habits` (see other_hands.py)."""
    variants = facts.of(name).VARIANTS
    state = games.start(name, **variants[seed % len(variants)])
    board = SensedBoard(state.surface, seed)
    random = Random(f"stream {name} {seed}")
    people = habits(board, seed) if habits else BenchHands(board, seed)
    if board.sensing.HAS_WEIGHTS:
        board.sensing.use("discs" if name == "seven" else "")
    board.world.arrange(start_stacks(state), start_supply(state))
    board.sensing.expect(state.image())
    board.run_ms(2000)
    stream = Stream(f"{name} seed {seed}", state.clone(), bytes(board.sensing.image), board.now_ms)
    board.sensed = []
    before: list[Step] = []
    while not state.is_terminal() and len(stream.turns) < most_turns:
        steps = people.choose_turn(state, before)
        notations = ["." if step.word == END_HERE else step.word for step in steps]
        turn = Turn(notations, [bytes(step.after.position) for step in steps])
        turn.is_choice = any(step.is_asked and step.word != END_HERE for step in steps)
        turn.is_ignored = people.ignores()
        board.run_ms(random.uniform(*_THINK_MS))
        if steps[-1].movements or steps[-1].word == END_HERE:
            people.perform(people.plan(steps, board.world))
        else:
            turn.said = steps[-1].word
        turn.off_ms = max(board.now_ms, round(getattr(board.world.sensors, "hands_off_us", 0) / 1000))
        board.run_ms(turn.off_ms - board.now_ms + _DONE_MS)
        turn.sensed, turn.done_ms, board.sensed = board.sensed, board.now_ms, []
        state = steps[-1].after
        if repairs(state, board.world):
            people.tidy(state)
            board.run_ms(1000)
        turn.cleared, turn.cleared_ms, board.sensed = board.sensed, board.now_ms, []
        stream.turns.append(turn)
        if not state.is_terminal() and people.gives_up():
            stream.turns.append(_laid_out_again(board, people, stream.start, state))
            break
        same = [step for step in before + steps if step.player == steps[-1].player]
        before = same if state.current_player() == steps[-1].player else []
    return stream


def _laid_out_again(board: SensedBoard, people: Any, start: Any, state: Any) -> Turn:
    """Return what is sensed where people lay the pieces out for another game, and tell nobody."""
    turn = Turn([], [bytes(state.position)], is_ignored=True)
    people.move(repairs(start, board.world))
    turn.off_ms = board.now_ms
    board.run_ms(_DONE_MS)
    turn.sensed, turn.done_ms, turn.cleared_ms, board.sensed = board.sensed, board.now_ms, board.now_ms, []
    return turn


class BenchHands(People):
    """The hands of `make bench-table`; they press no buttons in passing, for nobody would hear them."""

    def __init__(self, board: SensedBoard, seed: int) -> None:
        super().__init__(board, seed=seed, rates=RATES | {"fidget": 0.0})
        self._players = Players(Random(f"players {seed}"), self.planner)

    def choose_turn(self, state: Any, before: list[Step]) -> list[Step]:
        """Return one action, or a few in haste."""
        return self._players.choose_turn(state, before)

    def plan(self, steps: list[Step], world: World) -> Any:
        """Return when to do what."""
        return self.planner.plan([step.movements for step in steps], [step.player for step in steps], world)

    def ignores(self) -> bool:
        """They answer every question."""
        return False

    def gives_up(self) -> bool:
        """They play every game to its end."""
        return False
