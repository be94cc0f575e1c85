"""One position as the table sees it: what should stand where, and the legal actions as movements of hands."""

from treppe.runtime import micropython, ptr8
from treppe.sensing import FAULTY, has_activity

BEYOND = 255  # the field of a placement that is no field: supply, box


def difference(image, expected, activity) -> dict:
    """Return by how much each field differs from what is expected; a faulty field never does."""
    found: dict = {}
    if image == expected:
        return found
    field = next_difference(0, expected, image)
    while field < len(expected):
        if activity[field] != FAULTY:
            found[field] = image[field] - expected[field]
        field = next_difference(field + 1, expected, image)
    return found


@micropython.viper  # boards are compared several times a change: a plain loop over 144 fields takes a Pico 1 ms
def next_difference(start: int, ours, theirs) -> int:
    """Return the next place, from `start` on, at which two boards differ; behind the last if there is none."""
    one = ptr8(ours)
    other = ptr8(theirs)
    count = int(len(ours))  # noqa: RUF046 - viper needs the type
    for place in range(start, count):
        if one[place] != other[place]:
            return place
    return count


def view_of(state) -> "View":
    """Return the position of a state, which stays untouched."""
    scratch = type(state)(state.options)
    scratch.position[:] = state.position
    return View(scratch)


class View:
    """One position: what should stand where, who is to move, and the legal actions.

    Moves are legal actions that change the board, by their number in `actions`; `silent` are those that do not, `stop`
    the action `.` among them, None if it is not legal. They are worked out when `know` is called first. `leftover`
    holds what the rules have removed by themselves and hands have not yet: field -> by how much it may differ.
    """

    def __init__(self, scratch, leftover: dict | None = None):
        """Take the position that `scratch` has now; `scratch` is a state of the same game that may be overwritten."""
        self.scratch = scratch
        self.position = bytes(scratch.position)
        self.image = scratch.image()
        self.player = scratch.current_player()
        self.leftover = leftover or {}
        self.actions: list[int] = []
        self.silent: list[int] = []
        self.stop: int | None = None
        self.firsts = self.lasts = b""
        self.turn = b""  # the lamps' roles before anything is lifted, once they have been asked for
        self._is_known = False
        self._next: tuple | None = None
        # Of moves of many pieces: they are asked for again and again while these are on their way.
        self._movements: dict[int, list] | None = None
        self._passing: dict[int, set] = None  # type: ignore[assignment] # until they are known

    def recall(self):
        """Return the scratch state, set to this position."""
        self.scratch.position[:] = self.position
        return self.scratch

    def after(self, action: int) -> "View":
        """Return the position after a legal action."""
        if self._next and self._next[0] == action:
            return self._next[1]
        state = self.recall()
        state.events = []
        placement = state.placement(action)
        state.perform(action)
        view = View(state, dict(self.leftover))
        if state.events:
            self._leave_over(view, placement)
        self._next = (action, view)
        return view

    def _leave_over(self, view, placement):
        """Note where an action has changed more than the hands that did it."""
        done = bytearray(self.image)
        for field, change in placement:
            if field != BEYOND:
                done[field] += change
        field = next_difference(0, done, view.image)
        while field < len(done):
            view.leftover[field] = done[field] - view.image[field]
            field = next_difference(field + 1, done, view.image)

    def know(self) -> "View":
        """Work out the legal actions, once."""
        if not self._is_known:
            self._is_known = True
            state = self.recall()
            if not state.SIMPLE:
                self._movements, self._passing = {}, {}
            self.actions = state.legal_actions()
            self.firsts, self.lasts = state.ends(self.actions)
            at = self.lasts.find(b"\xff")
            while at >= 0:
                if self.firsts[at] == BEYOND:
                    self.silent.append(self.actions[at])
                    if self.actions[at] == state.STOP:
                        self.stop = state.STOP
                at = self.lasts.find(b"\xff", at + 1)
        return self

    def forget(self):
        """Give the legal actions' memory back; they can be worked out again."""
        self._is_known = False
        self._next = self.stop = None
        self._movements = self._passing = None  # type: ignore[assignment]
        self.actions = []
        self.silent = []
        self.firsts = self.lasts = self.turn = b""

    def movements(self, move: int) -> list[tuple[int, int, int]]:
        """Return the movements of a move in physical order: (field, change, change of the field in the end)."""
        known = self._movements
        if known and move in known:
            return known[move]
        state = self.recall()
        placement = state.placement(self.actions[move])
        if not state.CAPTURES or len(placement) == 2:
            found = [(field, change, change) for field, change in placement if field != BEYOND]
            if known is not None:
                known[move] = found
            return found
        found = []
        for field, change in placement:
            if field != BEYOND:
                found.append((field, change, sum([other for place, other in placement if place == field])))
        return found

    def differences(self, image, activity) -> dict:
        """Return how the board differs from this position, but for what the rules have left over."""
        changes = difference(image, self.image, activity)
        for field, change in self.leftover.items():
            if changes.get(field) == change:
                del changes[field]
        return changes

    def moves_at(self, field: int, is_first: bool = True, is_last: bool = True) -> list[int]:
        """Return the moves whose first lift, or last put, is on a field."""
        self.know()
        if not is_first:
            return _places(self.lasts, field)
        found = _places(self.firsts, field)
        return found + _places(self.lasts, field) if is_last else found

    def moves_between(self, start: int, end: int) -> list[int]:
        """Return the moves whose first lift is on one field, and whose last put on another."""
        lasts = self.know().lasts
        return [move for move in _places(self.firsts, start) if lasts[move] == end]

    def near(self, changes: dict) -> list[int]:
        """Return the moves that may have to do with one of the changes."""
        found = set()
        for field, change in changes.items():
            found |= self._moves_that_change(field, change)
        return sorted(found)

    def _moves_that_change(self, field, change):
        """Return the moves that may lift something from a field, or put something on it."""
        found = set(self.moves_at(field, change < 0))
        if change < 0 and self.scratch.PASSES:
            if field not in self._passing:
                self._passing[field] = self.scratch.passing(field, self.firsts, self.lasts)
            found |= self._passing[field]
        return found

    def takes(self, move: int) -> bool:
        """Tell whether a move of a simple game captures."""
        last = self.lasts[move]
        return self.scratch.CAPTURES and last != BEYOND and self.image[last] != 0

    def completed(self, begun: list[int], changes: dict, activity) -> list[int]:
        """Return, without asking for movements, the moves of which the changes may be all that can be seen."""
        if not self.scratch.SIMPLE:
            return begun
        lasts, image, captures = self.lasts, self.image, self.scratch.CAPTURES
        found: list[int] = []
        is_lift = len(changes) == 1 and min(changes.values()) < 0
        if is_lift and not (captures or b"\xff" in lasts or has_activity(activity, FAULTY, FAULTY)):
            return found
        for move in begun:
            last = lasts[move]
            if last in changes or last == BEYOND or (captures and image[last]) or activity[last] == FAULTY:
                found.append(move)
        return found

    def begun(self, changes: dict) -> list[int]:
        """Return the moves of which all the changes can be a part, done so far in whatever order."""
        if self.scratch.SIMPLE:
            return self._begun_simply(changes)
        common = None
        for field, change in changes.items():
            here = self._moves_that_change(field, change)
            common = here if common is None else common & here
        return [move for move in sorted(common or ()) if _holds(self.movements(move), changes)]

    def _begun_simply(self, changes):
        """Return the moves of one piece, from field to field, of which all the changes can be a part."""
        if len(changes) == 1:
            field, change = next(iter(changes.items()))
            captures = self.scratch.CAPTURES
            moves = self.moves_at(field, change < 0, change > 0 or captures)
            return moves if moves and _holds(self.movements(moves[0]), changes) else []
        if len(changes) > 2:
            return []
        one, other = changes
        moves = self.moves_between(one, other) + self.moves_between(other, one)
        return [move for move in moves if _holds(self.movements(move), changes)]


