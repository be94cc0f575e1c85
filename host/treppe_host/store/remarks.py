"""Remarks of people about a stored game: each is kept for ever, and changes what the record shows."""

import json
import time

from sqlalchemy import Connection, insert, select, update

from treppe_host.errors import BadCorrection, UnknownRecord
from treppe_host.link.schema_violations import is_plain
from treppe_host.store.score_sheet import Content
from treppe_host.store.tables import actions, games, remarks

# Kinds: `names` {seats}, `tags` {event, site, round}, `comment` {ply, text}, `action` {ply, word}, `result` {reason,
# winners, scores}, `hide` and `show` {}: lists and statistics leave a hidden game out; `analysis`: what programs have
# found in it; `solved` {place}: a player of the puzzle has found the better move. A ply counts the actions
# from 1 on, those taken back included; 0 is the whole game. `was` keeps the previous content.


def add_remark(connection: Connection, number: int, kind: str, content: Content, author: str | None) -> None:
    """Keep a remark about a game and apply it.

    Raises UnknownRecord if there is no such game or action, BadCorrection for names of more or fewer players than the
    game has, and for letters that no file or page can show, as halves of surrogate pairs.
    """
    if not is_plain([content, author]):
        raise BadCorrection("a text has letters that cannot be stored")
    if connection.scalar(select(games.c.id).where(games.c.id == number)) is None:
        raise UnknownRecord(f"no game {number}")
    before = _apply(connection, number, kind, content)
    raw = json.dumps(content | before)
    connection.execute(insert(remarks).values(game_id=number, at=time.time(), author=author, kind=kind, raw=raw))


def apply_remarks(connection: Connection, number: int) -> None:
    """Apply all remarks about a game again, after its record was rebuilt from its events."""
    query = select(remarks.c.kind, remarks.c.raw).where(remarks.c.game_id == number).order_by(remarks.c.id)
    for row in connection.execute(query).all():
        content = json.loads(row.raw)
        content.pop("was", None)
        _apply(connection, number, row.kind, content)


def _apply(connection: Connection, number: int, kind: str, content: Content) -> Content:
    """Apply a remark; return the content that it replaces."""
    if kind in ("hide", "show", "analysis", "solved"):
        return {}
    if kind == "names":
        num_seats = len(connection.execute(select(games.c.seats).where(games.c.id == number)).scalar_one())
        if len(content["seats"]) != num_seats:
            raise BadCorrection(f"game {number} has {num_seats} players, not {len(content['seats'])}")
        return _change_game(connection, number, {"seats": content["seats"]})
    if kind in ("tags", "result"):
        return _change_game(connection, number, content)
    plies = select(actions.c.id, actions.c.word).where(actions.c.game_id == number).order_by(actions.c.id)
    rows = connection.execute(plies).all()
    lowest = 0 if kind == "comment" else 1
    if not lowest <= content["ply"] <= len(rows):
        raise UnknownRecord(f"no action {content['ply']} in game {number}, which has {len(rows)}")
    if kind == "comment":
        return {}
    row = rows[content["ply"] - 1]
    connection.execute(update(actions).where(actions.c.id == row.id).values(word=content["word"]))
    return {"was": row.word}


def _change_game(connection: Connection, number: int, changes: Content) -> Content:
    of_game = games.c.id == number
    row = connection.execute(select(games).where(of_game)).one()
    connection.execute(update(games).where(of_game).values(**changes))
    return {"was": {name: row._mapping[name] for name in changes}}
