"""Who plays and advises at one board besides people."""

from treppe_host.company.process import Thinker
from treppe_host.web.connections.adviser import Adviser
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.program import ProgramPlayer
from treppe_host.web.connections.puzzler import Puzzler


class Company:
    """The programs of one board; they think in one process, one question at a time."""

    def __init__(self, connection: BoardConnection):
        """Begin to watch the board's game."""
        self._thinker = Thinker()
        self.player = ProgramPlayer(connection, self._thinker)
        self.adviser = Adviser(connection, self._thinker)
        self.puzzler = Puzzler(connection, self._thinker)

    def close(self) -> None:
        """Stop thinking."""
        self.player.close()
        self._thinker.close()
