"""Check of a reed surface: a magnet is moved over every field, and lamps show which reeds have not closed yet."""

from typing import TYPE_CHECKING

from treppe import texts
from treppe.alphabet import roles
from treppe.alphabet.buttons import END, LONG, OK
from treppe.panel import wording
from treppe.panel.task import Task
from treppe.play import CommandError
from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.panel.console import Console
    from treppe.types import Diagnostic

_NAMED = const(40)  # a display has room for no more


def begin(table: "Console", kind: str, fields: dict) -> "Task":
    """Return the check; raise CommandError for a calibration, which reeds do not have."""
    if kind != "check":
        raise CommandError({"code": "reeds_need_none"})
    return Sweep(table)


def take_learned(table: "Console", fields: dict) -> dict:
    """Raise CommandError: reeds have nothing to learn."""
    raise CommandError({"code": "reeds_need_none"})


class Sweep(Task):
    """END ends it and names the fields that have never closed. OK also leaves those out that were tried, for good.

    A field was tried if the magnet was felt on at least half of the fields beside it. Fields that were left out earlier
    are looked at again: those that close now are believed again after OK. `progress`: fields that have closed, and all.
    """

    stage = "calibrate"

    def __init__(self, table: "Console"):
        self._table = table
        self._session = session = table.session
        self._texts = texts.load(session.language, "calibrate")
        self._missing = bytearray([1] * session.surface.FIELDS)
        self._asks_for_more = False
        self.progress = (0, len(self._missing))
        self._masked = list(session.settings.get("reed_masked", ()))
        self._believe_all_but([])

    def tick(self) -> None:
        image, activity = self._session.sensing.image, self._session.sensing.activity
        seen = 0
        for field in range(len(image)):
            if image[field] and not activity[field]:
                self._missing[field] = 0
            seen += not self._missing[field]
        if seen != self.progress[0]:
            self.progress = (seen, len(image))
            self._asks_for_more = False
            self._tell()
        if seen == len(image):
            self._leave([])

    def take_presses(self, presses: int) -> None:
        if presses & LONG or not presses & (END | OK):
            return
        if presses & END:
            self._leave(self._masked)
        elif self.progress[0]:
            tried = self._tried()
            missing = self._names()
            self._leave(tried + [name for name in self._masked if name in missing and name not in tried])
        else:
            self._asks_for_more = True
            self._tell()

    def show(self, out: bytearray) -> None:
        """Light the fields that have not closed yet."""
        for field in range(len(out)):
            out[field] = roles.PUT if self._missing[field] else roles.OFF

    def lines(self) -> list[str]:
        """Return the request and the progress in words."""
        lines = wording.wrap(self._texts["nothing_tried"]) if self._asks_for_more else []
        return lines + wording.wrap(self._texts["move_magnet"]) + [f"{self.progress[0]} / {self.progress[1]}"]

    @property
    def says(self) -> "Diagnostic":
        return {"code": "move_magnet"}

    @property
    def diagnostic(self) -> "Diagnostic":
        return {"code": "nothing_tried"} if self._asks_for_more else {}

    def report(self) -> dict:
        """See Task; also the names of the fields that have not closed."""
        found = super().report()
        found["missing"] = self._names()
        return found

    def _tell(self) -> None:
        self._session.messages.renew()

    def _names(self) -> list[str]:
        return [name for field, name in enumerate(self._session.surface.NAMES) if self._missing[field]]

    def _tried(self) -> list[str]:
        """Return the fields that have not closed although the magnet was around them."""
        surface, missing = self._session.surface, self._missing
        beside, seen = bytearray(len(missing)), bytearray(len(missing))
        reach = surface.PITCH_MM10 * 11 // 10
        for field in range(len(missing)):
            for other in range(len(missing)) if missing[field] else ():
                apart = abs(surface.X_MM10[field] - surface.X_MM10[other])
                if 0 < apart + abs(surface.Y_MM10[field] - surface.Y_MM10[other]) < reach:
                    beside[field] += 1
                    seen[field] += not missing[other]
        names = surface.NAMES
        return [names[field] for field in range(len(missing)) if seen[field] and 2 * seen[field] >= beside[field]]

    def _believe_all_but(self, masked: list[str]) -> None:
        session = self._session
        settings = dict(session.settings)
        settings["reed_masked"] = masked
        session.sensing.apply(settings)

    def _leave(self, dead: list[str]) -> None:
        """End it: from now on the reeds of these fields are not believed, and all others that have closed are."""
        missing = self._names()
        self._believe_all_but(dead)
        if dead != self._masked:
            self._table.change_setting("reed_masked", dead)
        if missing:
            diagnostic = {"code": "reeds_unseen", "fields": missing}
            self._table.end_task(self._texts["reeds_unseen"].format(fields=" ".join(missing[:_NAMED])), diagnostic)
        else:
            self._table.end_task(self._texts["reeds_work"], {"code": "reeds_work"})
