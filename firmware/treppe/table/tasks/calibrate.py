"""Calibration by lights alone: leads hands through a procedure of sensing, and saves what it finds."""

from typing import TYPE_CHECKING, Any

from treppe.codes import told
from treppe.sensing import calibration, stored, storing, unfinished
from treppe.sensing.guided import PUT
from treppe.table import texts
from treppe.table.presses import END, LONG, OK, UNDO
from treppe.table.show import complaints, roles, wording
from treppe.table.task import Task

if TYPE_CHECKING:
    from treppe.table.console import Console
    from treppe.table.types import Job, Told


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
        """See Task."""
        if self._saving:
            self._save_on(self._saving)
            return
        if self._keeping:
            self._keep_on(self._keeping)
        if not self._question and self._work.update(self._session.sensing.frame):
            self._tell()
        if self._work.can_be_kept and not self._keeping and self._work.progress[0] != self._num_kept:
            self._keep()

    def press(self, presses: int) -> None:
        """See Task."""
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
            self._leave({"code": "calibration_unsaved", "why": told(error)})
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
        if "field" in work.complaint:
            out[self._session.surface.NAMES.index(work.complaint["field"])] = roles.WRONG

    @property
    def says(self) -> "Told":
        """See Task."""
        if self._saving:
            return {"code": "saving_calibration"}
        if self._question == "stop_and_lose":
            return {"code": self._question}
        if self._question:
            done, most = self._work.progress
            if self._question == "resume_calibration":
                done = self._offered
            return {"code": self._question, "done": done, "all": most}
        request: Told = self._work.request
        return request

    @property
    def complaint(self) -> "Told":
        """See Task."""
        found: Told = {} if self._saving or self._question else self._work.complaint
        return found

    def lines(self) -> list[str]:
        """Return the complaint, the request, and the progress in words."""
        lines = self._words(self.complaint) if self.complaint else []
        lines += self._words(self.says)
        if not self._saving and not self._question:
            lines.append(f"{self.progress[0]} / {self.progress[1]}")
        return lines

    def _words(self, told: "Told") -> list[str]:
        return wording.wrap(self._texts[told["code"]].format(**told))

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
        """Write the next page; the last one puts the new calibration into use."""
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
        """End the task; `told` says how."""
        notice = self._texts[told["code"]]
        if "why" in told:
            notice = notice.format(why=complaints.said(self._table.view, told["why"]))
        self._table.end_task(notice, told)
