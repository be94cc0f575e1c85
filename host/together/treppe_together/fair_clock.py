"""A clock that two boards share: each side's time passes while its own board shows the position."""

from typing import Any

from treppe_together.agreement import Agreement
from treppe_together.joined_board import JoinedBoard
from treppe_together.shared_game import HOST, is_playable


class FairClock:
    """Counts how long people here think about their turn."""

    def __init__(self, board: JoinedBoard):
        """Keep the clocks of games begun on the page: the board's own clocks run while hands are led, too."""
        self.next_limits: dict[str, int] | None = None
        """The time limits of the next game."""
        self.is_running = False
        self._board = board
        self._since_s = 0.0
        board.connection.take_clock = self._take_clock

    @property
    def limits(self) -> dict[str, int] | None:
        """The time limits of the present game, None without."""
        agreement = self._board.agreement
        return agreement.limits if agreement and self._board.is_ours else None

    def start(self) -> None:
        """People here see the position from now on."""
        self._since_s, self.is_running = self._board.connection.clock(), True

    def thought_s(self, agreement: Agreement) -> float:
        """Return how long people here have thought about their turn."""
        if agreement.to_move != self._board.side or not self.is_running:
            return 0.0
        return max(0.0, self._board.connection.clock() - self._since_s)

    def left_s(self) -> list[int]:
        """Return each player's remaining time, empty without limits."""
        agreement = self._board.agreement
        if not agreement or not agreement.limits:
            return []
        left_ms = list(agreement.left_ms)
        left_ms[self._board.side] -= int(1000 * self.thought_s(agreement))
        return [max(0, -(-left_ms[agreement.side_of(player)] // 1000)) for player in range(2)]

    def tick(self) -> None:
        """Tell the other side once the time of this side is up; tell the page the time."""
        agreement = self._board.agreement
        if not agreement or not self.limits or agreement.is_over:
            return
        if 1000 * self.thought_s(agreement) >= agreement.left_ms[self._board.side]:
            self._board.say("time")
        self._board.connection.changes.tell()

    def _take_clock(self, name: str, options: dict[str, Any], limits: dict[str, int] | None) -> bool:
        is_taken = self._board.side == HOST and is_playable(name, options)
        self.next_limits = limits if is_taken else None
        return is_taken
