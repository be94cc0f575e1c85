"""A board and the agreement that its game follows; what they had in common last is kept on the disk.

`kept["base"]` are the actions that board and agreement had in common last. What the board has beyond them was played
here, what the agreement has beyond them comes from the other side. So whatever stops when, the next look finds what is
left to be done.
"""

from typing import Any

from treppe_host.broker.agreement import Agreement, BadEntry
from treppe_host.broker.pair import Pair
from treppe_host.web.connections.connection import BoardConnection


class JoinedBoard:
    """One side's board, and what both sides say about its game."""

    def __init__(self, connection: BoardConnection, pair: Pair):
        """Do nothing yet."""
        self.connection = connection
        self.pair = pair
        self.shared = pair.game
        self.side = pair.side

    @property
    def agreement(self) -> Agreement | None:
        """What both sides agree on, None before the first game."""
        return self.shared.agreement

    @property
    def kept(self) -> dict[str, Any]:
        """What is kept; `save` of the shared game writes it."""
        return self.shared.kept

    @property
    def is_ours(self) -> bool:
        """Whether the game on the board is the one that is played together."""
        game = self.connection.game
        is_kept = (self.kept.get("board"), self.kept.get("number")) == (self.connection.board, game.number)
        return is_kept and game.number > 0

    def say(self, do: str, **fields: object) -> bool:
        """Say something to the other side; False if it may not be said now."""
        try:
            self.shared.say(do, **fields)
        except BadEntry:
            return False
        self.pair.say()
        self.connection.changes.tell()
        return True

    def keep(self, length: int) -> None:
        """Remember that board and agreement have so many actions in common."""
        self.kept["base"] = list(self.connection.game.words[:length])
        self.shared.save()

    async def cut(self, length: int) -> None:
        """Take back on the board what goes beyond so many actions, also if this stops in the midst of it."""
        self.kept["cut"] = max(0, length)
        self.shared.save()
        count = len(self.connection.game.words) - self.kept["cut"]
        if count > 0:
            await self.connection.command("undo", count=count)
