"""People's hands that play on an emulated Pico; what a player might notice is taken down from outside of the chip."""

import itertools
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "pico"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from chip_board import ChipBoard, Places, flash_with
from pico_host import PicoHost
from treppe import games, surfaces
from treppe.alphabet.image import BEYOND
from treppe.games import catalogue
from treppe_sim.hands import RATES, People
from treppe_sim.hands.movements import Movement, script
from treppe_sim.material import start_stacks, start_supply

IMAGE = os.environ.get("IMAGE", "dist/treppe.uf2")
"""The image that is measured."""
IDLE_METER = (Path(__file__).parents[1] / "support/idle_board.py").read_text()
# What costs a minute, or has to be taken back, is left out: times are measured here, not whether the record is right.
_LEFT_OUT = (
    *("knock_over", "wipe", "whole_stack", "lend", "ponder", "hesitate", "fidget"),
    *("far_off", "push_off", "lazy", "twice"),
)
_HABITS = RATES | dict.fromkeys(_LEFT_OUT, 0.0)
_RECORD_MS = 4000
_LONGEST_GAME = 120
_GAMES_AN_EVENING = 10
_MOST_FAILURES = 30  # hands that could not make themselves understood; a game is begun anew
_SELF_TEST_MS = 3000
_REST_MS = 5000  # the collector comes every 1.5 seconds
_SCAN_MS = 10
_STARTED_MS = 6000
_METER_MS = 20_000


@dataclass
class Figures:
    """What was measured, in ms and bytes."""

    name: str
    sensor: str
    light_ms: list[float] = field(default_factory=list)
    record_ms: list[float] = field(default_factory=list)
    frames_ms: dict[str, list[float]] = field(default_factory=dict)
    """By what went on, without what the flash took."""
    parts_ms: dict[str, Counter[float]] = field(default_factory=dict)
    """How often each part of a frame took how long, likewise; of games only."""
    flash_frame_ms: float = 0
    """The most that the flash took of one frame."""
    set_up_ms: list[float] = field(default_factory=list)
    pauses_ms: list[float] = field(default_factory=list)
    pauses_in_play: int = 0
    pauses_before_light: int = 0
    flash_ms: list[float] = field(default_factory=list)
    flash_in_air: int = 0
    """Erases while a piece was in the air that came back onto a field."""
    flash_off_board: int = 0
    """Erases while a piece was on its way off the board, where nothing feels it land."""
    stack: int = 0
    idle_bytes: int = 0
    """What a frame allocates for good while nothing happens on the board as it was left."""
    free: list[int] = field(default_factory=list)
    """After each collection in a game."""
    rest: list[int] = field(default_factory=list)
    """After each game of an evening, laid aside."""
    block: list[int] = field(default_factory=list)
    lifts: int = 0
    failures: list[str] = field(default_factory=list)


class Noting(People):
    """People's hands that note when they have lifted and put something."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Sit down."""
        super().__init__(*args, **options)
        self.done: list[tuple[float, Movement]] = []

    def do(self, movement: Movement) -> None:
        """Do a movement, and note it."""
        super().do(movement)
        self.done.append((self._board.now_ms, movement))


