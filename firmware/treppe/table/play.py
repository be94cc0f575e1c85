"""While a game is played: what hands have done becomes actions, at once, and provisional until the next hand."""

from treppe.runtime import const
from treppe.sensing import QUIET
from treppe.table import questions
from treppe.table.explain import Explanation, explain
from treppe.table.view import BEYOND, View

_WRONG_MS = const(400)  # a piece that slides on has left a field by then
_ASK_MS = const(2000)  # so long is a piece in a hand that is thinking
_REWRITE_MS = const(1000)
_LEAD_MS = const(5000)  # what is wrong for so long is put right piece by piece, and nothing counts meanwhile
_DISTURBED = const(4)  # more fields than that no hand has changed by a mistake in its move
_LAST_STAMP = const(255)


class Played:
    """An action that the same hand may still change: the position before it, the action, who and when."""

    def __init__(self, before: View, action: int, now_ms: int):
        self.before = before
        self.action = action
        self.player = before.player
        self.at_ms = now_ms


def stamp(session):
    """Note which fields hands have begun to change now: later than all that were before."""
    stamps = session.stamps
    latest = min(max(stamps) + 1, _LAST_STAMP)
    image, activity = session.image, session.activity
    new_image, new_activity = session.sensing.image, session.sensing.activity
    for field in range(len(stamps)):
        if new_image[field] != image[field]:
            session.trace.see(field, new_image[field], session.now_ms)
        if activity[field] == QUIET and (new_activity[field] != QUIET or new_image[field] != image[field]):
            stamps[field] = latest


def interpret(session):
    """Explain the board from the position that counts, else as a change of mind about the last actions."""
    known, back = _explain(session, session.view), 0
    offers: list[tuple] = []
    if known is None:
        known, back = _explain_from_before(session)
    elif _is_put_without_lift(session, known):
        earlier, earlier_back = _explain_from_before(session)
        if earlier and earlier.actions and not earlier.rest:
            known, back = earlier, earlier_back
    elif _lifts_what_was_put(session):
        known, back, offers = _find_out_whose_hand_it_was(session, known)
    if known and not back and _next_hand_is_at_work(session, known):
        session.rewritable.clear()
    if known is None:
        known = _allow_strays(session)
    session.explanation = known
    session.back = back
    session.due_ms = 0 if offers else _due_ms(session, known, back)
    if known and not known.is_loose:
        session.is_wrong = False
        if not (known.actions or known.rest or known.choices or back):
            _come_to_rest(session)
    questions.follow(session, offers)
    session.tell_if_asked()


def _due_ms(session, known, back):
    """Return how long it must be quiet before something happens, 0 if nothing will."""
    if known is None or known.is_loose:
        return 0 if session.stage == "over" else _LEAD_MS if session.is_wrong else _WRONG_MS
    if back and all([change < 0 for change in session.differences().values()]):
        # What is only gone may be in a hand; the last piece put counts as taken away when it stays away.
        return _ASK_MS if back == 1 and not known.rest else 0
    if (known.actions or back) and not (back and known.rest):
        return session.wait_ms if back < 2 else _REWRITE_MS
    if (session.was_wrong and known.rest) or _is_put_without_lift(session, known):
        return _LEAD_MS
    return _ASK_MS if known.unproved and not back else 0


def look_back(session):
    """While the board is being cleared: has the hand changed its mind about the action that led to it?"""
    session.explanation, session.back = _explain_from_before(session)
    known = session.explanation
    session.due_ms = session.wait_ms if known and not known.rest else 0


def _explain(session, view):
    return explain(view, session.image, session.activity, session.stamps) or _explain_without_turned(session, view)


def _explain_without_turned(session, view):
    """Explain as if stones that are being turned over stood on their fields."""
    image = None
    for field in session.to_turn:
        if view.image[field] and not session.image[field]:
            image = image or bytearray(session.image)
            image[field] = view.image[field]
    return explain(view, image, session.activity, session.stamps) if image else None


def _explain_from_before(session):
    """Return the explanation from before the last actions, as few as possible, and how many; None, 0 without one."""
    changes = session.differences()
    is_touched = False
    for back in range(1, len(session.rewritable) + 1):
        played = session.rewritable[-back]
        is_touched = is_touched or _touches(played, changes)
        if is_touched:
            known = _explain(session, played.before)
            if known:
                return known, back
            if back > 1:
                played.before.forget()
    return None, 0


def _touches(played, changes):
    """Tell whether a hand may have changed its mind about an action; a capture may not have been one."""
    placement = played.before.recall().placement(played.action)
    return len(placement) > 2 or any([field in changes for field, _ in placement])


def _is_put_without_lift(session, known):
    """Tell whether the best that can be said is that a piece has come which is still to be lifted elsewhere."""
    if known.actions or not known.rest or not all([change > 0 for change in known.rest.values()]):
        return False
    return all([known.begun.firsts[move] != BEYOND for move in known.open])


def _lifts_what_was_put(session):
    """Tell whether the piece that the last action put has been lifted, by whomever."""
    return bool(session.rewritable) and session.differences().get(_last_put(session), 0) < 0


def _last_put(session):
    last = session.rewritable[-1]
    placement = last.before.recall().placement(last.action)
    return placement[-1][0] if placement else BEYOND


