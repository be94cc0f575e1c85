"""The four buttons.

While a task goes on, or the menu is open, they belong to it. MENU opens the menu when held, and where no game is played
also when pressed. OK asks for advice when held.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO
from treppe.panel import answers, commands
from treppe.panel.menu_pages import open_menu
from treppe.panel.wording import place
from treppe.play import CommandError
from treppe.sensing import UNSURE

if TYPE_CHECKING:
    from treppe.panel.console import Console


_NAMES = {"END": END, "UNDO": UNDO, "MENU": MENU, "OK": OK}


def pressed(fields: dict) -> int:
    """Return the press of a host's command `button`: `name`, held if `is_long`; raise CommandError."""
    if fields.get("name") not in _NAMES:
        raise CommandError({"code": "no_button", "name": fields.get("name")})
    return _NAMES[fields["name"]] | (LONG if fields.get("is_long") else 0)


def take_presses(table: "Console", presses: int) -> None:
    """Carry out presses: UNDO takes back, OK confirms, MENU goes to the next choice, END ends the turn."""
    session = table.session
    if table.task:
        table.task.take_presses(presses)
    elif table.menu:
        table.menu.take_presses(presses)
    elif presses & MENU and (presses & LONG or session.stage in ("idle", "over")):
        open_menu(table)
    elif presses & UNDO:
        _take_back(table, bool(presses & LONG))
    elif presses & LONG:
        if presses & OK:
            _ask_for_advice(table)
    elif table.repeats_answer(presses):
        return
    elif session.stage == "idle":
        _press_while_idle(table, presses)
    elif presses & OK and not session.pending.alternatives and _assume_unsure(table):
        return
    elif session.guidance.doubts and presses & (OK | END):
        table.note_answer()
        session.settle_doubt(bool(presses & OK))
    elif session.stage == "play":
        _answer(table, presses)


def _take_back(table: "Console", is_turn: bool) -> None:
    """Take back an action, or the last turn; if there is none, say so once."""
    session = table.session
    if session.game_record and session.game_record.num_undoable():
        commands.carry_out(table, "undo", {"turn": is_turn})
        return
    table.refuse_once({"code": "nothing_back"})


def _ask_for_advice(table: "Console") -> None:
    """Ask a host for advice; if there is no host, or it would have to know hands, say so once."""
    session = table.session
    is_open = session.stage == "play" and not table.view.knows_hands()
    if session.has_host and not is_open:
        session.ask_for_advice()
        return
    table.refuse_once({"code": "hands_open" if is_open else "no_host"})


def _press_while_idle(table: "Console", presses: int) -> None:
    """Resume the last game, or offer a new one; dismiss a notice first, which has been read."""
    if presses & OK:
        if table.session.journal.unfinished:
            commands.carry_out(table, "resume", {})
        else:
            open_menu(table)
    elif presses & END:
        table.session.messages.say("", {})


def _assume_unsure(table: "Console") -> bool:
    """Let unsure fields hold what the position says, where their weights fit; True if there were any.

    Where they do not, only a field that is seen to be empty tells what is put on it then.
    """
    session = table.session
    observed, sensing = session.observed, session.sensing
    unsure = [field for field, activity in enumerate(observed.activity) if activity == UNSURE]
    if not (unsure and observed.position):
        return False
    for field in unsure:
        expected = observed.position.image[field]
        if sensing.may_be(field, expected):
            sensing.assume(field, expected)
        else:
            name = place(table.view, field)
            session.messages.say(name + ": " + session.texts["empty"], {"code": "empty", "field": name})
            table.refresh()
            session.messages.drop_notice()  # the next message replaces it
    return True


def _answer(table: "Console", presses: int) -> None:
    session = table.session
    if session.messages.peek and not presses & OK:
        session.messages.show_own(0, [])
    elif presses & MENU:
        answers.next_choice(session)
    elif presses & OK and session.pending.alternatives:
        table.note_answer()
        answers.take(session)
    elif presses & OK and session.observed.to_turn:
        session.leave_stones()
    elif presses & OK and not session.start_clock():
        table.refuse_once(answers.peek(session))
    elif presses & END:
        table.refuse_once(answers.stop(session))
