"""The events of one board on their way into the store: in order, each once, gaps noted."""

from collections.abc import Sequence
from typing import Protocol

from treppe_host.link.schema_violations import Message


class EventStore(Protocol):
    """Stores events; the client acknowledges them to the board afterwards."""

    def connect_board(self, hello: Message) -> int:
        """Store a board that said hello; return the number of its last stored event, 0 if none."""

    def add_events(self, board: str, events: Sequence[Message]) -> None:
        """Store consecutive events of a board, durably, each once."""

    def add_gap(self, board: str, first: int, last: int) -> None:
        """Store that a board does not have these events any more."""

    def add_measurement(self, board: str, event: int, readings: str) -> None:
        """Store what the sensors measured of an event, once."""


class EventIntake:
    """Collects events that follow each other, and stores them together."""

    def __init__(self, store: EventStore):
        self.expected = 1
        """Number of the first event that is not stored."""
        self.owes_acknowledgement = False
        self._store = store
        self._board = ""
        self._batch: list[Message] = []

    def connect(self, hello: Message) -> None:
        """Begin with a board behind its last stored event. Raises StoreError."""
        self._board = hello["board"]
        self.expected = self._store.connect_board(hello) + 1

    @property
    def wanted(self) -> int:
        """Number of the event that the board should send next."""
        return self.expected + len(self._batch)

    def take(self, event: Message) -> int:
        """Take an event if it is the wanted one; return its distance from that: below 0 it is repeated, above 0 behind
        a gap."""
        off: int = event["e"] - self.wanted
        if off == 0:
            self._batch.append(event)
        elif off < 0:
            self.owes_acknowledgement = True
        return off

    def store(self) -> Sequence[Message]:
        """Store and return the taken events. Raises StoreError."""
        events, self._batch = self._batch, []
        if events:
            self._store.add_events(self._board, events)
            self.expected += len(events)
            self.owes_acknowledgement = True
        return events

    def skip(self, first: int, last: int) -> bool:
        """Note that the board has lost some events; return whether one of them was expected."""
        if not first <= self.expected <= last:
            return False
        self._store.add_gap(self._board, self.expected, last)
        self.expected = last + 1
        return True

    def forget(self) -> None:
        """Drop the events that were not stored: the board sends them again."""
        self._batch.clear()
