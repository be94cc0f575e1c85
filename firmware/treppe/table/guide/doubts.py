"""Fields whose sensor cannot be believed: people say by OK that a piece is there, or by END that none is."""

from treppe.sensing import FAULTY
from treppe.table.guide import guidance
from treppe.table.hands.position import BEYOND


def note_faults(session):
    """Ask about the fields that have just turned faulty; what was known of them may be old."""
    for field, activity in enumerate(session.sensing.activity):
        is_fresh = activity == FAULTY and session.activity[field] != FAULTY
        if is_fresh and session.course and field not in session.doubts:
            session.doubts.append(field)


def is_unsettled(session) -> bool:
    """Tell whether the position wants something else on a faulty field than was said last; then it is asked about."""
    for field in range(len(session.activity)):
        if session.activity[field] == FAULTY and session.image[field] != session.view.image[field]:
            if field not in session.doubts:
                session.doubts.append(field)
            return True
    return False


def drop_settled(session):
    """Ask no more about fields that show what they should after all."""
    kept = []
    for field in session.doubts:
        if session.activity[field] == FAULTY or session.image[field] != session.view.image[field]:
            kept.append(field)
    session.doubts = kept


def suspect(session):
    """Nobody follows the lamps: perhaps nobody can, for the field that is asked for reads wrongly."""
    way = guidance.way_back(session)
    for field in (way.targets or way.sources)[:1]:
        ask_about(session, field)


def ask_about(session, field: int):
    """Ask whether a piece stands on a field."""
    if field not in session.doubts:
        session.doubts.append(field)
    session.show()
    session.tell()


def answer(session, is_there: bool):
    """Somebody has looked at the first field in doubt: mask a sensor that says something else."""
    field = session.doubts.pop(0)
    sensing, expected = session.sensing, session.view.image[field]
    if sensing.activity[field] == FAULTY:
        sensing.assume(field, _value(expected, is_there))
    elif session.image[field] != expected and is_there == bool(expected):
        # What is there is what should be: a reed can tell nothing more, a cell begins anew from what it reads.
        if hasattr(sensing, "mask"):
            sensing.mask(field, "reads wrongly")
        sensing.assume(field, expected)
    session.look()
    session.tell()


def _value(expected, is_there):
    """Return what a field is taken to carry on which something stands, or nothing."""
    return (expected or 1) if is_there else 0


def keep_up(session):
    """What has been recorded also holds for the fields that nobody can see."""
    for field in range(len(session.activity)):
        if session.activity[field] == FAULTY and session.sensing.image[field] != session.view.image[field]:
            session.sensing.assume(field, session.view.image[field])


def unseen(session) -> list[int]:
    """Return the legal actions that change faulty fields only, so that nothing shows them."""
    view, activity = session.view, session.activity
    found = []
    for move in range(len(view.know().actions)):
        ends = [field for field in (view.firsts[move], view.lasts[move]) if field != BEYOND]
        if ends and all([activity[field] == FAULTY for field in ends]):
            found.append(view.actions[move])
    return found
