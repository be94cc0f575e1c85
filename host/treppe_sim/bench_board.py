"""A board without a process: frames from a source go into the firmware's sensing and table, in virtual time.

Many times quicker than a `SimulatedBoard`, and without drivers, lamps and link. Frames come from a world in which hands
move pieces, or from a recording.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from treppe import surfaces
from treppe.panel.light_bytes import PHASE_MS, Lights
from treppe.runtime import CLOCK
from treppe.sensing import LIFTED, SETTLING, TOUCHED
from treppe.sensing.kinds import kind_of
from treppe.table import open_table

from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import World, sensors_of

FRAME_MS = 10
_CHANNEL_MA = 20  # one colour of one lamp at 255
_BUSY = frozenset((TOUCHED, LIFTED, SETTLING))
_COARSE_FRAMES = 10
_LONG_FRAMES = 80
_SHORT_FRAMES = 2
_PIECES = 3  # pieces of a program's thought in a frame, about as many as a Pico manages
_COARSE_MS = 3000
_AT_ONCE = 1 << 30


def _to_next_coarse(frames: int) -> int:
    return _COARSE_FRAMES - frames % _COARSE_FRAMES - 1


class WorldFrames:
    """Frames of a world in which hands move pieces. Where nothing moves, one in ten is scanned."""

    def __init__(self, world: World):
        """Scan this world's sensors; the same world outlives a power cut."""
        self.world = world
        self.surface = world.surface
        self.calm_frames = world.sensors.CALM_FRAMES
        self.frame: Any = b""
        """What was scanned last."""
        self._make_frame = world.sensors.frames(world.seed)
        self._felt = b""

    @property
    def now_ms(self) -> int:
        return round(self.world.now_us / 1000)

    @property
    def buttons(self) -> int:
        """The buttons that are held down, as bits."""
        return self.world.buttons

    def open_sensing(self, settings: dict[str, Any]) -> Any:
        """Return the firmware's sensing, calibrated as in the workshop."""
        return self.world.sensors.sensing(settings)

    def feel(self, now_ms: int) -> bool:
        """Let time pass; tell whether sensors have felt something new."""
        felt = self.world.feel(now_ms * 1000.0)
        is_new = felt != self._felt or not self.world.sensors.is_still
        self._felt = felt
        return is_new

    def scan(self, sensing: Any) -> bool:
        """Let sensing take a frame; tell whether there is news."""
        self.frame = self._make_frame(self._felt)
        return bool(sensing.update(self.frame))

    def frames_at_once(self, frames: int, calm_frames: int) -> int:
        """Return how many frames of calm may pass unseen before the next; `frames` counts all until now."""
        return _to_next_coarse(frames)

    def skip(self, sensing: Any, frames: int) -> None:
        """Let frames pass unseen."""


class RecordedFrames:
    """Frames that a board has recorded: the last that was given is what its sensors read until the next."""

    buttons = 0
    calm_frames = 30

    def __init__(self, surface: str, record: bytes, frame: bytes, now_ms: int):
        """Begin with a frame; `record` is the calibration of the board's sensors."""
        self.surface: ModuleType = surfaces.load(surface)
        self.now_ms = now_ms
        self._kind = sensors_of(self.surface)
        self._make_frame = self._kind.frames_again(self.surface)
        self._record = record
        self._frame = frame
        self._is_new = True

    def open_sensing(self, settings: dict[str, Any]) -> Any:
        """Return the firmware's sensing with the recorded calibration."""
        return kind_of(self.surface).from_record(self.surface, self._record, settings)

    def see(self, frame: bytes) -> None:
        """Let another frame be what the sensors read from now on."""
        self._frame = frame
        self._is_new = True

    def feel(self, now_ms: int) -> bool:
        is_new, self._is_new = self._is_new, False
        return is_new

    def scan(self, sensing: Any) -> bool:
        return bool(sensing.update(self._make_frame(self._frame)))

    def frames_at_once(self, frames: int, calm_frames: int) -> int:
        """See WorldFrames. After some seconds of calm people think, and recordings have minutes of it."""
        return _AT_ONCE if calm_frames * FRAME_MS > _COARSE_MS else _to_next_coarse(frames)

    def skip(self, sensing: Any, frames: int) -> None:
        self._kind.skip_scans(sensing, frames)


