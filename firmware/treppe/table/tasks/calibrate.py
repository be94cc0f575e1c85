"""Calibration by lights alone: leads hands through a procedure of sensing, and saves what it finds. Loaded for that."""

from treppe.codes import told
from treppe.runtime import const, let_go
from treppe.sensing import calibration, stored
from treppe.sensing.guided import PUT, TOWER_CG
from treppe.table import texts
from treppe.table.input import END, LONG, OK, UNDO
from treppe.table.show import roles, wording
from treppe.table.table import Table
from treppe.table.tasks.task import Task

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.types import Job, Told

_MODULES = "storing stored tables guided steady curve procedure unfinished field_table quick_check given"


def begin(table: Table, kind: str, fields: "dict[str, Any]") -> Task:
    """Return the work `kind`: "calibrate" (material), "load" (size), "check", or "field" (name).

    Raises CalibrationError where there is nothing to begin with.
    """
    sensing, surface = table.session.sensing, table.session.surface
    if surface.SENSOR != "cell" or not table.open_memory:
        raise calibration.CalibrationError({"code": "reeds_need_none"})
    if kind == "calibrate":
        return _whole_board(table, fields.get("material", ""))
    if kind == "load":
        from treppe.sensing.given import Given

        return Calibrating(table, Given(surface, fields.get("size", 0)))
    if not sensing.serial:
        raise calibration.CalibrationError({"code": "not_calibrated"})
    known = stored.decode(sensing.record(), surface)  # a copy: the old one stays until the new one is saved
    if kind == "check":
        from treppe.sensing.quick_check import QuickCheck

        return Calibrating(table, QuickCheck(surface, known))
    if fields.get("name") not in surface.NAMES:
        raise calibration.CalibrationError({"code": "no_field", "name": fields.get("name", "")})
    from treppe.sensing.field_table import FieldTable

    return Calibrating(table, FieldTable(surface, known, surface.NAMES.index(fields["name"])))


