"""Stacks that lean on a neighbour's: what one field weighs less, the other weighs more.

A field that has come to rest is held against those beside it: how much more they weigh than at their last rest. Where
its change and theirs together make a value, the stacks lean, and each field's zero is moved by what it bears or lacks.
"""

from array import array

from treppe.runtime import const, micropython, ptr8, ptr16
from treppe.sensing import FAULTY, QUIET, UNSURE
from treppe.sensing.masses import mass_of

_NONE = const(255)
_LEAST_SUMS = const(16)  # sums of four samples, below a gram on any cell: most neighbours are done with here
_LEAST_CG = const(120)  # more than a neighbour's load bends the plate, or noise moves one reading
_MOST_CG = const(1000)  # a brick is more, and a tower leans with less
_LEAST_STACKS = const(6)  # a change of more than a sixth of a stack is no stack that begins to lean
_LEAST_OWN = const(2)  # a stack bears itself at least twice what its neighbours bear of it
_MOST_FIELDS = const(2)  # more move together where the ground or the plate moves
_WAIT_SCANS = const(40)
_MEAN_SCANS = const(10)  # whole periods of the mains, of 50 and of 60 Hz


class Leaning:
    """Tells how stacks lean. `neighbours` are eight fields for each field, 255 where there are fewer."""

    def __init__(self, surface, settling, faults):
        self.neighbours = _neighbours(surface)
        self.frame = b""
        self._settling = settling
        self._channels = surface.CHANNELS
        self._faults = faults
        self._shift_cg = array("h", [0] * surface.FIELDS)  # what each field weighs more because stacks lean
        self._waited = bytearray(surface.FIELDS)
        self.asker = -1
        """The field that waits until those beside it have been read; -1 if none does."""
        self._seen = -1  # the field beside which all have been read
        self._sums = array("i", [0] * 8)
        self._scans = 0
        self._other = 0  # the neighbour that the last look found to have changed most

    def begin(self, field: int):
        """Note that the field has been touched."""
        self._waited[field] = 0
        if self._seen == field:
            self._seen = -1
        if self.asker == field:
            self.asker = -1

    def is_upright(self, field: int) -> bool:
        """Tell whether all fields beside this one read as when they were last sure: a look that costs little."""
        at, settling = field * 8, self._settling
        if _is_any_off(at, self.neighbours, self.frame, self._channels, settling.low, settling.high):
            return False
        return not self.is_any_following(field)

    def has_seen(self, field: int) -> bool:
        """Tell whether the fields beside this one have been read for whole periods of the mains; else begin."""
        if self._seen == field:
            self._seen = -1
            return True
        if self.asker < 0 or not self._settling.is_followed(self.asker):
            self.asker, self._seen = field, -1
            self._begin_mean()
        return False

    def _begin_mean(self):
        self._scans = 0
        for at in range(8):
            self._sums[at] = 0

    def look(self) -> bool:
        """Read the fields beside the one that asked once more; True if that is enough, and they did not move."""
        asker, first, count = self.asker, self.asker * 8, self._scans
        for at in range(8):
            other = self.neighbours[first + at]
            if other == _NONE:
                break
            self._sums[at] += self.frame[self._channels[other]]
        self._scans = count + 1
        if count + 1 < _MEAN_SCANS:
            return False
        if self._waited[asker] < _WAIT_SCANS and self._has_any_moved(first):
            self._waited[asker] += _MEAN_SCANS
            self._begin_mean()
            return False
        self._seen, self.asker = asker, -1
        return True

    def _has_any_moved(self, first: int) -> bool:
        """Tell whether one of eight fields that are followed reads otherwise now than in the mean."""
        for at in range(8):
            other = self.neighbours[first + at]
            if other == _NONE:
                break
            off = self.frame[self._channels[other]] - self._sums[at] // _MEAN_SCANS
            if self._settling.is_followed(other) and not -_LEAST_SUMS < off < _LEAST_SUMS:
                return True
        return False

    def glance(self, field: int):
        """Read the fields beside this one once, where it has rested for long and is not followed."""
        for at in range(8):
            other = self.neighbours[field * 8 + at]
            if other == _NONE:
                break
            self._sums[at] = self.frame[self._channels[other]] * _MEAN_SCANS
        self.asker = self._seen = -1

    def moved_cg(self, field: int, reading: int = -1) -> int:
        """Return what a field weighs more than when it was last sure; 0 if nothing, or more than a stack leans with.

        What never comes to rest weighs nothing that could be known.
        """
        settling = self._settling
        if reading < 0:
            reading = self.frame[self._channels[field]]
        rested = settling.baseline16[field] >> 2
        if -_LEAST_SUMS < reading - rested < _LEAST_SUMS or settling.activity[field] == FAULTY:
            return 0
        if settling.is_doubted(field) or settling.restless.was_ended(field):
            return 0
        moved = settling.weigh(field, reading << 2) - settling.weigh(field, rested << 2)
        return moved if _LEAST_CG <= moved <= _MOST_CG or -_MOST_CG <= moved <= -_LEAST_CG else 0

    def lean_cg(self, field: int, mass_cg: int) -> int:
        """Return by how much the fields beside this one have been seen to weigh more; 0 if that is no stack that leans.

        It is none if too many do, or if they bear more than half of the `mass_cg` that the field itself bears.
        """
        total = count = most = 0
        for at in range(8):
            other = self.neighbours[field * 8 + at]
            if other == _NONE:
                break
            moved = self.moved_cg(other, self._sums[at] // _MEAN_SCANS)
            if moved < 0 and self._is_borne_elsewhere(other, self._sums[at] // _MEAN_SCANS):
                return 0
            if moved:
                count += 1
                total += moved
                if abs(moved) > most:
                    most, self._other = abs(moved), other
        return total if count <= _MOST_FIELDS and _LEAST_OWN * total <= mass_cg else 0

    def _is_borne_elsewhere(self, field: int, reading: int) -> bool:
        """Tell whether a stack bears too little of itself for one that leans: a hand bears the rest."""
        settling = self._settling
        stands, bears = mass_of(settling.image[field]), settling.weigh(field, reading << 2)
        return bears + _LEAST_CG < _LEAST_OWN * (stands - bears)

    def is_any_following(self, field: int) -> bool:
        """Tell whether a field beside this one is touched, or has not been decided."""
        return _is_any_open(field * 8, self.neighbours, self._settling.out, self._settling.activity)

    def must_wait(self, field: int) -> bool:
        """Tell whether the field's value has to wait until one beside it has come to rest.

        Where its weight has changed by no more than a stack leans with, the cause may be the other field.
        """
        settling = self._settling
        is_small = self.moved_cg(field) != 0
        for at in range(field * 8, field * 8 + 8):
            other = self.neighbours[at]
            if other == _NONE:
                break
            if not settling.is_followed(other):
                continue
            is_leaned_on = self.moved_cg(other) != 0
            if is_small and not is_leaned_on:
                return True
            is_moving = (is_small or is_leaned_on) and not settling.is_nearly_calm(other)
            if is_moving and self._waited[field] < _WAIT_SCANS:
                self._waited[field] += 1
                return True
        return False

    def stand_up(self, field: int, lean_cg: int):
        """Believe that what has gone from a field was borne in part by one beside it, unless a hand rests there."""
        settling, other = self._settling, self._other
        has_rested = settling.out[other] or settling.activity[other] == QUIET
        if lean_cg < 0 and has_rested and settling.image[field]:
            self.settle(field, lean_cg)

    def settle(self, field: int, lean_cg: int):
        """Believe that stacks lean, so that what stands there has not changed by what the fields weigh more or less."""
        settling = self._settling
        for at in range(8):
            other = self.neighbours[field * 8 + at]
            if other == _NONE:
                break
            reading = self._sums[at] // _MEAN_SCANS
            moved = self.moved_cg(other, reading)
            if moved:
                self._shift(other, moved)
                settling.move_band(other, reading)
        self._shift(field, -lean_cg)
        leaner, bearer = (field, self._other) if lean_cg > 0 else (self._other, field)
        self._tell(field, -1)
        self._tell(self._other, -1)
        if self._shift_cg[leaner] <= -_LEAST_CG:
            self._tell(leaner, bearer)

    def is_shifted(self, field: int) -> bool:
        """Tell whether the field weighs more, or less, because stacks lean."""
        return not -_LEAST_CG < self._shift_cg[field] < _LEAST_CG

    def doubts_other(self, field: int, lean_cg: int, mass_cg: int) -> bool:
        """Tell whether the piece may as well have come to the other field, or gone from it; people are asked then.

        The other stack would then lean on this field by what has changed here. Stacks lean by a sixth of their weight;
        and one leans as well as the other, if it would lean by less than twice the part by which this one leans, which
        weighs `mass_cg` upright. On an empty field no stack leans as easily.
        """
        settling, other = self._settling, self._other
        own, stood = self.moved_cg(field), mass_of(settling.image[other])
        if not own:
            return False
        own, stood, mass_cg = abs(own), max(stood, stood + own + lean_cg), max(mass_cg, mass_of(settling.image[field]))
        is_likelier = not settling.image[field] or own * mass_cg > 2 * abs(lean_cg) * stood
        if own * _LEAST_STACKS > stood and is_likelier:
            return False
        if not settling.is_followed(other):
            settling.rest(other, self.frame[self._channels[other]] << 2, UNSURE)
        return True

    def forget(self, field: int):
        """Note that the field's content is known, however its stack leans."""
        if self._shift_cg[field]:
            self._shift_cg[field] = 0
            self._tell(field, -1)

    def _shift(self, field: int, more_cg: int):
        self._shift_cg[field] = max(-32000, min(32000, self._shift_cg[field] + more_cg))
        self._settling.shift(field, more_cg)

    def _tell(self, leaner: int, bearer: int):
        """Name the field on which this one's stack leans; -1: name none if it leans no more."""
        if bearer >= 0 or self._shift_cg[leaner] > -_LEAST_CG:
            self._faults.note_leaning(leaner, bearer)


@micropython.viper  # at each rest of a field: a plain loop takes a Pico a millisecond
def _is_any_off(first: int, neighbours, frame, channels, low, high) -> bool:
    """Tell whether one of eight fields reads otherwise than in the middle of its band."""
    others = ptr8(neighbours)
    reading = ptr16(frame)
    channel = ptr8(channels)
    lowest = ptr16(low)
    highest = ptr16(high)
    for at in range(first, first + 8):
        other = others[at]
        if other == 255:
            return False
        twice = 2 * reading[channel[other]] - lowest[other] - highest[other]
        if twice < -32 or twice > 32:  # twice _LEAST_SUMS, of which viper knows nothing
            return True
    return False


@micropython.viper
def _is_any_open(first: int, neighbours, out, activity) -> bool:
    """Tell whether one of eight fields is followed, or has not been decided."""
    others = ptr8(neighbours)
    following = ptr8(out)
    now = ptr8(activity)
    for at in range(first, first + 8):
        other = others[at]
        if other == 255:
            return False
        if following[other] or 0 < now[other] < 5:  # neither QUIET nor FAULTY, of which viper knows nothing
            return True
    return False


def _neighbours(surface) -> bytearray:
    """Return eight fields for each field: those closer than one pitch and a half, _NONE where there are fewer."""
    reach = surface.PITCH_MM10 * 3 // 2
    fields, easts, norths = range(surface.FIELDS), surface.X_MM10, surface.Y_MM10
    table = bytearray([_NONE] * (8 * len(fields)))
    for field in fields:
        at = 8 * field
        east, north = easts[field], norths[field]
        for other in fields:
            # Most are too far away in one direction: that is tried first, for a start waits for this.
            across = norths[other] - north
            if not -reach < across < reach or other == field:
                continue
            if (easts[other] - east) ** 2 + across * across < reach * reach:
                table[at] = other
                at += 1
    return table
