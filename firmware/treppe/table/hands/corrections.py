"""Corrections by the same hand: the last record stays provisional until the next hand, and is explained again.

A piece that was put is moved on, or back, within a second, or later, as long as the next player has nothing in the air
and has put nothing: what he lifts and puts back was only adjusted. Where a lifted piece has nothing to do with the
action, it was adjusted, or pushed out of its place.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.changes import is_proved, is_whole, size
from treppe.table.hands.evidence import ON_ITS_WAY_MS, SAME_HAND_MS, Evidence, Played, is_carried_on, is_of_last_turn
from treppe.table.hands.explain import explain, explain_image
from treppe.table.hands.position import BEYOND, legal_end
from treppe.table.hands.verdict import Explanation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.hands.position import Position
    from treppe.table.types import Bytes, Changes, Job

_BUDGET = const(8)  # positions that are looked at: a correction is short


def explain_from_before(evidence: Evidence) -> "Job":
    """Work out the Explanation from before the last actions, as few as possible, and how many; None, 0 without one.

    What a person has answered stands until he takes it back.
    """
    changes = evidence.changes()
    recent = evidence.recent
    doubtful = None
    is_taken = False
    for back in range(1, len(recent) + 1):
        played = recent[-back]
        if played.is_said:
            break
        if back < len(recent) and recent[-back - 1].is_tacit:
            continue
        is_late = played.is_tacit and any([change > 0 for change in changes.values()])  # what came before the `.`
        is_taken = is_taken and is_carried_on(played, recent[1 - back].taken_from)
        is_taken = is_taken or is_late or _is_taken_back(recent[1 - back] if played.is_tacit else played, changes)
        if not is_taken:
            continue
        known = yield explain_from(evidence, back)
        if known and known.actions and evidence.has_weights and _were_put_before(evidence, recent[-back:]):
            beside = explain_with_stray(evidence)
            if beside and beside.unproved:
                continue  # the piece that went since belongs to another action
        if evidence.has_weights and known and not (known.actions or known.unexplained):
            known = _with_answers(evidence, known, recent[-back:]) or known
        if known and (known.unexplained or known.choices or _keeps_untouched(recent[-back:], known.actions, changes)):
            if back == len(recent):
                return known, back
            return (yield _pass_stops(evidence, known, back))
        if known and not doubtful and _are_same_pieces(recent[-back:], known.actions):
            doubtful = Explanation([], played.before, changes, unproved=[known.actions])
            doubtful.has_extra_lifts = True
            doubtful_back = back
        if back > 1:
            played.before.forget()
    return (doubtful, doubtful_back) if doubtful else (None, 0)


def explain_from(evidence: Evidence, back: int) -> "Job":
    """Work out the Explanation from before so many of the last actions; None if there is none."""
    yield
    return (yield explain(evidence, evidence.recent[-back].before, _BUDGET))


def _with_answers(evidence: "Evidence", known: "Explanation", replaced: "list[Played]") -> "Explanation | None":
    """Explain by what people have answered since a hand's weight was taken for a piece; None if that is not legal."""
    actions = [played.action for played in replaced[1:] if played.put_on == BEYOND == played.taken_from]
    end = legal_end(known.position, actions) if 0 < len(actions) == len(replaced) - 1 else None
    if end is None or end.differences(evidence.image, evidence.activity):
        return None
    return Explanation(actions, end, {})


def _were_put_before(evidence: "Evidence", replaced: "list[Played]") -> bool:
    """Tell whether all that was put lay on the board before the discs of replaced actions were lifted."""
    changes, stamps = evidence.changes(), evidence.stamps
    lifts = [played.lifted_stamp for played in replaced if changes.get(played.put_on) == -1]
    puts = [stamps[field] for field, change in changes.items() if change > 0]
    return bool(lifts and puts) and min(lifts) > max(puts)


def _keeps_untouched(replaced: "list[Played]", actions: list[int], changes: "Changes") -> bool:
    """Tell whether the replaced actions whose pieces were not touched reappear, in their order, by the same players.

    And whether no other player lifts the pieces that those have lifted.
    """
    untouched = [played for played in replaced if not (played.is_tacit or _is_taken_back(played, changes))]
    position = replaced[0].before
    for action in actions:
        first = position.recall().ends([action])[0][0]
        lifted = [played for played in replaced if played.taken_from == first != BEYOND]
        if not all([_may_be_by(position.player, played, replaced) for played in lifted]):
            return False
        if untouched and untouched[0].action == action and _may_be_by(position.player, untouched[0], replaced):
            del untouched[0]
        position = position.after(action)
    return not untouched


def _may_be_by(player: int, played: "Played", replaced: "list[Played]") -> bool:
    """Tell whether an action may be a player's, as far as sensors can tell.

    They cannot where it was recorded in one go with another one, or a piece without an owner has come from the supply.
    """
    if played.player == player or sum([other.at_ms == played.at_ms for other in replaced]) > 1:
        return True
    if played.taken_from != BEYOND or played.put_on == BEYOND:
        return False
    return played.before.after(played.action).recall().owner(played.put_on) < 0


