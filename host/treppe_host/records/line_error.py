"""The error for a wrong line in a file of games."""


class LineError(ValueError):
    """A line of a file of games cannot be read, or is impossible: its number, counted from 1, and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason
