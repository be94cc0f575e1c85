"""Dates what boards report: the one place that relates a board's clock to the PC's, which may be wrong, too.

A board counts milliseconds since its power-up; it may begin anew after a round of 12.4 days. `boards.started_at` is the
PC's time when that count was 0 in the present power-up, by the round of the last contact, `heard_ms` the count at that
contact. A PC that does not know the time is behind, as a Raspberry Pi is until the network has set its clock: of two
times for one moment the later one counts.
"""

import math
import time
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update
from treppe.alphabet import events as kinds
from treppe.runtime import CLOCK

from treppe_host.link.client import Message
from treppe_host.store.tables import actions, events, games
from treppe_host.store.times import zone_at

_ROUND_MS = CLOCK + 1
SAME_S = 60.0
"""Two clocks that are not further apart are right."""
_RECENT = 200  # so many events are looked at for the last action
_AHEAD_S = 300.0  # events may seem to be so far in the PC's future before they count as those of an earlier round


class Anchor(NamedTuple):
    """The PC's time when a board's count was 0, in the round of the last contact at which the PC's clock was believed.

    `heard_ms` is the count then; `is_guessed`: the PC did not know the time.
    """

    started_at: float
    heard_ms: int
    is_guessed: bool


def settle(anchor: Anchor | None, found: float, heard_ms: int, *, is_sure: bool) -> tuple[Anchor, float]:
    """Return what counts after the PC's clock says `found`, and by how much later all is than what was known.

    `anchor` is what counted in this power-up, None at its first contact.
    """
    if anchor is None:
        return Anchor(found, heard_ms, not is_sure), 0.0
    round_s = _round_s(heard_ms)
    expected = anchor.started_at + (round_s if heard_ms < anchor.heard_ms else 0.0)
    later_s = found - expected
    off_s = math.remainder(later_s, round_s)
    if abs(off_s) <= SAME_S:
        return Anchor(expected + later_s - off_s, heard_ms, anchor.is_guessed and not is_sure), 0.0
    if later_s > 0:
        return Anchor(found, heard_ms, not is_sure), later_s
    return anchor._replace(is_guessed=True), 0.0


def _round_s(heard_ms: int) -> float:
    """Return after how long a board's clock begins anew, infinity for one that has counted on."""
    return math.inf if heard_ms >= _ROUND_MS else _ROUND_MS / 1000


def _since_s(later_ms: int, earlier_ms: int) -> float:
    """Return the time between two counts of a board, less than a round if it has begun anew between them."""
    return (later_ms - earlier_ms + _ROUND_MS * (later_ms < earlier_ms)) / 1000


def steady_s() -> float:
    """Return seconds of a clock that nobody sets, and that runs on while the computer sleeps."""
    # Python's monotonic clock stands meanwhile under Linux and macOS; Windows has none of these two.
    number = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if number is None else time.clock_gettime(number)


def knows_time(root: Path = Path("/")) -> bool:
    """Tell whether this computer's clock can be believed: it has a battery, or the network has set it since the start.

    Only a computer that says so has none: one with a device tree, as a Raspberry Pi, and without a real-time clock.
    """
    has_battery = not (root / "proc/device-tree").exists() or any((root / "sys/class/rtc").glob("rtc*"))
    return has_battery or (root / "run/systemd/timesync/synchronized").exists()


def is_before_known(connection: Connection, now: float) -> bool:
    """Tell whether something is stored that came later: the clock was wrong then, or is wrong now."""
    latest = connection.scalar(select(func.max(events.c.received_at)))
    return latest is not None and now < latest - SAME_S


class _Known(NamedTuple):
    """An event on both clocks: the board's, and the host's in seconds since 1970."""

    boot: int
    board_ms: int
    at: float


