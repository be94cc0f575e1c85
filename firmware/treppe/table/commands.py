"""Commands that a host, or the menu, may give the table. Loaded when there is one."""

from treppe import games
from treppe.table import CommandError, buttons


def carry_out(session, name: str, fields: dict) -> dict:
    """Carry out a command and return its answer; raise CommandError.

    `new` game, options, seats, starter, clock; `button` name, is_long; `choose` word; `undo` count, turn; `hints`
    player, level; `resign` player, ask; `draw` ask; `pause`; `unfinished`; `resume` game; `status`; `set` name,
    value; of a tower surface `calibrate` material, `check` and `field` name, which begin and, given again meanwhile,
    tell how far it is; `load` size, at, hex; of any surface `self_test` empty, which tells how it ended when given
    again.
    """
    known = tuple(COMMANDS) + _OF_GAMES + _OF_SENSORS
    if name not in known:
        raise CommandError(f"no command {name!r}; there are {', '.join(sorted(known))}")
    if session.task and name not in _BESIDE_A_TASK:
        raise CommandError("the board is being calibrated: button END leaves the old calibration")
    try:
        return _find(name)(session, fields) or {}
    except (games.InvalidOption, OSError) as error:
        raise CommandError(str(error))


def _find(name):
    """Return the function of a command."""
    if name in COMMANDS:
        return COMMANDS[name]
    room = "treppe.table.commands_game" if name in _OF_GAMES else "treppe.table.commands_sensors"
    return getattr(__import__(room, None, None, (name,)), name)


def button(session, fields):
    """Press a button, or hold it (`is_long`)."""
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


def set_(session, fields):
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


COMMANDS = {"button": button, "status": status, "set": set_}
# Of the other rooms, each loaded when one of its commands is given.
_OF_GAMES = ("new", "choose", "undo", "resign", "draw", "pause", "resume", "unfinished", "hints")
_OF_SENSORS = ("calibrate", "check", "field", "load", "self_test")
_BESIDE_A_TASK = ("button", "status") + _OF_SENSORS
