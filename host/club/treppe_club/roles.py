"""The roles in a club, and their rights."""

from enum import StrEnum


class Role(StrEnum):
    """The role of an invitation, for a person or a PC with boards."""

    OWNER = "owner"
    ARBITER = "arbiter"
    SPECTATOR = "spectator"
    BOARD = "board"

    @property
    def may_see(self) -> bool:
        """Whether it may see the pages."""
        return self is not Role.BOARD

    @property
    def may_name(self) -> bool:
        """Whether it may name tables and players, and rule on results and events."""
        return self in (Role.OWNER, Role.ARBITER)

    @property
    def may_upload(self) -> bool:
        """Whether it may send the events of boards."""
        return self is Role.BOARD
