"""A moment of a board, for one variant of its page: what the page's parts may need, each found once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from treppe_host.records.followed_game import FollowedGame
from treppe_host.web.board.phase import phase_of
from treppe_host.web.board.seat_to_move import SeatToMove
from treppe_host.web.board.sitting import Sitting
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection, Hands
from treppe_host.web.connections.puzzler import MISSED
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.drawing.projections import PLAN, Projection, projection_of
from treppe_host.web.texts.en import Texts

Content = dict[str, Any]


class Variant(NamedTuple):
    """The variant of the page in a browser; browsers with the same variant get the same updates."""

    language: str
    may_touch: bool
    view: str
    named: str = ""
    """See sitting.py."""


@dataclass(frozen=True)
class Seen:
    """A board as one variant of its page sees it. `words` have the game's own names for pieces."""

    words: Texts
    variant: Variant
    connection: BoardConnection
    programs: BoardPrograms
    seat: SeatToMove
    sitting: Sitting

    @property
    def game(self) -> FollowedGame:
        return self.connection.game

    @property
    def simulated(self) -> SimulatedConnection | None:
        found: SimulatedConnection | None = self.connection.simulated
        return found

    @property
    def may_touch(self) -> bool:
        return self.variant.may_touch

    @cached_property
    def display(self) -> Mapping[str, Any]:
        """What the board's display shows, without others' choices."""
        return self.seat.display

    @cached_property
    def roles(self) -> str:
        """The lamps' roles, with offers for those who are to move."""
        return self.seat.roles if self.is_theirs or not self.may_touch else self.seat.unoffered

    @cached_property
    def is_play(self) -> bool:
        return phase_of(self.game, self.display) == "play"

    @cached_property
    def is_others(self) -> bool:
        """Whether a program of this computer, or the other board, is to move."""
        return self.seat.is_others

    @cached_property
    def is_carried_out(self) -> bool:
        """Whether the simulated hand moves a program's pieces."""
        return self.simulated is not None and self.simulated.simulated_hand.is_playing

    @cached_property
    def is_only_watched(self) -> bool:
        """Whether people have nothing to do: a program thinks, or the simulated hand moves its pieces."""
        return self.is_carried_out or (self.is_play and self.seat.is_waited_for)

    @cached_property
    def is_theirs(self) -> bool:
        """Whether somebody at the page is to move, and may go on."""
        puzzler = self.programs.puzzler
        has_missed = puzzler.puzzle is not None and puzzler.standing()[0] == MISSED
        return self.sitting.is_to_move(self.game) and not (has_missed or self.programs.coach.is_done)

    @cached_property
    def may_act(self) -> bool:
        return self.may_touch and self.sitting.is_to_move(self.game)

    @property
    def is_ideal(self) -> bool:
        """Whether ideal hands play at a simulated board."""
        return self.connection.hands == Hands.IDEAL

    @cached_property
    def due(self) -> frozenset[str]:
        """The pieces that people may bring now, by their codes."""
        return self.game.due_pieces() if self.is_play and not self.is_others else frozenset()

    @cached_property
    def missing(self) -> set[str]:
        """The pieces in the box that should stand on the board."""
        return self.simulated.missing_pieces() if self.simulated and not self.game.is_over else set()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the game, or without one the surface, calls the fields; empty for those not in the game."""
        surface = self.connection.surface
        return self.game.names if self.game.state else surface.NAMES if surface else ()

    @cached_property
    def projection(self) -> Projection:
        return projection_of(self.connection.surface, self.variant.view) if self.connection.surface else PLAN
