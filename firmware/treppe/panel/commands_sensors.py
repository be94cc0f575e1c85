"""Commands about the sensors: calibration, check, self-test; see commands.py."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.codes import diagnostic_of
from treppe.panel import tasks
from treppe.panel.tasks import examine
from treppe.play import CommandError
from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.panel.console import Console

_FRESH_MS = const(10_000)  # a self-test's results are returned for so long


def calibrate(table: "Console", fields: dict) -> dict:
    """Begin a calibration of the whole board, or return its progress; lamps lead the hands."""
    return _calibrate(table, "calibrate", fields)


def check(table: "Console", fields: dict) -> dict:
    """Begin a quick check of the calibration, of reeds by a magnet over all fields, or return its progress."""
    return _calibrate(table, "check", fields)


def field(table: "Console", fields: dict) -> dict:
    """Begin to calibrate the field `name`, or return its progress."""
    return _calibrate(table, "field", fields)


def load_calibration(table: "Console", fields: dict) -> dict:
    """Take a piece of a calibration from the host: the bytes `hex` from `at` on, of `size` in all; OK saves it.

    One that is `learned` from play is saved between games by itself, while all else goes on.
    """
    if fields.get("learned"):
        return _kind_of_tasks(table).take_learned(table, fields)
    _calibrate(table, "load", fields)
    task: Any = table.task
    if not task.can_load:
        raise CommandError({"code": "busy"})
    task.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    return table.task.report() if table.task else {}


def _calibrate(table: "Console", kind: str, fields: "dict[str, Any]") -> "dict[str, Any]":
    if not table.task:
        game_record = table.session.game_record
        if game_record and not game_record.ending:
            raise CommandError({"code": "game_played"})
        try:
            begun = _kind_of_tasks(table).begin(table, kind, fields)
        except ValueError as error:
            raise CommandError(diagnostic_of(error))
        table.begin_task(begun)
    task: Any = table.task
    return task.report()


def _kind_of_tasks(table: "Console") -> "Any":
    return tasks.load_task(table.session.surface.SENSOR)


def self_test(table: "Console", fields: dict) -> dict:
    """Begin a self-test (`empty`: the board is empty); when called again, return its results."""
    session = table.session
    is_fresh = session.messages.tests and session.observed.since(table.tested_ms) < _FRESH_MS
    if not table.examining and not is_fresh:
        examine.begin(table, bool(fields.get("empty")))
    tests = session.messages.tests
    session.messages.take_tests([])
    results = [{"state": state, "told": found} for state, found in tests]
    return {"running": table.examining is not None, "tests": results}
