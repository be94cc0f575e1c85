"""Holds the board against the rules: which legal actions, or beginning of one, make this image?

Works on the difference between what stands on the board and what should: a dict of field -> change. Only moves that
have to do with a changed field are looked at. Nothing here knows a game.
"""

from treppe.runtime import const, load
from treppe.table.hands.images import next_difference
from treppe.table.hands.movements import is_ordered, is_proved, is_whole, leaves
from treppe.table.hands.position import BEYOND, View, end_of

_DEPTH = const(8)  # actions that one difference may hold
_BUDGET = const(24)  # positions that are looked at for one image
# A board on which so much differs is disturbed, or another game is being laid out: no hands play so much unseen. A
# Pico would look for an explanation for many seconds, and run out of memory; a command, which waits for it, would meet
# the watchdog.
_MANY_CHANGES = const(6)
_FEW_POSITIONS = const(8)
_TOO_MANY_CHANGES = const(16)
_NEVER = bytes(144)  # the stamps of fields that have not changed


class Explanation:
    """What hands have done since a position: `actions` complete, and `rest`, the beginning of one of the `open` moves.

    `view` is the position after the actions; `open` are numbers of the moves of `begun`: this view or, where `.` would
    have to come first, the one after it. `choices` are lists of actions that may come next, between which nothing but
    a question can decide; `unproved` lists of actions that the board shows, as other hands would as well. `is_loose`:
    more has been lifted than one action can explain, and may come back.
    """

    is_loose = False
    is_possible = True  # each piece was lifted before it was put
    is_ordered = True  # and the pieces of the actions came to lie in their order
    may_go_on = False  # what comes next may show that it was something else
    has_reply = False  # the actions are of more than one player
    first_stamp = 255
    is_without_stop = True
    open = choices = unproved = ()

    def __init__(self, actions, view, rest, open_moves=(), choices=(), unproved=()):
        self.actions = actions
        self.view = self.begun = view
        self.rest = rest
        if open_moves:
            self.open = open_moves
        if choices:
            self.choices = choices
        if unproved:
            self.unproved = unproved


def explain(view: View, image, activity, stamps, to_turn=(), budget=_BUDGET):
    """Work out the Explanation of an image from a position, None if nothing legal makes it; see job.py.

    `stamps` has a byte a field: 0 if it has not changed since the board was last at rest, else the later it changed
    last the larger. A stone of the fields `to_turn` may be in a hand, to be turned over.
    No more than `budget` positions are looked at.
    """
    known = yield _explain(view, image, activity, stamps, budget)
    if known is None or known.rest:
        standing = None
        for field in to_turn:
            if view.image[field] and not image[field]:
                standing = standing or bytearray(image)
                standing[field] = view.image[field]
        if standing:
            turning = yield _explain(view, standing, activity, stamps, budget)
            if known is None or (turning and turning.actions and not turning.rest):
                known = turning
    return known


def _explain(view, image, activity, stamps, budget):
    changes = view.differences(image, activity)
    if not changes:
        return Explanation([], view, changes)
    num_changes = len(changes)
    if num_changes > _TOO_MANY_CHANGES:
        return None
    if num_changes > _MANY_CHANGES:
        budget = min(budget, _FEW_POSITIONS)
    search = Search(image, activity, stamps, False, budget)
    known = yield search.explain(view, changes, _DEPTH)
    if known is None and view.scratch.CHAINS and search.has_followed:
        search = Search(image, activity, stamps, True, budget)
        known = yield search.explain(view, changes, _DEPTH)
        if known and known.actions and search.doubts:
            known = Explanation([], view, changes, unproved=[known.actions])
    if known is None and view.scratch.CAPTURES and search.has_followed:
        known = yield load("treppe.table.hands.unseen").explain_unseen_capture(view, image, activity, stamps)
    if search.has_followed:
        yield  # what comes of it, and the lamps, take a frame of their own
    return known


