"""144 reeds under the fields, each piece with a magnet in its foot: contacts that bounce, hands that wobble."""

import math
from collections.abc import Collection
from random import Random
from types import ModuleType

from treppe_sim.frames import ReedFrames
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import Piece
from treppe_sim.sensors import Sensors

_REED = PARAMETERS["reed"]
_HAND = PARAMETERS["hand"]
_CHIPS = 18
# A hand that takes care; the parameter file's 3 mm is a sloppy one, which leaves one piece in a thousand unseen.
CAREFUL_SD_MM = 1.5


class Reeds(Sensors):
    """Contacts by field."""

    FAULTS = ("stuck reed", "dead reed", "chattering reed", "broken chain")
    HABITS = ("off_centre",)
    CALM_FRAMES = 17
    CLOSED_MS = 140

    def __init__(self, surface: ModuleType, random: Random, variant: str = ""):
        """Draw each reed's capture and release radius."""
        super().__init__(surface, random)
        self._random = random
        self._channels = surface.CHANNELS
        self._closes_mm = [random.gauss(*_REED["closes_within_mm"]) for _ in range(surface.FIELDS)]
        self._opens_mm = [max(closes + 0.3, random.gauss(*_REED["opens_beyond_mm"])) for closes in self._closes_mm]
        self._places: list[tuple[float, float] | None] = [None] * surface.FIELDS
        self._is_closed = [False] * surface.FIELDS
        self._bounces_until_us = [0.0] * surface.FIELDS
        self._wobbles: dict[int, float] = {}  # field: until when
        self._bouncing: set[int] = set()
        self._contacts = bytearray(b"\xff" * _CHIPS)
        self.stuck: dict[int, bool] = {}  # field: whether its reed is stuck closed, or open
        self.chattering: set[int] = set()  # fields whose contact opens and closes by itself below a piece
        self.sticks_ms: dict[int, float] = {}  # fields whose reed opens late, and by how much on the average
        self._sticking: dict[int, float] = {}  # field: until when
        self.chips = _CHIPS  # that still answer; the line is open behind them
        self.put_sd_mm = CAREFUL_SD_MM
        self.put_cut_mm: float = _HAND["put_cut_mm"]
        self.hands_off_us = 0.0  # when a contact has closed or opened last

    def frames(self, seed: int) -> ReedFrames:
        return ReedFrames()

    @staticmethod
    def frames_again(surface: ModuleType) -> ReedFrames:
        """See Sensors: the echo goes on."""
        return ReedFrames()

    def break_part(self, name: str, number: int) -> None:
        """Break the reed of a field, or the chain from a chip on."""
        if name == "broken chain":
            self.chips = number
        elif name == "chattering reed":
            self.chattering.add(number)
        else:
            self.stuck[number] = name == "stuck reed"

    def be_handled(self, ways: Collection[str], rest_ms: tuple[float, float] = (0.0, 0.0)) -> None:
        self.put_sd_mm = _HAND["put_sd_mm_per_axis"] if "off_centre" in ways else CAREFUL_SD_MM

    @property
    def is_still(self) -> bool:  # type: ignore[override]
        """Tell whether nothing will change until a hand comes."""
        return not self._wobbles and not self._bouncing

    def arrange(self, stacks: list[list[Piece]]) -> None:
        """Let the pieces stand, as if they had for long."""
        for field, stack in enumerate(stacks):
            self._places[field] = (0.0, 0.0) if stack else None
            self._wobbles.pop(field, None)
            self._close(field, bool(stack))

    def put(self, field: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the last piece of the stack there and takes a moment to let it go."""
        while True:
            x_mm, y_mm = (self._random.gauss(0, self.put_sd_mm) for _ in range(2))
            if x_mm**2 + y_mm**2 < self.put_cut_mm**2:
                break
        self._places[field] = (x_mm, y_mm)
        self._wobbles[field] = now_us + 1000 * self._random.uniform(*_HAND["wobble_ms"])
        self._update_closed(field, now_us)

    def lift(self, field: int, stack: list[Piece], lifted: list[Piece], now_us: float) -> None:
        """A hand takes pieces off, and leaves the stack."""
        self._places[field] = (0.0, 0.0) if stack else None
        self._wobbles.pop(field, None)
        self._update_closed(field, now_us)

    def hover(self, field: int, now_us: float) -> None:
        """A hand holds a piece over a field, so low that its magnet is felt; one that stands there stays."""
        if self._places[field] is None:
            self._places[field] = (0.0, 0.0)
            self._wobbles[field] = math.inf
            self._update_closed(field, now_us)

    def leave(self, field: int, stack: list[Piece], now_us: float) -> None:
        """The hand goes on with its piece."""
        if not stack:
            self.lift(field, stack, [], now_us)

    def nudge(self, field: int, now_us: float) -> None:
        """A hand pushes a piece so far away that its contact opens."""
        self._places[field] = (_REED["opens_beyond_mm"][0] + 2, 0.0)
        self._update_closed(field, now_us)

    def slip(self, field: int, off_mm: float, now_us: float) -> None:
        """A hand pushes a piece so far out of the centre."""
        self._places[field] = (off_mm, 0.0)
        self._wobbles.pop(field, None)
        self._update_closed(field, now_us)

    def centre(self, field: int, stack: list[Piece], now_us: float) -> None:
        """A hand pushes a piece to the centre."""
        self._places[field] = (0.0, 0.0)
        self._wobbles[field] = now_us + 1000 * self._random.uniform(*_HAND["wobble_ms"])
        self._update_closed(field, now_us)

    def step(self, now_us: float) -> None:
        if self._wobbles:
            for field in list(self._wobbles):
                self._update_closed(field, now_us)
        if self._bouncing:
            for field in list(self._bouncing):
                self._set_contact(field, now_us)
        if self._sticking:
            for field in list(self._sticking):
                self._update_closed(field, now_us)

    def felt(self) -> bytes:
        """Return the 18 bytes at the inputs of the shift registers; a closed contact is 0.

        Where the chain is broken, one byte more: the number, from 1, of the first chip that does not answer.
        """
        for field, is_closed in self.stuck.items():
            self._close_bit(field, is_closed)
        for field in self.chattering:
            self._close_bit(field, self._is_closed[field] and self._random.random() < 0.5)
        return bytes(self._contacts) + (bytes([self.chips + 1]) if self.chips < _CHIPS else b"")

    def mend(self) -> None:
        self.stuck.clear()
        self.chattering.clear()
        self.sticks_ms.clear()
        self.chips = _CHIPS
        for field, is_closed in enumerate(self._is_closed):
            self._close_bit(field, is_closed)

    def weaken(self, field: int, off_mm: float) -> None:
        """Let a magnet lose strength: its reed closes, and opens, so much nearer to the centre."""
        self._closes_mm[field] -= off_mm
        self._opens_mm[field] -= off_mm

    def is_closed(self, field: int) -> bool:
        """Tell whether the contact is closed, its bounce aside."""
        return self._is_closed[field]

    def _update_closed(self, field: int, now_us: float) -> None:
        """Find out whether the magnet, where it is now, holds the contact."""
        place = self._places[field]
        if place is None:
            is_closed = False
        else:
            x_mm, y_mm = place
            if now_us < self._wobbles.get(field, 0):
                x_mm += self._random.gauss(0, _HAND["wobble_sd_mm"])
                y_mm += self._random.gauss(0, _HAND["wobble_sd_mm"])
            else:
                self._wobbles.pop(field, None)
            limit_mm = self._opens_mm[field] if self._is_closed[field] else self._closes_mm[field]
            is_closed = x_mm**2 + y_mm**2 < limit_mm**2
        if self.sticks_ms:
            is_closed = self._stick(field, now_us, is_closed=is_closed)
        if is_closed != self._is_closed[field]:
            self.hands_off_us = now_us
        if is_closed and not self._is_closed[field]:
            self._bounces_until_us[field] = now_us + 1000 * self._random.uniform(*_REED["bounce_ms"])
            self._bouncing.add(field)
        self._is_closed[field] = is_closed
        self._set_contact(field, now_us)

    def _stick(self, field: int, now_us: float, *, is_closed: bool) -> bool:
        """Return whether the contact is closed, if it sticks when it should open."""
        if is_closed or not self._is_closed[field] or field not in self.sticks_ms:
            self._sticking.pop(field, None)
            return is_closed
        late_us = 1000 * self.sticks_ms[field] * self._random.uniform(0.5, 1.5)
        until_us = self._sticking.setdefault(field, now_us + late_us)
        return now_us < until_us

    def _set_contact(self, field: int, now_us: float) -> None:
        """Set the contact's bit; while it bounces it may be caught open."""
        is_closed = self._is_closed[field]
        if field in self._bouncing:
            if now_us < self._bounces_until_us[field]:
                is_closed = self._random.random() < 0.5
            else:
                self._bouncing.discard(field)
        self._close_bit(field, is_closed)

    def _close(self, field: int, is_closed: bool) -> None:
        self._bouncing.discard(field)
        self._is_closed[field] = is_closed
        self._close_bit(field, is_closed)

    def _close_bit(self, field: int, is_closed: bool) -> None:
        place, bit = divmod(self._channels[field], 8)
        if is_closed:
            self._contacts[place] &= ~(1 << bit) & 255
        else:
            self._contacts[place] |= 1 << bit
