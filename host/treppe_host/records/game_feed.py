"""Follows the present game of a board: first its stored events, then those that the board sends."""

from treppe.alphabet import events as kinds

from treppe_host.link.client import Message
from treppe_host.records.followed_game import FollowedGame
from treppe_host.store.store import Store


class GameFeed:
    """The game of one board; `has_gap`: events of the game are missing."""

    def __init__(self, store: Store):
        self.game = FollowedGame()
        self.has_gap = False
        self._store = store
        self._board = ""
        self._last = 0

    def clear(self) -> None:
        self.game = FollowedGame()
        self.has_gap = False
        self._last = 0

    def read_board(self, board: str) -> None:
        """Follow the board's last game from its start on."""
        self.clear()
        self._board = board
        for event in self._store.last_game_events(board):
            self._last = event["e"]
            self.game.follow(event)

    def is_new(self, event: Message) -> bool:
        """Return whether an event is new: an event that was stored during `read` comes twice."""
        return bool(event["e"] > self._last)

    def follow(self, event: Message) -> None:
        """Take a new event of the board."""
        if event["k"] == kinds.RESUME:
            self.read_board(self._board)  # perhaps another game
            return
        self._last = event["e"]
        self.game.follow(event)
        if event["k"] == kinds.START:
            self.has_gap = False

    def lose(self) -> None:
        """Note that events of the game are missing."""
        self.game = FollowedGame()
        self.has_gap = True
