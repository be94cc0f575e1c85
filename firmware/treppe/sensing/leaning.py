"""Stacks that lean on a neighbour's, and arms that lie on several fields.

A field that has come to rest is held against those beside it: how much more they weigh than at their last rest. Where
its change and theirs together make a value, a stack leans, and the next change of both is measured from there. Where
several gained weight at once it may be an arm: nothing is sure until it has gone, and then all weigh what they did.
"""

from array import array

from treppe.runtime import const, micropython, ptr8, ptr16
from treppe.sensing import FAULTY, QUIET, UNSURE
from treppe.sensing.masses import mass_of

_NONE = const(255)
_LEAST_SUMS = const(16)  # sums of four samples, below a gram on any cell: most neighbours are done with here
_LEAST_CG = const(120)  # more than a neighbour's load bends the plate, or noise moves one reading
_MOST_CG = const(1000)  # a brick is more, and a tower leans with less
_LEAST_STACKS = const(6)  # a stack leans by a sixth of its weight at most
_MOST_FIELDS = const(2)  # more move together where the ground or the plate moves
_WAIT_SCANS = const(40)
_KNOCK_SCANS = const(300)
_ARM_SUMS = const(48)  # some grams on any cell
_ARM_SCANS = const(50)  # within so many an arm has come to all of them
_COMES_SCANS = const(12)  # sooner after each other no two people put a piece
_HAND_SCANS = const(2)  # no two hands change two fields in so many
_LEAST_PIECE_CG = const(300)
_MOST_BELOW_ARM = const(6)  # more fields at once are a board that is laid


