"""The board shows what nobody can have done: ask what it may have been, say that it is wrong, lead it back.

Loaded when needed. Its functions are generators, see job.py.
"""

from treppe.runtime import const, let_go
from treppe.table import questions, stages
from treppe.table.play import ASK_MS, LEAD_MS

_DISTURBED = const(5)  # more fields than two moves and a piece beside them: no hand has changed so much by mistake


def complain(session):
    """Ask about what nobody saw, else say that this is not possible; lead back if that has been said for long."""
    known = session.explanation
    if known is None and session.quiet_ms() < ASK_MS and (yield session.do_seldom("hands.unseen", "ask")):
        return
    lead_ms = ASK_MS if _is_disturbed(session) else LEAD_MS
    if session.quiet_ms() >= lead_ms:
        yield lead_back(session)
        return
    session.is_wrong = not (known and all([change < 0 for change in known.rest.values()]))
    if session.is_wrong and not session.wrong_stamp and max(session.differences().values()) > 0:
        session.wrong_stamp = max(session.stamps) + 1
    session.due_ms = lead_ms
    session.show()
    session.is_to_tell = True


def lead_back(session):
    """Ask what may have been misunderstood before; lead the board back if nothing that was done explains it.

    What is only gone is in a hand, or stands where a sensor is blind.
    """
    offers: list = []
    if not _is_disturbed(session) and max(session.differences().values()) > 0:
        from treppe.table.hands import earlier  # and from here, for it goes deep

        let_go("treppe.table.hands.earlier")
        offers = yield earlier.look(session)
    if offers:
        session.is_wrong = False
        questions.ask(session, offers)
    else:
        stages.lead(session, "back")


def _is_disturbed(session):
    """Tell whether more has changed than hands do by mistake."""
    changes = session.differences()
    most = _DISTURBED
    if session.view.scratch.PASSES:  # one move takes many away
        most += sum([change < 0 for change in changes.values()])
    return len(changes) > most