def _places(ends, field) -> list[int]:
    """Return where in the ends of moves a field stands."""
    key = bytes((field,))
    found = []
    at = ends.find(key)
    while at >= 0:
        found.append(at)
        at = ends.find(key, at + 1)
    return found


def _holds(movements, changes):
    for field, change in changes.items():
        for place, wanted, net in movements:
            if place == field and (change in (wanted, net) or _is_part(change, wanted)):
                break
        else:
            return False
    return True


def _is_part(change, wanted):
    """Tell whether some discs of a stack have gone or come."""
    return 0 < change < wanted < 16 or 0 > change > wanted > -16


def is_whole(movements, changes: dict, activity) -> bool:
    """Tell whether the changes, with which the movements have begun, are all that can be seen of them."""
    for field, _, net in movements:
        if changes.get(field, 0) != net and activity[field] != FAULTY:
            return False
    return True


def is_proved(movements, changes: dict, activity, stamps, put_on=()) -> bool:
    """Tell whether the end image, with the order in which fields changed, shows that the movements were done.

    A piece that is only gone may be in a hand; one taken where another now stands must have been seen to go and come
    again after the other had left, once more than other actions have `put_on` it; a faulty field shows nothing.
    """
    puts = False
    lifted = 0
    for field, change, net in movements:
        if activity[field] == FAULTY:
            return False
        if net < 0:
            lifted = stamps[field]
        puts = puts or change > 0
    for field, _, net in movements:
        if not net and (field in changes or not stamps[field] or stamps[field] < lifted or field in put_on):
            return False
    return puts


def leaves(movements, changes: dict, stamps) -> int:
    """Return how many fields more differ from the position after the movements than from the one before.

    Balls and bricks of a tower count one by one. A field that has been emptied and filled again counts neither way; one
    that was never seen to change speaks against the movements.
    """
    more = 0
    for field, _, net in movements:
        change = changes.get(field, 0)
        if not change and net < 0 and not stamps[field]:
            return len(stamps)
        left = change - net
        if -8 < change < 8 and -8 < left < 8:  # no ball
            step = abs(left) - abs(change)
        else:
            step = size(left) - size(change)
        more += step if step < 0 or not stamps[field] else net > 0 and not change
    return more


def size(change: int) -> int:
    """Return of how many pieces a change consists."""
    balls = (change + 8) >> 4
    return abs(balls) + abs(change - 16 * balls)


def is_ordered(movements, stamps) -> bool:
    """Tell whether the piece was lifted before it was put."""
    lifted = 0
    for field, _, net in movements:
        if net < 0:
            lifted = stamps[field]
        elif net > 0 and stamps[field] < lifted:
            return False
    return True