class Leaning:
    """Tells how stacks lean. `neighbours` are eight fields for each field, 255 where there are fewer."""

    def __init__(self, surface, settling, faults):
        self.neighbours = _neighbours(surface)
        self.frame = b""
        self._settling = settling
        self._channels = surface.CHANNELS
        self._faults = faults
        self._partner = bytearray([_NONE] * surface.FIELDS)  # on which each field's stack leans, or the other way round
        self._left_at = array("i", [-_ARM_SCANS] * surface.FIELDS)  # when each was touched, sure as it was
        self._last = 0  # the field that was touched last, sure as it was
        self._left_with = bytearray([_NONE] * surface.FIELDS)  # which was touched within so few scans of each
        self._waited = bytearray(surface.FIELDS)
        self._other = 0  # the neighbour that the last look found to have changed most

    def begin(self, field: int):
        """Note that the field has been touched."""
        self._waited[field] = 0
        if self._settling.activity[field] == QUIET:
            scan, last = self._settling.scan, self._last
            is_together = scan - self._left_at[last] < _HAND_SCANS
            self._left_with[field] = last if is_together else _NONE
            if is_together:
                self._left_with[last] = field
            self._left_at[field], self._last = scan, field

    def is_upright(self, field: int) -> bool:
        """Tell whether all fields beside this one read as when they were last sure: a look that costs little."""
        at, settling = field * 8, self._settling
        if _is_any_off(at, self.neighbours, self.frame, self._channels, settling.low, settling.high):
            return False
        return not self.is_any_following(field)

    def is_below_arm(self, field: int, is_late: bool) -> bool:
        """Tell whether an arm seems to lie there: two fields beside this one, or in a row with it, weigh more, too.

        Until an arm would have left, one of the two may have changed otherwise, or be decided: a hand came with it.
        """
        for at in range(field * 8, field * 8 + 8):
            other = self.neighbours[at]
            if other == _NONE:
                break
            if self._rose_with(other, field):
                for beside in (field, other):
                    for there in range(beside * 8, beside * 8 + 8):
                        third = self.neighbours[there]
                        if third == _NONE:
                            break
                        if third in (field, other):
                            continue
                        is_hand = not is_late and self._came_with(other, field) and self._came_with(third, beside)
                        if is_hand or self._rose_with(third, field):
                            return self._count_touched_with(field) <= _MOST_BELOW_ARM
        return False

    def _came_with(self, other: int, field: int) -> bool:
        """Tell whether both fields were touched sooner after each other than people put pieces, even several people."""
        return -_COMES_SCANS < self._left_at[other] - self._left_at[field] < _COMES_SCANS

    def is_exchanged(self, field: int) -> bool:
        """Tell whether the field bears what another one bore, and the other way round, from one scan to the next.

        No hand does that: two Halls have been exchanged. An exchange with an empty field looks like a piece that was
        carried between two looks.
        """
        other = self._left_with[field]
        if other == _NONE:
            return False
        was, others_was, now = self._was_cg(field), self._was_cg(other), self._now_cg(field)
        off = abs(now - others_was) + abs(self._now_cg(other) - was)
        return off < _LEAST_PIECE_CG <= min(was, others_was, abs(now - was))

    def _was_cg(self, field: int) -> int:
        """Return what a field weighed when it was last sure."""
        return self._settling.weigh(field, self._settling.baseline16[field])

    def _now_cg(self, field: int) -> int:
        """Return what a field weighs in this scan."""
        reading16 = self.frame[self._channels[field]] << 2
        return self._settling.weigh(field, self._settling.standing16(field, reading16))

    def _was_touched_with(self, other: int, field: int) -> bool:
        """Tell whether both fields were touched at about the same time."""
        return -_ARM_SCANS < self._left_at[other] - self._left_at[field] < _ARM_SCANS

    def _count_touched_with(self, field: int) -> int:
        """Return how many fields were touched when this one was."""
        count = 0
        for other in range(len(self._left_at)):
            if self._was_touched_with(other, field):
                count += 1
        return count

    def _rose_with(self, other: int, field: int) -> bool:
        """Tell whether another field, not decided since, has become heavier when this one did.

        By more than either of them swings: an arm trembles, and so do readings near the mains. The swing of a field
        that is followed still holds the way that it went.
        """
        settling = self._settling
        is_quiet = settling.activity[other] == QUIET
        swing = max(settling.swing[field], settling.swing[other] if is_quiet else 0)
        more = self.frame[self._channels[other]] - (settling.baseline16[other] >> 2)
        return more >= _ARM_SUMS + 2 * swing and (is_quiet or self._was_touched_with(other, field))

    def moved_cg(self, field: int) -> int:
        """Return what a field weighs more than when it was last sure; 0 if nothing, or more than a stack leans with.

        What never comes to rest weighs nothing that could be known; what its whole ground reads more is no weight.
        """
        settling = self._settling
        reading = self.frame[self._channels[field]]
        rested = settling.baseline16[field] >> 2
        if -_LEAST_SUMS < reading - rested < _LEAST_SUMS or settling.activity[field] == FAULTY:
            return 0
        if settling.is_doubted(field) or settling.restless.was_ended(field):
            return 0
        reading -= self._ground_sums(field)
        moved = settling.weigh(field, reading << 2) - settling.weigh(field, rested << 2)
        return moved if _LEAST_CG <= moved <= _MOST_CG or -_MOST_CG <= moved <= -_LEAST_CG else 0

    def _ground_sums(self, field: int) -> int:
        """Return by how much the fields on its ground that rest read more than they did, on the average."""
        total = count = 0
        for other in self._faults.fields_of_mux[self._channels[field] >> 4]:
            off = self.frame[self._channels[other]] - (self._settling.baseline16[other] >> 2)
            if other != field and self._settling.activity[other] == QUIET and -_ARM_SUMS < off < _ARM_SUMS:
                total += off
                count += 1
        return total // count if count else 0

    def lean_cg(self, field: int, mass_cg: int) -> int:
        """Return how much more the fields beside this one weigh; 0 if that is no stack that leans.

        It is none if too many do, after a knock or a jump of the ground, or where it would be more than stacks lean by.
        """
        total = count = most = 0
        settling = self._settling
        if settling.scan - settling.knocked_at < _KNOCK_SCANS:
            return 0
        for at in range(field * 8, field * 8 + 8):
            other = self.neighbours[at]
            if other == _NONE:
                break
            moved = self.moved_cg(other)
            if not moved:
                continue
            if moved < 0 and self._lacks_cg(other) * _LEAST_STACKS > mass_of(settling.image[other]) + 600:
                return 0
            count += 1
            total += moved
            if abs(moved) > most:
                most, self._other = abs(moved), other
        return total if count <= _MOST_FIELDS and _LEAST_STACKS * total <= mass_cg + total else 0

    def _lacks_cg(self, field: int) -> int:
        """Return how much less a field weighs than what stands on it."""
        settling = self._settling
        return mass_of(settling.image[field]) - settling.weigh(field, self.frame[self._channels[field]] << 2)

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
        """Believe that a stack leans: what stands beside it has not changed by what it weighs more or less."""
        settling = self._settling
        for at in range(field * 8, field * 8 + 8):
            other = self.neighbours[at]
            if other == _NONE:
                break
            if self.moved_cg(other):
                code16 = self.frame[self._channels[other]] << 2
                settling.take(other, code16, settling.image[other])
                if settling.activity[other] != UNSURE:
                    settling.rest(other, code16, QUIET)
        other = self._other
        leaner, bearer = (field, other) if lean_cg > 0 else (other, field)
        self._partner[field], self._partner[other] = other, field
        if self._lacks_cg(leaner) >= _LEAST_CG:
            self._faults.note_leaning(leaner, bearer)

    def is_shifted(self, field: int) -> bool:
        """Tell whether the field weighs more, or less, because stacks lean."""
        return self._partner[field] != _NONE

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
        """Note that the field's stack, and the one beside it, lean no more."""
        other = self._partner[field]
        if other == _NONE:
            return
        self._partner[field] = _NONE
        self._faults.note_leaning(field, -1)
        self.forget(other)


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
