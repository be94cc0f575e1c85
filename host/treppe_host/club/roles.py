"""Who may do what in a club."""

from enum import StrEnum


class Role(StrEnum):
    """What somebody is invited as; a PC with boards is invited, too."""

    OWNER = "owner"
    ARBITER = "arbiter"
    SPECTATOR = "spectator"
    BOARD = "board"

    @property
    def may_see(self) -> bool:
        """Whether the pages are open to it."""
        return self is not Role.BOARD

    @property
    def may_name(self) -> bool:
        """Whether it may name tables and players, and rule on results and events."""
        return self in (Role.OWNER, Role.ARBITER)

    @property
    def may_bring(self) -> bool:
        """Whether it may bring what is played on boards."""
        return self is Role.BOARD
