"""Holds the board against the rules: which legal actions, or beginning of one, make this image?

What no sensor saw, or not in time, shows by what was done after it: a captured piece that was pushed off was never
seen to go; one that was moved on at once, or lay too far from the centre, was never seen to stand. All that works
longer than a frame may is a generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking.observed import ObservedBoard
from treppe.tracking.position import Position
from treppe.tracking.search import DEPTH, Search
from treppe.tracking.verdict import Hypothesis

if TYPE_CHECKING:
    from treppe.types import Bytes, Changes, Job

_BUDGET = const(24)  # positions that are looked at for one image
_BUDGET_MOVED_ON = const(12)  # where a piece may have been moved several times, unseen
# A board on which so much differs is disturbed, or another game is being laid out: no hands play so much unseen. A
# Pico would look for an explanation for many seconds, and run out of memory; a command, which waits for it, would meet
# the watchdog.
_MANY_CHANGES = const(6)
_FEW_POSITIONS = const(8)
_TOO_MANY_CHANGES = const(16)
_MOST_FOUND = const(6)
_MOST_PLACES = const(4)
_MOST_CHOICES = const(4)  # from the end of a turn to the next player's, in 7 Steps
_MOST_STOPS = const(4)  # looked at: a piece that is pushed touches many fields, and stops where it has been last
_BUDGET_AFTER = const(2)  # positions that are looked at after each


def explain(observed: ObservedBoard, position: Position, budget: int = _BUDGET, image: "Bytes | None" = None) -> "Job":
    """Work out the hypothesis of the board, or of another `image` of it, from a position; None without a legal one.

    A stone of the fields `observed.to_turn` may be in a hand, to be turned over. The search looks at no more than
    `budget` positions.
    """
    image = image or observed.image
    hypothesis = yield _explain(observed, position, image, budget)
    if observed.to_turn and (hypothesis is None or hypothesis.unexplained):
        standing = position.standing(image, observed.to_turn)
        if standing != image:
            turning = yield _explain(observed, position, standing, budget)
            if hypothesis is None or (turning and turning.actions and not turning.unexplained):
                hypothesis = turning
    return hypothesis


def _explain(observed: "ObservedBoard", position: "Position", image: "Bytes", budget: int) -> "Job":
    activity, stamps = observed.activity, observed.stamps
    changes = position.differences(image, activity)
    if not changes:
        return Hypothesis([], position, changes)
    num_changes = len(changes)
    if num_changes > _TOO_MANY_CHANGES:
        return None
    if num_changes > _MANY_CHANGES:
        budget = min(budget, _FEW_POSITIONS)
    search = Search(image, activity, stamps, False, budget)
    hypothesis = yield search.explain(position, changes, DEPTH)
    if hypothesis is None and position.scratch.CHAINS and search.has_followed:
        search = Search(image, activity, stamps, True, min(budget, _BUDGET_MOVED_ON))
        hypothesis = yield search.explain(position, changes, DEPTH)
        if hypothesis and hypothesis.actions and search.doubts:
            hypothesis = Hypothesis([], position, changes, unproved=[hypothesis.actions])
    if hypothesis is None and position.scratch.CAPTURES and search.has_followed:
        unproved = yield explain_unseen_capture(observed, position, image)
        if unproved:
            hypothesis = Hypothesis([], position, changes, unproved=unproved)
            hypothesis.has_extra_lifts = True
    if search.has_followed:
        yield  # what comes of it, and the lamps, take a frame of their own
    return hypothesis


def explain_early(observed: ObservedBoard) -> "Job":
    """Explain by what the next player has put, who has not waited for END, or for a choice that no hand shows.

    Else None. What is chosen changes nothing of what he may do; what has been lifted may be a correction.
    """
    position = begun = observed.position
    if min(observed.changes().values()) < 0:
        return None
    for _ in range(_MOST_CHOICES):
        yield
        is_ended = begun is position and position.know().stop is not None
        if position.wanted or begun.player != position.player or not (is_ended or begun.is_only_asked()):
            break
        begun = begun.after(position.scratch.STOP if is_ended else begun.silent[0])
    return (yield _explain_early_from(observed, begun, observed.image))


def explain_unbuilt(observed: ObservedBoard) -> "Job":
    """Explain by what the next player has done though the piece that ends this one's turn is missing; else None.

    Where that will be put may matter, so all its places are tried: it has few, as a brick beside a ball.
    """
    position, changes = observed.position, observed.changes()
    if observed.recent and observed.recent[-1].player != position.player:
        return None  # this turn has not begun
    is_due = position.know().firsts.count(b"\xff") == len(position.firsts) and not (position.silent or position.wanted)
    is_others = len(position.lifted_by(position.player, changes)) < sum([change < 0 for change in changes.values()])
    is_due = is_due and is_others and len(position.actions) <= _MOST_PLACES
    for move in range(len(position.actions) if is_due else 0):
        yield
        last = position.lasts[move]
        if last not in changes:
            image = bytearray(observed.image)
            image[last] += position.movements(move)[-1][1]
            begun = position.after(position.actions[move])
            hypothesis = yield _explain_early_from(observed, begun, image)
            if hypothesis:
                return hypothesis
    return None


def _explain_early_from(observed: "ObservedBoard", begun: "Position", image: "Bytes") -> "Job":
    """Explain an image by what the player who is next in `begun` has put first; None if he may not put that.

    A question of what to choose stays, whatever has been put: it is looked at after the answer.
    """
    hypothesis = Hypothesis([], observed.position, observed.changes())
    if not observed.position.is_only_asked():
        is_next = begun.player not in (-1, observed.position.player)
        first = (yield explain_first(observed, begun, image)) if is_next else None
        if first is None:
            return None
        hypothesis.is_ordered = first.is_ordered
    hypothesis.begun = begun
    hypothesis.is_early = True
    return hypothesis


def explain_first(observed: ObservedBoard, position: Position, image: "Bytes") -> "Job":
    """Explain an image by whole actions, but for as few as possible of the pieces put last; None without an action."""
    found, changes, stamps = bytearray(image), position.differences(image, observed.activity), observed.stamps
    puts = sorted([(stamps[field], field) for field, change in changes.items() if change > 0])
    hypothesis = yield explain(observed, position, _FEW_POSITIONS, found)
    while puts and hypothesis is None:
        _, last = puts.pop()
        found[last] = position.image[last]
        hypothesis = yield explain(observed, position, _FEW_POSITIONS, found)
    # What is gone besides is in a hand.
    is_whole = hypothesis and hypothesis.actions and all([change < 0 for change in hypothesis.unexplained.values()])
    return hypothesis if is_whole else None


def explain_unseen_capture(observed: ObservedBoard, position: Position, image: "Bytes") -> "Job":
    """Work out lists of actions that begin with an unseen capture, if the next player has done a whole one after it."""
    moves = unseen_captures(observed, position, image)
    return (yield _explain_after(observed, position, image, moves, observed.stamps))


def unseen_captures(observed: ObservedBoard, position: Position, image: "Bytes") -> list[int]:
    """Return the moves of lifted pieces that may each have taken another one where no sensor saw it."""
    changes = position.differences(image, observed.activity)
    return [move for move in _begun(position, changes) if position.takes(move) and position.lasts[move] not in changes]


def explain_stop(observed: ObservedBoard, position: Position, is_felt: bool = False) -> "Job":
    """Work out lists of actions that begin with one whose piece stopped there, and was moved on after another action.

    `is_felt`: it was felt, or seen briefly, where it stopped; else it may be anywhere if there are few ways for it.
    """
    image = observed.image
    stamps = observed.stamps if is_felt else bytes(len(image))
    stops = []
    for move in _begun(position, position.differences(image, observed.activity), not is_felt):
        last = position.lasts[move]
        if last != BEYOND and not (image[last] or position.image[last]) and (stamps[last] or not is_felt):
            stops.append((-stamps[last], move))
    moves = [move for _, move in sorted(stops)[:_MOST_STOPS]]
    return (yield _explain_after(observed, position, image, moves, stamps))


def _begun(position: "Position", changes: "Changes", are_few: bool = False) -> list[int]:
    """Return the moves of lifted pieces; `are_few`: only of pieces with few moves."""
    moves: set[int] = set()
    for field, change in changes.items():
        begun = position.moves_from(field) if change < 0 else ()
        if not are_few or len(begun) <= _MOST_STOPS:
            moves.update(begun)
    return sorted(moves)


def _explain_after(
    observed: "ObservedBoard", position: "Position", image: "Bytes", moves: list[int], stamps: "Bytes"
) -> "Job":
    """Work out lists of actions that begin with one of some moves, and are whole after it."""
    activity = observed.activity
    found: list[list[int]] = []
    for move in moves:
        if len(found) == _MOST_FOUND:
            break
        yield
        after = position.after(position.actions[move])
        left = after.differences(image, activity)
        later = yield Search(image, activity, stamps, False, _BUDGET_AFTER).explain(after, left, 2)
        if later and later.actions and not later.unexplained:
            found.append([position.actions[move]] + later.actions)
    return found