class Player(PicoHost):
    """Plays games on one board, and measures."""

    def __init__(self, name: str, surface: str, places: Places, folder: Path, seed: int):
        """Switch a board on, with a host at its cable."""
        sensor = surfaces.load(surface).SENSOR
        self.figures = Figures(name, sensor)
        board = ChipBoard(flash_with(IMAGE), surface, folder, places=places, seed=seed)
        self.random = Random(f"{name} {seed}")
        super().__init__(board)
        self.hands = Noting(self.board, lambda: self.client.latest.get("display", {}), seed=seed, rates=_HABITS)
        self.board.paint_stack()

    @contextmanager
    def watched(self, what: str) -> Iterator[None]:
        """Note the frames that pass meanwhile, without what the flash takes of them."""
        noted = self.board.noted
        first = max(0, len(noted.scans_ms) - 1)
        self.board.take_times()
        yield
        for part, counts in self.board.take_times().items() if what in ("new", "play") else ():
            times = self.figures.parts_ms.setdefault(part, Counter())
            times.update({int(tenths) / 10: count for tenths, count in counts.items()})
        frames = self.figures.frames_ms.setdefault(what, [])
        scans = noted.scans_ms[first:]
        # The first frame may have begun before, with an access.
        accesses = [access for access in noted.flash if access[0] >= scans[0]]
        for begun_ms, next_ms in itertools.pairwise(scans):
            flash_ms = sum(took for at_ms, took, _ in accesses if begun_ms <= at_ms < next_ms)
            frames.append(max(_SCAN_MS, next_ms - begun_ms - flash_ms))
            self.figures.flash_frame_ms = max(self.figures.flash_frame_ms, flash_ms)

    # A game.

    def begin_game(self, name: str) -> Any:
        """Begin a game that is laid out already; return its state."""
        state = games.start(name)
        stacks, supply = start_stacks(state), start_supply(state)
        # No hands clear a board at once: sensing takes it for a knock, and waits until that is over. Nor need the table
        # think about it.
        if self.shown("phase") == "play":
            self.ask("pause")
        self.board.world.arrange([[] for _ in stacks], supply)
        self.board.run_ms(500)
        assert self.board.run_until(self.feels_nothing, 8000), self.client.latest
        self.board.world.arrange(stacks, supply)
        self.board.run_ms(500)
        begun_ms = self.board.now_ms
        with self.watched("new"):
            self.ask("new", game=name, options=state.options)
            is_laid_out = lambda: (self.shown("game"), self.shown("phase")) == (name, "play")  # noqa: E731
            assert self.board.run_until(is_laid_out, 8000), (self.client.latest, self.board.last_words)
        flash_ms = sum(took for at_ms, took, _ in self.board.noted.flash if at_ms > begun_ms)
        self.figures.set_up_ms.append(self.board.now_ms - begun_ms - flash_ms)
        return state

    def feels_nothing(self) -> bool:
        """Tell whether the board takes all its fields for empty."""
        return not self.client.latest.get("image", {}).get("fields", "").strip("0")

    def play(self, state: Any, most_lifts: int) -> None:
        """Play until the game ends, or so many pieces were lifted."""
        figures = self.figures
        last_lift = figures.lifts + most_lifts
        first_pause = len(self.board.noted.pauses)
        while figures.lifts < last_lift and not state.is_terminal() and len(self.store.notations) < _LONGEST_GAME:
            with self.watched("play"):
                is_recorded = self.turn(state, self.choose(state))
            if not is_recorded:
                figures.failures.append(f"{state.NAME}: {self.store.notations[-2:]} {self.shown('lines')}")
                break
        for _, _, free, block in self.board.noted.pauses[first_pause:]:
            figures.pauses_in_play += 1
            figures.free.append(free)
            figures.block.append(block)

    def choose(self, state: Any) -> int:
        """Return a random action, one that hands can show where there is any."""
        actions = state.legal_actions()
        return int(self.random.choice([action for action in actions if state.hand_moves(action)] or actions))

    def turn(self, state: Any, action: int) -> bool:
        """Play an action; tell whether it was recorded."""
        movements = script(state, action)
        word = state.word(action)
        words = [*self.store.notations, word]
        self.board.run_ms(self.random.uniform(200, 600))
        plan = self.hands.planner.plan([movements], [state.current_player()], self.board.world)
        noted = self.board.noted
        first_done, first_strip = len(self.hands.done), len(noted.strips)
        first_pause, first_flash = len(noted.pauses), len(noted.flash)
        self.hands.perform(plan)
        off_ms = self.board.now_ms
        is_recorded = lambda: self.store.notations == words  # noqa: E731
        was_recorded = is_recorded()  # a hand that is slow to leave may find it done
        if (
            movements
            and self.board.run_until(lambda: is_recorded() or self.hands.asked(), _RECORD_MS)
            and is_recorded()
        ):
            if plan.is_plain and not was_recorded:
                flash_ms = sum(took for at_ms, took, _ in self.board.noted.flash[first_flash:] if at_ms > off_ms)
                self.figures.record_ms.append(self.board.now_ms - max(off_ms, self.off_ms()) - flash_ms)
        elif not is_recorded():
            self.board.run_ms(500)
            if not is_recorded():
                self.hands.choose(lambda choice: choice == [word], ends_turn=word == ".")
                self.board.run_until(is_recorded, 2000)
        done = self.hands.done[first_done:]
        self.note_light(plan, done, first_strip, first_pause)
        self.note_flash(done, first_flash)
        self.figures.lifts += sum(movement.act in ("lift", "take") for _, movement in done)
        if not is_recorded():
            return False
        state.apply_action(action)
        self.hands.tidy(state)
        return state.is_terminal() or self.board.run_until(lambda: self.shown("phase") == "play", 5000)

    def off_ms(self) -> float:
        """Return when the hand has let go of what was put last."""
        return float(getattr(self.board.world.sensors, "hands_off_us", 0)) / 1000

    def note_light(self, plan: Any, done: Sequence[tuple[float, Movement]], first_strip: int, first_pause: int) -> None:
        """Note how long it took from the lift to the light of the target, and whether the collector came between."""
        acts = [movement.act for _, movement in done]
        if not plan.is_plain or acts[:2] != ["lift", "put"] or done[1][1].field == BEYOND:
            return
        (lift_ms, _), (put_ms, put) = done[:2]
        place = 3 * self.board.surface.LAMPS[put.field]
        noted = self.board.noted
        before = [strip for at_ms, strip in noted.strips if at_ms <= lift_ms]
        if not before or any(before[-1][place : place + 3]):
            return
        for at_ms, strip in noted.strips[first_strip:]:
            if lift_ms < at_ms < put_ms and any(strip[place : place + 3]):
                self.figures.light_ms.append(at_ms - lift_ms)
                pauses = noted.pauses[first_pause:]
                self.figures.pauses_before_light += any(lift_ms < begun_ms < at_ms for begun_ms, *_ in pauses)
                return

    def note_flash(self, done: Sequence[tuple[float, Movement]], first_flash: int) -> None:
        """Note what the flash took, and how often a piece was in the air meanwhile."""
        for at_ms, _, what in self.board.noted.flash[first_flash:]:
            lifted = sum(movement.act in ("lift", "take") for when, movement in done if when < at_ms)
            laid = sum(movement.act in ("put", "give") for when, movement in done if when < at_ms)
            if what == "erase" and lifted > laid:
                comes_back = any(movement.act == "put" for when, movement in done if when > at_ms)
                self.figures.flash_in_air += comes_back
                self.figures.flash_off_board += not comes_back

    def finish(self) -> Figures:
        """Switch off; return what was measured."""
        figures, noted = self.figures, self.board.noted
        figures.stack = self.board.stack_used
        figures.pauses_ms = [took_ms for at_ms, took_ms, *_ in noted.pauses if at_ms > _STARTED_MS]
        figures.flash_ms = [took_ms for _, took_ms, what in noted.flash if what == "erase"]
        figures.idle_bytes = json.loads(self.board.run_script(IDLE_METER, _METER_MS).split("IDLE")[1])["frame"]
        self.board.close()
        return figures


