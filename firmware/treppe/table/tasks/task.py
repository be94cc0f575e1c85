"""What can take the place of a game at the table."""


class Task:
    """Has frames, buttons, lamps and lines to itself, from Table.begin_task to Table.end_task."""

    stage = "task"
    """What the display's phase is meanwhile."""
    progress = (0, 0)
    """Done, and in all."""
    question = ""
    """What OK (yes) or END (no) answers now: "resume", "stop", "lose", or nothing."""

    def tick(self) -> None:
        """Take the frame that sensing has just had."""

    def press(self, presses: int) -> None:
        """Take presses of buttons (see input/__init__.py)."""

    def show(self, out: bytearray) -> None:
        """Fill `out`, dark at first, with the role of each field."""

    def lines(self) -> list[str]:
        """Return what the display shows."""
        return []

    def report(self) -> dict:
        """Return what a host is told of it."""
        return {}