def _are_same_pieces(replaced: "list[Played]", actions: list[int]) -> bool:
    """Tell whether actions lift the pieces of those that they replace, or one may have gone where two seemed to."""
    emptied = [played.taken_from for played in replaced if played.taken_from != BEYOND]
    if any([played.put_on in emptied for played in replaced]):
        return True
    state = replaced[0].before.recall()
    firsts = state.ends([played.action for played in replaced])[0]
    return BEYOND not in firsts and firsts == state.ends(actions)[0]


def _is_taken_back(played: "Played", changes: "Changes") -> bool:
    """Tell whether a field of an action has changed against what the action did; a capture may not have been one."""
    placement = played.before.recall().placement(played.action)
    if len(placement) <= 2:
        return any([change * changes.get(field, 0) < 0 for field, change in placement])
    return any([change > 0 for change in changes.values()]) or any([field in changes for field, _ in placement])


def _pass_stops(evidence: "Evidence", known: "Explanation", back: int) -> "Job":
    """Go back further where one hand has rested more than once on its way: that may have looked like actions."""
    recent = evidence.recent
    stop = back + 1
    while stop <= len(recent) and _may_be_stop(recent[-stop], recent[1 - stop], known):
        earlier = yield explain_from(evidence, stop)
        num_left = num_pieces(known.unexplained)
        is_whole = earlier and not known.actions and num_pieces(earlier.unexplained) < max(1, num_left)
        if earlier and earlier.actions and (is_whole or len(earlier.actions) <= len(known.actions)):
            known, back = earlier, stop
        stop += 1
    return known, back


def _may_be_stop(played: "Played", later: "Played", known: "Explanation") -> bool:
    """Tell whether what an action had put was soon lifted: for the action after it, or it is still in the air."""
    is_lifted = known.unexplained.get(played.put_on, 0) < 0 <= played.lifted_ms < SAME_HAND_MS
    if is_lifted and not known.actions:
        return True
    # Another player's action was recorded after it, so he has let go.
    is_his = played.player == later.player or played.lifted_ms < ON_ITS_WAY_MS
    return is_his and is_carried_on(played, later.taken_from)


def num_pieces(changes: dict[int, int]) -> int:
    """Return how many pieces have come or gone in all."""
    return sum([size(change) for change in changes.values()])


def lifted_again(evidence: Evidence) -> "Played | None":
    """Return the last action of the last turn whose piece has been lifted again, by whomever, else None."""
    recent = evidence.recent
    changes = evidence.changes() if recent else {}
    for played in reversed(recent):
        if not is_of_last_turn(played, recent[-1]):
            break
        if changes.get(played.put_on, 0) < 0:
            return played
    return None


def is_filled_again(evidence: Evidence) -> bool:
    """Tell whether a field stands as before the player's turn moved a piece from there, though none is in the air."""
    changes = evidence.changes() if evidence.recent else {}
    if changes and min(changes.values()) < 0:
        return False
    for played in evidence.recent:
        field = played.taken_from
        if changes.get(field, 0) > 0 and played.before.image[field] == evidence.image[field]:
            return True
    return False


def explain_with_replaced(evidence: Evidence) -> "Job":
    """Work out how many of the last actions to take back, and what to play instead, if what they replaced was right.

    A field of that is filled again: its piece had fallen, or was adjusted, while somebody else put his. More may have
    been played since. 0, [] if it was not so.
    """
    recent = evidence.recent
    for back in range(1, len(recent) + 1):
        replaced: Sequence[Played] = recent[-back].instead_of
        while replaced:
            actions = yield _explain_with(evidence, back, replaced)
            if actions:
                return back, actions
            replaced = replaced[0].instead_of  # a piece may have seemed to be moved on more than once
    return 0, []


def _explain_with(evidence: "Evidence", back: int, replaced: "Sequence[Played]") -> "Job":
    """Work out what to play instead of the last `back` actions if what they replaced was right; [] if it was not."""
    changes, recent = evidence.changes(), evidence.recent
    for count in range(len(replaced), 0, -1):
        fallen = [played.put_on for played in replaced[:count] if played.put_on != BEYOND]
        if not any([changes.get(field, 0) > 0 for field in fallen]):
            break
        before = [played.action for played in replaced[:count]]
        since = [played for played in recent[-back:] if played.action not in before]
        settled = sorted(since, key=lambda played: (played.at_ms, played.stamp))
        for others in (settled, since, []):  # or that was another piece's
            yield
            actions = before + [played.action for played in others]
            end = legal_end(replaced[0].before, actions)
            if end:
                image = _standing(evidence.image, end, fallen)
                later = yield explain_image(end, image, evidence.activity, evidence.stamps)
                if later and later.is_possible and not (later.choices or later.unexplained):
                    return actions + later.actions
    return []


def _standing(image: "Bytes", position: "Position", fallen: list[int]) -> bytearray:
    """Return an image in which the pieces that have fallen, and may still lie aside, stand as in a position."""
    found = bytearray(image)
    for field in fallen:
        if found[field] < position.image[field]:
            found[field] = position.image[field]
    return found


