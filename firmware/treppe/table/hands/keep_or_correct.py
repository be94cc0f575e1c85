"""Whose hand was it? One that has put a piece has second thoughts, or the next one plays; two pieces are in the air.

Loaded when that is to be found out first.
"""

from treppe.runtime import const
from treppe.table.hands.corrections import REWRITE_MS, SAME_HAND_MS, explain_from, explain_from_before, is_carried_on
from treppe.table.hands.movements import size
from treppe.table.hands.position import BEYOND

# What counts, see `_judge`.
_NOW = const(1)
_BEFORE = const(2)
_EITHER = const(3)
_FEW_WAYS = const(2)  # where else a piece may have gone; it hardly matters for another player's


def find_out(session, known, last):
    """The piece that the action `last` put is lifted: to play on with it, or has a hand changed its mind?

    Works out explanation, how many actions it goes back, and what to ask about.
    """
    is_movable = bool(session.view.moves_at(last.put_on, True, False))
    if _goes_on(session, known, last, is_movable):
        return known, 0, []
    earlier, back = yield explain_from_before(session)
    verdict = _judge(session, known, earlier, back, last, is_movable)
    if verdict == _BEFORE:
        return earlier, back, []
    if verdict == _NOW:
        return known, 0, []
    return known, 0, [(back, actions) for actions in _shown(earlier)] + [(0, actions) for actions in _shown(known)]


def _shown(known) -> list:
    """Return the lists of actions that the whole board shows by an explanation."""
    if known is None:
        return []
    if known.choices:
        return [known.actions + choice for choice in known.choices]
    return [known.actions] if known.actions else list(known.unproved)


def _goes_on(session, known, last, is_movable):
    """Tell, without a look back, whether the piece that is in the air again is played on with."""
    is_same_hand = last.player == session.view.player
    is_after_stop = known.begun is not known.view
    may_go_on = not is_after_stop and (is_movable or is_same_hand or len(known.rest) > 1)
    if may_go_on and not _shown(known):
        return True
    return is_same_hand and _has_only_moved_on(session, known, last)


def _judge(session, known, earlier, back, last, is_movable):
    """Return which counts: what was done since the last actions, other ones instead of them, or either may be so."""
    is_same_hand = last.player == session.view.player
    if not earlier:
        is_next = known.actions and known.begun.player != last.player  # so it seems, who has it in the air
        return _EITHER if is_same_hand and is_next and last.put_on in known.rest else _NOW
    if earlier.actions[:back] == [played.action for played in session.rewritable[-back:]]:
        return _NOW
    if known.actions and not known.rest and session.rewritable[-back].player != last.player:
        is_one_way = earlier.actions[1:] == known.actions[1:] and not earlier.rest and _is_quick(session, last)
        return _BEFORE if is_one_way else _NOW
    if known.choices:
        if not earlier.actions or earlier.rest:
            return _NOW
        return _BEFORE if len(known.choices[0]) == 1 else _EITHER
    if known.actions and earlier.actions:
        verdict = _judge_by_order(session, known, earlier, last, is_movable or is_same_hand)
        if verdict:
            return verdict
    if is_same_hand and earlier.actions and _num_pieces(earlier.rest) < _num_pieces(known.rest):
        return _BEFORE
    if known.actions and earlier.actions and not _has_put_since(session, session.stamps[last.put_on]):
        return _NOW  # that piece is still in the air
    return _judge_by_time(session, known, earlier, last, is_movable)


def _judge_by_order(session, known, earlier, last, is_his):
    """Judge by who has lifted and put what first: the player who is next, or the hand that has put the piece.

    `is_his`: the one who is next may lift that piece, or it is his. Returns 0 if that tells nothing.
    """
    has_begun = _has_begun_before(session, known, last)
    if earlier.is_ordered and not known.is_ordered:
        return _EITHER if has_begun else _BEFORE
    if is_his or has_begun or earlier.rest:
        return 0
    earlier.may_go_on = _takes_from_supply(session.view, known.actions)
    return _EITHER if earlier.may_go_on and not known.rest else _BEFORE


def _judge_by_time(session, known, earlier, last, is_movable):
    """Judge by how long the piece had lain there when it was lifted again."""
    is_same_hand = last.player == session.view.player
    is_nobodys = session.view.recall().owner(last.put_on) < 0
    is_quick = _is_quick(session, last)
    is_shown = bool(_shown(known))
    if is_nobodys and is_shown and last is not session.rewritable[-1] and not is_quick:
        return _NOW  # that hand has let go: it has done something else since
    is_taken_back = not earlier.actions and earlier.rest == known.rest
    if is_quick and is_nobodys and (is_taken_back or _is_only_moved(session, known, earlier)):
        return _BEFORE
    is_explained = earlier.actions or (earlier.choices and is_quick)
    is_half_explained = earlier.rest and not (is_movable and known.rest and is_explained)
    if is_shown and (is_half_explained or (known.actions and not (is_movable or known.rest))):
        return _NOW
    if is_shown and _shown(earlier) and (known.actions or not (is_same_hand or is_quick)):
        return _EITHER
    return _BEFORE if is_same_hand or is_quick or not is_shown else _NOW


def _is_quick(session, last):
    """Tell whether the piece was lifted again so soon that hardly anybody else has done it."""
    is_nobodys = session.view.recall().owner(last.put_on) < 0
    return last.lifted_ms < (SAME_HAND_MS if is_nobodys else REWRITE_MS)


