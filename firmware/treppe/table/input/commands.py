"""Commands that a host, or the menu, may give the table. Loaded when there is one."""

from treppe import games
from treppe.runtime import const, let_go
from treppe.table import CommandError
from treppe.table.table import Table

# Each room is loaded when one of its commands is given.
_ROOMS = {
    "board": "status set",
    "start": "new resume unfinished",
    "game": "choose undo resign draw pause hints",
    "sensors": "calibrate check field load self_test",
}
_BESIDE_A_TASK = const("status calibrate check field load self_test")


def carry_out(table: Table, name: str, fields: dict) -> dict:
    """Carry out a command and return its answer; raise CommandError.

    `new` game, options, seats, starter, clock; `choose` word; `undo` count, turn; `hints`
    player, level; `resign` player, ask; `draw` ask; `pause`; `unfinished`; `resume` game; `status`; `set` name,
    value; of a tower surface `calibrate` material, `check` and `field` name, which begin and, given again meanwhile,
    tell how far it is; `load` size, at, hex; of any surface `self_test` empty, which tells how it ended when given
    again.
    """
    room = ""
    for place, commands in _ROOMS.items():
        if name in commands.split():
            room = "treppe.table.input.commands_" + place
    if not room:
        raise CommandError(f"no command {name!r}; there are {', '.join(sorted(' '.join(_ROOMS.values()).split()))}")
    if table.task and name not in _BESIDE_A_TASK.split():
        raise CommandError("the board is being calibrated: button END leaves the old calibration")
    _check(fields)
    try:
        command = getattr(__import__(room, None, None, (name,)), name)
        let_go(room)
        return command(table, fields) or {}
    except (games.InvalidOption, OSError) as error:
        raise CommandError(str(error))


def _check(fields: dict) -> None:
    """Refuse what a command could not even look into; whatever else is wrong it finds itself."""
    for key, kind in (("name", str), ("options", dict), ("seats", list)):
        value = fields.get(key)
        if value is not None and not isinstance(value, kind):
            raise CommandError(f"{key} cannot be {value!r}")
    for name in fields.get("seats") or ():
        if not isinstance(name or "", str):
            raise CommandError(f"no player is called {name!r}")
