"""Faulty weighing cells during a game: open and shorted Halls, wrong references."""

from treppe.runtime import const

_OPEN = const(400)  # below code 100: pulled down, no sensor there
_SHORT = const(16000)  # above code 4000
_ODD_SCANS = const(10)
_STUCK_SCANS = const(200)  # no hand leans for longer: a tower does it, or a jammed platform, and people are asked
_HUMS = const(2)  # times in a row that a field has settled by means alone; a hand that trembles makes one
_LEFT_OUT = const(255)
_REFERENCE_CHANNELS = const((0, 15))
_REFERENCE_READINGS = const((3113, 4096))  # 0.19 and 0.25 of the reference voltage
_REFERENCE_TOLERANCE = const(90)
_REFERENCE_MISSES = const(3)


class Faults:
    """Finds faults in readings (sums of four samples); `diagnostics` are the present faults, as codes."""

    def __init__(self, surface):
        self.diagnostics: list[dict] = []
        self._names = surface.NAMES
        self._channels = surface.CHANNELS
        self._odd = bytearray(surface.FIELDS)  # scans that no weight explains
        self._hums = bytearray(surface.FIELDS)  # last times that it did not lie still, however long it was followed
        self._misses = bytearray(8)  # last wrong readings of each reference, two a multiplexer

    # Fields.

    def clear(self, field: int):
        """Note that the field reads what a weight can give."""
        self._odd[field] = 0

    def is_lost(self, field: int, reading: int) -> bool:
        """Take a reading that no Hall gives; True when it has lasted, and is a fault now."""
        self._odd[field] = min(self._odd[field] + 1, _STUCK_SCANS)
        if self._odd[field] < _ODD_SCANS:
            return False
        name = self._names[field]
        self.diagnostics.append(
            {"code": "hall_open", "field": name} if reading < _OPEN else {"code": "hall_shorted", "field": name}
        )
        return True

    def is_stuck(self, field: int) -> bool:
        """Take a reading at the end of the Hall's range; True when it has lasted longer than a hand leans."""
        self._odd[field] = min(self._odd[field] + 1, _STUCK_SCANS)
        return self._odd[field] == _STUCK_SCANS

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

    def has_returned(self, field: int, reading: int) -> bool:
        """Tell whether a faulty field can be believed again."""
        mux = self._channels[field] >> 4
        misses = max(self._misses[2 * mux], self._misses[2 * mux + 1])
        if self._odd[field] == _LEFT_OUT or misses >= _REFERENCE_MISSES or not is_a_hall(reading):
            return False
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
        turn = scan & 7
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
        diagnostics = {
            "code": "reference_wrong",
            "mux": mux,
            "channel": channel,
            "reads": reading >> 2,
            "wanted": wanted >> 2,
        }
        self.diagnostics.append(diagnostics)
        return mux

    def _forget(self, values: dict):
        """Drop the faults that have these values."""
        # A function of its own: a comprehension's captured variable allocates on entry.
        self.diagnostics[:] = [
            diagnostics
            for diagnostics in self.diagnostics
            if any([diagnostics.get(name) != values[name] for name in values])
        ]


def is_a_hall(reading: int) -> bool:
    """Tell whether a Hall may give this reading, under a weight or a hand."""
    return _OPEN <= reading <= _SHORT
