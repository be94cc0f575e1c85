"""The programs, and the other board, that play and advise at one board."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from treppe_host.company.process import Thinker
from treppe_host.web.connections.adviser import Adviser
from treppe_host.web.connections.coach import Coach
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.program import ProgramPlayer
from treppe_host.web.connections.puzzler import Puzzler

if TYPE_CHECKING:  # it needs optional packages
    from treppe_host.web.connections.mirror import Mirror


class Company:
    """The programs of one board; they think in one process, one question at a time. `mirror` joins another board."""

    def __init__(self, connection: BoardConnection, join: "Callable[[BoardConnection], Mirror] | None" = None):
        """Begin to watch the board's game."""
        self.mirror = join(connection) if join else None
        self._thinker = Thinker()
        self.player = ProgramPlayer(connection, self._thinker)
        self.adviser = Adviser(connection, self._thinker)
        self.coach = Coach(connection)
        self.puzzler = Puzzler(connection, self._thinker)

    @property
    def leader(self) -> "ProgramPlayer | Mirror | Coach":
        """The players whose actions hands carry out here: programs, the other board, or those of a lesson."""
        if self.coach.is_teaching:
            return self.coach
        return self.mirror if self.mirror and self.mirror.is_ours else self.player

    def begin(self) -> None:
        """Look for the other board, if one is to join; in the event loop."""
        if self.mirror:
            self.mirror.begin()

    def close(self) -> None:
        """Stop thinking."""
        if self.mirror:
            self.mirror.close()
        self.player.close()
        self._thinker.close()
