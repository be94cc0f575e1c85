"""Fields that are followed and do not lie still: near the mains, on a table that shakes, or below a hand.

They are read by means of whole periods of the mains, of 50 and of 60 Hz, and are given up after some seconds.
"""

from array import array

from treppe.runtime import const

_MEAN_SCANS = const(10)  # whole periods of both
_MEANS = const(5)  # so many of them have to agree
_MOST_SCANS = const(500)  # no hand needs longer: a field that has not come to rest by then is asked about
_LAST_SCANS = const(50)  # of these, which tell how far it moves


class Restless:
    """Means of the readings of each field, and how long it has been followed. Codes and readings as in settling.py."""

    def __init__(self, fields: int, masses):
        self.mean16 = array("H", [0] * fields)
        """Mean of all means that agree."""
        self.swing = array("H", [0] * fields)
        """How far the readings lie to either side of it."""
        self._masses = masses
        self._followed = array("H", [0] * fields)  # scans since the field was left alone for a while
        self._sum = array("i", [0] * fields)
        self._scans = bytearray(fields)
        self._least = array("H", [0] * fields)
        self._most = array("H", [0] * fields)
        # The same of the means.
        self._means_sum = array("i", [0] * fields)
        self._means = bytearray(fields)
        self._least16 = array("H", [0] * fields)
        self._most16 = array("H", [0] * fields)

    def begin(self, field: int, is_new: bool):
        """Begin to take means; `is_new`: the field has been left alone since it was followed last."""
        self._scans[field] = self._means[field] = 0
        if is_new or self.was_ended(field):
            self._followed[field] = 0

    def has_to_end(self, field: int) -> bool:
        """Count a scan in which the field is followed; True when it will not come to rest."""
        self._followed[field] += 1
        return self._followed[field] >= _MOST_SCANS

    def was_ended(self, field: int) -> bool:
        """Tell whether the field was followed for as long as any is."""
        return self._followed[field] >= _MOST_SCANS

    def take(self, field: int, reading: int) -> bool:
        """Take a reading; True when five means agree within 1.5 g.

        So a field near the mains settles within a second, and its band takes in how far its readings swing. What moves
        more slowly than the mains moves the means, too.
        """
        if not self._scans[field]:
            self._sum[field] = 0
            if not self._means[field]:
                self._least[field] = self._most[field] = reading
        self._scans[field] += 1
        self._sum[field] += reading
        self._least[field] = min(self._least[field], reading)
        self._most[field] = max(self._most[field], reading)
        if self._scans[field] < _MEAN_SCANS:
            return False
        self._scans[field] = 0
        return self._agrees(field, self._sum[field] * 4 // _MEAN_SCANS) and self._means[field] >= _MEANS

    def _agrees(self, field: int, mean16: int) -> bool:
        """Take a mean; tell whether it agrees with those before."""
        if not self._means[field]:
            self._means_sum[field], self._least16[field], self._most16[field] = 0, mean16, mean16
        self._means[field] += 1
        self._means_sum[field] += mean16
        self._least16[field] = least16 = min(self._least16[field], mean16)
        self._most16[field] = most16 = max(self._most16[field], mean16)
        self.mean16[field] = self._means_sum[field] // self._means[field]
        self.swing[field] = (self._most[field] - self._least[field]) >> 1
        agrees = most16 - least16 < self._masses.calibration.rise16(field, mean16) >> 2
        if not agrees and self._followed[field] <= _MOST_SCANS - _LAST_SCANS:
            self._means[field] = 0
        return agrees
