"""One table in one language for spectators' pages: everything, or the changes since the last time."""

from typing import Any

from treppe.games import catalogue
from treppe_host.direction import isolated
from treppe_host.html import Html, html, joined
from treppe_host.records.followed_game import Turn
from treppe_host.web import texts
from treppe_host.web.board import summary
from treppe_host.web.board.parts import moves

from treppe_club.live_table import LiveTable
from treppe_club.texts import ClubTexts

Shown = dict[str, Any]


class TableView:
    """The content of spectators' pages about one table in one language."""

    def __init__(self, words: ClubTexts, table: LiveTable):
        self._words = words
        self._table = table
        self._turns: list[Turn] = []
        self._rows: list[Html] = []
        self.shown: Shown = {}
        """The present content, after all changes."""

    def changes(self) -> Shown:
        """Return the changes since the last time; `fields` and `turns` have only the changed entries, None for removed
        ones."""
        now, before = self._everything(), self.shown
        self.shown = now
        if now["ground"] != before.get("ground"):
            return now
        update = {name: value for name, value in now.items() if value != before.get(name)}
        for name in {"fields", "turns"} & set(update):
            update[name] = _difference(now[name], before[name])
        return update

    def _everything(self) -> Shown:
        table, words = self._table, self._words
        row, game = table.row, table.game
        return {
            "name": row.name or words.CLUB["table"].format(row.number),
            "title": catalogue.title(game.name) if game.state else "",
            "standing": isolated(summary.standing(words, game)),
            "players": self._players(),
            "state": _state_of(table),
            "whose": _whose(table),
            "away": not row.is_connected,
            "named": bool(row.name),
            "names": [_seat_name(game.seats, player) for player in range(game.state.players if game.state else 0)],
            "game": row.game or 0,
            "ground": table.ground,
            "fields": table.drawings,
            "last": [*game.last_fields],
            "ply": len(game.notations),
            "turns": self._shown_turns(),
            "left": [-(-left_ms // 1000) for left_ms in game.left_ms],
        }

    def _players(self) -> Html:
        game = self._table.game
        if game.state is None:
            return Html()
        winners = game.winners if game.is_over else ()
        return joined(
            html(
                '<li class="player{player}{won}"><i class="dot" role="img" aria-label="{colour}"></i><b>{name}</b>'
                "<time></time></li>",
                player=player,
                won=" won" if player in winners else "",
                colour=self._words.PLAYERS[player],
                name=texts.name_of(self._words, game.seats, player),
            )
            for player in range(game.state.players)
        )

    def _shown_turns(self) -> dict[str, Html]:
        """Return the rows of all turns by number; only new ones are written."""
        game = self._table.game
        if game.state is None:
            return {}
        turns = game.turns()
        rows = [
            self._rows[place]
            if place < len(self._turns) and self._turns[place] == turn
            else moves.row(self._words, game.state, place + 1, turn)
            for place, turn in enumerate(turns)
        ]
        self._turns, self._rows = turns, rows
        return {str(place): row for place, row in enumerate(rows)}


def _difference(now: dict[str, Html], before: dict[str, Html]) -> dict[str, Html | None]:
    changed: dict[str, Html | None] = {key: value for key, value in now.items() if before.get(key) != value}
    return changed | dict.fromkeys(before.keys() - now.keys())


def _seat_name(seats: list[Any], player: int) -> str:
    name = seats[player] if player < len(seats) else ""
    return name if isinstance(name, str) else ""


def _state_of(table: LiveTable) -> str:
    game = table.game
    if game.state is None:
        return "broken" if game.failure else "idle"
    return "over" if game.is_over else "paused" if game.is_paused else "play"


def _whose(table: LiveTable) -> int:
    """Return the player to move, or the only winner; -1 if none."""
    game = table.game
    if game.state is None:
        return -1
    if game.is_over:
        return game.winners[0] if len(game.winners) == 1 else -1
    return int(game.state.current_player())
