"""Boards that play recorded games: their events as a board numbers and sends them."""

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from treppe import games
from treppe.games.options import parse_option

RECORDS = Path("tests/data/playthroughs")
NAMES = ("Ada", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Henri", "Ida", "Jonas", "Klara", "Leo")


class RecordedGame:
    """A recorded game: how it begins, and its actions with their players."""

    def __init__(self, path: Path) -> None:
        first, *lines, _ = path.read_text().splitlines()
        self.name, *words = first.split()
        game = games.load(self.name)
        self.options = dict(parse_option(game, word) for word in words)
        self.actions = [(int(line.split()[0]), line.split(";")[0].split()[2]) for line in lines]
        state = games.start(self.name, **self.options)
        self.surface, self.num_players = state.surface, state.players
        for _, word in self.actions:
            state.apply_action(state.action(word))
        self.end = {"reason": state.reason, "winners": list(state.winners), "scores": list(state.scores or []) or None}


@cache
def recorded_games() -> list[RecordedGame]:
    """Return all recorded games that are played on a surface."""
    found = [RecordedGame(path) for path in sorted(RECORDS.glob("*.txt"))]
    return [game for game in found if game.surface]


class PlayedBoard:
    """A board that plays recorded games, one after the other; `number` is that of its last event."""

    def __init__(self, board: str, record: RecordedGame, journal: str = "0a") -> None:
        self.board = board
        self.record = record
        self.journal = journal
        self.number = 0
        self.boot = 1
        self.began_s = time.time()
        self._events = self._play()

    def hello(self, last: int = 0) -> dict:
        return {
            **{"board": self.board, "surface": self.record.surface, "firmware": "0.1.0", "boot": self.boot},
            **{"ms": int(1000 * (time.time() - self.began_s)), "journal": self.journal, "next": self.number + 1},
        }

    def next_event(self) -> dict:
        return next(self._events)

    def _play(self) -> Iterator[dict]:
        while True:
            place = int(self.board[-3:], 16) if self.board[-3:].isalnum() else 0
            seats = [
                NAMES[(place * 4 + player + self.number) % len(NAMES)] for player in range(self.record.num_players)
            ]
            yield self.event_of(
                "start", game=self.record.name, options=self.record.options, seats=seats, firmware="0.1.0"
            )
            for player, word in self.record.actions:
                yield self.event_of("action", player=player, word=word)
            yield self.event_of("end", **self.record.end)

    def event_of(self, kind: str, **fields: object) -> dict:
        self.number += 1
        now_ms = int(1000 * (time.time() - self.began_s))
        return {"e": self.number, "boot": self.boot, "ms": now_ms, "k": kind, **fields}