def explain_felt_before(evidence: Evidence, known: "Explanation") -> "tuple[int, list[int]]":
    """Return how many actions to take back, and what to play, if the piece that `known` has was put before the last.

    Its field was felt before that was recorded. On reeds both have come from the supply: it lay beside the centre,
    where a reed does not hold it. On cells a turn seemed to end for the last one: a hand lay on it. Else 0, [].
    """
    recent = evidence.recent
    back = 2 if evidence.has_weights else 1
    last = recent[-1] if len(recent) >= back else None
    if not last or last.is_said or last.taken_from != BEYOND or (back == 2 and not recent[-2].is_tacit):
        return 0, []
    state = evidence.position.recall()
    played = [action for action in known.actions if back == 1 or action != state.STOP]
    first, put_on = state.ends(played)
    if len(played) != 1 or first[0] != BEYOND or put_on[0] not in recent[-back].felt + last.felt:
        return 0, []
    actions = [played[0], last.action]
    end = legal_end(recent[-back].before, actions)
    is_other = end and end.key != known.position.key and not end.differences(evidence.image, evidence.activity)
    return (back, actions) if is_other else (0, [])


def explain_in_order(evidence: Evidence, known: "Explanation") -> list[int]:
    """Return the actions of `known` with the one first that was taken back before, if hands may only have borne it."""
    taken, actions = evidence.taken_back(), known.actions
    if not taken or len(actions) < 2 or taken.action not in actions[1:]:
        return []
    actions = [taken.action] + [action for action in actions if action != taken.action]
    end = legal_end(evidence.position, actions)
    return actions if end and end.key != known.position.key else []


def may_be_next_hand(evidence: Evidence, back: int, lifted: "Played | None") -> bool:
    """Tell whether the piece that has been lifted again may as well be in the hand of the player who is next."""
    played, player = evidence.recent[-back], evidence.position.player
    if played.player == evidence.recent[-1].player:
        if not lifted or lifted.player == player or lifted.lifted_ms < SAME_HAND_MS:
            return False
        played = lifted
    elif played.player != player and (lifted or played).lifted_ms < SAME_HAND_MS:
        return False  # others have played since, and it is not his turn
    return bool(evidence.position.moves_at(played.put_on, True, False))


def explain_without_absent(evidence: Evidence) -> "Job":
    """Work out the Explanation of all but the pieces that were away when something was recorded last; else None.

    The actions since do not explain them.
    """
    changes, position = evidence.changes(), evidence.position
    away = [field for field in changes if changes[field] < 0 and field in evidence.absent]
    if not away or len(away) == len(changes):
        return None
    image = bytearray(evidence.image)
    for field in away:
        image[field] = position.image[field]
    known = yield explain_image(position, image, evidence.activity, evidence.stamps, evidence.to_turn)
    if known:
        known.unexplained = known.position.differences(evidence.image, evidence.activity)
    return known


def explain_with_stray(evidence: Evidence) -> "Explanation | None":
    """Return the beginnings that are left when one lifted piece is put back, None if there are none."""
    position = evidence.position
    changes = evidence.changes()
    lifted = [field for field in changes if changes[field] < 0]
    if not 2 <= len(changes) <= 4 or not lifted:
        return None
    moves: set[int] = set()
    whole: list[int] = []
    for stray in lifted:
        others = {field: change for field, change in changes.items() if field != stray}
        begun = position.begun(others)
        moves |= set(begun)
        whole += _done(evidence, begun, others)
    if not moves:
        return None
    known = Explanation([], position, changes, sorted(moves), unproved=[[position.actions[move]] for move in whole])
    known.has_extra_lifts = True
    return known


def explain_stray_and_next(evidence: Evidence) -> "Explanation | None":
    """Explain three lifts and a put by a move beside the stray, and the beginning of the next move; else None."""
    position, stamps = evidence.position, evidence.stamps
    changes = evidence.changes()
    lifted = [field for field in changes if changes[field] < 0]
    if len(changes) != 4 or len(lifted) != 3:
        return None
    latest = max(changes, key=lambda field: stamps[field])
    whole: list[int] = []
    for stray in lifted:
        if stray != latest:
            others = {field: change for field, change in changes.items() if field not in (stray, latest)}
            whole += _done(evidence, position.begun(others), others)
    if len(whole) != 1 or position.firsts[whole[0]] == BEYOND:
        return None
    action = position.actions[whole[0]]
    after = position.after(action)
    begun = after.moves_at(latest, True, False)
    return Explanation([action], after, after.differences(evidence.image, evidence.activity), begun) if begun else None


def _done(evidence: "Evidence", begun: list[int], changes: "Changes") -> list[int]:
    """Return which of the moves that changes begin have been done, as the changes prove."""
    position, activity, stamps = evidence.position, evidence.activity, evidence.stamps
    found = []
    for move in position.completed(begun, changes, activity):
        movements = position.movements(move)
        if is_whole(movements, changes, activity) and is_proved(movements, changes, activity, stamps):
            found.append(move)
    return found
