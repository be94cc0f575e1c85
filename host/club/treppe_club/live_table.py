"""One table of the club: its row, and its game, followed event by event."""

import logging
from collections.abc import Iterable
from types import ModuleType

from treppe import surfaces
from treppe_host.html import Html
from treppe_host.link.client import Message
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web.drawing.static_board import draw_fields

from treppe_club.grounds import ground_of
from treppe_club.reading import Table
from treppe_club.steps import GameSteps

_LOG = logging.getLogger(__name__)


class LiveTable:
    """Follows one table; `last` is the number of the last event that was followed."""

    def __init__(self, row: Table):
        self.row = row
        self.game = FollowedGame()
        self.steps = GameSteps()
        """The positions of the game so far, for browsers that look back."""
        self.last = 0
        self.drawings: dict[str, Html] = {}
        """The pieces on the fields, by field."""
        self._draw_stacks()

    @property
    def surface(self) -> ModuleType:
        """The surface of the game, else the one that is plugged in."""
        state = self.game.state
        surface: ModuleType = surfaces.load(state.surface if state and state.surface else self.row.surface)
        return surface

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.names if self.game.state else tuple(self.surface.NAMES)

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        """The pieces on each field by the record, the bottom first."""
        state = self.game.state
        if state is None:
            return [() for _ in self.names]
        return [tuple(state.pieces(field)) for field in range(len(self.names))]

    @property
    def ground(self) -> str:
        """The key of the board without pieces."""
        return ground_of(self.surface, self.names, self.game.markings)

    def _draw_stacks(self) -> None:
        drawn = draw_fields(self.surface, self.game.markings, self.stacks)
        self.drawings = {str(field): drawing for field, drawing in drawn.items()}

    def turn_to(self, row: Table) -> None:
        """Take the table's new row; another game is followed from its start."""
        if row.game != self.row.game:
            self.game, self.last = FollowedGame(), 0
        self.row = row
        self._draw_stacks()
        self._correct_names()

    def follow(self, events: Iterable[Message]) -> None:
        """Take the next events of the game."""
        for event in events:
            self.last = event["e"]
            self.game.follow(event)
        self._correct_names()
        self._draw_stacks()

    def close_broken(self, error: Exception) -> None:
        """Follow this game no further, and show nothing of it, because of a defect."""
        _LOG.error("table %s cannot show game %s", self.row.number, self.row.game, exc_info=error)
        self.game = FollowedGame()
        self.game.failure = str(error) or type(error).__name__
        self._draw_stacks()

    def _correct_names(self) -> None:
        """The row has the players' names with the arbiters' corrections."""
        if self.game.state and self.row.seats:
            self.game.seats = list(self.row.seats)
