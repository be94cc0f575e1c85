"""Carries out commands of a host or the menu."""

from typing import TYPE_CHECKING

from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.panel import commands_board, commands_game, commands_sensors, commands_start
from treppe.play import CommandError
from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.panel.console import Console

_COMMANDS = {
    "status": commands_board.status,
    "set": commands_board.set,
    "new": commands_start.new,
    "resume": commands_start.resume,
    "unfinished": commands_start.unfinished,
    "discard": commands_start.discard,
    "choose": commands_game.choose,
    "play": commands_game.play,
    "want": commands_game.want,
    "advise": commands_game.advise,
    "warn": commands_game.warn,
    "undo": commands_game.undo,
    "redo": commands_game.redo,
    "resign": commands_game.resign,
    "draw": commands_game.draw,
    "pause": commands_game.pause,
    "hints": commands_game.hints,
    "calibrate": commands_sensors.calibrate,
    "check": commands_sensors.check,
    "field": commands_sensors.field,
    "load": commands_sensors.load_calibration,
    "self_test": commands_sensors.self_test,
}
_BESIDE_A_TASK = const("status calibrate check field load self_test")


def carry_out(table: "Console", name: str, fields: dict) -> dict:
    """Carry out a command of protocol.toml, whose fields fit, and return its answer; raise CommandError."""
    if table.task and name not in _BESIDE_A_TASK.split():
        raise CommandError({"code": "calibrating"})
    try:
        return _COMMANDS[name](table, fields) or {}
    except (games.InvalidOption, OSError) as error:
        raise CommandError(diagnostic_of(error))