def _whole_board(table: Table, material: str) -> Task:
    """Return the whole procedure; it asks first whether finished puts of an earlier one count."""
    from treppe.sensing import unfinished
    from treppe.sensing.procedure import Procedure

    sensing, surface = table.session.sensing, table.session.surface
    if material and material not in calibration.MATERIALS:
        known = list(calibration.MATERIALS)
        raise calibration.CalibrationError({"code": "no_material", "material": material, "known": known})
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
    """What goes on at the table meanwhile: takes the place of the game.

    OK saves a calibration that is done. END asks before it gives up (in a check it leaves out what is missing). UNDO
    asks for the last tower once more. Finished puts of the whole procedure are kept in the surface's memory, one record
    after each put.
    """

    stage = "calibrate"

    def __init__(self, table: Table, work: "Any", number: int = 0, kept: bytes = b"", offered: int = 0):
        """Take the work, and finished puts that it may go on with: the number of their record, and how many."""
        self._table = table
        self._session = session = table.session
        self._work = work
        self.progress = work.progress  # puts, or fields in a check
        self._texts = texts.load(session.language, "calibrate")
        self._saving: Any = None  # a generator, while the calibration is saved
        self._keeping: Any = None  # likewise, while finished puts are
        self._record = b""
        self._number = number
        self._kept = kept
        self._num_kept = 0  # puts in the newest record
        self._offered = offered
        self.question = "resume" if kept else ""

    def tick(self) -> None:
        """See Task."""
        if self._saving:
            self._save_on(self._saving)
            return
        if self._keeping:
            self._keep_on(self._keeping)
        if not self.question and self._work.update(self._session.sensing.frame):
            self._tell()
        if self._work.can_be_kept and not self._keeping and self._work.progress[0] != self._num_kept:
            self._keep()

    def press(self, presses: int) -> None:
        """See Task."""
        work = self._work
        if self._saving or presses & LONG:
            return
        if self.question and presses & (OK | END):
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
            self.question = "stop" if work.can_be_kept else "lose"
        elif presses & UNDO:
            work.back()
        self._tell()

    def _answer(self, is_yes: bool) -> None:
        """Stop, or go on; go on with finished puts, or begin anew."""
        question, self.question = self.question, ""
        if question != "resume":
            if is_yes:
                self._leave({"code": "calibration_kept"})
        elif is_yes:
            from treppe.sensing import unfinished

            unfinished.take_up(self._work, self._kept)
            self._num_kept = self._work.progress[0]

    def _tell(self) -> None:
        session = self._session
        if self._table.task is self:
            self.progress = self._work.progress
            session.show_and_tell()

    # Finished puts.

    def _keep(self) -> None:
        """Begin to write the finished puts into the older of both copies."""
        from treppe.sensing import unfinished

        self._number += 1
        self._num_kept = self._work.progress[0]
        record = unfinished.encode(self._work, self._number)
        self._keeping = self._table.open_memory("unfinished").write(self._number & 1, record)

    def _keep_on(self, keeping: "Any") -> None:
        """Let the next page be written. A memory that fails is named when the calibration is saved."""
        try:
            next(keeping)
        except (StopIteration, OSError):
            self._keeping = None

    def add(self, at: int, piece: bytes) -> None:
        """Take a piece of a calibration that is loaded; one that cannot be used ends it with a CalibrationError."""
        try:
            self._work.add(at, piece)
        except calibration.CalibrationError as error:
            self._leave({"code": "calibration_unsaved", "why": told(error)})
            raise
        self.progress = self._work.progress
        self._session.show_and_tell()

    def show(self, out: bytearray) -> None:
        """Light where a piece or tower is wanted, where all is to be taken off, and what is wrong."""
        work = self._work
        for field in range(len(out)):
            wanted = work.asked[field]
            out[field] = roles.OFF if not wanted else roles.PUT if wanted == PUT else roles.REMOVE
            if work.is_done:
                out[field] = roles.WINNER
        if work.complaint and work.complaint[0] != "wrong piece":
            out[work.complaint[1]] = roles.WRONG

    def lines(self) -> list[str]:
        """Say what is wrong, what is wanted, and how far it is."""
        work = self._work
        if self._saving:
            return wording.wrap(self._texts["saving"])
        if self.question:
            done = self._offered if self.question == "resume" else work.progress[0]
            return wording.wrap(self._say((self.question, done, work.progress[1])))
        said = wording.wrap(self._say(work.complaint)) if work.complaint else []
        return said + wording.wrap(self._say(work.say)) + [f"{work.progress[0]} / {work.progress[1]}"]

    def report(self) -> dict:
        """Return how far it is: puts or fields, done and in all; what is wanted and what is wrong, as codes with their
        numbers and as the display says it; of a check its residuals in grams, by field.
        """
        work = self._work
        found = {"progress": list(work.progress), "done": work.is_done, "lines": self.lines()}
        found.update({"say": list(work.say), "complaint": list(work.complaint), "question": self.question})
        if hasattr(work, "residuals_cg"):
            names = self._session.surface.NAMES
            found["residuals"] = {names[field]: cg / 100 for field, cg in work.residuals_cg.items()}
        return found

    def _say(self, said: "Any") -> str:
        key = said[0]
        numbers = list(said) + [0, 0]
        names = self._session.surface.NAMES
        field = names[numbers[1]] if numbers[1] < len(names) else ""
        value = numbers[2] / 100 if key in ("wrong piece", "off") else numbers[2]
        return self._texts[key].format(field, numbers[1], value)

    def _begin_to_save(self) -> None:
        from treppe.sensing import storing

        try:
            self._record = self._work.record()
            saving = self._save(storing.save(self._table.open_memory(), self._record, self._session.surface))
            next(saving)
            self._saving = saving
        except (calibration.CalibrationError, OSError) as error:
            self._leave({"code": "calibration_unsaved", "why": told(error)})

    def _save(self, saving: "Any") -> "Job":
        """Save the calibration, then forget the puts that led to it."""
        complaint: Told = yield from saving
        for number in (0, 1) if self._number else ():
            try:
                yield from self._table.open_memory("unfinished").write(number, b"")
            except OSError:
                pass  # the calibration is saved all the same; its puts will be offered once more
        return complaint

    def _save_on(self, saving: "Any") -> None:
        """Let the next page be written; the last one makes the new calibration count."""
        try:
            next(saving)
        except StopIteration as end:
            session = self._session
            session.sensing.recalibrate(stored.decode(self._record, session.surface))
            once = {"code": "calibration_once", "why": end.value}
            self._leave(once if end.value else {"code": "calibration_saved"})
        except OSError as error:
            self._leave({"code": "calibration_unsaved", "why": told(error)})

    def _leave(self, told: "Told") -> None:
        """End the task: this is how it ended."""
        notice = self._texts[told["code"]]
        if "why" in told:
            from treppe.table import complaints

            let_go("treppe.table.complaints")
            notice = notice.format(why=complaints.said(self._session, told["why"]))
        self._table.end_task(notice, told)
        for module in _MODULES.split():
            let_go("treppe.sensing." + module)
        let_go("treppe.table.tasks.calibrate")
