"""Searches for the legal actions, or the beginning of one, that make an image out of a position.

Works on the difference between what stands on the board and what should: a dict of field -> change. Only moves that
have to do with a changed field are looked at. Nothing here knows a game. What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking.changes import is_ordered, is_proved, is_whole, leaves, places_that_differ
from treppe.tracking.likely import likeliest
from treppe.tracking.position import Position, end_of
from treppe.tracking.verdict import Hypothesis

if TYPE_CHECKING:
    from treppe.types import Bytes, Changes, Job

DEPTH = const(8)
"""So many actions one difference may hold."""
_NEVER = bytes(144)  # the stamps of fields that have not changed


class Search:
    """The search for the actions that made one image; `moves_on`: a piece may have been moved several times."""

    stopped: Position | None = None  # the last position that a `.` has led to
    doubts = has_followed = False
    # Where the actions before have put something last.
    put_on: tuple[int, ...] = ()

    def __init__(self, image: "Bytes", activity: "Bytes", stamps: "Bytes", moves_on: bool, budget: int):
        self.image = image
        self.activity = activity
        self.stamps = stamps
        self.moves_on = moves_on
        self.budget = budget
        self.dead: set[bytes] = set()  # positions from which the image cannot be explained

    def explain(self, position: "Position", changes: "Changes", depth: int) -> "Job":
        """Work out the hypothesis of what differs from a position, None if there is none; see job.py."""
        if not changes:
            return Hypothesis([], position, changes)
        counts = None if position.scratch.SIMPLE else position.count(changes)
        begun = position.begun(changes, counts)
        chains: list[Hypothesis] = []
        may_hold_more = self._may_hold_more(changes)
        whole, proved, is_in_order = self.single_actions(position, changes, begun)
        hypothesis = None
        if proved:
            hypothesis = yield decide(position, proved)
            hypothesis.is_possible = hypothesis.is_ordered = is_in_order
            hypothesis.first_stamp = max([self.stamps[field] for field in changes])
            if hypothesis.is_possible or not may_hold_more:
                return hypothesis  # else several pieces may have followed each other
        if len(changes) > 1 and not may_hold_more and position.scratch.SIMPLE and not position.scratch.CAPTURES:
            return None  # a player does not lift two pieces for one action
        if depth > 1 and may_hold_more:
            self.has_followed = True
            chains = yield self._follow(position, changes, counts, depth)
            done = [chain for chain in chains if not chain.unexplained and (chain.is_possible or not hypothesis)]
            if len(done) > 1:
                done = likeliest(position, done)
            if len(done) > 1:
                hypothesis = yield decide(position, [actions for chain in done for actions in chain.ways()])
                if hypothesis.choices:
                    hypothesis.is_ordered, hypothesis.first_stamp = done[0].is_ordered, done[0].first_stamp
                return hypothesis
            if done:
                return done[0]
        if hypothesis:
            return hypothesis
        if begun:
            return Hypothesis([], position, changes, begun, unproved=whole)
        chains = [chain for chain in chains if chain.is_without_stop] or chains
        chains = [chain for chain in chains if chain.is_ordered] or chains
        if len(chains) == 1:
            return chains[0]
        if chains:
            return Hypothesis([], position, changes, choices=[chain.actions for chain in chains if chain.actions])
        if depth < 2 or position.know().stop is None or position is self.stopped:
            return None
        return (yield self._explain_after_stop(position, changes, depth))

    def single_actions(
        self, position: "Position", changes: "Changes", begun: list[int]
    ) -> tuple[list[list[int]], list[list[int]], bool]:
        """Return the actions that account for all changes, those of them that are proved, and whether in order."""
        whole = []
        proved = []
        is_in_order = False
        for move in position.completed(begun, changes, self.activity):
            movements = position.movements(move)
            if is_whole(movements, changes, self.activity):
                whole.append([position.actions[move]])
                is_shown = is_proved(movements, changes, self.activity, self.stamps, self.put_on)
                if is_shown or position.is_way_walked(changes):
                    proved.append([position.actions[move]])
                    is_in_order = is_in_order or is_ordered(movements, changes, self.stamps)
        return whole, proved, is_in_order

    def _may_hold_more(self, changes: "Changes") -> bool:
        """Tell whether more than the beginning of one action may be seen: something has been put."""
        image = self.image
        if len(changes) > 1 and any([change > 0 or image[field] for field, change in changes.items()]):
            return True
        return any([image[field] and field not in changes for field in places_that_differ(self.stamps, _NEVER)])

    def _follow(self, position: "Position", changes: "Changes", counts: bytearray | None, depth: int) -> "Job":
        """Return the explanations that begin with an action after which less is left, those put first before others."""
        found = []
        lasts, stamps = position.know().lasts, self.stamps
        moves = [
            (stamps[lasts[move]] if lasts[move] != BEYOND else 0, move)
            for move in position.near(changes, counts)
            if self._may_be_done(position, move, changes)
        ]
        for _, move in sorted(moves):
            if not self.budget:
                break
            movements = position.movements(move)
            more = leaves(movements, changes, self.stamps)
            if not (more < 0 or (more == 0 and self.moves_on and self._moves_on(position, move, changes))):
                continue
            if not is_proved(movements, changes, self.activity, self.stamps, self.put_on):
                continue
            yield
            after = position.after(position.actions[move])
            left = after.differences(self.image, self.activity)
            if after.player != position.player and (more == 0 or not self._may_go_on(after, left)):
                continue
            put_on = self.put_on
            self.put_on += (position.lasts[move],)
            later = yield self._explain_later(after, left, depth)
            self.put_on = put_on
            if later and (later.actions or later.choices or more < 0):
                stamp = self.stamps[position.lasts[move]]
                later.has_reply = later.has_reply or (bool(later.actions) and after.player != position.player)
                later.actions.insert(0, position.actions[move])
                later.is_possible = later.is_possible and is_ordered(movements, changes, self.stamps)
                later.is_ordered = later.is_ordered and later.is_possible and stamp <= later.first_stamp
                later.first_stamp = stamp
                found.append(later)
        return found

    def _may_be_done(self, position: "Position", move: int, changes: "Changes") -> bool:
        """Tell, without asking for its movements, whether a move may be among the changes."""
        first, last = position.firsts[move], position.lasts[move]
        if not (first == BEYOND or self.stamps[first] or first in changes):
            return False
        is_put = last in changes or last == BEYOND or (position.scratch.CAPTURES and position.image[last] > 0)
        return is_put or self.moves_on or (not position.scratch.SIMPLE and self.stamps[last] > 0)

    def _moves_on(self, position: "Position", move: int, changes: "Changes") -> bool:
        """Tell whether the piece of a move, lifted and not where the move ends, may have been moved on from there."""
        if changes.get(position.firsts[move], 0) >= 0:
            return False
        state = position.recall()
        ways = [state.moves_on(position.actions[move], field) for field, change in changes.items() if change > 0]
        self.doubts = self.doubts or 2 in ways
        return any(ways)

    def _explain_later(self, position: "Position", changes: "Changes", depth: int) -> "Job":
        if not self.budget or position.key in self.dead:
            return None
        self.budget -= 1
        hypothesis = yield self.explain(position, changes, depth - 1)
        if hypothesis is None:
            self.dead.add(position.key)
        return hypothesis

    def _may_go_on(self, after: "Position", left: "Changes") -> bool:
        """Tell, before the legal actions are asked for, whether what is left may be done by the player who is next."""
        state = after.recall()
        if not left or state.CAPTURES:  # a piece of either player may have gone
            return True
        return any([change > 0 or state.owner(field) in (-1, after.player) for field, change in left.items()])

    def _explain_after_stop(self, position: "Position", changes: "Changes", depth: int) -> "Job":
        """Explain by an action of the next player that is legal only after `.`; only a complete one proves it."""
        yield
        stop: Any = position.stop
        after = position.after(stop)
        left = after.differences(self.image, self.activity)
        if after.player in (-1, position.player) or not self._may_go_on(after, left):
            return None
        before, self.stopped = self.stopped, after
        later = yield self._explain_later(after, left, depth)
        self.stopped = before
        if later is None or (later.actions and later.actions[0] in position.actions):
            return None
        if later.actions:
            later.actions.insert(0, stop)
            later.is_without_stop = False
            later.has_reply = True
            return later
        unproved = [[stop] + actions for actions in later.unproved]
        hypothesis = Hypothesis([], position, changes, later.open, unproved=unproved)
        hypothesis.begun = after
        return hypothesis


def decide(position: "Position", candidates: list[list[int]]) -> "Job":
    """Return the explanation if all candidates lead to one position, else the choice between them."""
    end = end_of(position, candidates[0])
    for actions in candidates[1:]:
        yield
        if end_of(position, actions).key != end.key:
            return Hypothesis([], position, {}, choices=candidates)
    return Hypothesis(candidates[0], end, {})
