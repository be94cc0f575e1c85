"""Times of games: seconds since 1970, and how far the clock on the wall was ahead of UTC then."""

from datetime import UTC, datetime, timedelta, timezone

LAST_S = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""No time is later, and none is before 1970."""


def is_time(at: object) -> bool:
    """Return whether a value can be a time."""
    return isinstance(at, int | float) and not isinstance(at, bool) and 0 <= at < LAST_S


def zone_at(at: float | None) -> int | None:
    """Return by how many seconds the clock on this computer's wall is ahead of UTC at a time."""
    if at is None or not is_time(at):
        return None
    offset = datetime.fromtimestamp(at, UTC).astimezone().utcoffset()
    return None if offset is None else round(offset.total_seconds())


def on_the_wall(at: float | None, zone_s: int | None) -> datetime | None:
    """Return the local time at the place of a game; without a zone, at this computer."""
    if at is None or not is_time(at):
        return None
    zone = zone_at(at) if zone_s is None else zone_s
    return datetime.fromtimestamp(at, timezone(timedelta(seconds=zone or 0)))
