"""Begins a game on two boards: first on the host's board, then on the guest's."""

from collections.abc import Iterator
from contextlib import contextmanager

from treppe_host.broker.shared_game import HOST, is_playable
from treppe_host.errors import TreppeError
from treppe_host.web.connections.fair_clock import FairClock
from treppe_host.web.connections.joined_board import JoinedBoard


class SharedStart:
    """Begins games on one side; `is_under_way` while a start must not be interrupted."""

    def __init__(self, board: JoinedBoard, clock: FairClock):
        """Begin nothing yet."""
        self.is_under_way = False
        self._board = board
        self._clock = clock

    async def look(self) -> None:
        """Follow the start of a game on one of the boards, if there is one; raise TreppeError, InvalidOption."""
        shared = self._board.shared
        if self._board.side == HOST:
            await self._adopt()
        elif shared.number and shared.kept.get("game") != shared.number:
            await self._begin_here()

    async def _adopt(self) -> None:
        """As the host: share a game that has begun on the board."""
        connection, shared, game = self._board.connection, self._board.shared, self._board.connection.game
        is_new = (connection.board, game.number) != (shared.kept.get("board"), shared.kept.get("number"))
        if game.state is None or game.is_over or not is_new or not is_playable(game.name, game.state.options):
            return
        if connection.board == shared.kept.get("board") and game.number < shared.kept.get("number", 0):
            return  # an older game goes on
        flip = int(bool(shared.names[1]) and list(game.seats[:1]) == [shared.names[1]])
        if any((turn.player + flip) % 2 != HOST for turn in game.turns()):
            return  # people have played both sides here
        if game.limits:
            raise TreppeError({"code": "clock_of_board"})
        shared.kept = {"board": connection.board, "number": game.number, "base": []}
        shared.begin(game.name, game.state.options, flip, self._clock.next_limits)
        self._board.pair.say()
        with self._under_way():
            await self._hide_hints()

    async def _begin_here(self) -> None:
        """As the guest: begin the host's new game on this board."""
        connection, shared, agreement = self._board.connection, self._board.shared, self._board.agreement
        assert agreement
        if not connection.can_show(agreement.state.surface):
            raise TreppeError({"code": "other_side_surface", "surface": agreement.state.surface})
        seats = [shared.names[agreement.side_of(player)] for player in range(2)]
        with self._under_way():
            number = shared.number
            await connection.new_game(shared.start["name"], shared.start["options"], seats, {})
            shared.kept = {"game": number, "board": connection.board, "number": connection.game.number, "base": []}
            shared.save()
            await self._hide_hints()

    async def _hide_hints(self) -> None:
        await self._board.connection.command("hints", level="off")
        self._board.connection.ask("status")

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        self.is_under_way = True
        try:
            yield
        finally:
            self.is_under_way = False
