"""Base of tasks, which take the place of a game at the table."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treppe.types import Diagnostic


class Task:
    """Has frames, buttons, lamps and lines to itself, from Table.begin_task to Table.end_task."""

    stage = "task"
    """The display's phase during the task."""
    progress = (0, 0)
    """Done, and in all."""
    can_load = False
    """Whether a host sends what the task works on, piece by piece."""

    @property
    def says(self) -> "Diagnostic":
        """Its question, or what hands shall do now: a code of codes.toml."""
        return {}

    @property
    def diagnostic(self) -> "Diagnostic":
        """The present fault, as a code; empty if there is none."""
        return {}

    def tick(self) -> None:
        """Take the frame that sensing has just had."""

    def take_presses(self, presses: int) -> None:
        """Take presses of buttons (see buttons.py)."""

    def show(self, out: bytearray) -> None:
        """Fill `out`, dark at first, with the role of each field."""

    def lines(self) -> list[str]:
        return []

    def report(self) -> dict:
        """Return its state for a host, see object.progress in protocol.toml."""
        found = {"progress": list(self.progress), "says": self.says}
        if self.diagnostic:
            found["wrong"] = self.diagnostic
        return found
