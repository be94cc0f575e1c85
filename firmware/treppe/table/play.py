"""While a game is played: what hands have done is explained at once, and recorded when it is quiet."""

from treppe.runtime import const, load
from treppe.sensing import QUIET, SETTLING, TOUCHED
from treppe.table import questions
from treppe.table.commit import commit
from treppe.table.hands import corrections
from treppe.table.hands.corrections import REWRITE_MS, SAME_HAND_MS
from treppe.table.hands.explain import explain
from treppe.table.hands.images import largest, next_difference
from treppe.table.hands.position import BEYOND
from treppe.table.show import lamps

_WRONG_MS = const(400)  # a piece that slides on has left a field by then
LEAD_MS = const(5000)  # what is wrong for so long is put right piece by piece, and nothing counts meanwhile
ASK_MS = const(2000)  # so long is a piece in a hand that is thinking
_GONE_MS = const(30_000)  # nobody holds a piece for so long: perhaps it stands there, and its sensor is blind
_ABSENT = const(3)  # while so many actions are recorded nobody holds a piece either
_LAST_STAMP = const(255)


def stamp(session) -> bool:
    """Note which fields hands have begun to change now: later than all that were before.

    Returns whether hands have only begun, or go on with it, so that the board means what it did.
    """
    stamps = session.stamps
    latest = min(largest(stamps) + 1, _LAST_STAMP)
    image, activity = session.image, session.activity
    new_image, new_activity = session.sensing.image, session.sensing.activity
    field = next_difference(0, image, new_image)
    has_begun = field == len(image)
    while field < len(image):
        session.trace.see(field, new_image[field], session.now_ms)
        if activity[field] == QUIET:
            stamps[field] = latest
        field = next_difference(field + 1, image, new_image)
    field = next_difference(0, activity, new_activity)
    while field < len(image):
        if activity[field] == QUIET:
            stamps[field] = latest
        has_begun = has_begun and activity[field] <= SETTLING and TOUCHED <= new_activity[field] <= SETTLING
        field = next_difference(field + 1, activity, new_activity)
    return has_begun


def interpret(session):
    """Explain the board from the position that counts, else as a change of mind about the last actions.

    A generator, see job.py.
    """
    explaining = explain(session.view, session.image, session.activity, session.stamps, session.to_turn)
    known, back = (yield explaining), 0
    offers: list[tuple] = []
    lifted = corrections.lifted_again(session)
    if known is None:
        known, back = yield corrections.explain_from_before(session)
        if known and known.actions and _is_in_doubt(session, back, lifted):
            offers = [(back, known.actions)]
        elif known and known.actions and back > 1 and session.rewritable[-1].lifted_ms < 0:
            # Another piece than the last one: perhaps it comes back, and what was put since is an action of its own.
            beside = load("treppe.table.hands.extra_piece").explain(session)
            offers = [(0, actions) for actions in beside.unproved] if beside else []
            offers = [(back, known.actions)] + offers if offers else []
    elif _is_put_without_lift(known):
        earlier, earlier_back = yield corrections.explain_from_before(session)
        if earlier and not (earlier.rest or earlier.choices):
            known, back = earlier, earlier_back
    elif lifted:
        known, back, offers = yield load("treppe.table.hands.keep_or_correct").find_out(session, known, lifted)
    elif known.actions and corrections.is_filled_again(session):
        # What seemed to have been moved from there may have fallen, and have been put by the way.
        earlier, earlier_back = yield corrections.explain_from_before(session)
        is_other = earlier and earlier.view.position != known.view.position
        if is_other and earlier.actions and earlier.is_ordered and not earlier.rest:
            offers = [(earlier_back, earlier.actions), (0, known.actions)]
    if known is None and len(session.differences()) > 1:
        yield  # they are looked for as long as it took to come here
        strays = load("treppe.table.hands.extra_piece")
        is_lifted_again = lifted and lifted.lifted_ms < SAME_HAND_MS
        known = strays.explain(session) or (None if is_lifted_again else strays.explain_next(session))
    session.explanation = known
    session.back = back
    session.due_ms = 0 if offers else _due_ms(session, known, back)
    if known and not known.is_loose:
        session.is_wrong = False
        if not (known.actions or known.rest or known.choices or back):
            _come_to_rest(session)
    questions.follow(session, offers)
    session.tell_if_asked()
    if session.course.marks is None:
        session.course.marks = yield lamps.marks(session)


def _is_in_doubt(session, back, lifted):
    """Tell whether another hand may have done what seems to be second thoughts."""
    if lifted:
        return corrections.is_in_doubt(session, back, lifted)
    may_be_other = load("treppe.table.hands.keep_or_correct").may_be_next_players(session)
    return may_be_other or corrections.is_in_doubt(session, back, None)


