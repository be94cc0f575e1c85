"""Warnings on the display and in the journal: faulty sensors, a weak supply, what was refused."""

from typing import TYPE_CHECKING

from treppe.alphabet.events import FAULT
from treppe.panel import diagnostics

if TYPE_CHECKING:
    from treppe.panel.view import View
    from treppe.play.session import Session
    from treppe.types import Diagnostic


class Warnings:
    """Says what is wrong, as long as it lasts, in the words of complaints.py."""

    def __init__(self, session: "Session", view: "View"):
        self._session = session
        self._view = view
        self._has_sagged = False
        self._refusal: Diagnostic = {}  # what the display says of a journal that has refused an event
        self._fetched = 0  # number of the last event that a host had then

    def refuse(self, reason: "Diagnostic") -> None:
        """Say on the display why something cannot be done: a code with its values."""
        self._session.messages.say(diagnostics.render(self._view, reason), reason)

    def refuse_for_now(self, reason: "Diagnostic") -> None:
        """Say what the journal has refused, until a host has fetched all that it holds."""
        self.refuse(reason)
        self._refusal = reason
        self._fetched = self._session.journal.acknowledged

    def hear_journal(self) -> None:
        """Take back what was said of the journal, once a host has fetched all of it since."""
        if not self._refusal:
            return
        messages, journal = self._session.messages, self._session.journal
        if not messages.notice or messages.diagnostic != self._refusal:
            self._refusal = {}
        elif self._fetched < journal.acknowledged == journal.next_number - 1:
            self._refusal = {}
            messages.say("", {})
            self._session.evaluate_again()

    def report_faults(self) -> None:
        """Sensors have turned faulty, or work again: ask about their fields, and record what is new."""
        messages, earlier = self._session.messages, self._session.messages.faults
        self._session.note_faults()
        self.name_fault()
        messages.renew_display()
        for fault in messages.faults:
            if fault not in earlier:
                self._session.journal.append({"k": FAULT, "told": fault})

    def name_fault(self) -> None:
        """Word the last fault for the display, in the language that is set."""
        messages = self._session.messages
        messages.fault = diagnostics.render(self._view, messages.faults[-1]) if messages.faults else ""

    def report_supply(self, sag_mv: int) -> None:
        """Say that the supply sags, or is good again: 0. Record the first time since the power came."""
        messages = self._session.messages
        messages.sag_mv = sag_mv
        messages.renew_display()
        if sag_mv and not self._has_sagged:
            self._has_sagged = True
            self._session.journal.append({"k": FAULT, "told": supply_fault(sag_mv)})


def supply_fault(sag_mv: int) -> "Diagnostic":
    """Tell that the supply sags."""
    return {"code": "supply_sags", "mv": sag_mv}
