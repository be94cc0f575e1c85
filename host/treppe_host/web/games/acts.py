"""Actions on a stored game, on its page and in the list: resume, hide, rename, remark."""

import json
from typing import Any

from nicegui import Client
from treppe_sim.errors import SimulationError

from treppe_host.errors import BoardError, TreppeError
from treppe_host.store.rows import GameRecord
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store
from treppe_host.web import layout, texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.words import reason


class GameActs:
    """Carries out browsers' requests, and shows them the result."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store

    def rename(self, client: Client, number: int, sheet: ScoreSheet, fields: dict[str, str]) -> None:
        """Store other names of players and event."""
        seats = [fields.get(f"seat{place}", "").strip() for place in range(len(sheet.seats))]
        self._store.remark(number, "names", {"seats": seats})
        event = fields.get("event", "").strip()
        if event != (sheet.event or ""):
            self._store.remark(number, "tags", {"event": event or None})
        client.run_javascript("location.reload()")

    def remark(self, client: Client, number: int, sheet: ScoreSheet, said: dict[str, Any]) -> None:
        """Store a remark about the last action before a place; its ply counts actions without take-backs."""
        ply = sum(not move.undo for move in sheet.moves[: int(said["place"])])
        self._store.remark(number, "comment", {"ply": ply, "text": str(said["text"])})
        client.run_javascript("location.reload()")

    def connection_for(self, record: GameRecord, open_games: set[str]) -> BoardConnection | None:
        """Return the connection to the board that can resume an unfinished game, None if there is none."""
        if record.reason is not None or record.num_missing or record.origin not in open_games:
            return None
        return next((each for each in list(self._connections.all.values()) if each.has_played(record)), None)

    async def go_on(self, client: Client, number: int) -> None:
        """Resume a game and show its board, or show why it cannot be resumed."""
        record = self._store.game(number)
        connection = self.connection_for(record, self._store.open_games())
        words = texts.load(layout.language_of(client))
        try:
            if connection is None:
                raise BoardError(words.NO_ANSWER)
            await connection.go_on(record)
        except (TreppeError, SimulationError) as error:
            notice = reason(error, words.LANGUAGE)
            client.run_javascript(layout.show({"html": {"notice": notice}}))
        else:
            client.run_javascript(f"location.href = {json.dumps(f'/boards/{connection.key}')}")

    def is_hidden(self, number: int) -> bool:
        """Return whether a game is hidden from lists and statistics."""
        kinds = [remark.kind for remark in self._store.remarks(number) if remark.kind in ("hide", "show")]
        return kinds[-1:] == ["hide"]

    def hide(self, client: Client, number: int) -> None:
        """Hide a game, and lead to the list; the store keeps it."""
        self._store.remark(number, "hide", {})
        client.run_javascript(f"location.href = {json.dumps(f'/games?deleted={number}')}")

    def bring_back(self, client: Client, number: int) -> None:
        """Show a hidden game again."""
        self._store.remark(number, "show", {})
        client.run_javascript(f"location.href = {json.dumps(f'/games/{number}')}")