def _due_ms(session, known, back):
    """Return how long it must be quiet before something happens, 0 if nothing will."""
    if known and known.is_loose and known.unproved:
        return ASK_MS
    if known is None or known.is_loose:
        return 0 if session.stage == "over" else _WRONG_MS
    if back and all([change < 0 for change in session.differences().values()]):
        # What is only gone may be in a hand; the last piece put counts as taken away when it stays away.
        return ASK_MS if back == 1 and not known.rest else 0
    if known.choices:
        return 0
    if not back and _rivals(session, known):
        return ASK_MS
    if _is_whole(session, known):
        if known.may_go_on or _may_be_mixed_up(session, known):
            return ASK_MS
        return session.wait_ms if back < 2 or known.rest else REWRITE_MS
    if known.unproved and not known.actions:
        return ASK_MS
    if (session.wrong_stamp and known.rest) or _is_put_without_lift(known):
        return LEAD_MS
    if known.rest and all([session.course.absent.get(field, 0) >= _ABSENT for field in known.rest]):
        return session.wait_ms
    return _GONE_MS if known.rest else 0


def _rivals(session, known):
    """Return what else the actions could be, as long as another piece that could stand there is in the air."""
    if not (known.actions and known.rest):
        return ()
    return load("treppe.table.hands.keep_or_correct").rivals(session.view, known, session.stamps)


def _may_be_mixed_up(session, known):
    """Tell whether one of two pieces that were in the air at once may be where the other one seems to be.

    Either the next player seems to have put his first, or a piece to have been put before it was lifted, or the one
    that is still in the air could stand there as well. What happens next mostly tells.
    """
    if session.back or not known.actions:
        return False
    if known.has_reply and not known.is_ordered:
        return True
    if known.is_possible and not known.rest:
        return False
    return load("treppe.table.hands.keep_or_correct").may_be_mixed_up(session, known)


def look_back(session):
    """While the board is being cleared: has the hand changed its mind about the action that led to it?"""
    session.explanation, session.back = yield corrections.explain_from_before(session)
    known = session.explanation
    session.due_ms = session.wait_ms if known and not known.rest else 0


def _is_put_without_lift(known):
    """Tell whether the best that can be said is that a piece has come which is still to be lifted elsewhere."""
    if not known.rest or min(known.rest.values()) < 0:
        return False
    return all([known.begun.firsts[move] != BEYOND for move in known.open])


def _come_to_rest(session):
    """The board is as it should be: forget on which way it became so."""
    session.course.absent = {}
    if session.is_busy() or not largest(session.stamps):
        return
    session.wrong_stamp = 0
    session.unanswered = []
    turned = [field for field in session.to_turn if session.stamps[field] and session.image[field]]
    session.to_turn = [field for field in session.to_turn if field not in turned]
    session.stamps[:] = bytes(len(session.stamps))


def ripen(session):
    """It has been quiet for as long as was due: commit, ask, or complain. A generator like `interpret`."""
    known = session.explanation
    if known is None or (known.is_loose and not known.unproved):
        yield session.do_seldom("wrong", "complain")
    elif session.is_busy() and not _has_next_begun(session, known):
        return
    elif not session.back and _rivals(session, known):
        questions.ask(session, [(0, actions) for actions in [known.actions] + _rivals(session, known)])
    elif _is_whole(session, known) and _may_be_mixed_up(session, known):
        yield session.do_seldom("hands.unseen", "ask_about_mix_up")
    elif _is_whole(session, known):
        offers = (yield session.do_seldom("hands.earlier", "reopen")) if session.unanswered else None
        if offers:
            questions.ask(session, offers)
        else:
            commit(session, known.actions)
    elif known.unproved and not known.actions and _is_new(session, known):
        questions.ask(session, [(session.back, actions) for actions in known.unproved])
    elif session.wrong_stamp or _is_put_without_lift(known):
        yield session.do_seldom("wrong", "lead_back")
    else:
        session.doubt("ask_about", min(known.rest))


def _is_new(session, known):
    """Tell whether what is in the air was lifted after the board complained last, or something has been put since."""
    stamps, since = session.stamps, session.wrong_stamp
    if any([change > 0 and stamps[field] >= since for field, change in known.rest.items()]):
        return True
    return min([stamps[field] for field in known.rest]) >= since


def _is_whole(session, known):
    """Tell whether there is something to record, or to take back, of which nothing is left to do."""
    return (known.actions or session.back) and not (session.back and known.rest and not _has_next_begun(session, known))


def _has_next_begun(session, known):
    """Tell whether the player who is next has a piece of his in the air: then the actions before are done."""
    before = session.rewritable[-session.back].before if session.back else session.view
    if not known.actions or known.view.player in (-1, before.player):
        return False
    state = known.view.recall()
    return any([change < 0 and state.owner(field) == known.view.player for field, change in known.rest.items()])
