"""Corrections by the same hand: the last record stays provisional until the next hand, and is explained again.

A piece that was put is moved on, or back, within a second, or later, as long as the next player has nothing in the air
and has put nothing: what he lifts and puts back was only adjusted. Where a lifted piece has nothing to do with the
action, it was adjusted, or pushed out of its place.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.tracking.changes import size
from treppe.tracking.explain import explain, explain_first
from treppe.tracking.observed import (
    ON_ITS_WAY_MS,
    SAME_HAND_MS,
    ObservedBoard,
    RecentMove,
    is_carried_on,
)
from treppe.tracking.position import legal_end
from treppe.tracking.search import Search
from treppe.tracking.verdict import Hypothesis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.tracking.position import Position
    from treppe.types import Alternative, Changes, Job


def explain_from_before(observed: ObservedBoard) -> "Job":
    """Work out the hypothesis from before the last actions, as few as possible, and how many; None, 0 without one.

    What a person has answered stands until he takes it back.
    """
    leftover = observed.position.leftover
    changes = {field: change - leftover.get(field, 0) for field, change in observed.changes().items()}
    recent = observed.recent
    is_taken = False
    for undo_count in range(1, len(recent) + 1):
        played = recent[-undo_count]
        if played.is_answered:
            break
        if undo_count < len(recent) and recent[-undo_count - 1].is_tacit:
            continue
        is_late = played.is_tacit and any([change > 0 for change in changes.values()])  # what came before the `.`
        is_taken = is_taken and is_carried_on(played, recent[1 - undo_count].taken_from)
        is_taken = is_taken or is_late or _is_taken_back(recent[1 - undo_count] if played.is_tacit else played, changes)
        if not is_taken:
            continue
        yield
        hypothesis = yield explain(observed, played.before)
        replaced = recent[-undo_count:]
        if hypothesis and observed.has_weights:
            if hypothesis.actions and _were_put_before(observed, replaced):
                beside = explain_with_stray(observed)
                if beside and beside.unproved:
                    continue  # the piece that went since belongs to another action
            elif not (hypothesis.actions or hypothesis.unexplained):
                hypothesis = _with_answers(observed, hypothesis, replaced) or hypothesis
        is_open = hypothesis and (hypothesis.unexplained or hypothesis.choices)
        if is_open or (hypothesis and _keeps_untouched(replaced, hypothesis.actions, changes)):
            return (yield _pass_stops(observed, hypothesis, undo_count))
        if undo_count > 1:
            played.before.forget()
    return None, 0


def _with_answers(
    observed: "ObservedBoard", hypothesis: "Hypothesis", replaced: "list[RecentMove]"
) -> "Hypothesis | None":
    """Explain by what people have answered since a hand's weight was taken for a piece; None if that is not legal."""
    actions = [played.action for played in replaced[1:] if played.is_choice]
    end = _made_by(observed, hypothesis.position, actions) if 0 < len(actions) == len(replaced) - 1 else None
    return Hypothesis(actions, end, {}) if end else None


def _made_by(observed: "ObservedBoard", before: "Position", actions: list[int]) -> "Position | None":
    """Return the position after some actions if they are legal, and make the board; else None."""
    end = legal_end(before, actions)
    return None if end is None or end.differences(observed.image, observed.activity) else end


def _were_put_before(observed: "ObservedBoard", replaced: "list[RecentMove]") -> bool:
    """Tell whether all that was put lay on the board before the discs of replaced actions were lifted."""
    changes, stamps = observed.changes(), observed.stamps
    lifts = [played.lifted_stamp for played in replaced if changes.get(played.put_on) == -1]
    puts = [stamps[field] for field, change in changes.items() if change > 0]
    return bool(lifts and puts) and min(lifts) > max(puts)


