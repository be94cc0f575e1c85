"""What the four buttons do; the numbers are the bits in which the drivers report presses."""

from treppe.sensing import UNSURE
from treppe.table import commands, questions

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16  # added when the button was held
NAMES = {"END": END, "UNDO": UNDO, "MENU": MENU, "OK": OK}


def press(session, presses: int):
    """Carry out presses: UNDO takes back, OK confirms, MENU goes to the next choice, END ends what is optional."""
    if presses & LONG:
        return
    if presses & UNDO:
        if session.course and session.course.state.history():
            commands.undo(session, {})
    elif presses & OK and session.stage == "idle":
        if session.journal.unfinished:
            commands.take_up(session, session.journal.unfinished[-1], is_asked=True)
    elif presses & OK and _assume_unsure(session):
        return
    elif session.stage == "play":
        _answer(session, presses)


def _assume_unsure(session) -> bool:
    """Take for what stands on unsure fields what the position says; True if there were any."""
    found = False
    for field in range(len(session.activity)):
        if session.activity[field] == UNSURE and session.view:
            session.sensing.assume(field, session.view.image[field])
            found = True
    return found


def _answer(session, presses):
    if presses & MENU:
        questions.next_choice(session)
    elif presses & OK and session.offers:
        questions.take(session)
    elif presses & OK and session.to_turn:
        session.to_turn = []
        session.show()
    elif presses & END:
        questions.stop(session)
