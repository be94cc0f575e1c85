"""Carries out commands of a host or the menu. Loaded when one comes."""

from treppe import games
from treppe.codes import told
from treppe.runtime import const, let_go
from treppe.table import CommandError
from treppe.table.table import Table

# Each file is loaded when one of its commands comes.
_ROOMS = {
    "board": "status set",
    "start": "new resume unfinished discard",
    "game": "choose play want advise undo resign draw pause hints",
    "sensors": "calibrate check field load self_test",
}
_BESIDE_A_TASK = const("status calibrate check field load self_test")


def carry_out(table: Table, name: str, fields: dict) -> dict:
    """Carry out a command of protocol.toml, whose fields fit, and return its answer; raise CommandError."""
    room = ""
    for place, commands in _ROOMS.items():
        if name in commands.split():
            room = "treppe.table.input.commands_" + place
    if table.task and name not in _BESIDE_A_TASK.split():
        raise CommandError({"code": "calibrating"})
    try:
        command = getattr(__import__(room, None, None, (name,)), name)
        let_go(room)
        return command(table, fields) or {}
    except (games.InvalidOption, OSError) as error:
        raise CommandError(told(error))
