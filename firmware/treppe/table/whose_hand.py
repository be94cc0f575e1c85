"""A piece that was just put is in the air again: has the hand that put it second thoughts, or does the next one play?

Loaded when that, or a put that nothing but second thoughts explain, happens first.
"""

from treppe.table.rewriting import REWRITE_MS, SAME_HAND_MS, explain_from_before
from treppe.table.view import BEYOND


def find_out(session, known, last):
    """The piece that the action `last` put is lifted: to play on with it, or has a hand changed its mind?

    Returns explanation, how many actions it goes back, and what to ask about.
    """
    is_same_hand = last.player == session.view.player
    is_movable = session.view.moves_at(last.put_on, True, False)
    shown = [known.actions] if known.actions else known.unproved
    if not (shown or known.choices) and (is_movable or is_same_hand or len(known.rest) > 1):
        return known, 0, []
    earlier, back = explain_from_before(session)
    if not earlier or earlier.actions[:back] == [played.action for played in session.rewritable[-back:]]:
        return known, 0, []
    if known.actions and not known.rest and session.rewritable[-back].player != last.player:
        return known, 0, []
    if known.choices:
        if not earlier.actions or earlier.rest:
            return known, 0, []
        if len(known.choices[0]) == 1:
            return earlier, back, []
        return known, 0, [(back, earlier.actions)] + [(0, actions) for actions in known.choices]
    if known.actions and earlier.actions and earlier.is_ordered and not known.is_ordered:
        if _has_begun_before(session, known, last):
            return known, 0, [(back, earlier.actions), (0, known.actions)]
        return earlier, back, []
    is_nobodys = session.view.recall().owner(last.put_on) < 0
    if is_nobodys and shown and last is not session.rewritable[-1] and last.lifted_ms >= SAME_HAND_MS:
        return known, 0, []  # that hand has let go: it has done something else since
    is_quick = last.lifted_ms < (SAME_HAND_MS if is_nobodys else REWRITE_MS)
    are_mixed_up = known.actions and _were_in_the_air_at_once(session)
    if (
        is_quick
        and is_nobodys
        and not are_mixed_up
        and (earlier.rest == known.rest or (earlier.actions and known.rest))
    ):
        return earlier, back, []
    is_half_explained = earlier.rest and not (is_movable and known.rest and earlier.actions)
    if shown and (is_half_explained or (known.actions and not (is_movable or known.rest))):
        return known, 0, []
    was = [earlier.actions] if earlier.actions else earlier.unproved
    if was and shown and (known.actions or not (is_same_hand or is_quick)):
        return known, 0, [(back, actions) for actions in was] + [(0, actions) for actions in shown]
    return (earlier, back, []) if is_same_hand or is_quick or not shown else (known, 0, [])


def may_be_next_players(session) -> bool:
    """Tell whether what was put last may be of the player who is next: he has lifted a piece before, which is away."""
    changes, stamps = session.differences(), session.stamps
    view = session.view
    state = view.recall()
    lifts = [stamps[field] for field in changes if changes[field] < 0 and state.owner(field) == view.player]
    return bool(lifts) and any([change > 0 and stamps[field] > min(lifts) for field, change in changes.items()])


def _were_in_the_air_at_once(session):
    """Tell whether several pieces were lifted before any of them was put."""
    changes, stamps = session.differences(), session.stamps
    lifts = [stamps[field] for field in changes if changes[field] < 0]
    puts = [stamps[field] for field in changes if changes[field] > 0]
    return len(lifts) > 1 and bool(puts) and max(lifts) < min(puts)


def _has_begun_before(session, known, last):
    """Tell whether the next player had lifted his piece when the one that the action `last` put was lifted again."""
    placement = session.view.recall().placement(known.actions[0])
    first = placement[0][0] if placement else BEYOND
    return first != BEYOND and 0 < session.stamps[first] < session.stamps[last.put_on]
