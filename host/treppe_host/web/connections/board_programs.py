"""The programs, and the other board, that play and advise at one board."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from treppe_host.programs.process import Thinker
from treppe_host.web.connections.adviser import Adviser
from treppe_host.web.connections.coach import Coach
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.program import ProgramPlayer
from treppe_host.web.connections.puzzler import Puzzler
from treppe_host.web.connections.warner import Warner

if TYPE_CHECKING:
    from treppe_host.web.connections.rival import Rival


class BoardPrograms:
    """The programs of one board; they think in one process, one question at a time. `rival` is another board."""

    def __init__(self, connection: BoardConnection, join: "Callable[[BoardConnection], Rival] | None" = None):
        """Begin to watch the board's game."""
        self.rival = join(connection) if join else None
        self._thinker = Thinker()
        self.player = ProgramPlayer(connection, self._thinker)
        self.adviser = Adviser(connection, self._thinker)
        self._warner = Warner(connection, self._thinker)
        self.coach = Coach(connection)
        self.puzzler = Puzzler(connection, self._thinker)

    @property
    def prompting(self) -> "ProgramPlayer | Rival | Coach":
        """The players whose actions hands carry out here: programs, the other board, or those of a lesson."""
        if self.coach.is_teaching:
            return self.coach
        return self.rival if self.rival and self.rival.is_ours else self.player

    def begin(self) -> None:
        """Look for the other board, if one is to join; in the event loop."""
        if self.rival:
            self.rival.begin()

    def close(self) -> None:
        if self.rival:
            self.rival.close()
        self.player.close()
        self._thinker.close()
