"""What the four buttons do; the numbers are the bits in which the drivers report presses.

While the menu is open they belong to it. MENU opens it when held, and where no game is played also when pressed.
"""

from treppe.sensing import UNSURE
from treppe.table import CommandError, stages

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16  # added when the button was held
NAMES = {"END": END, "UNDO": UNDO, "MENU": MENU, "OK": OK}


def press(session, presses: int):
    """Carry out presses: UNDO takes back, OK confirms, MENU goes to the next choice, END ends what is optional."""
    if session.task:
        session.task.press(presses)
    elif session.menu:
        _press_in_menu(session, presses)
    elif presses & MENU and (presses & LONG or session.stage in ("idle", "over")):
        stages.open_menu(session)
        _show(session)
    elif presses & UNDO:
        if session.course and session.course.num_undoable():
            session.command("undo", {"turn": bool(presses & LONG)})
        else:
            _say_once(session, "nothing to take back")
    elif presses & LONG:
        return
    elif presses & OK and session.stage == "idle":
        _go_on(session)
    elif presses & END and session.stage == "idle":
        session.notice = ""  # has been read
        _show(session)
    elif presses & OK and _assume_unsure(session):
        return
    elif session.doubts and presses & (OK | END):
        session.doubt("answer", bool(presses & OK))
    elif session.stage == "play":
        _answer(session, presses)


def _press_in_menu(session, presses):
    order = session.menu.press(presses)
    if order:
        command, fields, is_last = order
        if is_last:
            stages.close_menu(session)
        try:
            if command:
                session.command(command, fields)
        except CommandError as error:
            stages.close_menu(session)
            session.notice = session.complain("said", str(error))
        if session.menu:
            session.menu.renew()
    _show(session)


def _show(session):
    session.show()
    session.tell()


def _say_once(session, text):
    """Say something in place of all else until there is something new to say."""
    session.notice = session.complain("said", text)
    session.tell()
    session.notice = ""


def _go_on(session):
    """Take up the game that was played last; without one, offer a new one."""
    if session.journal.unfinished:
        session.command("resume", {})
    else:
        stages.open_menu(session)
        _show(session)


def _assume_unsure(session) -> bool:
    """Take for what stands on unsure fields what the position says, where weights bear it; True if there were any."""
    found = False
    for field in range(len(session.activity)):
        if session.activity[field] == UNSURE and session.view:
            found = True
            if session.sensing.may_be(field, session.view.image[field]):
                session.sensing.assume(field, session.view.image[field])
    return found


def _answer(session, presses):
    if presses & MENU:
        session.do_seldom("input.answers", "next_choice")
    elif presses & OK and session.offers:
        session.do_seldom("input.answers", "take")
    elif presses & OK and session.to_turn:
        session.to_turn = []
        session.show()
    elif presses & END:
        session.do_seldom("input.answers", "stop")
