"""The firmware's journal over a flash in memory, whose events can be read as they come."""

from typing import Any

from treppe.fold import GameLog
from treppe.link.journal import Journal


class RecordingJournal(Journal):
    """The firmware's journal, over a flash in memory; its events can be read as they come."""

    def __init__(self, flash: "Flash"):
        super().__init__(flash)
        self.events = flash.events

    def append(self, event: dict[str, Any]) -> int:
        number: int = super().append(event)
        self.events.append({**event, "ms": self.now_ms})
        return number

    def notations(self) -> list[str]:
        """Return the actions that have been played and not taken back.

        >>> journal = RecordingJournal(Flash())
        >>> for event in ({"k": "start", "game": "tor", "seats": []}, {"k": "action", "player": 0, "word": "a1-a2"}):
        ...     number = journal.append(event)
        >>> number, journal.unfinished, journal.notations()
        (2, [1], ['a1-a2'])
        """
        return GameLog(self.events).notations


class Flash:
    """A flash with room for everything, and the events that were written to it."""

    def __init__(self) -> None:
        self._files: dict[str, bytearray] = {}
        self.events: list[dict[str, Any]] = []

    def names(self) -> list[str]:
        return list(self._files)

    def read(self, name: str, offset: int, size: int) -> bytes:
        """Return a part of a file."""
        return bytes(self._files[name][offset : offset + size])

    def append(self, name: str, content: bytes) -> None:
        """Write behind what a file has."""
        self._files.setdefault(name, bytearray()).extend(content)

    def write(self, name: str, content: bytes) -> None:
        """Replace what a file has."""
        self._files[name] = bytearray(content)

    def remove(self, name: str) -> None:
        del self._files[name]

    def size(self) -> int:
        """Return the bytes of the whole flash."""
        return 1 << 30

    def free(self) -> int:
        """Return the bytes that are left."""
        return 1 << 30
