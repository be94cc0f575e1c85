"""The replay of a stored game in a browser."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from nicegui import Client
from treppe import games, surfaces
from treppe.games import catalogue

from treppe_host.company.analysis import Mistake
from treppe_host.html import Html, joined
from treppe_host.records.fields import markings_of, place_names
from treppe_host.records.rules_check import find_fault
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web import layout
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.arrows import draw_action
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.drawing.stacks import Shown, show_stacks
from treppe_host.web.games.analysis_view import here


class Position:
    """The position after `place` moves of a game, for a browser."""

    def __init__(self, sheet: ScoreSheet, place: int):
        """Play the sheet up to that place, or up to its first fault."""
        self.fault = find_fault(sheet)
        self.place = 0
        self.last: tuple[int, ...] = ()
        self.state: Any = games.start(sheet.game, sheet.options)
        self.names = place_names(self.state)
        self.markings = markings_of(self.state)
        self.scores = [self.state.scores]
        for move in sheet.moves[: max(0, place)]:
            try:
                self._play(move)
            except ValueError:  # `fault` says why
                return
            self.place += 1
            self.scores.append(self.state.scores)

    def _play(self, move: Move) -> None:
        self.last = ()
        for _ in range(move.undo):
            self.state.undo_action()
        if not move.undo:
            action = self.state.action(move.word)
            self.last = tuple(self.state.touched(action))
            self.state.apply_action(action)

    @property
    def surface(self) -> Any:
        """The game's surface."""
        return surfaces.load(self.state.surface)

    def fields(self, words: ModuleType, projection: Projection) -> Shown:
        """Return the stacks by field, for the page's script."""
        stacks = [self.state.pieces(field) for field in range(len(self.names))]
        return show_stacks(words, self.surface, self.names, stacks, projection)


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
        """Show from now on, before each of these actions, what was played and what was better."""
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
        winners = self._sheet.winners or []
        say = self._words.GAMES
        move = self._sheet.moves[position.place - 1] if position.place else None
        where = say["place"].format(position.place, len(self._sheet.moves)) if move else say["start"]
        what = "" if move is None else (move.word or say["taken_back"].format(move.undo))
        html |= {"ways": self._arrows(position), "curve-here": here(position.place, len(self._sheet.moves) + 1)}
        html |= {"place-text": f"{what} · {where}" if what else where, "announcement": what}
        update = {
            "html": html,
            "fields": position.fields(self._words, self._projection),
            "body": {
                "last": " ".join(map(str, position.last)),
                "at": str(position.place),
                "surface": position.surface.NAME,
                "whose": str(winners[0]) if len(winners) == 1 else "",
                "view": self._projection.name,
            },
        }
        self._client.run_javascript(layout.show(update))
