"""Commands about the board: its buttons, what it is doing, its settings; see commands.py."""

from treppe.runtime import let_go
from treppe.table import CommandError


def button(session, fields):
    """Press a button, or hold it (`is_long`)."""
    from treppe.table.input import buttons

    let_go("treppe.table.input.buttons")
    if fields.get("name") not in buttons.NAMES:
        raise CommandError(f"no button {fields.get('name')!r}; there are END, UNDO, MENU, OK")
    buttons.press(session, buttons.NAMES[fields["name"]] | (buttons.LONG if fields.get("is_long") else 0))


def status(session, fields):
    """Return phase, notice, faults, settings and the game: options, seats, clock, actions, and the position as text."""
    answer = {"phase": session.display["phase"], "notice": session.notice, "faults": list(session.faults)}
    if session.sag_mv:
        answer["faults"].append(session.complain("supply_fault"))
    answer["settings"] = dict(session.settings)
    if session.course:
        state = session.course.state
        answer["game"] = session.course.name
        answer["options"] = state.options
        answer["seats"] = session.course.seats
        answer["hints"] = ["legal" if session.shows_hints(player) else "off" for player in range(state.players)]
        answer["text"] = state.text()
        answer["played"] = len(state.history())
        if session.course.clock:
            answer["clock"] = dict(session.course.clock.limits)
            answer["left_ms"] = list(session.course.clock.left_ms)
    return answer


def set(session, fields):
    """Change a setting, at once and for later starts."""
    name, value = fields.get("name"), fields.get("value")
    if session.keep_setting:
        try:
            session.keep_setting(name, value)
        except ValueError as error:
            raise CommandError(str(error))
    session.settings[name] = value
    session.apply_settings()
    session.show()
    session.tell()
