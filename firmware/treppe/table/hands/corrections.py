"""The same hand's second thoughts: what was recorded last stays provisional until the next hand, and is explained anew.

A piece that was put is moved on, or back, within a second, or later, as long as the next player has nothing in the air
and has put nothing: what he lifts and puts back was only adjusted.
"""

from treppe.runtime import const, load
from treppe.table.hands.explain import Explanation, explain
from treppe.table.hands.position import BEYOND, View

REWRITE_MS = const(1000)
SAME_HAND_MS = const(2000)  # so long a piece that is nobody's, lifted again, is in the hand that has put it


class Played:
    """An action that the same hand may still change: the position before it, the action, who and when.

    `is_said`: people have answered that it was this one. `is_tacit`: a `.` that nothing has shown but the action after
    it, so that they stand and fall together. `to_turn`: the stones that had to be turned over before it; `put_on` the
    field of its last put, `taken_from` of the lift before.
    """

    def __init__(self, before: View, action: int, session):
        self.before = before
        self.action = action
        self.player = before.player
        self.at_ms = session.now_ms
        self.is_said = self.is_tacit = False
        self.lifted_ms = -1  # how long after it the piece that it put was lifted again, -1 while that lies there
        self.to_turn = session.to_turn[:]
        placement = before.recall().placement(action)
        self.put_on = placement[-1][0] if placement else BEYOND
        self.taken_from = placement[-2][0] if len(placement) > 1 else BEYOND


def explain_from_before(session):
    """Work out the explanation from before the last actions, as few as possible, and how many; None, 0 without one.

    What people have answered stands until they take it back.
    """
    changes = session.differences()
    rewritable = session.rewritable
    doubtful = None
    is_taken = False
    for back in range(1, len(rewritable) + 1):
        played = rewritable[-back]
        if played.is_said:
            break
        if back < len(rewritable) and rewritable[-back - 1].is_tacit:
            continue
        is_late = played.is_tacit and any([change > 0 for change in changes.values()])  # what came before the `.`
        is_taken = is_taken and is_carried_on(played, rewritable[1 - back].taken_from)
        is_taken = is_taken or is_late or _is_taken_back(rewritable[1 - back] if played.is_tacit else played, changes)
        if not is_taken:
            continue
        known = yield explain_from(session, back)
        if known and (known.rest or known.choices or _keeps_what_lies(rewritable[-back:], known.actions, changes)):
            if back == len(rewritable):
                return known, back
            return (yield load("treppe.table.hands.keep_or_correct").pass_stops(session, known, back))
        if known and not doubtful and _are_same_pieces(rewritable[-back:], known.actions):
            doubtful = Explanation([], played.before, changes, unproved=[known.actions])
            doubtful.is_loose = True
            doubtful_back = back
        if back > 1:
            played.before.forget()
    return (doubtful, doubtful_back) if doubtful else (None, 0)


def is_carried_on(played, taken_from: int) -> bool:
    """Tell whether the piece that an action had put was soon lifted from there for another one."""
    return played.put_on == taken_from and 0 <= played.lifted_ms < SAME_HAND_MS


def _keeps_what_lies(replaced, actions, changes):
    """Tell whether actions whose pieces nobody has touched are still there, by whom they were.

    And whether nobody else lifts the pieces that those have lifted.
    """
    lying = [played for played in replaced if not (played.is_tacit or _is_taken_back(played, changes))]
    view = replaced[0].before
    for action in actions:
        first = view.recall().ends([action])[0][0]
        for played in replaced:
            is_same = played.player == view.player or _is_of_many(played, replaced)
            if played.taken_from == first != BEYOND and not is_same:
                return False
            if played in lying and played.action == action and is_same:
                lying.remove(played)
        view = view.after(action)
    return not lying


def _is_of_many(played, replaced):
    """Tell whether an action was recorded in one go with another one: nobody knows by whom it was."""
    return sum([other.at_ms == played.at_ms for other in replaced]) > 1


def _are_same_pieces(replaced, actions):
    """Tell whether actions lift the pieces of those that they replace, or one may have gone where two seemed to."""
    emptied = [played.taken_from for played in replaced if played.taken_from != BEYOND]
    if any([played.put_on in emptied for played in replaced]):
        return True
    state = replaced[0].before.recall()
    firsts = state.ends([played.action for played in replaced])[0]
    return BEYOND not in firsts and firsts == state.ends(actions)[0]


def explain_from(session, back: int):
    """Work out the Explanation from before so many of the last actions; None if there is none."""
    yield
    before = session.rewritable[-back].before
    return (yield explain(before, session.image, session.activity, session.stamps, session.to_turn))


def _is_taken_back(played, changes):
    """Tell whether a field of an action has changed against what the action did; a capture may not have been one."""
    placement = played.before.recall().placement(played.action)
    if len(placement) <= 2:
        return any([change * changes.get(field, 0) < 0 for field, change in placement])
    return any([change > 0 for change in changes.values()]) or any([field in changes for field, _ in placement])


def lifted_again(session):
    """Return the last action of the last player whose piece has been lifted again, by whomever, else None.

    What was recorded in one go counts as his, too: nobody knows who was first. Notes since when.
    """
    rewritable = session.rewritable
    changes = session.differences() if rewritable else {}
    found = None
    taken_on = []  # from where later actions have taken what an earlier one had put
    for played in reversed(rewritable):
        if played.player != rewritable[-1].player and played.at_ms != rewritable[-1].at_ms:
            break
        if changes.get(played.put_on, 0) >= 0:
            if played.put_on not in taken_on:
                played.lifted_ms = -1
            taken_on.append(played.taken_from)
            continue
        taken_on.append(played.taken_from)
        found = found or played
        if played.lifted_ms < 0:
            played.lifted_ms = session.since(played.at_ms)
    return found


def is_filled_again(session):
    """Tell whether a field stands as before the player's turn moved a piece from there, though none is in the air."""
    changes = session.differences() if session.rewritable else {}
    if changes and min(changes.values()) < 0:
        return False
    for played in session.rewritable:
        field = played.taken_from
        if changes.get(field, 0) > 0 and played.before.image[field] == session.image[field]:
            return True
    return False


def is_in_doubt(session, back, lifted):
    """Tell whether the piece that has been lifted again may as well be in the hand of the player who is next."""
    played, player = session.rewritable[-back], session.view.player
    if played.player == session.rewritable[-1].player:
        if not lifted or lifted.player == player or lifted.lifted_ms < SAME_HAND_MS:
            return False
        played = lifted
    elif played.player != player:  # others have played since, and it is not his turn
        return False
    return bool(session.view.moves_at(played.put_on, True, False))


def still_rewritable(session, player, taken_from):
    """Return the last actions but for those that are older than a second and than the turn of this player.

    One whose piece is now taken on stays.
    """
    kept: list = []
    is_this_turn = session.course.state.players > 1
    for played in reversed(session.rewritable):
        is_this_turn = is_this_turn and played.player == player
        is_kept = is_this_turn or is_carried_on(played, taken_from)
        if not is_kept and session.since(played.at_ms) >= REWRITE_MS:
            break
        kept.insert(0, played)
    return kept
