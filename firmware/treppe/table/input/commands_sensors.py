"""Commands about the sensors: calibration, check, self-test; see commands.py."""

from treppe.runtime import const
from treppe.table import CommandError, stages

_FRESH_MS = const(10_000)  # for so long the results of a self-test are told


def calibrate(session, fields):
    """Begin a calibration of the whole board, or tell how far it is; hands and lamps do the rest."""
    return _calibrate(session, "calibrate", fields)


def check(session, fields):
    """Begin a quick check of the calibration, of reeds by a magnet over all fields, or tell how far it is."""
    return _calibrate(session, "check", fields)


def field(session, fields):
    """Begin a full table for the field `name`, or tell how far it is."""
    return _calibrate(session, "field", fields)


def load(session, fields):
    """Take a piece of a calibration from the host: the bytes `hex` from `at` on, of `size` in all; OK saves it."""
    _calibrate(session, "load", fields)
    if not hasattr(session.task, "add"):
        raise CommandError("something else is going on at the board")
    session.task.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    return session.task.report() if session.task else {}


def _calibrate(session, kind, fields):
    if not session.task:
        if session.course and not session.course.ending:
            raise CommandError("a game is being played: pause it first")
        try:
            task = _task(session, kind, fields)
        except ValueError as error:
            raise CommandError(str(error))
        stages.close(session)
        session.do_seldom("tasks.task", "begin", task)
    return session.task.report()


def _task(session, kind, fields):
    if kind == "check" and session.surface.SENSOR == "reed":
        from treppe.table.tasks.sweep import Sweep

        return Sweep(session)
    from treppe.table.tasks import calibrate

    return calibrate.begin(session, kind, fields)


def self_test(session, fields):
    """Begin a self-test, `empty`: of a board with nothing on it; given again, tell what it has found."""
    is_fresh = session.tests and session.since(session.tested_ms) < _FRESH_MS
    if not session.examining and not is_fresh:
        session.do_seldom("tasks.examine", "begin", bool(fields.get("empty")))
    names = ("name", "state", "text")
    tests, session.tests = session.tests, []
    return {"running": session.examining is not None, "tests": [dict(zip(names, test)) for test in tests]}