class BenchBoard:
    """A surface with sensing and table; the same time and hands as a `SimulatedBoard` in virtual time.

    `world` is what hands change, `display` what its display shows, `roles` what each lamp does, `events` what a journal
    would keep; time passes in `run_ms` and `run_until` alone, so a run is the same each time.

        >>> board = BenchBoard.with_world("square7", seed=1)
        >>> board.run_ms(500)
        >>> board.now_ms, board.display["phase"]
        (500, 'idle')
    """

    def __init__(
        self, source: Any, settings: Mapping[str, Any] | None = None, *, flash: Flash | None = None, **parts: Any
    ):
        """Build and switch on; a flash that has been there before outlives a power cut. For `parts` see open_table."""
        settings = dict(settings or {})
        self.source = source
        self.surface: ModuleType = source.surface
        self.journal = RecordingJournal(flash or Flash())
        self.sensing = source.open_sensing(settings)
        self.table = open_table(self.surface, self.sensing, self.journal, settings, **parts)
        self.session = self.table.session
        self.now_ms: int = source.now_ms
        self.think_ms = 0
        """How long a piece of a thought takes (see the firmware's job.py), while nothing is scanned."""
        self.most_light_ma = 0.0
        """The lamps' highest current for light in any frame since the meter was put in."""
        self._strip: Lights | None = None
        self._measured: set[tuple[int, int]] = set()
        self._frames = 0
        self._calm_frames = 0
        self._is_busy = False
        self._held_frames = [0, 0, 0, 0]
        self._is_held = False

    @classmethod
    def with_world(cls, surface: str, seed: int = 0, **settings: Any) -> "BenchBoard":
        """Return a board in a world of its own; the same seed spreads its sensors alike.

        >>> board = BenchBoard.with_world("start4", language="de")
        >>> board.surface.FIELDS, board.table.session.language
        (16, 'de')
        """
        return cls(WorldFrames(World(surfaces.load(surface), seed)), settings)

    @property
    def world(self) -> World:
        """The world of a source that has one."""
        world: World = self.source.world
        return world

    @property
    def roles(self) -> bytearray:
        """The role of each lamp; the firmware shows changes in the same frame."""
        shown: bytearray = self.table.roles
        return shown

    @property
    def display(self) -> dict[str, Any]:
        """What a display shows, see the firmware's show/display.py."""
        shown: dict[str, Any] = self.table.display
        return shown

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the journal has taken, each event with its `ms`."""
        return self.journal.events

    def run_ms(self, duration_ms: float) -> None:
        """Let time pass, in whole frames of 10 ms: much quicker than a clock where nothing happens.

        >>> board = BenchBoard.with_world("reed12")
        >>> board.run_ms(3_600_000)
        >>> board.now_ms
        3600000
        """
        until_ms = self.now_ms + FRAME_MS * round(duration_ms / FRAME_MS)
        while self.now_ms < until_ms:
            self.pass_frames(until_ms)

    def run_until(self, is_reached: Callable[[], Any], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit, in the board's own time.

        >>> board = BenchBoard.with_world("reed12")
        >>> board.world.arrange([["P0"] if field == 5 else [] for field in range(144)], {})
        >>> board.run_until(lambda: board.sensing.image[5], limit_ms=2000), board.run_until(lambda: False, limit_ms=50)
        (True, False)
        """
        until_ms = self.now_ms + limit_ms
        while not is_reached():
            if self.now_ms >= until_ms:
                return False
            self.pass_frames(until_ms)
        return True

    def put_meter_in(self) -> None:
        """Let the lamps shine as bright as they go from USB, and sum up the bytes of every frame from now on."""
        self._strip = Lights(self.surface, bytearray(3 * (max(self.surface.LAMPS) + 1)))

    def _measure(self, strip: Lights) -> None:
        table = self.table
        frame = (table.roles_version, self.now_ms // PHASE_MS % 8)
        if frame not in self._measured:  # from USB a frame depends on nothing else
            self._measured.add(frame)
            strip.show(table.roles, table.roles_version, self.now_ms, 100, self.surface.LIGHT_MA)
            self.most_light_ma = max(self.most_light_ma, sum(strip.grb) * _CHANNEL_MA / 255)

    def is_calm(self) -> bool:
        """Return whether nothing happens until a hand comes."""
        return self._calm_frames >= self.source.calm_frames and not self.session.pending.wait_ms

    def pass_frames(self, until_ms: float) -> None:
        """Pass a frame, and those after it in which nothing happens."""
        self.now_ms += FRAME_MS
        self._frames += 1
        self._scan()
        self.journal.now_ms = self.now_ms
        self._tick(self._presses() if self.source.buttons or self._is_held else 0)
        if self._strip:
            self._measure(self._strip)
        if self._calm_frames >= self.source.calm_frames:
            self._leap(until_ms)

    def _scan(self) -> None:
        if self.source.feel(self.now_ms):
            self._calm_frames = 0
        self._calm_frames += 1
        if self._calm_frames < self.source.calm_frames or self._frames % _COARSE_FRAMES == 0:
            if self.source.scan(self.sensing):
                self._is_busy = not _BUSY.isdisjoint(self.sensing.activity)
            if self._is_busy:
                self._calm_frames = 0

    def _tick(self, presses: int) -> None:
        self.table.tick(self.now_ms & CLOCK, presses)
        while self.session.job and not self.think_ms:
            self.table.tick(self.now_ms & CLOCK)
        if self.session.job:
            self.now_ms += self.think_ms
        for _ in range(_PIECES):
            if not self.table.think_ahead():
                break

    def _leap(self, until_ms: float) -> None:
        """Pass frames in which nothing happens, up to the next one that is looked at in quiet times."""
        session = self.session
        if self.table.task or self.table.examining or self._strip:
            return
        if session.job or session.messages.display_dirty or self.table.think_ahead():
            return
        if self.source.buttons or self._is_held or (session.game_record and session.game_record.clock):
            return
        wait_ms = session.pending.wait_ms
        if wait_ms:
            until_ms = min(until_ms, self.now_ms + wait_ms - session.observed.quiet_ms())
        most = self.source.frames_at_once(self._frames, self._calm_frames)
        frames = min(most, int(until_ms - self.now_ms) // FRAME_MS - 1)
        if frames > 0:
            self.now_ms += frames * FRAME_MS
            self._frames += frames
            self._calm_frames += frames
            self.source.skip(self.sensing, frames)

    def _presses(self) -> int:
        """Return the presses that this frame completes, as the firmware's driver of the buttons does."""
        held = self.source.buttons
        self._is_held = held != 0
        presses = 0
        for index, frames in enumerate(self._held_frames):
            if held >> index & 1:
                self._held_frames[index] = frames + 1
                if frames + 1 == _LONG_FRAMES:
                    presses |= 1 << index | 16
            else:
                if _SHORT_FRAMES <= frames < _LONG_FRAMES:
                    presses |= 1 << index
                self._held_frames[index] = 0
        return presses
