"""While the board is led: is it right by now, what is still to be done, and what next?"""

from treppe.runtime import const
from treppe.table import play, stages

_STUCK_MS = const(10_000)
_AT_REST_MS = const(1000)  # after the power has come, until what stands on the board is known


def follow(session):
    """The board has changed while it is led: go on, or to the next stage when it is right; see job.py."""
    if session.to_turn:
        drop_missing(session)
    if session.guide == "clear" and left_over(session):
        yield play.look_back(session)
    elif _is_right(session) or (session.guide == "clear" and not must_fill(session)):
        stages.settle_down(session)
        session.view.leftover.clear()
        session.stage = "over" if session.course.ending else "play"
        session.course.confirm()
        yield play.interpret(session)
    elif session.guide != "clear":
        session.due_ms = _AT_REST_MS if session.remembered else _STUCK_MS


def drop_missing(session):
    """Have no stone turned over that is still to be put: it is named with the side that has to be up."""
    image, expected = session.image, session.view.image
    session.to_turn = [field for field in session.to_turn if image[field] == expected[field]]


def ripen(session):
    """Nothing has changed for as long as was due: nobody does what the lamps ask for, or the sensors have settled."""
    if session.remembered:
        _remember(session)
        session.look()
    else:
        session.doubt("suspect")


def _remember(session):
    """Hold the board, now that it is seen, against what may stand on it since the power went."""
    known, session.remembered = session.remembered, {}
    recall(session, known)
    session.to_turn = lying_wrong(session, known)


def _is_right(session):
    """Tell whether the board is at rest and as it should be."""
    if session.differences() or session.is_busy() or (session.faults and session.doubt("is_unsettled")):
        return False
    if session.remembered:
        _remember(session)
    return not (session.recovery and way_back(session).strangers)


def left_over(session) -> dict:
    """Return what hands have still to do of what the rules did by themselves: field -> change."""
    leftover = session.view.leftover
    return {field: change for field, change in session.differences().items() if field in leftover}


def must_fill(session) -> bool:
    """Tell whether hands have to put something that the rules move by themselves."""
    return min(session.view.leftover.values()) < 0


def way_back(session):
    """Return what hands are to do next so that the board becomes what it should be: a Recovery."""
    if session.recovery is None:
        recall(session, {})
    session.recovery.look(session.image, session.view.image, session.activity)  # type: ignore[attr-defined]
    return session.recovery


def standing(session) -> dict:
    """Return the codes of the pieces on top of the fields, as far as they are known, to be told to `recall`."""
    from treppe.table.guide import recovery

    return recovery.standing(session)


def lying_wrong(session, lying: dict) -> list:
    """Return the fields of stones that are to be turned over; `lying`: how they lie now, field -> code."""
    from treppe.table.guide import recovery

    return recovery.lying_wrong(session, lying)


def recall(session, known: dict):
    """Begin to lead the board, on which these pieces are `known` to stand: field -> code of the one on top."""
    from treppe.table.guide import recovery

    session.recovery = recovery.begin(session, known)  # type: ignore[assignment]


def wanted_piece(session, field: int) -> str:
    """Return the code of the piece that a field needs next."""
    pieces = session.course.state.pieces(field)
    level = session.image[field] & 15
    return pieces[level] if level < len(pieces) else ""
