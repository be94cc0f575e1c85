"""What is waited for: a quiet board, an answer, hands that put something right, or an END that came too early."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.tracking.verdict import Verdict

if TYPE_CHECKING:
    from treppe.tracking.observed import ObservedBoard
    from treppe.types import Alternative, Diagnostic

_PATIENCE_MS = const(3000)  # so long END waits for hands that still move


class Pending:
    """What follows from a verdict, and what people see of it; replaced whole with each verdict.

    `wait_ms` is the quiet time until the session does what the verdict says, 0 once it has. `alternatives` are proposed
    now; OK takes the one with the number `choice`. `has_no_more`: MENU has found no other offer. `is_wrong`: the board
    has said that what it shows is not possible; `refused` is the code why. `away` are fields whose pieces have been
    away for long, or where one seems to lie beside the reed, so that the display names them.
    """

    def __init__(self, verdict: Verdict | None = None, is_wrong: bool = False):
        self.verdict = verdict or Verdict(None)
        self.wait_ms = self.verdict.wait_ms
        self.alternatives: list[Alternative] = []
        self.choice = 0
        self.has_no_more = False
        self.is_wrong = is_wrong
        self.refused: Diagnostic = {}
        self.away: list[int] = []

    def shown(self) -> tuple:
        """Return what the display says of it."""
        return self.is_wrong, self.alternatives, self.choice, self.away


class EarlyEnd:
    """An END that was pressed while hands still move: it counts when the board is at rest, if that is soon.

    `is_due`: the board has been understood, so it counts now.
    """

    def __init__(self, observed: "ObservedBoard"):
        self._observed = observed
        self._at_ms = -1  # when it was pressed, -1 if none waits
        self.is_due = False

    def keep(self) -> None:
        """END was pressed too early."""
        if self._at_ms < 0:
            self._at_ms = self._observed.now_ms

    def note_understood(self) -> None:
        """The board is understood: END need not wait any more, unless hands still move."""
        self.is_due = self._at_ms >= 0 and not self._observed.is_busy()

    def is_too_late(self) -> bool:
        """Tell whether END has waited for too long."""
        return self._at_ms >= 0 and self._observed.since(self._at_ms) >= _PATIENCE_MS

    def drop(self) -> None:
        """END has been answered."""
        self.is_due = False
        self._at_ms = -1