def _has_only_moved_on(session, known, last):
    """Tell whether a player's piece was moved on to where the action before could not have led it at once."""
    if len(known.actions) != 1 or known.rest or last is not session.rewritable[-1]:
        return False
    state = session.view.recall()
    firsts, lasts = state.ends(known.actions)
    if firsts[0] != last.put_on or state.owner(last.put_on) != last.player or lasts[0] == last.taken_from:
        return False
    return not last.before.moves_between(last.taken_from, lasts[0])


def _is_only_moved(session, known, earlier):
    """Tell whether the last piece that was put, and nothing else in the air, may have come to lie elsewhere."""
    if known.actions and _were_in_the_air_at_once(session):
        return False
    return earlier.rest == known.rest or (earlier.actions and known.rest)


def pass_stops(session, known, back: int):
    """Go back further where one hand has rested more than once on its way: that may have looked like actions."""
    rewritable = session.rewritable
    stop = back + 1
    while stop <= len(rewritable) and _may_be_stop(rewritable[-stop], rewritable[1 - stop], known):
        earlier = yield explain_from(session, stop)
        is_whole = earlier and not known.actions and _num_pieces(earlier.rest) < max(1, _num_pieces(known.rest))
        if earlier and earlier.actions and (is_whole or len(earlier.actions) <= len(known.actions)):
            known, back = earlier, stop
        stop += 1
    return known, back


def _may_be_stop(played, later, known):
    """Tell whether what an action had put was soon lifted: for the action after it, or it is still in the air."""
    is_away = not known.actions and known.rest.get(played.put_on, 0) < 0 <= played.lifted_ms < SAME_HAND_MS
    return is_away or is_carried_on(played, later.taken_from)


def may_be_next_players(session) -> bool:
    """Tell whether what was put last may be of the player who is next: he has lifted a piece before, which is away."""
    changes, stamps = session.differences(), session.stamps
    view = session.view
    state = view.recall()
    lifts = [stamps[field] for field in changes if changes[field] < 0 and state.owner(field) == view.player]
    return bool(lifts) and _has_put_since(session, min(lifts))


def _takes_from_supply(view, actions):
    """Tell whether one of the actions puts a piece that nobody has seen before."""
    return any([first == BEYOND for first in view.recall().ends(actions)[0]])


def _were_in_the_air_at_once(session):
    """Tell whether several pieces were lifted before any of them was put."""
    changes, stamps = session.differences(), session.stamps
    lifts = [stamps[field] for field in changes if changes[field] < 0]
    puts = [stamps[field] for field in changes if changes[field] > 0]
    return len(lifts) > 1 and bool(puts) and max(lifts) < min(puts)


def _has_begun_before(session, known, last):
    """Tell whether the next player had begun when the piece that the action `last` put was lifted again."""
    stamps = session.stamps
    begun = [stamps[field] for field, _ in session.view.recall().placement(known.actions[0]) if field != BEYOND]
    return bool(begun) and 0 < min(begun) < stamps[last.put_on]


def _has_put_since(session, stamp):
    stamps = session.stamps
    return any([change > 0 and stamps[field] >= stamp for field, change in session.differences().items()])


def _num_pieces(changes):
    return sum([size(change) for change in changes.values()])


def rivals(view, known, stamps) -> list:
    """Return what the actions would be if the last piece that was put had been another one that is in the air."""
    for action in known.actions[:-1]:
        view = view.after(action)
    target = view.know().lasts[view.actions.index(known.actions[-1])]
    found: list = []
    if target == BEYOND:
        return found
    for field, change in known.rest.items():
        if change < 0 and stamps[field] < stamps[target]:
            for move in view.moves_between(field, target):
                found.append(known.actions[:-1] + [view.actions[move]])
    return found


def may_be_mixed_up(session, known) -> bool:
    """Tell whether what is still in the air may be what was put, or was lifted before what came in another order.

    Where nothing is in the air: whether a piece of several actions was put before it was lifted.
    """
    stamps, changes = session.stamps, session.differences()
    if not known.rest:
        return len(known.actions) > 1 and _is_put_before_lift(session.view, known.actions, changes, stamps)
    if not known.is_possible or is_in_haste(session.view, known, stamps):
        return True
    puts = [stamps[field] for field, change in changes.items() if change > 0]
    return not known.is_ordered and min([stamps[field] for field in known.rest]) < min(puts)


def _is_put_before_lift(view, actions, changes, stamps):
    """Tell whether a field was filled before the one was emptied from where its piece has come."""
    for action in actions:
        lifted = 0
        for field, change in view.recall().placement(action):
            if field == BEYOND:
                continue
            if change > 0 and 0 < stamps[field] < lifted:
                return True
            if change < 0 and changes.get(field, 0) in (0, change):  # else something else has come there since
                lifted = stamps[field]
        view = view.after(action)
    return False


def is_in_haste(view, known, stamps) -> bool:
    """Tell whether the piece that was put last may be the next player's, who was quicker than the player before him.

    He has one in the air that could stand there if the player's own went elsewhere.
    """
    for action in known.actions[:-1]:
        view = view.after(action)
    move = view.know().actions.index(known.actions[-1])
    first, target = view.firsts[move], view.lasts[move]
    state = known.view.recall()
    quick = [field for field, change in known.rest.items() if change < 0 and state.owner(field) == known.view.player]
    quick = [field for field in quick if stamps[field] < stamps[target]] if BEYOND not in (first, target) else []
    elsewhere = [other for other in view.moves_at(first, True, False) if quick and view.lasts[other] != target]
    for other in elsewhere[:_FEW_WAYS]:
        after = view.after(view.actions[other])
        for field in quick:
            if after.moves_between(field, target):
                return True
    return False
