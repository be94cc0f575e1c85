"""Faulty weighing cells during a game, each named for what it is: Halls, magnets, platforms, contacts, references."""

from array import array

from treppe.runtime import const

_OPEN = const(400)  # below code 100: pulled down, no sensor there
_SHORT = const(16000)  # above code 4000
_CLIPPED = const(15360)  # code 3840: the Hall's output, which ends at 3848, no longer follows the weight
_NO_FIELD = const(8192)  # what a Hall gives without a magnet
_NO_FIELD_REACH = const(320)
_LEAST_CG = const(-1200)  # no piece makes a field lighter than empty
_STUCK_SCANS = const(200)  # no hand presses for longer
# How many odd scans in a row make each fault: a platform that swings back makes fewer.
_FAULT_SCANS = {
    "hall_open": 10,
    "hall_shorted": 10,
    "magnet_lost": 50,
    "platform_off": 50,
    "platform_jammed": _STUCK_SCANS,
}
_LOOSE = const(12)  # times that a contact has opened, of which each half second takes off two
_LOOSE_VISITS = const(40)  # the same, two a second, without one until the contact is believed again
_DEAD_VISITS = const(8)  # in which a Hall reads the same to the last bit, while most others do not
_MOST_LIVELY, _LIVELY = const(64), const(48)
_WIDE_SUMS = const(40)  # around codes 512, 1536, 2560, 3584 the converter hides noise
_HUMS = const(2)  # times in a row that a field has settled by means alone; a hand that trembles makes one
_GROUND_VISITS = const(120)  # a minute: lamps change with each action
_LEFT_OUT = const(255)
_REFERENCE_CHANNELS = const((0, 15))
_REFERENCE_READINGS = const((3276, 4096))  # 0.20 and 0.25 of the reference voltage
_REFERENCE_TOLERANCE = const(90)
_REFERENCE_MISSES = const(3)


def count_muxes(surface) -> int:
    """Return how many multiplexers read a surface's fields: those behind them are not there."""
    return (max(surface.CHANNELS) >> 4) + 1


