"""Stores many sheets with few statements, as events of the board IMPORTED with the rows that follow from them."""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import OperationalError
from treppe.alphabet import events as kinds

from treppe_host.store.journals import add_board, last_number, lock_board
from treppe_host.store.score_sheet import Content, Move, ScoreSheet
from treppe_host.store.sheet_rows import FACTS
from treppe_host.store.tables import actions, events, games, remarks

IMPORTED = "import"
"""The id of the board on which imported games are stored."""
_JOURNAL = 1
_EVENT = ("id", "board_id", "journal", "number", "game_id", "kind", "boot", "board_ms", "raw", "received_at")
_ACTION = ("id", "game_id", "event_id", "player", "word", "boot", "board_ms", "at", "thinking_ms", "undone_by")
_UNDONE_BY = _ACTION.index("undone_by")
_encode = json.JSONEncoder(separators=(",", ":")).encode

Row = list[Any]


def add_sheets(connection: Connection, sheets: Sequence[tuple[ScoreSheet, str | None]]) -> list[int]:
    """Store sheets, each with the origin of its record, or None; return their numbers."""
    if not sheets:
        return []
    writer = _BulkWriter(connection, sum(len(sheet.moves) + 2 for sheet, _ in sheets), len(sheets))
    numbers = [writer.add(sheet, origin) for sheet, origin in sheets]
    writer.finish()
    return numbers


def refresh_statistics(connection: Connection) -> None:
    """Let PostgreSQL count the rows of its tables now.

    By itself it counts them a minute later; until then it reads whole tables for a few games.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("ANALYZE games, events, actions, remarks"))


class _BulkWriter:
    """Collects the rows of sheets; `finish` writes them."""

    def __init__(self, connection: Connection, most_events: int, num_games: int) -> None:
        self._connection = connection
        self._received_at = time.time()
        self._number = _lock_journal(connection)
        self._game_ids = iter(_reserve(connection, games, num_games))
        self._event_ids = iter(_reserve(connection, events, most_events))
        self._action_ids = iter(_reserve(connection, actions, most_events))
        self._games: list[Content] = []
        self._events: list[Row] = []
        self._actions: list[Row] = []
        self._remarks: list[Content] = []

    def add(self, sheet: ScoreSheet, origin: str | None) -> int:
        """Add the rows of a game; return its number."""
        game = next(self._game_ids)
        first = self._number + 1
        row = {name: getattr(sheet, name) for name in ("game", "options", "seats", *FACTS)}
        row |= {"id": game, "board_id": IMPORTED, "origin": origin or f"{IMPORTED}/{_JOURNAL}/{first}"}
        num_standing = self._add_moves(sheet, game, first)
        self._games.append(row | {"num_actions": num_standing})
        self._add_comments(game, 0, sheet.comments)
        for ply, move in enumerate(sheet.actions, 1):
            self._add_comments(game, ply, move.comments)
        return game

    def finish(self) -> None:
        self._connection.execute(insert(games), self._games)
        _insert_rows(self._connection, events, _EVENT, self._events)
        _insert_rows(self._connection, actions, _ACTION, self._actions)
        if self._remarks:
            self._connection.execute(insert(remarks), self._remarks)

    def _add_moves(self, sheet: ScoreSheet, game: int, boot: int) -> int:
        """Add the events that a board would send; return the number of actions that were not taken back.

        An unknown thinking time begins a new power-up.
        """
        start = {name: getattr(sheet, name) for name in ("game", "options", "seats", "firmware")}
        self._add_event(game, boot, 0, {"k": kinds.START, **start})
        standing: list[Row] = []
        milliseconds = 0
        for move in sheet.moves:
            if move.undo:
                event_id = self._add_event(game, boot, milliseconds, {"k": kinds.UNDO, "count": move.undo})
                for row in standing[-move.undo :]:
                    row[_UNDONE_BY] = event_id
                del standing[-move.undo :]
                continue
            milliseconds += move.thinking_ms or 0
            boot += move.thinking_ms is None
            standing.append(self._add_action(move, game, boot, milliseconds))
        if sheet.reason is not None:
            result = {name: getattr(sheet, name) for name in ("reason", "winners", "scores")}
            self._add_event(game, boot, milliseconds, {"k": kinds.END, **result})
        return len(standing)

    def _add_action(self, move: Move, game: int, boot: int, milliseconds: int) -> Row:
        content = {"k": kinds.ACTION, "player": move.player, "word": move.word}
        event_id = self._add_event(game, boot, milliseconds, content)
        row: Row = [next(self._action_ids), game, event_id, move.player, move.word, boot, milliseconds]
        row += move.at, move.thinking_ms, None
        self._actions.append(row)
        return row

    def _add_event(self, game: int, boot: int, milliseconds: int, content: Content) -> int:
        self._number += 1
        key = next(self._event_ids)
        raw = _encode({"e": self._number, "boot": boot, "ms": milliseconds, **content})
        row = [key, IMPORTED, _JOURNAL, self._number, game, content["k"], boot, milliseconds, raw, self._received_at]
        self._events.append(row)
        return key

    def _add_comments(self, game: int, ply: int, comments: Iterable[str]) -> None:
        for comment in comments:
            row: dict[str, Any] = {"game_id": game, "at": self._received_at, "author": None, "kind": "comment"}
            self._remarks.append(row | {"raw": json.dumps({"ply": ply, "text": comment})})


def _lock_journal(connection: Connection) -> int:
    """Let no other program import until the transaction ends; return the number of the last event."""
    if lock_board(connection, IMPORTED) is None:
        add_board(connection, {"id": IMPORTED, "surface": "", "firmware": "", "boot": 0, "started_at": 0}, None)
        lock_board(connection, IMPORTED)
    return last_number(connection, IMPORTED, _JOURNAL)


def _reserve(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Return keys that no other program will use: SQLite has one writer at a time, PostgreSQL gives each key once."""
    if connection.engine.dialect.name == "postgresql":
        sequence = "SELECT nextval(pg_get_serial_sequence(:table, 'id')) FROM generate_series(1, :count)"
        return connection.scalars(text(sequence), {"table": table.name, "count": count}).all()
    first = 1 + (connection.scalar(select(func.max(table.c.id))) or 0)
    return range(first, first + count)


def _insert_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Write many rows in the quickest way of the database."""
    dialect = connection.dialect
    if not rows:
        return
    if dialect.driver == "psycopg":
        _copy(connection, f"COPY {table.name} ({', '.join(columns)}) FROM STDIN", rows)
    elif dialect.positional:
        statement = str(insert(table).compile(dialect=dialect, column_keys=list(columns)))
        connection.exec_driver_sql(statement, [tuple(row) for row in rows])
    else:
        connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in rows])


def _copy(connection: Connection, statement: str, rows: Iterable[Row]) -> None:
    driver: Any = connection.connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
    except connection.dialect.loaded_dbapi.Error as error:
        raise OperationalError(statement, None, error) from error
