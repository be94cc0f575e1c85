"""A board without a process: the world's readings go straight into the firmware's sensing and table, in virtual time.

Many times quicker than a `SimulatedBoard`, and without drivers, lamps and link. Around changes every frame is scanned;
where nothing moves one in ten is.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from treppe import surfaces
from treppe.sensing import LIFTED, SETTLING, TOUCHED
from treppe.table.show.light_bytes import PHASE_MS, Lights
from treppe.table.table import open_table

from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import World

FRAME_MS = 10
_CHANNEL_MA = 20  # one colour of one lamp at 255
_BUSY = frozenset((TOUCHED, LIFTED, SETTLING))
_COARSE_FRAMES = 10
_LONG_FRAMES = 80
_SHORT_FRAMES = 2
_PIECES = 3  # pieces of a program's thought in a frame, about as many as a Pico manages


class InProcessBoard:
    """A surface with sensing and table; the same time and hands as a `SimulatedBoard` in virtual time."""

    def __init__(
        self, surface: str, *, seed: int = 0, world: World | None = None, flash: "Flash | None" = None, **settings: Any
    ):
        """Build and switch on; a world and a flash that have been there before outlive a power cut."""
        self.surface: ModuleType = surfaces.load(surface)
        self.world = world or World(self.surface, seed)
        self.journal = RecordingJournal(flash or Flash())
        self._frame = self.world.sensors.frames(seed)
        self.sensing = self.world.sensors.sensing(settings)
        self.table = open_table(self.surface, self.sensing, self.journal, settings)
        self.session = self.table.session
        self.now_ms = round(self.world.now_us / 1000)
        self.think_ms = 0
        """How long a piece of a thought takes (see the firmware's job.py), while nothing is scanned."""
        self.most_light_ma = 0.0
        """The lamps' highest current for light in any frame since the meter was put in."""
        self._strip: Lights | None = None
        self._measured: set[tuple[int, int]] = set()
        self._frames = 0
        self._felt = b""
        self._calm_frames = 0
        self._calm_after = self.world.sensors.CALM_FRAMES
        self._is_busy = False
        self._held_frames = [0, 0, 0, 0]
        self._is_held = False

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
        """Let time pass, in whole frames."""
        until_ms = self.now_ms + FRAME_MS * round(duration_ms / FRAME_MS)
        while self.now_ms < until_ms:
            self._step()
            if self._calm_frames >= self._calm_after:
                self._leap(until_ms)

    def run_until(self, is_reached: Callable[[], Any], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit."""
        until_ms = self.now_ms + limit_ms
        while not is_reached():
            if self.now_ms >= until_ms:
                return False
            self._step()
            if self._calm_frames >= self._calm_after:
                self._leap(until_ms)
        return True

    def put_meter_in(self) -> None:
        """Let the lamps shine as bright as they go from USB, and sum up the bytes of every frame from now on."""
        self._strip = Lights(self.surface, bytearray(3 * (max(self.surface.LAMPS) + 1)))

    def _measure(self, strip: Lights) -> None:
        table = self.table
        frame = (table.roles_version, self.now_ms // PHASE_MS % 8)
        if frame not in self._measured:  # from USB a frame depends on nothing else
            self._measured.add(frame)
            strip.show(table.roles, table.roles_version, self.now_ms, 100, self.sensing.LIGHT_MA)
            self.most_light_ma = max(self.most_light_ma, sum(strip.grb) * _CHANNEL_MA / 255)

    def is_calm(self) -> bool:
        """Return whether nothing happens until a hand comes."""
        return self._calm_frames >= self._calm_after and not self.session.pending.wait_ms

    def _leap(self, until_ms: float) -> None:
        """Pass frames in which nothing happens, up to the next one that is scanned in quiet times."""
        session = self.session
        if self.table.task or self.table.examining or self._strip:
            return
        if session.job or self.table.think_ahead():
            return
        if self.world.buttons or self._is_held or (session.course and session.course.clock):
            return
        wait_ms = session.pending.wait_ms
        if wait_ms:
            until_ms = min(until_ms, self.now_ms + wait_ms - session.evidence.quiet_ms())
        frames = min(_COARSE_FRAMES - self._frames % _COARSE_FRAMES, int(until_ms - self.now_ms) // FRAME_MS) - 1
        if frames > 0:
            self.now_ms += frames * FRAME_MS
            self._frames += frames

    def _step(self) -> None:
        self.now_ms += FRAME_MS
        self._frames += 1
        felt = self.world.feel(self.now_ms * 1000.0)
        if felt != self._felt or not self.world.sensors.is_still:
            self._felt = felt
            self._calm_frames = 0
        self._calm_frames += 1
        if self._calm_frames < self._calm_after or self._frames % _COARSE_FRAMES == 0:
            if self.sensing.update(self._frame(felt)):
                self._is_busy = not _BUSY.isdisjoint(self.sensing.activity)
            if self._is_busy:
                self._calm_frames = 0
        self.journal.now_ms = self.now_ms
        self.table.tick(self.now_ms, self._presses() if self.world.buttons or self._is_held else 0)
        while self.session.job and not self.think_ms:
            self.table.tick(self.now_ms)
        if self.session.job:
            self.now_ms += self.think_ms
        for _ in range(_PIECES):
            if not self.table.think_ahead():
                break
        if self._strip:
            self._measure(self._strip)

    def _presses(self) -> int:
        """Return the presses that this frame completes, as the firmware's driver of the buttons does."""
        held = self.world.buttons
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
