"""The contents of one board's page for its browsers: what its parts show."""

from treppe_host.web import texts
from treppe_host.web.board.parts import PARTS
from treppe_host.web.board.seat_to_move import SeatToMove
from treppe_host.web.board.seen import Content, Seen, Variant
from treppe_host.web.board.sitting import Sitting, seat_in
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection


class BoardView:
    """The present contents of a board's page."""

    def __init__(self, connection: BoardConnection, among: BoardPrograms):
        self._connection = connection
        self._programs = among
        self.seat = SeatToMove(connection, among)

    def everything(self, variant: Variant, taken: frozenset[int] = frozenset()) -> Content:
        """Return what all parts show, each by kinds: HTML by the ids of elements, facts for the style sheet, and more.

        `taken` are the seats of guests who are here.
        """
        game = self._connection.game
        sitting = Sitting(seat_in(game, variant.named), taken)
        words = texts.of_game(texts.load(variant.language), game.name)
        seen = Seen(words, variant, self._connection, self._programs, self.seat, sitting)
        content: Content = {"html": {}, "body": {}}
        for part in PARTS:
            for kind, shown in part.show(seen).items():
                content[kind] = content[kind] | shown if kind in content else shown
        return content
