"""What sensors measured during recorded actions; the record tells which pieces they weighed."""

from dataclasses import dataclass

from sqlalchemy import Connection, and_, insert, select
from sqlalchemy.exc import IntegrityError

from treppe_host.store.tables import actions, boards, events, measurements


@dataclass(frozen=True, slots=True)
class MeasurementRecord:
    """What was measured of an action that stands: `readings` in bytes, as the stream `explain` has them.

    `at` is when the host had its event, in seconds since 1970.
    """

    game: int
    at: float
    readings: bytes


def add_measurement(connection: Connection, board: str, event: int, readings: str) -> None:
    """Store what was measured of an event of the board's present journal; what is known already stays."""
    row = connection.execute(select(boards.c.journal, boards.c.surface).where(boards.c.id == board)).one()
    measured = {"board_id": board, "journal": row.journal, "number": event, "surface": row.surface}
    try:
        with connection.begin_nested():
            connection.execute(insert(measurements).values(measured | {"readings": readings}))
    except IntegrityError:
        return


def read_measurements(connection: Connection, board: str, surface: str, since: float) -> list[MeasurementRecord]:
    """Return the measurements of a board's actions since a time, the oldest first, without actions taken back."""
    of_event = and_(
        events.c.board_id == measurements.c.board_id,
        events.c.journal == measurements.c.journal,
        events.c.number == measurements.c.number,
    )
    query = (
        select(events.c.game_id, events.c.received_at, measurements.c.readings)
        .join(events, of_event)
        .join(actions, actions.c.event_id == events.c.id)
        .where(measurements.c.board_id == board, measurements.c.surface == surface)
        .where(actions.c.undone_by.is_(None), events.c.received_at >= since)
        .order_by(measurements.c.id)
    )
    rows = connection.execute(query)
    return [MeasurementRecord(row.game_id, row.received_at, bytes.fromhex(row.readings)) for row in rows]
