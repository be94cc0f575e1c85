"""Tasks of a tower surface: calibrations and checks, and taking what was learned from play."""

from typing import TYPE_CHECKING, Any

from treppe import texts
from treppe.alphabet import roles
from treppe.alphabet.buttons import END, LONG, OK, UNDO
from treppe.alphabet.codes import diagnostic_of
from treppe.panel import diagnostics, wording
from treppe.panel.task import Task
from treppe.play import CommandError
from treppe.runtime import const
from treppe.sensing import calibration, stored, storing
from treppe.sensing.calibrating import unfinished
from treppe.sensing.calibrating.field_table import FieldTable
from treppe.sensing.calibrating.guided import PUT, TOWER_CG
from treppe.sensing.calibrating.procedure import Procedure, QuickStart
from treppe.sensing.calibrating.quick_check import QuickCheck
from treppe.sensing.calibrating.upload import CalibrationUpload

if TYPE_CHECKING:
    from treppe.panel.console import Console
    from treppe.types import Diagnostic, Job

_PATIENCE_FRAMES = const(1000)


def begin(table: "Console", kind: str, fields: "dict[str, Any]") -> "Task":
    """Return the calibration `kind`: "calibrate" (material, few), "load" (size), "check", or "field" (name).

    Raises CalibrationError where it cannot begin.
    """
    sensing, surface = table.session.sensing, table.session.surface
    if not table.open_memory:
        raise calibration.CalibrationError({"code": "reeds_need_none"})
    if kind == "calibrate":
        if fields.get("few"):
            return _quick_start(table, fields.get("material", ""))
        return _whole_board(table, fields.get("material", ""))
    if kind == "load":
        return Calibrating(table, CalibrationUpload(surface, fields.get("size", 0)))
    if not sensing.serial:
        raise calibration.CalibrationError({"code": "not_calibrated"})
    stored_table = stored.decode(sensing.record(), surface)  # a copy: the old one stays until the new one is saved
    if kind == "check":
        return Calibrating(table, QuickCheck(surface, stored_table))
    if fields.get("name") not in surface.NAMES:
        raise calibration.CalibrationError({"code": "no_field", "name": fields.get("name", "")})

    return Calibrating(table, FieldTable(surface, stored_table, surface.NAMES.index(fields["name"])))


def _check_material(material: str) -> None:
    """Raise CalibrationError for springs of an unknown material."""
    if material and material not in calibration.MATERIALS:
        stored_table = list(calibration.MATERIALS)
        raise calibration.CalibrationError({"code": "no_material", "material": material, "known": stored_table})


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


