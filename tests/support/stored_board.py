"""A board whose events are given to a store."""

from treppe_host.store.store import Store


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