class EventClock:
    """Dates consecutive events of a board, whose row is `board`; `now` is the PC's time.

    Without `now` the times of a power-up follow the board's clock from the first one that is known on: who brings the
    events has dated them. `has_begun_anew`: the board's clock has, so events before these may be of an earlier round.
    """

    def __init__(self, connection: Connection, board: Any, now: float | None) -> None:
        self._connection = connection
        self._board = board
        self._now = now
        self._last_at, self._last_ms = (0.0, 0) if now is None else _last_of_power_up(connection, board)
        self.anchor: _Known | None = None
        """The last event of the game whose time is known."""
        self.has_begun_anew = False

    def turn_to(self, game_id: int | None) -> None:
        """Date events of another game from now on."""
        self.anchor = None if game_id is None else _last_of_game(self._connection, game_id)

    def pass_by(self, event: Message) -> None:
        """Take any event of the board, before it is dated."""
        if event["boot"] == self._board.boot:
            self.has_begun_anew |= event["ms"] < self._last_ms
            self._last_ms = event["ms"]

    def time_of(self, event: Message) -> float | None:
        """Return the host's time of the next event, None if it is unknown or contradicts what is known."""
        boot, milliseconds, anchor = event["boot"], event["ms"], self.anchor
        is_present = boot == self._board.boot and self._board.started_at is not None
        if anchor and anchor.boot == boot and (self._now is None or not is_present):
            at = anchor.at + _since_s(milliseconds, anchor.board_ms)
        elif is_present:
            at = self._board.started_at + milliseconds / 1000
            if self._now is not None:
                at = self._last_at = self._of_round(at, self._now + _AHEAD_S)
            if anchor and anchor.boot != boot and at < anchor.at:
                return None
        else:
            return None
        self.anchor = _Known(boot, milliseconds, at)
        return at

    def _of_round(self, at: float, latest: float) -> float:
        """Return the time in the last round that is possible."""
        round_s = _round_s(self._board.heard_ms)
        found = _not_after(at, latest, round_s)
        if self._last_at > latest and math.isfinite(round_s):  # the PC is behind
            found += round_s * math.ceil((self._last_at - _AHEAD_S - found) / round_s)
        return found


def _not_after(at: float, latest: float, round_s: float) -> float:
    """Return the last time not after `latest`, of those at which a board's clock shows what it shows at `at`."""
    return at if math.isinf(round_s) else at + round_s * math.floor((latest - at) / round_s)


def start_of(connection: Connection, board: Any, journal: int, event: Message) -> float | None:
    """Return when a board's clock was 0 in the round of an event, None if that is unknown; `board` is its row.

    An action with a known time in the same power-up decides, the next one if there is one.
    """
    of_power_up = (events.c.board_id == board.id, events.c.journal == journal, events.c.boot == event["boot"])
    columns = select(actions.c.at, actions.c.board_ms).join(events, actions.c.event_id == events.c.id)
    timed = columns.where(*of_power_up, actions.c.at.is_not(None))
    later = timed.where(events.c.number >= event["e"]).order_by(events.c.number)
    earlier = timed.where(events.c.number < event["e"]).order_by(events.c.number.desc())
    since_s: float = event["ms"] / 1000
    if row := connection.execute(later.limit(1)).first():
        return float(row.at) - _since_s(row.board_ms, event["ms"]) - since_s
    if row := connection.execute(earlier.limit(1)).first():
        return float(row.at) + _since_s(event["ms"], row.board_ms) - since_s
    if (board.journal, board.boot) != (journal, event["boot"]):
        return None
    return _not_after(board.started_at + since_s, time.time() + _AHEAD_S, _round_s(board.heard_ms)) - since_s


