"""Commands about the sensors: calibration, check, self-test; see commands.py."""

from typing import TYPE_CHECKING, Any

from treppe.codes import told
from treppe.runtime import const
from treppe.sensing import calibration, stored, storing, unfinished
from treppe.sensing.field_table import FieldTable
from treppe.sensing.given import Given
from treppe.sensing.guided import TOWER_CG
from treppe.sensing.kinds import kind_of
from treppe.sensing.procedure import Procedure, QuickStart
from treppe.sensing.quick_check import QuickCheck
from treppe.table import CommandError
from treppe.table.tasks import examine
from treppe.table.tasks.calibrate import Calibrating
from treppe.table.tasks.sweep import Sweep

if TYPE_CHECKING:
    from treppe.table.console import Console
    from treppe.table.task import Task

_PATIENCE_FRAMES = const(1000)
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


def load(table: "Console", fields: dict) -> dict:
    """Take a piece of a calibration from the host: the bytes `hex` from `at` on, of `size` in all; OK saves it.

    One that is `learned` from play is saved between games by itself, while all else goes on.
    """
    if fields.get("learned"):
        return _take_learned(table, fields)
    _calibrate(table, "load", fields)
    task: Any = table.task
    if not task.can_load:
        raise CommandError({"code": "busy"})
    task.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    return table.task.report() if table.task else {}


class Learned:
    """A calibration that a host has learned from play: it takes the place of a self-test, beside all else."""

    def __init__(self, table: "Console", size: int):
        """Take the record's size in bytes; raise CalibrationError."""
        self._table = table
        self._given = Given(table.session.surface, size)
        self._saving: Any = None
        self._left = _PATIENCE_FRAMES

    def add(self, at: int, piece: bytes) -> dict:
        """Take the piece that begins at byte `at`; save the whole with the last one. Raises CalibrationError."""
        given = self._given
        given.add(at, piece)
        if given.is_done:
            self._saving = storing.save(self._table.open_memory(), given.record(), self._table.session.surface)
        return {"progress": list(given.progress), "done": given.is_done}

    def tick(self) -> None:
        """Write the next page; the last one puts the calibration into use. Give up if no piece comes any more."""
        self._left -= 1
        try:
            if self._saving:
                next(self._saving)
            elif not self._left:
                self._leave()
        except StopIteration:
            session = self._table.session
            session.sensing.refine(stored.decode(self._given.record(), session.surface))
            self._leave()
        except OSError:
            self._leave()  # the old one stays

    def _leave(self) -> None:
        self._table.end_examining()


def _take_learned(table: "Console", fields: "dict[str, Any]") -> "dict[str, Any]":
    """Take a piece of a learned calibration; the first one begins anew."""
    session = table.session
    begun: Any = table.examining
    if not kind_of(session.surface).IS_CALIBRATED or not table.open_memory:
        raise CommandError({"code": "reeds_need_none"})
    if table.task or (session.course and not session.course.ending):
        raise CommandError({"code": "game_played"})
    if begun and not isinstance(begun, Learned):
        raise CommandError({"code": "busy"})
    try:
        if not fields.get("at"):
            begun = Learned(table, fields.get("size", 0))
            table.begin_examining(begun)
        if not begun:
            raise CommandError({"code": "busy"})
        return begun.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    except ValueError as error:
        if begun:
            table.end_examining()
        raise CommandError(told(error))


def _calibrate(table: "Console", kind: str, fields: "dict[str, Any]") -> "dict[str, Any]":
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


def _task(table: "Console", kind: str, fields: "dict[str, Any]") -> "Task":
    if kind == "check" and not kind_of(table.session.surface).IS_CALIBRATED:
        return Sweep(table)
    return _calibration(table, kind, fields)


def _calibration(table: "Console", kind: str, fields: "dict[str, Any]") -> "Task":
    """Return the calibration `kind`: "calibrate" (material), "load" (size), "check", or "field" (name).

    Raises CalibrationError where it cannot begin.
    """
    sensing, surface = table.session.sensing, table.session.surface
    if not kind_of(surface).IS_CALIBRATED or not table.open_memory:
        raise calibration.CalibrationError({"code": "reeds_need_none"})
    if kind == "calibrate":
        if fields.get("few"):
            return _quick_start(table, fields.get("material", ""))
        return _whole_board(table, fields.get("material", ""))
    if kind == "load":
        return Calibrating(table, Given(surface, fields.get("size", 0)))
    if not sensing.serial:
        raise calibration.CalibrationError({"code": "not_calibrated"})
    known = stored.decode(sensing.record(), surface)  # a copy: the old one stays until the new one is saved
    if kind == "check":
        return Calibrating(table, QuickCheck(surface, known))
    if fields.get("name") not in surface.NAMES:
        raise calibration.CalibrationError({"code": "no_field", "name": fields.get("name", "")})

    return Calibrating(table, FieldTable(surface, known, surface.NAMES.index(fields["name"])))


def _check_material(material: str) -> None:
    """Raise CalibrationError for springs of an unknown material."""
    if material and material not in calibration.MATERIALS:
        known = list(calibration.MATERIALS)
        raise calibration.CalibrationError({"code": "no_material", "material": material, "known": known})


def _quick_start(table: "Console", material: str) -> "Task":
    """Return the procedure of seven puts."""
    _check_material(material)
    sensing = table.session.sensing
    work = QuickStart(table.session.surface, material or sensing.calibration.material, sensing.serial % 65535 + 1)
    return Calibrating(table, work)


def _whole_board(table: "Console", material: str) -> "Task":
    """Return the whole procedure; it asks first whether finished puts of an earlier one count."""
    _check_material(material)
    sensing, surface = table.session.sensing, table.session.surface
    number, kept = unfinished.latest(table.open_memory("unfinished").copies(), surface.FIELDS)
    if kept and material in ("", unfinished.material_of(kept)):
        material = unfinished.material_of(kept)
    else:
        kept = b""
    present = sensing.calibration
    old_spans16: list[int] = []
    if sensing.serial:
        old_spans16 = [present.code16(f, TOWER_CG) - present.code16(f, 0) for f in range(surface.FIELDS)]
    work = Procedure(surface, material or present.material, sensing.serial % 65535 + 1, old_spans16)
    return Calibrating(table, work, number, kept, unfinished.puts_in(kept) if kept else 0)


def self_test(table: "Console", fields: dict) -> dict:
    """Begin a self-test (`empty`: the board is empty); when called again, return its results."""
    session = table.session
    is_fresh = session.messages.tests and session.evidence.since(table.tested_ms) < _FRESH_MS
    if not table.examining and not is_fresh:
        examine.begin(table, bool(fields.get("empty")))
    tests = session.messages.tests
    session.messages.take_tests([])
    told = [{"state": state, "told": found} for state, found in tests]
    return {"running": table.examining is not None, "tests": told}