class Calibrating(Task):
    """A calibration or check, in place of a game.

    OK saves a calibration that is done. END asks before it gives up (in a check it leaves out what is missing). UNDO
    asks for the last tower once more. Finished puts of the whole procedure are kept in the surface's memory, one record
    after each put.
    """

    stage = "calibrate"

    def __init__(self, table: "Console", work: "Any", number: int = 0, kept: bytes = b"", offered: int = 0):
        """Take the work, and the finished puts of an earlier one: `number` of their record, `offered` how many."""
        self._table = table
        self._session = session = table.session
        self._work = work
        self.can_load = hasattr(work, "add")
        self.progress = work.progress  # puts, or fields in a check
        self._texts = texts.load(session.language, "calibrate")
        self._saving: Any = None  # a generator, while the calibration is saved
        self._keeping: Any = None  # likewise, while finished puts are
        self._record = b""
        self._number = number
        self._kept = kept
        self._num_kept = 0  # puts in the newest record
        self._offered = offered
        self._question = "resume_calibration" if kept else ""

    def tick(self) -> None:
        if self._saving:
            self._save_on(self._saving)
            return
        if self._keeping:
            self._keep_on(self._keeping)
        if not self._question and self._work.update(self._session.sensing.frame):
            self._tell()
        if self._work.can_be_kept and not self._keeping and self._work.progress[0] != self._num_kept:
            self._keep()

    def take_presses(self, presses: int) -> None:
        work = self._work
        if self._saving or presses & LONG:
            return
        if self._question and presses & (OK | END):
            self._answer(bool(presses & OK))
        elif presses & OK and work.is_done:
            if not work.has_changes:
                self._leave({"code": "calibration_kept"})
                return
            self._begin_to_save()
        elif presses & END and not work.finish():
            if not work.progress[0]:
                self._leave({"code": "calibration_kept"})
                return
            self._question = "stop_and_keep" if work.can_be_kept else "stop_and_lose"
        elif presses & UNDO:
            work.back()
        self._tell()

    def _answer(self, is_yes: bool) -> None:
        """Stop, or go on; go on with finished puts, or without them."""
        question, self._question = self._question, ""
        if question != "resume_calibration":
            if is_yes:
                self._leave({"code": "calibration_kept"})
        elif is_yes:
            unfinished.take_up(self._work, self._kept)
            self._num_kept = self._work.progress[0]

    def _tell(self) -> None:
        session = self._session
        if self._table.task is self:
            self.progress = self._work.progress
            session.messages.renew()

    # Finished puts.

    def _keep(self) -> None:
        """Begin to write the finished puts into the older of both copies."""
        self._number += 1
        self._num_kept = self._work.progress[0]
        record = unfinished.encode(self._work, self._number)
        self._keeping = self._table.open_memory("unfinished").write(self._number & 1, record)

    def _keep_on(self, keeping: "Any") -> None:
        """Write the next page. A failing memory is reported when the calibration is saved."""
        try:
            next(keeping)
        except (StopIteration, OSError):
            self._keeping = None

    def add(self, at: int, piece: bytes) -> None:
        """Take a piece of a calibration that is loaded; one that cannot be used ends it with a CalibrationError."""
        try:
            self._work.add(at, piece)
        except calibration.CalibrationError as error:
            self._leave({"code": "calibration_unsaved", "why": diagnostic_of(error)})
            raise
        self.progress = self._work.progress
        self._session.messages.renew()

    def show(self, out: bytearray) -> None:
        """Light fields that want a piece or tower, fields to be cleared, and wrong ones."""
        work = self._work
        for field in range(len(out)):
            wanted = work.asked[field]
            out[field] = roles.OFF if not wanted else roles.PUT if wanted == PUT else roles.REMOVE
            if work.is_done:
                out[field] = roles.WINNER
        if "field" in work.diagnostic:
            out[self._session.surface.NAMES.index(work.diagnostic["field"])] = roles.WRONG

    @property
    def says(self) -> "Diagnostic":
        if self._saving:
            return {"code": "saving_calibration"}
        if self._question == "stop_and_lose":
            return {"code": self._question}
        if self._question:
            done, most = self._work.progress
            if self._question == "resume_calibration":
                done = self._offered
            return {"code": self._question, "done": done, "all": most}
        request: Diagnostic = self._work.request
        return request

    @property
    def diagnostic(self) -> "Diagnostic":
        found: Diagnostic = {} if self._saving or self._question else self._work.diagnostic
        return found

    def lines(self) -> list[str]:
        """Return the diagnostic, the request, and the progress in words."""
        lines = self._words(self.diagnostic) if self.diagnostic else []
        lines += self._words(self.says)
        if not self._saving and not self._question:
            lines.append(f"{self.progress[0]} / {self.progress[1]}")
        return lines

    def _words(self, diagnostic: "Diagnostic") -> list[str]:
        return wording.wrap(self._texts[diagnostic["code"]].format(**diagnostic))

    def report(self) -> dict:
        """See Task; of a check also the residuals in grams, by field."""
        work = self._work
        self.progress = work.progress
        found = super().report()
        found["done"] = work.is_done
        if hasattr(work, "residuals_cg"):
            names = self._session.surface.NAMES
            found["residuals"] = {names[field]: cg / 100 for field, cg in work.residuals_cg.items()}
        return found

    def _begin_to_save(self) -> None:
        try:
            self._record = self._work.record()
            saving = self._save(storing.save(self._table.open_memory(), self._record, self._session.surface))
            next(saving)
            self._saving = saving
        except (calibration.CalibrationError, OSError) as error:
            self._leave({"code": "calibration_unsaved", "why": diagnostic_of(error)})

    def _save(self, saving: "Any") -> "Job":
        """Save the calibration, then forget the puts that led to it."""
        diagnostic: Diagnostic = yield from saving
        for number in (0, 1) if self._number else ():
            try:
                yield from self._table.open_memory("unfinished").write(number, b"")
            except OSError:
                pass  # the calibration is saved all the same; its puts will be offered once more
        return diagnostic

    def _save_on(self, saving: "Any") -> None:
        """Write the next page; the last one puts the new calibration into use."""
        try:
            next(saving)
        except StopIteration as end:
            session = self._session
            session.sensing.recalibrate(stored.decode(self._record, session.surface))
            once = {"code": "calibration_once", "why": end.value}
            self._leave(once if end.value else {"code": "calibration_saved"})
        except OSError as error:
            self._leave({"code": "calibration_unsaved", "why": diagnostic_of(error)})

    def _leave(self, diagnostic: "Diagnostic") -> None:
        """End the task; `diagnostic` says how."""
        notice = self._texts[diagnostic["code"]]
        if "why" in diagnostic:
            notice = notice.format(why=diagnostics.render(self._table.view, diagnostic["why"]))
        self._table.end_task(notice, diagnostic)


class Learned:
    """A calibration that a host has learned from play: it takes the place of a self-test, beside all else."""

    def __init__(self, table: "Console", size: int):
        """Take the record's size in bytes; raise CalibrationError."""
        self._table = table
        self._given = CalibrationUpload(table.session.surface, size)
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


def take_learned(table: "Console", fields: "dict[str, Any]") -> "dict[str, Any]":
    """Take a piece of a learned calibration; the first one begins anew."""
    session = table.session
    begun: Any = table.examining
    if not table.open_memory:
        raise CommandError({"code": "reeds_need_none"})
    if table.task or (session.game_record and not session.game_record.ending):
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
        raise CommandError(diagnostic_of(error))