def _find_out_whose_hand_it_was(session, known):
    """The piece that was put last is lifted: to play on with it, or has a hand changed its mind?

    Returns explanation, how many actions it goes back, and what to ask about.
    """
    last = session.rewritable[-1]
    is_same_hand = last.player == session.view.player
    is_movable = session.view.moves_at(_last_put(session), True, False)
    if not (known.actions or known.unproved) and (is_movable or is_same_hand or len(known.rest) > 1):
        return known, 0, []
    earlier, back = _explain_from_before(session)
    if not earlier or earlier.actions[:back] == [played.action for played in session.rewritable[-back:]]:
        return known, 0, []
    if known.actions and earlier.actions and earlier.is_ordered and not known.is_ordered:
        return earlier, back, []
    is_half_explained = earlier.rest and not (is_movable and known.rest and earlier.actions)
    if known.actions and (is_half_explained or not (is_movable or known.rest)):
        return known, 0, []
    if known.actions and earlier.actions:
        return known, 0, [(back, earlier.actions), (0, known.actions)]
    if not known.actions or is_same_hand or session.since(last.at_ms) < _REWRITE_MS:
        return earlier, back, []
    return known, 0, []


def _next_hand_is_at_work(session, known):
    """Tell whether the next player has lifted something, so that what is older than a second stands."""
    if not session.rewritable:
        return False
    last = session.rewritable[-1]
    if last.player == session.view.player or session.since(last.at_ms) < _REWRITE_MS:
        return False
    state = session.view.recall()
    return any([change < 0 and state.owner(field) == session.view.player for field, change in known.rest.items()])


def _allow_strays(session):
    """Return the beginnings that are left when one lifted piece is put back, None if there are none."""
    view = session.view
    changes = view.differences(session.image, session.activity)
    lifted = [field for field in changes if changes[field] < 0]
    if not 2 <= len(changes) <= 4 or not lifted:
        return None
    moves: set[int] = set()
    for field in lifted:
        moves |= set(view.begun({other: change for other, change in changes.items() if other != field}))
    if not moves:
        return None
    known = Explanation([], view, changes, sorted(moves))
    known.is_loose = True
    return known


def _come_to_rest(session):
    """The board is as it should be: forget on which way it became so."""
    if session.is_busy() or not max(session.stamps):
        return
    session.was_wrong = False
    session.to_turn = [field for field in session.to_turn if not session.stamps[field]]
    session.stamps[:] = bytes(len(session.stamps))


def ripen(session):
    """It has been quiet for as long as was due: commit, ask, or complain."""
    known = session.explanation
    if known is None or known.is_loose:
        _complain(session, known)
    elif session.is_busy():
        return
    elif known.actions or session.back:
        commit(session, known.actions)
    elif session.was_wrong or not known.unproved:
        session.lead("back")
    else:
        questions.ask(session, [(0, actions) for actions in known.unproved])


def _complain(session, known):
    """Say that this is not possible; lead the board back if that has been said for long, or much has changed."""
    if session.quiet_ms() >= _LEAD_MS or len(session.differences()) > _DISTURBED:
        session.lead("back")
        return
    session.is_wrong = session.was_wrong = not (known and all([change < 0 for change in known.rest.values()]))
    session.due_ms = _LEAD_MS
    session.show()
    session.tell()


def commit(session, actions: list[int], how: str = "seen"):
    """Record the actions, after taking back those that they replace; `how` it came to it goes into the trace."""
    game = session.course
    session.trace.explain(session, actions, how)
    replaced = session.rewritable[-session.back :] if session.back else []
    while replaced and actions and replaced[0].action == actions[0]:
        replaced = replaced[1:]
        actions = actions[1:]
    if replaced:
        game.undo(len(replaced))
        session.view = replaced[0].before
        del session.rewritable[-len(replaced) :]
    for action in actions:
        _play(session, action)
    session.notice = ""
    session.is_wrong = session.was_wrong = False
    session.back = 0
    if game.ending:
        session.finish()
    elif session.left_over():
        session.lead("clear")
    else:
        session.stage = "play"
        _keep_stamps(session)
        interpret(session)
        session.show()
        session.tell()


def _play(session, action):
    before = session.view
    session.course.play(action)
    session.rewritable = rewritable = _still_rewritable(session, before.player)
    if rewritable:
        rewritable[-1].before.forget()
    rewritable.append(Played(before, action, session.now_ms))
    session.view = before.after(action)
    for event in session.course.state.events:
        if event[0] in ("active", "inactive"):
            _turn(session.to_turn, session.course.state.field(event[1]))
    session.to_turn = [field for field in session.to_turn if session.view.image[field]]


def _still_rewritable(session, player):
    """Return the last actions but for those that are older than a second and than the turn of this player."""
    kept: list = []
    is_this_turn = session.course.state.players > 1
    for played in reversed(session.rewritable):
        is_this_turn = is_this_turn and played.player == player
        if not is_this_turn and session.since(played.at_ms) >= _REWRITE_MS:
            break
        kept.insert(0, played)
    return kept


def _turn(to_turn, field):
    """A stone that has to be turned over twice stays as it is."""
    if field in to_turn:
        to_turn.remove(field)
    else:
        to_turn.append(field)


def _keep_stamps(session):
    """What still differs has begun after what has just been recorded; all else is history."""
    changes = session.differences()
    for field in range(len(session.stamps)):
        if field not in changes:
            session.stamps[field] = 0
