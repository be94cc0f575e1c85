"""Calibration by lights alone: leads hands through a procedure of sensing, and saves what it finds. Loaded for that."""

from treppe.runtime import let_go
from treppe.sensing import calibration, stored
from treppe.sensing.guided import PUT
from treppe.table import texts
from treppe.table.input.buttons import END, LONG, OK, UNDO
from treppe.table.show import display, roles
from treppe.table.tasks.task import Task, end

_MODULES = "storing stored tables guided steady curve procedure field_table quick_check given"


def begin(session, kind: str, fields: dict):
    """Return the work `kind`: "calibrate" (material), "load" (size), "check", or "field" (name).

    Raises CalibrationError where there is nothing to begin with.
    """
    sensing, surface = session.sensing, session.surface
    if surface.SENSOR != "cell" or not session.open_memory:
        raise calibration.CalibrationError("this surface has no calibration")
    if kind == "calibrate":
        material = fields.get("material", sensing.calibration.material)
        if material not in calibration.MATERIALS:
            known = ", ".join(calibration.MATERIALS)
            raise calibration.CalibrationError(f"no material {material!r}; there are {known}")
        from treppe.sensing.procedure import Procedure

        return Calibrating(session, Procedure(surface, material, sensing.serial % 65535 + 1))
    if kind == "load":
        from treppe.sensing.given import Given

        return Calibrating(session, Given(surface, fields.get("size", 0)))
    if not sensing.serial:
        raise calibration.CalibrationError("there is no calibration yet: calibrate the whole board first")
    table = stored.decode(sensing.record(), surface)  # a copy: the old one stays until the new one is saved
    if kind == "check":
        from treppe.sensing.quick_check import QuickCheck

        return Calibrating(session, QuickCheck(surface, table))
    if fields.get("name") not in surface.NAMES:
        raise calibration.CalibrationError(f"no field {fields.get('name')!r} on this board")
    from treppe.sensing.field_table import FieldTable

    return Calibrating(session, FieldTable(surface, table, surface.NAMES.index(fields["name"])))


class Calibrating(Task):
    """What goes on at the table meanwhile: takes the place of the game in `Session`.

    OK saves what is done, END gives up (in a check: leaves out what is still missing), UNDO asks for the last tower
    once more.
    """

    stage = "calibrate"

    def __init__(self, session, work):
        self._session = session
        self._work = work
        self.progress = work.progress  # puts, or fields in a check
        self._texts = texts.load(session.language, "calibrate")
        self._saving = None
        self._record = b""

    def tick(self):
        """See Task."""
        if self._saving:
            self._save_on(self._saving)
        elif self._work.update(self._session.sensing.frame):
            self.progress = self._work.progress
            self._session.show()
            self._session.tell()

    def press(self, presses: int):
        """See Task."""
        work = self._work
        if self._saving or presses & LONG:
            return
        if presses & OK and work.is_done:
            if not work.has_changes:
                self._leave(self._texts["kept"])
                return
            self._begin_to_save()
        elif presses & END and not work.finish():
            self._leave(self._texts["kept"])
            return
        elif presses & UNDO:
            work.back()
        self.progress = work.progress
        self._session.show()
        self._session.tell()

    def add(self, at: int, piece: bytes):
        """Take a piece of a calibration that is loaded; one that cannot be used ends it with a CalibrationError."""
        try:
            self._work.add(at, piece)
        except calibration.CalibrationError as error:
            self._leave(self._texts["not saved"] + " " + str(error))
            raise
        self.progress = self._work.progress
        self._session.show()
        self._session.tell()

    def show(self, out):
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
            return display.wrap(self._texts["saving"])
        said = display.wrap(self._say(work.complaint)) if work.complaint else []
        return said + display.wrap(self._say(work.say)) + [f"{work.progress[0]} / {work.progress[1]}"]

    def report(self) -> dict:
        """Return how far it is: puts or fields, done and in all, and what the display says; of a check its residuals.

        Residuals are in grams, by field.
        """
        work = self._work
        found = {"progress": list(work.progress), "done": work.is_done, "lines": self.lines()}
        if hasattr(work, "residuals_cg"):
            names = self._session.surface.NAMES
            found["residuals"] = {names[field]: cg / 100 for field, cg in work.residuals_cg.items()}
        return found

    def _say(self, said):
        key = said[0]
        numbers = list(said) + [0, 0]
        names = self._session.surface.NAMES
        field = names[numbers[1]] if numbers[1] < len(names) else ""
        value = numbers[2] / 100 if key in ("wrong piece", "off") else numbers[2]
        return self._texts[key].format(field, numbers[1], value)

    def _begin_to_save(self):
        from treppe.sensing import storing

        try:
            self._record = self._work.record()
            self._saving = storing.save(self._session.open_memory(), self._record, self._session.surface)
            next(self._saving)
        except (calibration.CalibrationError, OSError) as error:
            self._leave(self._texts["not saved"] + " " + str(error))

    def _save_on(self, saving):
        """Let the next page be written; the last one makes the new calibration count."""
        try:
            next(saving)
        except StopIteration as end:
            session = self._session
            session.sensing.recalibrate(stored.decode(self._record, session.surface))
            self._leave((self._texts["saved"] + " " + end.value).strip())
        except OSError as error:
            self._leave(self._texts["not saved"] + " " + str(error))

    def _leave(self, notice):
        end(self._session, notice)
        for module in _MODULES.split():
            let_go("treppe.sensing." + module)
        let_go("treppe.table.tasks.calibrate")