class Search:
    """The search for the actions that made one image; `moves_on`: a piece may have been moved several times."""

    stopped: View | None = None  # the last position that a `.` has led to
    doubts = has_followed = False
    # Where the actions so far have first lifted something, and where they have put something last.
    taken_from: tuple[int, ...] = ()
    put_on: tuple[int, ...] = ()

    def __init__(self, image, activity, stamps, moves_on, budget):
        self.image = image
        self.activity = activity
        self.stamps = stamps
        self.moves_on = moves_on
        self.budget = budget
        self.dead: set[bytes] = set()  # positions from which the image cannot be explained

    def explain(self, view, changes, depth):
        """Work out the Explanation of what differs from a position, None if there is none; see job.py."""
        if not changes:
            return Explanation([], view, changes)
        counts = None if view.scratch.SIMPLE else view.count(changes)
        begun = view.begun(changes, counts)
        whole = []
        proved = []
        ordered = []
        for move in view.completed(begun, changes, self.activity):
            movements = view.movements(move)
            if is_whole(movements, changes, self.activity):
                whole.append([view.actions[move]])
                if is_proved(movements, changes, self.activity, self.stamps, self.put_on):
                    proved.append([view.actions[move]])
                    ordered.append(is_ordered(movements, self.stamps))
        if proved:
            known = yield _decide(view, proved)
            known.is_possible = known.is_ordered = any(ordered)
            known.first_stamp = max([self.stamps[field] for field in changes])
            return known
        chains: list = []
        may_hold_more = self._may_hold_more(changes)
        if len(changes) > 1 and not may_hold_more and view.scratch.SIMPLE and not view.scratch.CAPTURES:
            return None  # nobody lifts two pieces for one action
        if depth > 1 and may_hold_more:
            self.has_followed = True
            chains = yield self._follow(view, changes, counts, depth)
            done = [chain for chain in chains if not chain.rest]
            if done:
                if len(done) > 1:
                    done = yield load("treppe.table.hands.likely").likeliest(view, done, self.image, self.stamps)
                if len(done) > 1:
                    return (yield _decide(view, [chain.actions for chain in done]))
                return done[0]
        if begun:
            return Explanation([], view, changes, begun, unproved=whole)
        chains = [chain for chain in chains if chain.is_without_stop] or chains
        chains = [chain for chain in chains if chain.is_ordered] or chains
        if len(chains) == 1:
            return chains[0]
        if chains:
            return Explanation([], view, changes, choices=[chain.actions for chain in chains if chain.actions])
        if depth < 2 or view.know().stop is None or view is self.stopped:
            return None
        return (yield self._explain_after_stop(view, changes, depth))

    def _may_hold_more(self, changes):
        """Tell whether more than the beginning of one action may be seen: something has been put."""
        image, stamps = self.image, self.stamps
        if len(changes) > 1 and any([change > 0 or image[field] for field, change in changes.items()]):
            return True
        field = next_difference(0, stamps, _NEVER)
        while field < len(stamps):
            if image[field] and field not in changes:
                return True
            field = next_difference(field + 1, stamps, _NEVER)
        return False

    def _follow(self, view, changes, counts, depth):
        """Return the explanations that begin with an action after which less is left to explain."""
        found = []
        firsts, stamps = view.know().firsts, self.stamps
        for move in view.near(changes, counts):
            if not self.budget:
                break
            first = firsts[move]
            if first != BEYOND and not stamps[first] and first not in changes:
                continue  # nobody has lifted that
            if not self._may_be_done(view, move, changes) or self._turns_back(view, move):
                continue
            movements = view.movements(move)
            more = leaves(movements, changes, self.stamps)
            if not (more < 0 or (more == 0 and self.moves_on and self._moves_on(view, move, changes))):
                continue
            if not is_proved(movements, changes, self.activity, self.stamps, self.put_on):
                continue
            yield
            after = view.after(view.actions[move])
            left = after.differences(self.image, self.activity)
            if after.player != view.player and (more == 0 or not self._may_go_on(after, left)):
                continue
            taken_from, put_on = self.taken_from, self.put_on
            self.taken_from += (view.firsts[move],)
            self.put_on += (view.lasts[move],)
            later = yield self._explain_later(after, left, depth)
            self.taken_from, self.put_on = taken_from, put_on
            if later and (later.actions or later.choices or more < 0):
                stamp = self.stamps[view.lasts[move]]
                later.has_reply = later.has_reply or (bool(later.actions) and after.player != view.player)
                later.actions.insert(0, view.actions[move])
                later.is_possible = later.is_possible and is_ordered(movements, self.stamps)
                later.is_ordered = later.is_ordered and later.is_possible and stamp <= later.first_stamp
                later.first_stamp = stamp
                found.append(later)
        return found

    def _may_be_done(self, view, move, changes):
        """Tell, without asking for its movements, whether a move, once lifted, may be a part of what has changed."""
        last = view.lasts[move]
        is_put = last in changes or last == BEYOND or (view.scratch.CAPTURES and view.image[last])
        return is_put or self.moves_on or (not view.scratch.SIMPLE and self.stamps[last] > 0)

    def _turns_back(self, view, move):
        """Tell whether a move only undoes the one before: as if neither had been."""
        return (
            bool(self.put_on)
            and view.lasts[move] == self.taken_from[-1] != BEYOND
            and view.firsts[move] == self.put_on[-1]
        )

    def _moves_on(self, view, move, changes):
        """Tell whether the piece of a move, lifted and not where the move ends, may have been moved on from there."""
        if changes.get(view.firsts[move], 0) >= 0:
            return False
        state = view.recall()
        ways = [state.moves_on(view.actions[move], field) for field, change in changes.items() if change > 0]
        self.doubts = self.doubts or 2 in ways
        return any(ways)

    def _explain_later(self, view, changes, depth):
        if not self.budget or view.position in self.dead:
            return None
        self.budget -= 1
        known = yield self.explain(view, changes, depth - 1)
        if known is None:
            self.dead.add(view.position)
        return known

    def _may_go_on(self, after, left):
        """Tell, before the legal actions are asked for, whether what is left may be done by the player who is next."""
        if not left:
            return True
        state = after.recall()
        if state.CAPTURES:  # whose piece soever has gone first
            return True
        return any([change > 0 or state.owner(field) in (-1, after.player) for field, change in left.items()])

    def _explain_after_stop(self, view, changes, depth):
        """Explain by an action of the next player that is legal only after `.`; only a complete one proves it."""
        yield
        after = view.after(view.stop)
        left = after.differences(self.image, self.activity)
        if after.player in (-1, view.player) or not self._may_go_on(after, left):
            return None
        self.stopped = after
        later = yield self._explain_later(after, left, depth)
        if later and later.actions:
            if later.actions[0] in view.actions:
                return None
            later.actions.insert(0, view.stop)
            later.is_without_stop = False
            later.has_reply = True
            return later
        if later:
            known = Explanation([], view, changes, later.open)
            known.begun = after
            return known
        return None


def _decide(view, candidates: list):
    """Return the explanation if all candidates lead to one position, else the choice between them."""
    end = end_of(view, candidates[0])
    for actions in candidates[1:]:
        yield
        if end_of(view, actions).position != end.position:
            return Explanation([], view, {}, choices=candidates)
    return Explanation(candidates[0], end, {})