def _keeps_untouched(replaced: "list[RecentMove]", actions: list[int], changes: "Changes") -> bool:
    """Tell whether the replaced actions whose pieces were not touched reappear, in their order, by the same players.

    And whether no other player lifts the pieces that those have lifted.
    """
    untouched = [played for played in replaced if not (played.is_tacit or _is_taken_back(played, changes))]
    position = replaced[0].before
    for action in actions:
        first = position.recall().endpoints([action])[0][0]
        lifted = [played for played in replaced if played.taken_from == first != BEYOND]
        if not all([_may_be_by(position.player, played, replaced) for played in lifted]):
            return False
        if untouched and untouched[0].action == action and _may_be_by(position.player, untouched[0], replaced):
            del untouched[0]
        position = position.after(action)
    return not untouched


def _may_be_by(player: int, played: "RecentMove", replaced: "list[RecentMove]") -> bool:
    """Tell whether an action may be a player's, as far as sensors can tell.

    They cannot where it was recorded in one go with another one, or a piece without an owner has come from the supply.
    """
    if played.player == player or sum([other.at_ms == played.at_ms for other in replaced]) > 1:
        return True
    if played.taken_from != BEYOND or played.put_on == BEYOND:
        return False
    return played.before.after(played.action).recall().owner(played.put_on) < 0


def _is_taken_back(played: "RecentMove", changes: "Changes") -> bool:
    """Tell whether a field of an action has changed against what the action did; a capture may not have been one."""
    hand_moves = played.before.recall().hand_moves(played.action)
    if len(hand_moves) <= 2:
        return any([change * changes.get(field, 0) < 0 for field, change in hand_moves])
    return any([change > 0 for change in changes.values()]) or any([field in changes for field, _ in hand_moves])


def revokes_capture(observed: ObservedBoard, undo_count: int) -> bool:
    """Tell whether only a piece that was put elsewhere speaks against a capture: it may be the one that was taken.

    That is laid down for a moment on its way off the board, or carried low over it.
    """
    played, changes = observed.recent[-undo_count], observed.changes()
    hand_moves = played.before.recall().hand_moves(played.action)
    is_capture = played.before.scratch.CAPTURES and len(hand_moves) > 2
    return is_capture and not any([field in changes for field, _ in hand_moves])


