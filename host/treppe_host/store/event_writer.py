"""Writes the raw events of boards, and the rows of games and actions that follow from them."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update
from treppe.alphabet import events as kinds
from treppe.fold import Fold, GameLog
from treppe.runtime import elapsed_ms

from treppe_host.link.client import Message
from treppe_host.store.dating import EventClock
from treppe_host.store.journals import num_missing_since
from treppe_host.store.tables import actions, boards, events, games
from treppe_host.store.times import zone_at

_NO_RESULT: dict[str, object] = {"reason": None, "winners": None, "scores": None, "ended_at": None}

Content = dict[str, Any]
Mark = tuple[str, int, int]
"""Kind, boot and milliseconds of an event."""


class EventWriter(Fold):
    """Writes consecutive events of one board, in the transaction of a connection; `board` is its row.

    Call `finish` after the last event: it writes all rows together, for a database writes many rows as quickly as few.
    A row is never erased: an action that is taken back stays, marked with the event that took it back.
    """

    def __init__(
        self, connection: Connection, board: Any, received_at: float, latest: float = 0.0, *, is_dated: bool = False
    ) -> None:
        """Begin at a time of this computer; no event is later than that, or than `latest`.

        `is_dated`: whoever brings the events has dated `board.started_at`.
        """
        self._connection = connection
        self._board = board
        self._received_at = received_at
        self._game_id: int | None = board.game_id
        self.touched: set[int] = set()
        """The games whose events were written."""
        self._marks = self._read_marks()
        self.clock = EventClock(connection, board, None if is_dated else max(received_at, latest))
        self.clock.turn_to(self._game_id)
        # Rows of the current game that `finish` will write; until then an action names its event by number.
        self._events: list[Content] = []
        self._actions: list[Content] = []

    @property
    def game_id(self) -> int | None:
        """The game that the next event belongs to, unless it begins or resumes one."""
        return self._game_id

    def begin(self, event: Message) -> None:
        self.finish()
        row = {name: event[name] for name in ("game", "options", "seats", "firmware")}
        self.clock.turn_to(None)
        started_at, anchor = self.clock.time_of(event), self.clock.anchor
        row |= {"board_id": self._board.id, "started_at": started_at, "zone_s": zone_at(started_at)}
        self._turn_to_game(_insert(self._connection, games, row | {"origin": self._origin(event["e"])}))
        self.clock.anchor = anchor

    def turn_to(self, number: int) -> None:
        """See Fold; an unknown number leaves no current game, nor does one whose record breaks off.

        It breaks off also where events are missing since it was laid aside: some of them may have been its own.
        """
        game = select(games.c.id).where(games.c.origin == self._origin(number), games.c.num_missing == 0)
        game_id = self._connection.scalar(game)
        num_missing = 0 if game_id is None else num_missing_since(self._connection, self._board, game_id)
        if num_missing:
            change = update(games).where(games.c.id == game_id)
            self._connection.execute(change.values(num_missing=num_missing))
            game_id = None
        self._turn_to_game(game_id)

    def belongs(self, event: Message) -> bool:
        self._add_event(event)
        self.clock.pass_by(event)
        self._marks.append((event["k"], event["boot"], event["ms"]))
        if self._game_id is not None:
            self.touched.add(self._game_id)
        return self._game_id is not None

    def record_action(self, event: Message) -> None:
        row = {"game_id": self._game_id, "event_id": event["e"], "player": event["player"], "word": event["word"]}
        row |= {"boot": event["boot"], "board_ms": event["ms"], "at": self.clock.time_of(event)}
        self._actions.append(row | {"thinking_ms": thinking_ms(self._marks)})
        del self._marks[:-1]

    def take_back(self, event: Message) -> None:
        self.finish()
        standing = (
            select(actions.c.id)
            .where(actions.c.game_id == self._game_id, actions.c.undone_by.is_(None))
            .order_by(actions.c.id.desc())
            .limit(event["count"])
        )
        taken_back = list(self._connection.scalars(standing))
        change = update(actions).where(actions.c.id.in_(taken_back))
        self._connection.execute(change.values(undone_by=self._event_ids(event["e"], event["e"])[event["e"]]))
        self._update_game(num_actions=games.c.num_actions - len(taken_back))
        del self._marks[:-1]

    def reopen(self) -> None:
        self._update_game(**_NO_RESULT)

    def end(self, event: Message) -> None:
        self._update_game(**_result_of(event), ended_at=self.clock.time_of(event))

    def finish(self) -> None:
        if not self._events:
            return
        added, self._events = self._events, []
        self._connection.execute(insert(events), added)
        if self._actions:
            played, self._actions = self._actions, []
            ids = self._event_ids(played[0]["event_id"], played[-1]["event_id"])
            self._connection.execute(insert(actions), [row | {"event_id": ids[row["event_id"]]} for row in played])
            self._update_game(num_actions=games.c.num_actions + len(played))

    def _event_ids(self, first: int, last: int) -> dict[int, int]:
        """Return the keys of events by their numbers."""
        of_journal = (events.c.board_id == self._board.id, events.c.journal == self._board.journal)
        query = select(events.c.number, events.c.id).where(*of_journal, events.c.number.between(first, last))
        return {row.number: row.id for row in self._connection.execute(query)}

    def _turn_to_game(self, game_id: int | None) -> None:
        if game_id == self._game_id:
            return
        self.finish()
        self._game_id = game_id
        self._marks = self._read_marks()
        self.clock.turn_to(game_id)
        change = update(boards).where(boards.c.id == self._board.id)
        self._connection.execute(change.values(game_id=game_id))

    def _origin(self, number: int) -> str:
        return f"{self._board.id}/{self._board.journal}/{number}"

    def _add_event(self, event: Message) -> None:
        row = {"board_id": self._board.id, "journal": self._board.journal, "number": event["e"]}
        row |= {"game_id": self._game_id, "kind": event["k"], "boot": event["boot"], "board_ms": event["ms"]}
        row |= {"raw": json.dumps(event, separators=(",", ":")), "received_at": self._received_at}
        self._events.append(row)

    def _update_game(self, **changes: object) -> None:
        self._connection.execute(update(games).where(games.c.id == self._game_id).values(**changes))

    def _read_marks(self) -> list[Mark]:
        """Return the marks from the current game's last action on."""
        if self._game_id is None:
            return []
        of_game = events.c.game_id == self._game_id
        begins_turn = events.c.kind.in_((kinds.START, kinds.ACTION, kinds.UNDO))
        last = select(func.max(events.c.id)).where(of_game, begins_turn).scalar_subquery()
        columns = select(events.c.kind, events.c.boot, events.c.board_ms)
        query = columns.where(of_game, events.c.id >= last).order_by(events.c.id)
        return [(row.kind, row.boot, row.board_ms) for row in self._connection.execute(query)]


