"""What is wrong with weighing cells while a game goes on: open and shorted Halls, wrong references, overload."""

from array import array

from treppe.runtime import const
from treppe.sensing import FAULTY, TOUCHED, UNSURE
from treppe.sensing.levels import Levels

_OPEN = const(400)  # below code 100: pulled down, no sensor there
_SHORT = const(16000)  # above code 4000
_ODD_SCANS = const(10)
_STUCK_SCANS = const(200)  # no hand leans for longer: a tower does it, or a jammed platform, and people are asked
_LEFT_OUT = const(255)
_FREEZE_SCANS = const(10)
_REFERENCE_CHANNELS = const((0, 15))
_REFERENCE_READINGS = const((3113, 4096))  # 0.19 and 0.25 of the reference voltage
_REFERENCE_TOLERANCE = const(90)
_REFERENCE_MISSES = const(3)
TYPE_CHECKING = const(False)  # see games/state.py


class Watch(Levels):
    """The part of `CellSensing` that takes fields out of the game and back."""

    def __init__(self, surface, calibration):
        super().__init__(surface, calibration)
        fields = surface.FIELDS
        self._neighbours = _neighbours(surface)
        self._low = array("H", [0] * fields)  # the band in which a reading is nothing new
        self._high = array("H", [0] * fields)
        self._out = bytearray(fields)  # scans out of the band; _TOUCH_SCANS: followed until settled
        self._calm = bytearray(fields)  # last scans that lie close together
        self._odd = bytearray(fields)
        self._frozen_until = array("i", [0] * fields)
        self._reference_misses = bytearray(8)
        self._scan = 0
        self.activity = bytearray(fields)
        self.faults: list[str] = []

    def leave_out(self, faults: dict):
        """Believe the fields in `faults` ("field c4": what is wrong) no more, and those that were left out before."""
        for field, name in enumerate(self._surface.NAMES):
            name = "field " + name
            if name in faults and self.activity[field] != FAULTY:
                self.faults.append(name + ": " + faults[name])
                self._bury(field)
                self._odd[field] = _LEFT_OUT
            elif name not in faults and self._odd[field] == _LEFT_OUT:
                self._forget(name + ":")
                self._begin(field)

    if TYPE_CHECKING:

        def _begin(self, field: int) -> bool:
            """Follow the field scan by scan until it settles."""
            raise NotImplementedError

    def _doubt(self, field: int, reading: int) -> bool:
        """A hand's weight, or no sensor at all: never settle on it."""
        self._calm[field] = 0
        if _OPEN <= reading <= _SHORT:
            self._odd[field] = min(self._odd[field] + 1, _STUCK_SCANS)
            if self._odd[field] == _STUCK_SCANS:
                return self._show(field, UNSURE)
            self._freeze_neighbours(field)
            return self._show(field, TOUCHED)
        self._odd[field] += 1
        if self._odd[field] < _ODD_SCANS:
            return False
        what = ": Hall output open" if reading < _OPEN else ": Hall output shorted to the supply"
        self.faults.append("field " + self._surface.NAMES[field] + what)
        return self._bury(field)

    def _freeze_neighbours(self, field: int):
        """What a hand presses down moves the platforms around it a little: their weights wait."""
        for at in range(field * 8, field * 8 + 8):
            if self._neighbours[at] != 255:
                self._frozen_until[self._neighbours[at]] = self._scan + _FREEZE_SCANS

    def _bury(self, field: int) -> bool:
        self._low[field], self._high[field] = 0, 65535
        self._out[field] = 0
        return self._show(field, FAULTY)

    def _look_for_return(self, field: int, reading: int) -> bool:
        mux = self._surface.CHANNELS[field] >> 4
        misses = max(self._reference_misses[2 * mux], self._reference_misses[2 * mux + 1])
        if self._odd[field] == _LEFT_OUT or misses >= _REFERENCE_MISSES or not _OPEN <= reading <= _SHORT:
            return False
        self._forget("field " + self._surface.NAMES[field] + ":")
        return self._begin(field)

    def _forget(self, start: str):
        # A function of its own: a comprehension's captured variable allocates on entry.
        self.faults = [fault for fault in self.faults if not fault.startswith(start)]

    def _check_reference(self, frame) -> bool:
        """Hold one reference of one multiplexer a frame against what it must read."""
        turn = self._scan & 7
        reading = frame[(turn >> 1) * 16 + _REFERENCE_CHANNELS[turn & 1]]
        wanted = _REFERENCE_READINGS[turn & 1]
        misses = self._reference_misses[turn]
        if -_REFERENCE_TOLERANCE <= reading - wanted <= _REFERENCE_TOLERANCE:
            if misses:
                self._reference_misses[turn] = 0
                self._forget(f"multiplexer M{turn >> 1}: channel {_REFERENCE_CHANNELS[turn & 1]} ")
            return False
        if misses < _REFERENCE_MISSES:
            self._reference_misses[turn] = misses + 1
            if misses + 1 == _REFERENCE_MISSES:
                return self._bury_mux(turn >> 1, _REFERENCE_CHANNELS[turn & 1], reading, wanted)
        return False

    def _bury_mux(self, mux: int, channel: int, reading: int, wanted: int) -> bool:
        self.faults.append(f"multiplexer M{mux}: channel {channel} reads {reading >> 2} instead of {wanted >> 2}")
        for field, place in enumerate(self._surface.CHANNELS):
            if place >> 4 == mux:
                self._bury(field)
        return True

    def _show(self, field: int, activity: int) -> bool:
        if self.activity[field] == activity:
            return False
        self.activity[field] = activity
        return True


def _neighbours(surface) -> bytearray:
    """Return eight fields for each field: those closer than one pitch and a half, 255 for none."""
    reach = surface.PITCH_MM10 * 3 // 2
    table = bytearray([255] * (8 * surface.FIELDS))
    for field in range(surface.FIELDS):
        at = 8 * field
        for other in range(surface.FIELDS):
            east = surface.X_MM10[other] - surface.X_MM10[field]
            north = surface.Y_MM10[other] - surface.Y_MM10[field]
            if other != field and east * east + north * north < reach * reach:
                table[at] = other
                at += 1
    return table
