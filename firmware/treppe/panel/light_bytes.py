"""Roles -> bytes for the lamps: palette, blinking, brightness, and a current limit that no frame exceeds.

Nothing here allocates while a game is played.
"""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.roles import palette
from treppe.runtime import const, elapsed_ms, micropython, ptr8

if TYPE_CHECKING:
    from treppe.types import Surface

_CODES = const(128)
PHASE_MS = const(125)
"""Blinking lamps change at most so often."""
EXTERNAL_LIGHT_MA = 3000
"""Left for light of 5 V and 4 A, less idle lamps and the board's base load."""
SLEW_MA = 300
"""From one frame to the next all lamps together change by no more than this."""
_CHANNEL_MA = const(20)  # one colour of one lamp at 255
_SAGS_MV = const(4400)  # the Pico's supply; below it the lamps get half of their current
_FAILS_MV = const(4200)  # below it none
_WEAK_MS = const(10_000)  # after this time of sagging the supply is called weak
_SAG_MS = const(2000)  # limits stay so long: without its load a weak supply recovers at once

# Of each role four bytes: green, red, blue, dimmed to a brightness, and the rhythm.
_looks = bytearray(4 * _CODES)
_dimmed_to = [-1]  # per cent


class Lights:
    """The frame that the lamps show: `grb`, three bytes a lamp, green first; `current_ma` is its current for light."""

    def __init__(self, surface: "Surface", grb: bytearray):
        """Begin dark; `grb` is changed in place."""
        self._lamps = surface.LAMPS
        self._wanted = bytearray(len(grb))
        self.grb = grb
        self.current_ma = 0
        self._version = self._phase = self._percent = self._light_ma = -1
        self._sum = self._wanted_sum = 0
        self._is_there = True

    def show(self, roles: bytearray, version: int, now_ms: int, brightness_percent: int, light_ma: int) -> bool:
        """Bring the frame as near to `roles` as the supply allows; True if it has changed.

        `version` is another one whenever the roles are others. The frame never draws more than `light_ma`, and no more
        than SLEW_MA more or less than the one before, but for less at once when `light_ma` has fallen.
        """
        # No variables but these: a call with more than eleven takes its room from the heap, in each frame.
        phase = now_ms // PHASE_MS
        if (
            version != self._version
            or phase != self._phase
            or brightness_percent != self._percent
            or light_ma != self._light_ma
        ):
            self._version = version
            self._phase = phase
            self._percent = brightness_percent
            self._light_ma = light_ma
            self._render(roles, now_ms)
        elif self._is_there:
            return False
        self._approach()
        return True

    def _render(self, roles: bytearray, now_ms: int) -> None:
        """Work out the frame that is wanted."""
        render(roles, self._lamps, now_ms, self._wanted, self._percent, self._light_ma)
        self._wanted_sum = _sum(self._wanted, len(self._wanted))

    def _approach(self) -> None:
        """Change the frame to the one that is wanted, or by one step towards it if that is too far.

        It is not too far if the supply gives less than the frame draws.

        A step leads all lamps by the same part of their way; what rounding adds stays within the slew limit.
        """
        count = len(self.grb)
        way = self._wanted_sum - self._sum
        most = SLEW_MA * 255 // _CHANNEL_MA
        self._is_there = self.current_ma > self._light_ma or -most <= way <= most
        if self._is_there:
            _move(self.grb, self._wanted, count, 16384)
            self._sum = self._wanted_sum
        else:
            _move(self.grb, self._wanted, count, (most - count) * 16384 // (way if way > 0 else -way))
            self._sum = _sum(self.grb, count)
        self.current_ma = (self._sum * _CHANNEL_MA + 254) // 255


class Budget:
    """The current that the lamps may draw: by the supply that is plugged in, and less while it sags.

    `is_weak` tells whether it has sagged a short while ago.
    """

    def __init__(self, usb_ma: int):
        """Take what is left for light where USB is the supply, the surface's LIGHT_MA."""
        self._usb_ma = usb_ma
        self._sagged_ms = self._weak_ms = 0
        self.is_weak = False
        self._share = 2  # halves

    def look(self, is_fed_alone: bool, supply_mv: int, now_ms: int) -> int:
        """Return the milliamperes that are left for light now."""
        share = 2 if supply_mv >= _SAGS_MV else 1 if supply_mv >= _FAILS_MV else 0
        if share <= self._share:
            self._share = share
            self._sagged_ms = now_ms
        elif elapsed_ms(now_ms, self._sagged_ms) >= _SAG_MS:
            self._share += 1
            self._sagged_ms = now_ms
        if self._share < 2:
            self.is_weak = True
            self._weak_ms = now_ms
        elif self.is_weak:
            self.is_weak = elapsed_ms(now_ms, self._weak_ms) < _WEAK_MS
        return (EXTERNAL_LIGHT_MA if is_fed_alone else self._usb_ma) * self._share // 2


def render(
    roles: bytearray, lamps: "Any", now_ms: int, out: bytearray, brightness_percent: int = 20, light_ma: int = 265
) -> int:
    """Write green, red, blue of each lamp into `out`; return the current in mA that they will draw.

    `roles` has a role a field, `lamps` the lamp of each field. Colours are dimmed to the brightness and, where they
    would still draw more than `light_ma`, further by one factor for all.
    """
    if brightness_percent != _dimmed_to[0]:
        _dimmed_to[0] = brightness_percent
        for role, (red, green, blue, rhythm) in palette().items():
            at = 4 * ord(role)
            _looks[at] = green * brightness_percent // 100
            _looks[at + 1] = red * brightness_percent // 100
            _looks[at + 2] = blue * brightness_percent // 100
            _looks[at + 3] = rhythm
    total = _paint(roles, len(roles), lamps, 1 << (now_ms // PHASE_MS & 7), out)
    limit = light_ma * 255 // _CHANNEL_MA
    if total > limit:
        _scale(out, len(out), limit * 16384 // total)
        total = limit
    return (total * _CHANNEL_MA + 254) // 255


# Loops over all lamps are compiled: interpreted, they take a Pico a third of a frame. The compiler knows `ptr8`.


@micropython.viper
def _paint(roles: ptr8, count: int, lamps: ptr8, phase: int, out: ptr8) -> int:  # type: ignore[no-untyped-def]
    """Give each lamp its look in this phase of the rhythm, a single bit; return the sum of all bytes."""
    looks = ptr8(_looks)
    total = 0
    for field in range(count):
        at = 3 * lamps[field]
        look = 4 * roles[field]
        if looks[look + 3] & phase:
            out[at] = looks[look]
            out[at + 1] = looks[look + 1]
            out[at + 2] = looks[look + 2]
            total += looks[look] + looks[look + 1] + looks[look + 2]
        else:
            out[at] = 0
            out[at + 1] = 0
            out[at + 2] = 0
    return total


@micropython.viper
def _scale(grb: ptr8, count: int, part: int):  # type: ignore[no-untyped-def]
    """Dim all lamps to so many 16384ths."""
    for at in range(count):
        grb[at] = grb[at] * part >> 14


@micropython.viper
def _move(shown: ptr8, wanted: ptr8, count: int, part: int):  # type: ignore[no-untyped-def]
    """Lead all lamps by so many 16384ths of their way."""
    for at in range(count):
        change = wanted[at] - shown[at]
        if change > 0:
            shown[at] = shown[at] + (change * part >> 14)
        else:
            shown[at] = shown[at] - (-change * part >> 14)


@micropython.viper
def _sum(grb: ptr8, count: int) -> int:  # type: ignore[no-untyped-def]
    total = 0
    for at in range(count):
        total += grb[at]
    return total