def thinking_ms(marks: Iterable[Mark]) -> int | None:
    """Return how long a player thought, from the marks between the previous action and this one.

    Time between two events counts unless in between the game was paused, another game was played, or the board was
    off. None if no time counts.
    """
    total = None
    before: Mark | None = None
    is_running = True
    for mark in marks:
        kind, boot, milliseconds = mark
        if before and is_running and kind != kinds.RESUME and boot == before[1]:
            total = (total or 0) + elapsed_ms(milliseconds, before[2])
        if kind != kinds.FAULT:
            is_running = kind != kinds.PAUSE
        before = mark
    return total


def rebuild(connection: Connection, game_id: int) -> None:
    """Rewrite actions and result of a game from its raw events. Times and rows that are right stay unchanged."""
    query = select(events.c.id, events.c.raw).where(events.c.game_id == game_id).order_by(events.c.id)
    game = GameLog({**json.loads(raw), "key": key} for key, raw in connection.execute(query).all())
    of_game = actions.c.game_id == game_id
    rows = {row.event_id: row for row in connection.execute(select(actions).where(of_game)).all()}
    connection.execute(update(actions).where(of_game).values(undone_by=None))
    for event in game.moves:
        if event["k"] == kinds.ACTION:
            _write_action(connection, game_id, event, rows.get(event["key"]))
    for action, undo in game.undone:
        change = update(actions).where(of_game, actions.c.event_id == action["key"])
        connection.execute(change.values(undone_by=undo["key"]))
    result = dict(_NO_RESULT)
    if game.ending:
        ended_at = select(games.c.ended_at).where(games.c.id == game_id)
        result = {**_result_of(game.ending), "ended_at": connection.scalar(ended_at)}
    change = update(games).where(games.c.id == game_id)
    connection.execute(change.values(**result, num_actions=len(game.actions)))


def _write_action(connection: Connection, game_id: int, event: Message, row: Any) -> None:
    """Let the row of an action say what its event says; insert it if it is missing."""
    facts = {"player": event["player"], "word": event["word"]}
    if row is None:
        facts |= {"boot": event["boot"], "board_ms": event["ms"], "event_id": event["key"], "game_id": game_id}
        _insert(connection, actions, facts)
    elif (row.player, row.word) != (event["player"], event["word"]):
        connection.execute(update(actions).where(actions.c.id == row.id).values(**facts))


def _result_of(event: Message) -> Content:
    return {name: event[name] for name in ("reason", "winners", "scores")}


def _insert(connection: Connection, table: Table, row: dict[str, object]) -> int:
    key = connection.execute(insert(table), row).inserted_primary_key
    assert key is not None
    return int(key[0])
