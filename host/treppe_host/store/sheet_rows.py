"""Reads stored games as score sheets, and stores score sheets as games."""

import json
import re
import time
from collections import Counter
from types import SimpleNamespace

from sqlalchemy import Connection, func, select, update
from treppe import events as kinds

from treppe_host.store.event_writer import EventWriter
from treppe_host.store.journals import add_board, lock_board
from treppe_host.store.remarks import add_remark
from treppe_host.store.score_sheet import Content, Move, ScoreSheet
from treppe_host.store.tables import actions, events, games, remarks

IMPORTED = "import"
"""The id of the board on which imported games are stored."""
_FACTS = ("reason", "winners", "scores", "event", "site", "round", "started_at", "firmware", "num_missing", "zone_s")
_COPY = re.compile(r"copy \d+ of ")


def copy_origin(origin: str, count: int) -> str:
    """Return the origin of the count-th of the imported records that contradict each other."""
    return f"copy {count} of {origin}"


def true_origin(origin: str | None) -> str | None:
    """Return the origin of a record's game, for a board's own record as for a copy."""
    return origin and _COPY.sub("", origin, count=1)


def read_sheet(connection: Connection, number: int) -> ScoreSheet | None:
    """Return a stored game as a sheet, None if there is none."""
    row = connection.execute(select(games).where(games.c.id == number)).first()
    if row is None:
        return None
    sheet = ScoreSheet(row.game, row.options, row.seats, _moves(connection, number))
    for name in (
        "reason",
        "winners",
        "scores",
        "event",
        "site",
        "round",
        "started_at",
        "firmware",
        "num_missing",
        "zone_s",
    ):
        setattr(sheet, name, row._mapping[name])
    sheet.origin = true_origin(row.origin)
    sheet.board = (sheet.origin or row.board_id).split("/")[0]
    played = sheet.actions
    of_game = (remarks.c.game_id == number, remarks.c.kind == "comment")
    for raw in connection.scalars(select(remarks.c.raw).where(*of_game).order_by(remarks.c.id)):
        comment = json.loads(raw)
        (played[comment["ply"] - 1].comments if comment["ply"] else sheet.comments).append(comment["text"])
    return sheet


def _moves(connection: Connection, number: int) -> list[Move]:
    """Return actions and take-backs in the order in which they happened."""
    rows = connection.execute(select(actions).where(actions.c.game_id == number)).all()
    moves = {row.event_id: Move(row.word, 0, row.player, row.thinking_ms, row.at) for row in rows}
    counts = Counter(row.undone_by for row in rows if row.undone_by)
    moves |= {event: Move(undo=count) for event, count in counts.items()}
    return [moves[event] for event in sorted(moves)]


def read_events(connection: Connection, number: int) -> list[Content]:
    """Return the raw events of a game, from its `start` on."""
    query = select(events.c.raw).where(events.c.game_id == number).order_by(events.c.id)
    return [json.loads(raw) for raw in connection.scalars(query)]


def add_sheet(connection: Connection, sheet: ScoreSheet, origin: str | None = None) -> int:
    """Store a sheet as events of the board IMPORTED, with the rows that follow from them; return the game's number.

    `origin` names the board's game that it is a copy of (see `copies`).
    """
    first = _next_number(connection)
    board = SimpleNamespace(id=IMPORTED, journal=1, boot=first, started_at=sheet.started_at, game_id=None)
    writer = EventWriter(connection, board, time.time())
    for place, event in enumerate(_events(sheet, first), first):
        writer.follow({"e": place, **event})
    writer.finish()
    number = int(connection.scalars(select(games.c.id).where(games.c.origin == f"{IMPORTED}/1/{first}")).one())
    tags: Content = {name: getattr(sheet, name) for name in ("event", "site", "round") if getattr(sheet, name)}
    tags |= {"num_missing": sheet.num_missing, "zone_s": sheet.zone_s}
    if origin:
        tags["origin"] = origin
    if tags:
        connection.execute(update(games).where(games.c.id == number).values(**tags))
    for text in sheet.comments:
        add_remark(connection, number, "comment", {"ply": 0, "text": text}, None)
    for ply, move in enumerate(sheet.actions, 1):
        for text in move.comments:
            add_remark(connection, number, "comment", {"ply": ply, "text": text}, None)
    return number


def _next_number(connection: Connection) -> int:
    if lock_board(connection, IMPORTED) is None:
        add_board(connection, {"id": IMPORTED, "surface": "", "firmware": "", "boot": 0, "started_at": 0}, None)
        lock_board(connection, IMPORTED)
    return 1 + (connection.scalar(select(func.max(events.c.number)).where(events.c.board_id == IMPORTED)) or 0)


def _events(sheet: ScoreSheet, boot: int) -> list[Content]:
    """Return the events that a board would send for such a game. An unknown time begins a new power-up."""
    start = {"game": sheet.game, "options": sheet.options, "seats": sheet.seats, "firmware": sheet.firmware}
    clock = {"boot": boot, "ms": 0}
    told: list[Content] = [{**clock, "k": kinds.START, **start}]
    for move in sheet.moves:
        if move.undo:
            told.append({**clock, "k": kinds.UNDO, "count": move.undo})
            continue
        clock["ms"] += move.thinking_ms or 0
        clock["boot"] += move.thinking_ms is None
        told.append({**clock, "k": kinds.ACTION, "player": move.player, "word": move.word})
    if sheet.reason is not None:
        told.append(
            {**clock, "k": kinds.END} | {name: getattr(sheet, name) for name in ("reason", "winners", "scores")}
        )
    return told
