"""The positions of a stored game, for a browser: on the page, and in a file that replays by itself."""

from collections.abc import Iterator
from typing import Any

from treppe import games, surfaces
from treppe.games import catalogue
from treppe_sim.material import start_stacks

from treppe_host.html import Html, html
from treppe_host.records.fields import markings_of, place_names
from treppe_host.records.rules_check import find_fault
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.drawing.sprites import draw_sprites, kinds_of, stacks_by_field
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts


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
        self._sheet = sheet
        for _ in range(place):
            if not self.advance():
                return

    def advance(self) -> bool:
        """Play the next move; return False at the end of the sheet and at its first fault."""
        if self.place == len(self._sheet.moves):
            return False
        try:
            self._apply_move(self._sheet.moves[self.place])
        except ValueError:  # `fault` says why
            return False
        self.place += 1
        self.scores.append(self.state.scores)
        return True

    def _apply_move(self, move: Move) -> None:
        self.last = () if move.undo else tuple(self.state.touched(self.state.action(move.word)))
        move.play(self.state)

    @property
    def surface(self) -> Any:
        return surfaces.load(self.state.surface)

    def fields(self) -> dict[str, str]:
        """Return the stacks by field, for the page's script."""
        return stacks_by_field(self.names, start_stacks(self.state))

    def board(self, words: Texts, projection: Projection) -> Html:
        """Return the board without pieces, and drawings of its pieces."""
        title = catalogue.title(self._sheet.game)
        drawn = draw_board(self.surface, self.names, self.markings, title, projection)
        return drawn + draw_sprites(words, kinds_of(self.state), projection)

    def content(self, words: Texts) -> dict[str, dict[str, str]]:
        """Return the page's words about the position, for its script."""
        winners = self._sheet.winners or []
        say = words.GAMES
        move = self._sheet.moves[self.place - 1] if self.place else None
        where = say["place"].format(self.place, len(self._sheet.moves)) if move else say["start"]
        what = text = say["taken_back"].format(move.undo) if move and move.undo else ""
        if move and not move.undo:
            before = self.state.clone()
            before.undo_action()
            what, text = saying.shown(words, before, move.word), saying.all_in_words(words, before, [move.word])
        return {
            "html": {"place-text": html("{} · {}", what, where) if what else where, "announcement": text},
            "body": {
                "last": " ".join(map(str, self.last)),
                "at": str(self.place),
                "surface": self.surface.NAME,
                "whose": str(winners[0]) if len(winners) == 1 else "",
            },
        }


def each_position(sheet: ScoreSheet) -> Iterator[Position]:
    """Yield the position after each move; it is one object, which moves on."""
    position = Position(sheet, 0)
    yield position
    while position.advance():
        yield position
