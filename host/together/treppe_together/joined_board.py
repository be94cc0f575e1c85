"""A board and the agreement that its game follows; the disk keeps the actions that they last had in common.

`kept["base"]` are the actions that board and agreement last had in common. Further actions on the board were played
here, further ones in the agreement come from the other side. So after any interruption the next comparison finds the
rest of the work.
"""

from typing import Any

from treppe_host.web.connections.connection import BoardConnection

from treppe_together.agreement import Agreement, BadEntry
from treppe_together.pair import Pair


class JoinedBoard:
    """One side's board with the shared game."""

    def __init__(self, connection: BoardConnection, pair: Pair):
        self.connection = connection
        self.pair = pair
        self.shared = pair.game
        self.side = pair.side

    @property
    def agreement(self) -> Agreement | None:
        """The game on which both sides agree, None before the first one."""
        return self.shared.agreement

    @property
    def kept(self) -> dict[str, Any]:
        """The stored facts about the board; `save` of the shared game writes them."""
        return self.shared.kept

    @property
    def is_ours(self) -> bool:
        """Whether the game on the board is the shared one."""
        game = self.connection.game
        is_kept = (self.kept.get("board"), self.kept.get("number")) == (self.connection.board, game.number)
        return is_kept and game.number > 0

    def say(self, do: str, **fields: object) -> bool:
        """Add an entry to the shared game; return False if it is not allowed now."""
        try:
            self.shared.say(do, **fields)
        except BadEntry:
            return False
        self.pair.publish()
        self.connection.changes.tell()
        return True

    def keep(self, length: int) -> None:
        """Remember that board and agreement have `length` actions in common."""
        self.kept["base"] = list(self.connection.game.notations[:length])
        self.shared.save()

    async def cut(self, length: int) -> None:
        """Take back the board's actions beyond `length`; after an interruption it goes on."""
        self.kept["cut"] = max(0, length)
        self.shared.save()
        count = len(self.connection.game.notations) - self.kept["cut"]
        if count > 0:
            await self.connection.command("undo", count=count)
