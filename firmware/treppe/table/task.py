"""What can take the place of a game at the table."""


class Task:
    """Has frames, buttons, lamps and lines to itself, from `Session.begin_task` to `Session.end_task`."""

    stage = "task"
    """What the display's phase is meanwhile."""
    progress = (0, 0)
    """Done, and in all."""

    def tick(self):
        """Take the frame that sensing has just had."""

    def press(self, presses: int):
        """Take presses of buttons (see buttons.py)."""

    def show(self, out):
        """Fill `out` with the role of each field."""

    def lines(self) -> list[str]:
        """Return what the display shows."""
        return []

    def report(self) -> dict:
        """Return what a host is told of it."""
        return {}