def date_again(connection: Connection, board: Any, now: float, later_s: float = 0.0) -> None:
    """Date all events of a board's present power-up by its row, the last first, and mark their games or not.

    Times that are known become later by `later_s`, and stay in their round where the next event allows it.
    """
    of_power_up = (events.c.board_id == board.id, events.c.journal == board.journal, events.c.boot == board.boot)
    columns = (events.c.id, events.c.kind, events.c.board_ms, events.c.game_id)
    times = (actions.c.at, games.c.started_at, games.c.ended_at)
    joined = events.outerjoin(actions, actions.c.event_id == events.c.id).outerjoin(
        games, games.c.id == events.c.game_id
    )
    query = select(*columns, *times).select_from(joined).where(*of_power_up).order_by(events.c.number.desc())
    rows = connection.execute(query).all()
    own = {row.game_id for row in rows if row.game_id is not None}
    before = _last_before(connection, own, board.boot, {row.game_id for row in rows if row.kind == kinds.START})
    round_s = _round_s(board.heard_ms)
    own_dates = [row.started_at if row.kind == kinds.START else row.at for row in rows]
    latest = max(now, *(at + later_s for at in own_dates if at is not None), 0.0) + _AHEAD_S  # the PC may be behind
    ended = set()
    for row in rows:
        is_end = row.kind == kinds.END and row.game_id not in ended
        dates = {kinds.ACTION: row.at, kinds.START: row.started_at, kinds.END: row.ended_at if is_end else None}
        found = dates.get(row.kind)
        at = board.started_at + row.board_ms / 1000 if found is None else found + later_s
        if found is None or at > latest:
            at = _not_after(at, latest, round_s)
        latest = at
        dated = None if at < before.get(row.game_id, at) else at
        of_game = games.c.id == row.game_id
        if row.kind == kinds.ACTION:
            connection.execute(update(actions).where(actions.c.event_id == row.id).values(at=dated))
        elif row.kind == kinds.START:
            connection.execute(update(games).where(of_game).values(started_at=dated, zone_s=zone_at(dated)))
        elif is_end:
            ended.add(row.game_id)
            connection.execute(update(games).where(of_game, games.c.reason.is_not(None)).values(ended_at=dated))
    judged = own if board.is_guessed else own - set(before)  # a guess in an earlier power-up stays one
    connection.execute(update(games).where(games.c.id.in_(judged)).values(is_guessed=int(board.is_guessed)))


def _last_before(connection: Connection, own: set[int], boot: int, begun: set[int]) -> dict[int, float]:
    """Return the last known times of games in other power-ups; `begun` are games that began in this one."""
    of_others = (actions.c.game_id.in_(own), actions.c.boot != boot, actions.c.at.is_not(None))
    played = select(actions.c.game_id, func.max(actions.c.at)).where(*of_others).group_by(actions.c.game_id)
    opened = select(games.c.id, games.c.started_at).where(games.c.id.in_(own - begun), games.c.started_at.is_not(None))
    found = {game: float(at) for game, at in connection.execute(opened)}
    return found | {game: float(at) for game, at in connection.execute(played)}


def _last_of_power_up(connection: Connection, board: Any) -> tuple[float, int]:
    """Return the last known time in a board's present power-up, and its count at the last event, 0 without one."""
    contact = board.started_at + board.heard_ms / 1000
    of_journal = (events.c.board_id == board.id, events.c.journal == board.journal)
    last_first = events.c.number.desc()
    columns = select(events.c.number, events.c.boot, events.c.board_ms)
    last = connection.execute(columns.where(*of_journal).order_by(last_first).limit(1)).first()
    if last is None or last.boot != board.boot:
        return contact, 0
    recent = (events.c.boot == board.boot, events.c.number > last.number - _RECENT, actions.c.at.is_not(None))
    timed = select(actions.c.at).join(events, actions.c.event_id == events.c.id)
    at = connection.scalar(timed.where(*of_journal, *recent).order_by(last_first).limit(1))
    return max(at or 0.0, contact), last.board_ms


def _last_of_game(connection: Connection, game_id: int) -> _Known | None:
    """Return the last event of a game whose time is known, None if there is none."""
    played = select(actions.c.boot, actions.c.board_ms, actions.c.at).where(actions.c.game_id == game_id)
    columns = (events.c.boot, events.c.board_ms, games.c.started_at)
    begun = select(*columns).join(games, events.c.game_id == games.c.id).where(games.c.id == game_id)
    for query in (
        played.where(actions.c.at.is_not(None)).order_by(actions.c.id.desc()),
        begun.where(games.c.started_at.is_not(None), events.c.kind == kinds.START),
    ):
        row = connection.execute(query.limit(1)).first()
        if row:
            return _Known(*row)
    return None