def play_game(name: str, places: Places, lifts: int, seed: int) -> Figures:
    """Make so many lifts in games of one kind."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(name, games.start(name).surface, places, Path(folder), seed)
        while player.figures.lifts < lifts and len(player.figures.failures) < _MOST_FAILURES:
            player.play(player.begin_game(name), lifts - player.figures.lifts)
            player.board.run_ms(1000)
        return player.finish()


def play_evening(surface: str, places: Places, lifts: int, seed: int) -> Figures:
    """Play ten games in a row on one board, so many lifts in each, with all that people do between them."""
    names = [name for name in catalogue.names() if games.start(name).surface == surface]
    with tempfile.TemporaryDirectory() as folder:
        player = Player(f"evening on {surface}", surface, places, Path(folder), seed)
        for number in range(_GAMES_AN_EVENING - 1):
            player.play(player.begin_game(names[number % len(names)]), lifts)
            between(player)
        player.play(player.begin_game(names[0]), lifts)  # the first one once more, so that its heap can be compared
        between(player)
        return player.finish()


def between(player: Player) -> None:
    """Use the menu, take back, lay aside, go on; test the board and begin a calibration; then rest."""
    for press, button in (("menu", "MENU"), ("menu", "OK"), ("menu", "UNDO"), ("menu", "UNDO")):
        with player.watched(press):
            player.hands.press(button)
            player.board.run_ms(600)
    for command in ("undo", "pause", "resume", "pause", "self_test"):
        attempt(player, command)
    player.board.run_ms(_SELF_TEST_MS)
    for command in ("check", "calibrate") if player.figures.sensor == "cell" else ("check",):
        attempt(player, command)
        with player.watched(command):
            player.hands.press("END")
            player.board.run_ms(600)
    player.board.run_ms(_REST_MS)
    player.figures.rest += [free for _, _, free, _ in player.board.noted.pauses[-1:]]


def attempt(player: Player, command: str) -> None:
    """Give a command; a board that is guided back refuses some, which takes time as well."""
    with player.watched(command):
        try:
            player.ask(command)
        except Exception as error:
            player.figures.failures.append(f"{command}: {error}")
        player.board.run_ms(800)
