"""The replay of a stored game in a browser."""

from collections.abc import Sequence
from typing import Any

from nicegui import Client
from treppe.games import catalogue

from treppe_host.company.analysis import Mistake
from treppe_host.html import Html, joined
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.web import layout
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.arrows import draw_action
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.games.analysis_view import here
from treppe_host.web.games.position import Position


class BrowserReplay:
    """Shows one game in one browser, move by move."""

    def __init__(self, client: Client, words: Any, sheet: ScoreSheet):
        """Begin at the end of the game."""
        self._client = client
        self._words = words
        self._sheet = sheet
        self._place = len(sheet.moves)
        self._projection = projections.PLAN
        self._mistakes: dict[int, Mistake] = {}

    def look_at(self, mistakes: Sequence[Mistake]) -> None:
        """From now on draw the played and the better action before each of these mistakes."""
        self._mistakes = {mistake.place - 1: mistake for mistake in mistakes}
        self.show(self._place)

    def _arrows(self, position: Position) -> Html:
        mistake = self._mistakes.get(position.place)
        if not mistake:
            return Html()
        kinds = ((mistake.word, "regretted"), (mistake.better, "advice"))
        return joined(
            draw_action(position.surface, position.state, word, self._projection, kind) for word, kind in kinds
        )

    def turn(self, wanted: str) -> None:
        """Change the view of the board."""
        position = Position(self._sheet, self._place)
        self._projection = projections.projection_of(position.surface, wanted)
        title = catalogue.title(self._sheet.game)
        board = draw_board(position.surface, position.names, position.markings, title, self._projection)
        self._show(position, {"board-place": board})

    def show(self, place: int) -> None:
        """Show the position after `place` moves."""
        self._show(Position(self._sheet, place), {})

    def _show(self, position: Position, html: dict[str, str]) -> None:
        self._place = position.place
        told = position.told(self._words)
        html |= {"ways": self._arrows(position), "curve-here": here(position.place, len(self._sheet.moves) + 1)}
        update = {
            "html": html | told["html"],
            "fields": position.fields(self._words, self._projection),
            "body": told["body"] | {"view": self._projection.name},
        }
        self._client.run_javascript(layout.show(update))
