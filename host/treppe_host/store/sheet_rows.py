"""Reads stored games as score sheets."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from treppe_host.store.score_sheet import Content, Move, ScoreSheet
from treppe_host.store.tables import actions, events, games, remarks

TAGS = ("event", "site", "round")
FACTS = (*TAGS, "reason", "winners", "scores", "started_at", "ended_at", "firmware", "num_missing", "zone_s")
"""Fields that sheets and rows of games have under the same names."""
_COPY = re.compile(r"copy \d+ of ")


def copy_origin(origin: str, count: int) -> str:
    """Return the origin of the count-th of the imported records that contradict each other."""
    return f"copy {count} of {origin}"


def true_origin(origin: str | None) -> str | None:
    """Return the origin of a record's game, for a board's own record as for a copy."""
    return origin and _COPY.sub("", origin, count=1)


def read_sheets(connection: Connection, numbers: Sequence[int]) -> dict[int, ScoreSheet]:
    """Return stored games as sheets, by their numbers; those that do not exist are left out."""
    moves = _read_moves(connection, numbers)
    sheets = {}
    for row in connection.execute(select(games).where(games.c.id.in_(numbers))):
        facts = {name: row._mapping[name] for name in FACTS}
        sheet = ScoreSheet(row.game, row.options, row.seats, moves[row.id], **facts, origin=true_origin(row.origin))
        sheet.board = (sheet.origin or row.board_id).split("/")[0]
        sheets[row.id] = sheet
    query = select(remarks.c.game_id, remarks.c.raw).where(remarks.c.game_id.in_(numbers), remarks.c.kind == "comment")
    found = connection.execute(query.order_by(remarks.c.id)).all()
    played = {number: sheets[number].actions for number in {row.game_id for row in found}}
    for row in found:
        comment = json.loads(row.raw)
        commented = played[row.game_id][comment["ply"] - 1] if comment["ply"] else sheets[row.game_id]
        commented.comments.append(comment["text"])
    return sheets


def _read_moves(connection: Connection, numbers: Iterable[int]) -> dict[int, list[Move]]:
    """Return actions and take-backs of games in the order in which they happened."""
    columns = (actions.c.game_id, actions.c.event_id, actions.c.undone_by)
    facts = (actions.c.word, actions.c.player, actions.c.thinking_ms, actions.c.at)
    query = select(*columns, *facts).where(actions.c.game_id.in_(numbers))
    moves: dict[int, dict[int, Move]] = defaultdict(dict)
    taken_back: Counter[tuple[int, int]] = Counter()
    for number, event, undone_by, word, player, thinking_ms, at in connection.execute(query):
        moves[number][event] = Move(word, 0, player, thinking_ms, at)
        if undone_by is not None:
            taken_back[number, undone_by] += 1
    for (number, event), count in taken_back.items():
        moves[number][event] = Move(undo=count)
    ordered: dict[int, list[Move]] = defaultdict(list)
    ordered.update({number: [found[event] for event in sorted(found)] for number, found in moves.items()})
    return ordered


def read_events(connection: Connection, number: int) -> list[Content]:
    """Return the raw events of a game, from its `start` on."""
    query = select(events.c.raw).where(events.c.game_id == number).order_by(events.c.id)
    return [json.loads(raw) for raw in connection.scalars(query)]
