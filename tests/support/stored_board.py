"""A board whose events are given to a store, and databases as earlier versions left them."""

import json
from pathlib import Path

from sqlalchemy import create_engine, text
from treppe_host.store.store import Store

SCHEMAS = Path("tests/data/schemas")


class Board:
    """A board that numbers events and gives them to a store."""

    def __init__(self, store: Store, name: str = "b1") -> None:
        self.store = store
        self.name = name
        self.number = 0
        self.boot = 1
        self.now_ms = 0

    def connect(self) -> int:
        hello = {"board": self.name, "surface": "square7", "firmware": "0.1.0", "boot": self.boot, "ms": self.now_ms}
        return self.store.connect_board(hello | {"next": self.number + 1})

    def event(self, kind: str, elapsed_ms: int = 1000, **fields: object) -> dict:
        self.number += 1
        self.now_ms += elapsed_ms
        return {"e": self.number, "boot": self.boot, "ms": self.now_ms, "k": kind, **fields}

    def add(self, *events: dict) -> None:
        self.store.add_events(self.name, events)

    def start(self) -> dict:
        return self.event("start", game="step", options={"players": 2}, seats=["A", "B"], firmware="0.1.0")

    def act(self, word: str, player: int = 0) -> dict:
        return self.event("action", player=player, word=word)

    def end(self) -> dict:
        return self.event("end", reason="goal", winners=[1], scores=None)


def build_old(database: str, version: int) -> None:
    """Make a database as an earlier version did, with what was played then."""
    engine = create_engine(database)
    statements = json.loads((SCHEMAS / f"{version}.json").read_text())
    rows = json.loads((SCHEMAS / f"{version}_rows.json").read_text())
    is_postgres = engine.dialect.name == "postgresql"
    with engine.begin() as connection:
        for name in [*rows, *(name for name in statements if name not in rows)]:
            statement = statements[name]
            connection.execute(text(statement.replace("( id INTEGER", "( id SERIAL") if is_postgres else statement))
        for table, content in rows.items():
            for row in content:
                places = ", ".join(f":{column}" for column in row)
                connection.execute(text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"), row)
            if is_postgres and table in ("games", "events", "actions", "journals"):
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {len(content)})"))
    engine.dispose()
