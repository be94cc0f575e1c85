"""What counts at this moment: one object, replaced whole with each verdict."""

from treppe.table.hands.verdict import Verdict


class Situation:
    """A verdict, and what people see of it.

    `explanation` and `back` are the verdict's, and `wait_ms` is until the session has done what it says. `offers` are
    proposed now; OK takes the one with the number `choice`. `has_no_more`: MENU has looked for others in vain.
    `is_wrong`: the board has said that what it shows is not possible. `away` are fields whose pieces have been away for
    long, so that the display names them.
    """

    def __init__(self, verdict: Verdict | None = None, is_wrong: bool = False):
        verdict = verdict or Verdict(None)
        self.verdict = verdict
        self.explanation = verdict.explanation
        self.back = verdict.back
        self.wait_ms = verdict.wait_ms
        self.offers: list[tuple[int, list[int]]] = []
        self.choice = 0
        self.has_no_more = False
        self.is_wrong = is_wrong
        self.away: list[int] = []
