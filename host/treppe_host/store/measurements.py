"""Sensor measurements during recorded actions; the record tells which pieces they weighed."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, and_, insert, select
from sqlalchemy.exc import IntegrityError

from treppe_host.store.tables import actions, boards, events, measurements

_OF_EVENT = and_(
    events.c.board_id == measurements.c.board_id,
    events.c.journal == measurements.c.journal,
    events.c.number == measurements.c.number,
)


@dataclass(frozen=True, slots=True)
class MeasurementRecord:
    """The measurement of an action that was not taken back: `readings` in bytes, as the stream `explain` has them.

    `at` is when the host had its event, in seconds since 1970; `seen` are the image's changes, as the event has them,
    and `event` is its number in the journal.
    """

    game: int
    at: float
    readings: bytes
    seen: bytes = b""
    event: int = 0


def add_measurement(connection: Connection, board: str, event: int, readings: str) -> None:
    """Store the measurement of an event of the board's present journal, unless it has one."""
    row = connection.execute(select(boards.c.journal, boards.c.surface).where(boards.c.id == board)).one()
    measured = {"board_id": board, "journal": row.journal, "number": event, "surface": row.surface}
    try:
        with connection.begin_nested():
            connection.execute(insert(measurements).values(measured | {"readings": readings}))
    except IntegrityError:
        return


def read_measurements(connection: Connection, board: str, surface: str, since: float) -> list[MeasurementRecord]:
    """Return the measurements of a board's actions since a time, the oldest first, without actions taken back."""
    query = (
        select(events.c.game_id, events.c.received_at, events.c.number, events.c.raw, measurements.c.readings)
        .join(events, _OF_EVENT)
        .join(actions, actions.c.event_id == events.c.id)
        .where(measurements.c.board_id == board, measurements.c.surface == surface)
        .where(actions.c.undone_by.is_(None), events.c.received_at >= since)
        .order_by(measurements.c.id)
    )
    return [
        MeasurementRecord(
            row.game_id, row.received_at, bytes.fromhex(row.readings), bytes.fromhex(_seen_in(row.raw)), row.number
        )
        for row in connection.execute(query)
    ]


def _seen_in(raw: str) -> str:
    """Return what the sensors saw of an event, in hexadecimal digits, from the line of the board."""
    return str(json.loads(raw).get("seen", ""))
