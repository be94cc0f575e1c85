"""Commands about the sensors: calibration, check, self-test; see commands.py."""

from treppe.codes import told
from treppe.runtime import const, let_go
from treppe.table import CommandError
from treppe.table.table import Table

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.tasks.task import Task

_FRESH_MS = const(10_000)  # for so long the results of a self-test are told


def calibrate(table: Table, fields: dict) -> dict:
    """Begin a calibration of the whole board, or tell how far it is; hands and lamps do the rest."""
    return _calibrate(table, "calibrate", fields)


def check(table: Table, fields: dict) -> dict:
    """Begin a quick check of the calibration, of reeds by a magnet over all fields, or tell how far it is."""
    return _calibrate(table, "check", fields)


def field(table: Table, fields: dict) -> dict:
    """Begin a full table for the field `name`, or tell how far it is."""
    return _calibrate(table, "field", fields)


def load(table: Table, fields: dict) -> dict:
    """Take a piece of a calibration from the host: the bytes `hex` from `at` on, of `size` in all; OK saves it."""
    _calibrate(table, "load", fields)
    task: Any = table.task
    if not hasattr(task, "add"):
        raise CommandError({"code": "busy"})
    task.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    return table.task.report() if table.task else {}


def _calibrate(table: "Table", kind: str, fields: "dict[str, Any]") -> "dict[str, Any]":
    if not table.task:
        course = table.session.course
        if course and not course.ending:
            raise CommandError({"code": "game_played"})
        try:
            begun = _task(table, kind, fields)
        except ValueError as error:
            raise CommandError(told(error))
        table.begin_task(begun)
    task: Any = table.task
    return task.report()


def _task(table: "Table", kind: str, fields: "dict[str, Any]") -> "Task":
    if kind == "check" and table.session.surface.SENSOR == "reed":
        from treppe.table.tasks.sweep import Sweep

        return Sweep(table)
    from treppe.table.tasks import calibrate

    return calibrate.begin(table, kind, fields)


def self_test(table: Table, fields: dict) -> dict:
    """Begin a self-test, `empty`: of a board with nothing on it; given again, tell what it has found."""
    session = table.session
    is_fresh = session.tests and session.evidence.since(table.tested_ms) < _FRESH_MS
    if not table.examining and not is_fresh:
        from treppe.table.tasks import examine

        let_go("treppe.table.tasks.examine")
        examine.begin(table, bool(fields.get("empty")))
    tests = session.tests
    session.take_tests([])
    told = [{"state": state, "told": found} for state, found in tests]
    return {"running": table.examining is not None, "tests": told}
