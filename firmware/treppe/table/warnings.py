"""Warnings on the display and in the journal: faulty sensors, a weak supply, what was refused."""

from typing import TYPE_CHECKING

from treppe.table.show import complaints

if TYPE_CHECKING:
    from treppe.table.session import Session
    from treppe.table.types import Told


class Warnings:
    """Says what is wrong, as long as it lasts, in the words of complaints.py."""

    def __init__(self, session: "Session"):
        self._session = session
        self._has_sagged = False
        self._refusal: Told = {}  # what the display says of a journal that has refused an event
        self._fetched = 0  # number of the last event that a host had then

    def refuse(self, reason: "Told") -> None:
        """Say on the display why something cannot be done: a code with its values."""
        self._session.say(complaints.said(self._session, reason), reason)

    def refuse_for_now(self, reason: "Told") -> None:
        """Say what the journal has refused, until a host has fetched all that it holds."""
        self.refuse(reason)
        self._refusal = reason
        self._fetched = self._session.journal.acknowledged

    def hear_journal(self) -> None:
        """Take back what was said of the journal, once a host has fetched all of it since."""
        if not self._refusal:
            return
        session, journal = self._session, self._session.journal
        if not session.notice or session.told != self._refusal:
            self._refusal = {}
        elif self._fetched < journal.acknowledged == journal.next_number - 1:
            self._refusal = {}
            session.say("", {})
            session.look_again()

    def report_faults(self) -> None:
        """Sensors have turned faulty, or work again: ask about their fields, and record what is new."""
        known = self._session.faults
        self._session.note_faults()
        self.name_fault()
        self._session.tell()
        complaints.record_faults(self._session, known)

    def name_fault(self) -> None:
        """Word the last fault for the display, in the language that is set."""
        faults = self._session.faults
        self._session.word_fault(complaints.said(self._session, faults[-1]) if faults else "")

    def report_supply(self, sag_mv: int) -> None:
        """Say that the supply sags, or is good again: 0. Record the first time since the power came."""
        self._session.note_supply(sag_mv)
        self._session.tell()
        if sag_mv and not self._has_sagged:
            self._has_sagged = True
            complaints.record_sag(self._session)
