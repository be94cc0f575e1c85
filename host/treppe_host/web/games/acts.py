"""Acts on a stored game, on its page and in the lists: resume, hide, rename, remark. Each answers with a change of the
page."""

from starlette.exceptions import HTTPException
from treppe_sim.errors import SimulationError

from treppe_host.errors import BoardError, TreppeError
from treppe_host.records.sheet_check import LONGEST_NAME
from treppe_host.store.rows import GameRow
from treppe_host.store.store import Store
from treppe_host.web import texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.requests import Content, number_in
from treppe_host.words import reason

LONGEST_REMARK = 2000
"""Characters of a remark."""


class GameActs:
    """Carries out browsers' requests."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store

    def rename(self, number: int, fields: Content) -> Content:
        """Store other names of players and event."""
        sheet = self._store.sheet(number)
        seats = [_text(fields, f"seat{place}", LONGEST_NAME) for place in range(len(sheet.seats))]
        self._store.remark(number, "names", {"seats": seats})
        event = _text(fields, "event", LONGEST_NAME)
        if event != (sheet.event or ""):
            self._store.remark(number, "tags", {"event": event or None})
        return {"reload": True}

    def remark(self, number: int, fields: Content) -> Content:
        """Store a remark about the last action before a place; its ply counts actions without take-backs."""
        place = _text(fields, "place", LONGEST_REMARK)
        played = self._store.sheet(number).moves[: number_in(place)]
        text = _text(fields, "text", LONGEST_REMARK)
        if text:
            self._store.remark(number, "comment", {"ply": sum(not move.undo for move in played), "text": text})
        return {"reload": True}

    def connection_for(self, record: GameRow, open_games: set[str]) -> BoardConnection | None:
        """Return the connection to the board that can resume an unfinished game, None if there is none."""
        if record.reason is not None or record.num_missing or record.origin not in open_games:
            return None
        return next((each for each in list(self._connections.all.values()) if each.has_played(record)), None)

    async def go_on(self, number: int, language: str) -> Content:
        """Resume a game and show its board, or show why it cannot be resumed."""
        try:
            record = self._store.game(number)
            connection = self.connection_for(record, self._store.open_games())
            if connection is None:
                raise BoardError(texts.load(language).NO_ANSWER)
            await connection.go_on(record)
        except (TreppeError, SimulationError) as error:
            return {"html": {"notice": reason(error, language)}}
        return {"go": f"boards/{connection.key}"}

    def is_hidden(self, number: int) -> bool:
        """Return whether a game is hidden from lists and statistics."""
        kinds = [remark.kind for remark in self._store.remarks(number) if remark.kind in ("hide", "show")]
        return kinds[-1:] == ["hide"]

    def hide(self, number: int) -> Content:
        """Hide a game, and lead to the list; the store keeps it."""
        self._store.remark(number, "hide", {})
        return {"go": f"games?deleted={number}"}

    def bring_back(self, number: int) -> Content:
        self._store.remark(number, "show", {})
        return {"go": f"games/{number}"}


def _text(fields: Content, name: str, longest: int) -> str:
    """Return a field of a form, empty if it is not a text; raise HTTPException if it is longer than the page allows."""
    value = fields.get(name)
    text = value.strip() if isinstance(value, str) else ""
    if len(text) > longest:
        raise HTTPException(400)
    return text