class Faults:
    """Finds faults in readings (sums of four samples); `diagnostics` are the present faults, as codes."""

    def __init__(self, surface, masses):
        self._masses = masses
        self.diagnostics: list[dict] = []
        self._names = surface.NAMES
        self._channels = surface.CHANNELS
        self._odd = bytearray(surface.FIELDS)  # how often each began to read oddly of late
        self._run = bytearray(surface.FIELDS)  # the last scans in a row that are odd, to 254
        self._last = array("H", [0] * surface.FIELDS)
        self._same = bytearray(surface.FIELDS)  # last visits that found the same reading
        self._lively = 0  # of late, visits of all fields that found another reading, less those that found the same
        self._hums = bytearray(surface.FIELDS)  # last times that it did not lie still, however long it was followed
        self.ground_visits = 0
        """Twice as many seconds until a jump of the ground is forgotten."""
        self.fields_of_mux = [
            bytes([field for field, channel in enumerate(surface.CHANNELS) if channel >> 4 == mux])
            for mux in range(count_muxes(surface))
        ]
        self._misses = bytearray(2 * count_muxes(surface))  # last wrong readings of each reference, two each

    # Fields.

    def is_odd(self, field: int, reading: int) -> bool:
        """Take a reading of a field that is followed; tell whether no weight explains it."""
        if self._is_good(field, reading):
            return False
        self._run[field] = min(self._run[field] + 1, 254)
        return True

    def _is_good(self, field: int, reading: int) -> bool:
        """Tell whether a weight explains the reading; what was at its stop is free again then."""
        if not (_OPEN <= reading <= _CLIPPED and self._masses.mass_cg(field, reading << 2) > _LEAST_CG):
            return False
        if self._run[field] >= _STUCK_SCANS:
            self._forget({"code": "platform_jammed", "field": self._names[field]})
        self._run[field] = 0
        return True

    def is_lost(self, field: int, reading: int) -> bool:
        """Take an odd reading; True when the sensor is given up, and is a fault now.

        A platform at its stop is named as well, and looked at again: a hand may lie on it, or too much stand there.
        """
        code, run = odd_code(reading), self._run[field]
        if run == 1 and code != "platform_jammed":
            self._odd[field] += 1
            if self._odd[field] == _LOOSE:
                code = "hall_loose"
        if code != "hall_loose" and run != _FAULT_SCANS[code]:
            return False
        diagnostic = {"code": code, "field": self._names[field]}
        if code == "magnet_lost":
            diagnostic["reads"] = reading >> 2
        elif code == "platform_off":
            diagnostic["off"] = (reading >> 2) - (self._masses.calibration.code16(field, 0) >> 4)
        self.diagnostics.append(diagnostic)
        self._odd[field] = _LOOSE_VISITS if code == "hall_loose" else 1
        return code != "platform_jammed"

    def is_stuck(self, field: int) -> bool:
        """Tell whether the field has read the end of the Hall's range for longer than a hand leans."""
        return self._run[field] >= _STUCK_SCANS

    def is_dead(self, field: int, reading: int) -> bool:
        """Take a reading now and then, two a second; True when the Hall has just been found dead."""
        if self._run[field]:
            self._is_good(field, reading)
        if self._odd[field] > 1:
            self._odd[field] -= 2
        if reading != self._last[field]:
            self._last[field] = reading
            self._same[field] = 0
            if self._lively < _MOST_LIVELY:
                self._lively += 1
            return False
        self._lively = max(0, self._lively - 1)
        is_wide = -_WIDE_SUMS <= (reading & 4095) - 2048 <= _WIDE_SUMS
        self._same[field] = 0 if is_wide else min(self._same[field] + 1, 254)
        if self._same[field] < _DEAD_VISITS or self._lively < _LIVELY:
            return False
        self.diagnostics.append({"code": "hall_dead", "field": self._names[field], "reads": reading >> 2})
        return True

    def note_hum(self, field: int):
        """Note that a field has settled though its readings swing; it is reported when that stays so."""
        if self._hums[field] < _HUMS:
            self._hums[field] += 1
            if self._hums[field] == _HUMS:
                self.diagnostics.append({"code": "hall_restless", "field": self._names[field]})

    def note_restless(self, field: int):
        """Note that a field does not come to rest at all."""
        while self._hums[field] < _HUMS:
            self.note_hum(field)

    def note_rest(self, field: int):
        """Note that a field lies still."""
        if self._hums[field] >= _HUMS:
            self._forget({"code": "hall_restless", "field": self._names[field]})
        self._hums[field] = 0

    def note_leaning(self, field: int, on: int):
        """Note on which field a field's stack leans; a negative one: on none."""
        self._forget({"code": "stack_leans", "field": self._names[field]})
        if on >= 0:
            self.diagnostics.append({"code": "stack_leans", "field": self._names[field], "on": self._names[on]})

    def note_drift(self, field: int, is_drifting: bool):
        """Note whether a field that rests reads more and more, or less and less."""
        diagnostic = {"code": "hall_drifts", "field": self._names[field]}
        self._forget(diagnostic)
        if is_drifting:
            self.diagnostics.append(diagnostic)

    def note_ground(self, mux: int):
        """Note that the ground of a multiplexer's fields has jumped."""
        diagnostic = {"code": "ground_jumps", "mux": mux}
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)
        self.ground_visits = _GROUND_VISITS

    def grow_old(self):
        """Forget, twice a second, what has not been seen for long."""
        if self.ground_visits:
            self.ground_visits -= 1
            if not self.ground_visits:
                self._forget({"code": "ground_jumps"})

    def has_returned(self, field: int, reading: int) -> bool:
        """Tell whether a faulty field can be believed again."""
        mux = self._channels[field] >> 4
        misses = max(self._misses[2 * mux], self._misses[2 * mux + 1])
        if self._odd[field] == _LEFT_OUT or misses >= _REFERENCE_MISSES:
            return False
        if not self._is_good(field, reading):
            self._odd[field] = max(self._odd[field], 1)
            return False
        if self._odd[field]:
            self._odd[field] -= 1
            return False
        is_same, self._last[field] = reading == self._last[field], reading
        if is_same and self._same[field]:
            return False
        self._same[field] = 0
        self._forget({"field": self._names[field]})
        return True

    def leave_out(self, field: int, diagnostics: dict):
        """Ignore the field until `take_back`; `diagnostic` is the fault, as a code."""
        self.diagnostics.append(diagnostics)
        self._odd[field] = _LEFT_OUT

    def take_back(self, field: int) -> bool:
        """Believe a field again that was left out; False if it was not."""
        if self._odd[field] != _LEFT_OUT:
            return False
        self._forget({"field": self._names[field]})
        return True

    # References.

    def check_reference(self, frame, scan: int) -> int:
        """Hold one reference of one multiplexer a frame against what it must read.

        Return the multiplexer that has just turned faulty, -1 if none has.
        """
        turn = scan % len(self._misses)
        reading = frame[(turn >> 1) * 16 + _REFERENCE_CHANNELS[turn & 1]]
        difference = reading - _REFERENCE_READINGS[turn & 1]
        if -_REFERENCE_TOLERANCE <= difference <= _REFERENCE_TOLERANCE:
            return self._note_hit(turn) if self._misses[turn] else -1
        return self._note_miss(turn, reading)

    def _note_hit(self, turn: int) -> int:
        """Note a reference that reads rightly again; return -1, for no multiplexer has turned faulty."""
        self._misses[turn] = 0
        self._forget({"mux": turn >> 1, "channel": _REFERENCE_CHANNELS[turn & 1]})
        return -1

    def _note_miss(self, turn: int, reading: int) -> int:
        """Note a reference that reads wrongly; return its multiplexer if that has just turned faulty, else -1."""
        if self._misses[turn] >= _REFERENCE_MISSES:
            return -1
        self._misses[turn] += 1
        if self._misses[turn] < _REFERENCE_MISSES:
            return -1
        mux, channel, wanted = turn >> 1, _REFERENCE_CHANNELS[turn & 1], _REFERENCE_READINGS[turn & 1]
        diagnostic = {
            "code": "reference_wrong",
            "mux": mux,
            "channel": channel,
            "reads": reading >> 2,
            "wanted": wanted >> 2,
        }
        self.diagnostics.append(diagnostic)
        return mux

    def _forget(self, values: dict):
        """Drop the faults that have these values."""
        # A function of its own: a comprehension's captured variable allocates on entry.
        self.diagnostics[:] = [
            diagnostics
            for diagnostics in self.diagnostics
            if any([diagnostics.get(name) != values[name] for name in values])
        ]


def odd_code(reading: int) -> str:
    """Return the fault that a reading is of, if it lasts."""
    if reading < _OPEN:
        return "hall_open"
    if reading > _SHORT:
        return "hall_shorted"
    if reading > _CLIPPED:
        return "platform_jammed"
    return "magnet_lost" if -_NO_FIELD_REACH <= reading - _NO_FIELD <= _NO_FIELD_REACH else "platform_off"
