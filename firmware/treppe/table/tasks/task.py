"""What can take the place of a game at the table."""

from treppe.runtime import let_go


def begin(session, task):
    """Do something else than play, while there is no game: `task` has the frames, buttons, lamps and lines."""
    session.task = task
    session.stage = task.stage
    session.notice = ""
    session.show()
    session.tell()


def end(session, notice: str):
    """The task is over, and this is how it ended."""
    session.task = None
    let_go("treppe.table.tasks.task")
    session.stage = "idle"
    session.notice = notice
    session.look()
    session.tell()


class Task:
    """Has frames, buttons, lamps and lines to itself, from `begin` to `end`."""

    stage = "task"
    """What the display's phase is meanwhile."""
    progress = (0, 0)
    """Done, and in all."""
    question = ""
    """What OK (yes) or END (no) answers now: "resume", "stop", "lose", or nothing."""

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
