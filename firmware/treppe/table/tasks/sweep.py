"""Check of a reed surface: a magnet is moved over every field; lamps show which have not seen it. Loaded for that."""

from treppe.runtime import let_go
from treppe.table import texts
from treppe.table.input.buttons import END, LONG, OK
from treppe.table.show import display, roles
from treppe.table.tasks.task import Task, end


class Sweep(Task):
    """END ends it and names what has never closed; OK also leaves those fields out, until the next self-test.

    `progress`: fields that have closed, and all.
    """

    stage = "calibrate"

    def __init__(self, session):
        self._session = session
        self._texts = texts.load(session.language, "calibrate")
        self._missing = bytearray([1] * session.surface.FIELDS)
        self.progress = (0, len(self._missing))

    def tick(self):
        """See Task."""
        image, activity = self._session.sensing.image, self._session.sensing.activity
        seen = 0
        for field in range(len(image)):
            if image[field] and not activity[field]:
                self._missing[field] = 0
            seen += not self._missing[field]
        if seen != self.progress[0]:
            self.progress = (seen, len(image))
            self._session.show()
            self._session.tell()
        if seen == len(image):
            self._leave()

    def press(self, presses: int):
        """See Task."""
        if presses & LONG or not presses & (END | OK):
            return
        if presses & OK:
            self._session.sensing.leave_out({"field " + name: "the reed never closes" for name in self._names()})
        self._leave()

    def show(self, out):
        """Light the fields that have not closed yet."""
        for field in range(len(out)):
            out[field] = roles.PUT if self._missing[field] else roles.OFF

    def lines(self) -> list[str]:
        """Say what is wanted, and how far it is."""
        return display.wrap(self._texts["sweep"]) + [f"{self.progress[0]} / {self.progress[1]}"]

    def report(self) -> dict:
        """Return how far it is, and the names of the fields that have not closed."""
        return {"progress": list(self.progress), "missing": self._names()}

    def _names(self):
        return [name for field, name in enumerate(self._session.surface.NAMES) if self._missing[field]]

    def _leave(self):
        missing = self._names()
        notice = self._texts["unseen"] + " " + " ".join(missing) if missing else self._texts["swept"]
        end(self._session, notice)
        let_go("treppe.table.texts.calibrate_" + self._session.language)
        let_go("treppe.table.tasks.sweep")