def _pass_stops(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> "Job":
    """Go back further where one hand has rested more than once on its way: that may have looked like actions."""
    recent = observed.recent
    stop = undo_count + 1
    while stop <= len(recent) and _may_be_stop(recent[-stop], recent[1 - stop], hypothesis):
        yield
        earlier = yield explain(observed, recent[-stop].before)
        num_left = num_pieces(hypothesis.unexplained)
        is_whole = earlier and not hypothesis.actions and num_pieces(earlier.unexplained) < max(1, num_left)
        if earlier and earlier.actions and (is_whole or len(earlier.actions) <= len(hypothesis.actions)):
            hypothesis, undo_count = earlier, stop
        stop += 1
    return hypothesis, undo_count


def _may_be_stop(played: "RecentMove", later: "RecentMove", hypothesis: "Hypothesis") -> bool:
    """Tell whether what an action had put was soon lifted: for the action after it, or it is still in the air."""
    is_lifted = hypothesis.unexplained.get(played.put_on, 0) < 0 <= played.lifted_ms < SAME_HAND_MS
    if is_lifted and not hypothesis.actions:
        return True
    # Another player's action was recorded after it, so he has let go.
    is_his = played.player == later.player or played.lifted_ms < ON_ITS_WAY_MS
    return is_his and is_carried_on(played, later.taken_from)


def num_pieces(changes: dict[int, int]) -> int:
    """Return how many pieces have come or gone in all."""
    return sum([size(change) for change in changes.values()])


def explain_fallen(observed: ObservedBoard, hypothesis: "Hypothesis") -> "Job":
    """Work out how many actions to take back, and what to play, if a piece has fallen that seemed to be moved; or None.

    Its field stands as before the turn, though no piece is in the air: it was put there by the way.
    """
    changes, image = observed.changes(), observed.image
    if min(changes.values()) < 0:
        return None
    for played in observed.recent:
        field = played.taken_from
        if changes.get(field, 0) > 0 and played.before.image[field] == image[field]:
            earlier, undo_count = yield explain_from_before(observed)
            is_whole = earlier and earlier.actions and earlier.is_ordered and not earlier.unexplained
            is_other = is_whole and earlier.position.key != hypothesis.position.key
            return (undo_count, earlier.actions) if is_other else None
    return None


def explain_with_replaced(observed: ObservedBoard) -> "Job":
    """Work out how many actions to take back, and what to play, if what the last ones replaced was right; or None.

    A field of that is filled again: its piece had fallen, or was adjusted, while somebody else put his. More may have
    been played since.
    """
    recent = observed.recent
    for undo_count in range(1, len(recent) + 1):
        replaced: Sequence[RecentMove] = recent[-undo_count].instead_of
        while replaced:
            actions = yield _explain_with(observed, undo_count, replaced)
            if actions:
                return undo_count, actions
            replaced = replaced[0].instead_of  # a piece may have seemed to be moved on more than once
    return None


def _explain_with(observed: "ObservedBoard", undo_count: int, replaced: "Sequence[RecentMove]") -> "Job":
    """Work out what to play instead of the last `undo_count` actions if what they replaced was right, else []."""
    changes, recent = observed.changes(), observed.recent
    for count in range(len(replaced), 0, -1):
        fallen = [played.put_on for played in replaced[:count] if played.put_on != BEYOND]
        if not any([changes.get(field, 0) > 0 for field in fallen]):
            break
        before = [played.action for played in replaced[:count]]
        since = [played for played in recent[-undo_count:] if played.action not in before]
        settled = sorted(since, key=lambda played: (played.at_ms, played.stamp))
        for others in (settled, since, []):  # or that was another piece's
            yield
            actions = before + [played.action for played in others]
            end = legal_end(replaced[0].before, actions)
            if end:
                # They may still lie aside.
                later = yield explain(observed, end, image=end.standing(observed.image, fallen))
                if later and later.is_possible and not (later.choices or later.unexplained):
                    return actions + later.actions
    return []


def explain_felt_before(observed: ObservedBoard, hypothesis: "Hypothesis") -> "Alternative | None":
    """Return how many actions to take back, and what to play, if a piece was put before the last one; else None.

    Its field was felt before that was recorded. On reeds both have come from the supply: it lay beside the centre,
    where a reed does not hold it. On cells a turn seemed to end for the last one: a hand lay on it.
    """
    recent = observed.recent
    undo_count = 2 if observed.has_weights else 1
    last = recent[-1] if len(recent) >= undo_count else None
    if not last or last.is_answered or last.taken_from != BEYOND or (undo_count == 2 and not recent[-2].is_tacit):
        return None
    state = observed.position.recall()
    played = [action for action in hypothesis.actions if undo_count == 1 or action != state.STOP]
    first, put_on = state.endpoints(played)
    if len(played) != 1 or first[0] != BEYOND or put_on[0] not in recent[-undo_count].felt + last.felt:
        return None
    actions = [played[0], last.action]
    end = _made_by(observed, recent[-undo_count].before, actions)
    return (undo_count, actions) if end and end.key != hypothesis.position.key else None


def explain_touched_before(observed: ObservedBoard, hypothesis: "Hypothesis") -> "tuple[Hypothesis | None, int]":
    """Explain by a disc that a player laid before his last ones, though it came to rest after them; else None, 0.

    Also returns how many actions that takes back. Their order is the one in which their fields were touched first.
    """
    recent, position = observed.recent, observed.position
    first, put_on = position.recall().endpoints(hypothesis.actions)
    undo_count = 0
    if observed.has_weights and len(first) == 1 and first[0] == BEYOND != put_on[0]:
        for played in reversed(recent):
            if played.is_answered or played.player != position.player or played.taken_from != BEYOND:
                break
            stamp = observed.stamps[put_on[0]]
            if not played.moving or played.moving[put_on[0]] != stamp or stamp > played.stamp:
                break  # that field was not touched yet, or not all the time since, or after that disc's own
            undo_count += 1
    if not undo_count:
        return None, 0
    actions = hypothesis.actions + [played.action for played in recent[-undo_count:]]
    end = _made_by(observed, recent[-undo_count].before, actions)
    return (Hypothesis(actions, end, {}), undo_count) if end and end.key != hypothesis.position.key else (None, 0)


def explain_moved_on(observed: ObservedBoard, hypothesis: "Hypothesis") -> "Alternative | None":
    """Return how many actions to take back, and what to play, if a player has moved his last piece on; else None.

    He had lifted it again before the reply to it lay on the board.
    """
    firsts, lasts = observed.position.recall().endpoints(hypothesis.actions)
    played = observed.recent[-2] if len(observed.recent) > 1 and len(firsts) == 1 else None
    if not played or played.player != observed.position.player or not 0 <= played.lifted_ms < SAME_HAND_MS:
        return None
    if firsts[0] == played.put_on != BEYOND and played.lifted_stamp < observed.recent[-1].stamp:
        before = played.before
        for move in before.moves_between(played.taken_from, lasts[0]):
            actions = [before.actions[move], observed.recent[-1].action]
            if _made_by(observed, before, actions):
                return 2, actions
    return None


def explain_in_order(observed: ObservedBoard, hypothesis: "Hypothesis") -> "Alternative | None":
    """Return what to play, the action first that was taken back, if hands may only have borne its disc; else None."""
    taken = [played.action for played in observed.replaced]
    if len(taken) != 1 or taken[0] not in hypothesis.actions[1:]:
        return None
    actions = taken + [action for action in hypothesis.actions if action != taken[0]]
    end = legal_end(observed.position, actions)
    return (0, actions) if end and end.key != hypothesis.position.key else None


def may_be_next_hand(observed: ObservedBoard, undo_count: int, lifted: "RecentMove | None") -> bool:
    """Tell whether the piece that has been lifted again may as well be in the hand of the player who is next."""
    played, player = observed.recent[-undo_count], observed.position.player
    if played.player == observed.recent[-1].player:
        if not lifted or lifted.player == player or lifted.lifted_ms < SAME_HAND_MS:
            return False
        played = lifted
    elif played.player != player and (lifted or played).lifted_ms < SAME_HAND_MS:
        return False  # others have played since, and it is not his turn
    return bool(observed.position.moves_from(played.put_on))


def explain_without_absent(observed: ObservedBoard) -> "Job":
    """Work out the hypothesis of all but the pieces that were away when something was recorded last; else None.

    The actions since do not explain them. Or of all but what was put last, if much was put before people answered.
    """
    changes, position = observed.changes(), observed.position
    away = [field for field in changes if changes[field] < 0 and field in observed.absent]
    image = position.standing(observed.image, away)
    if observed.recent and observed.recent[-1].is_choice:
        hypothesis = yield explain_first(observed, position, image)
    elif away and len(away) < len(changes):
        hypothesis = yield explain(observed, position, image=image)
    else:
        return None
    if hypothesis:
        hypothesis.unexplained = hypothesis.position.differences(observed.image, observed.activity)
    return hypothesis


def explain_with_stray(observed: ObservedBoard) -> "Hypothesis | None":
    """Return the beginnings that are left when one lifted piece is put back, None if there are none."""
    position = observed.position
    changes = observed.changes()
    if not 2 <= len(changes) <= 4:
        return None
    moves: set[int] = set()
    proved: list[list[int]] = []
    search = Search(observed.image, observed.activity, observed.stamps, False, 0)
    for stray in [field for field in changes if changes[field] < 0]:
        others = {field: change for field, change in changes.items() if field != stray}
        begun = position.begun(others)
        moves |= set(begun)
        proved += search.single_actions(position, others, begun)[1]
    if not moves:
        return None
    hypothesis = Hypothesis([], position, changes, sorted(moves), unproved=proved)
    hypothesis.has_extra_lifts = True
    return hypothesis
