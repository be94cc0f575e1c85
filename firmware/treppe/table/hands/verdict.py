"""What understanding ends with: what hands did, and what the session shall do about it, and when."""

from typing import TYPE_CHECKING

from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.hands.explanation import Explanation
    from treppe.table.types import Offer

# What the session does once the board has been quiet for long enough.
NOTHING = const(0)
RECORD = const(1)
"""Record the explanation's actions, after taking back those that they replace."""
ASK = const(2)
"""Propose the offers."""
ASK_WHICH = const(3)
"""Ask whether two pieces that were in the air at once are where they seem to be."""
ASK_FIELD = const(4)
"""Ask whether a piece stands on the first field that is not explained: a hand does not hold a piece for so long."""
COMPLAIN = const(5)
"""Say that what the board shows is not possible."""
LEAD = const(6)
"""Lead the board back to the position that counts."""

REMIND = const(7)
"""Name the pieces that are away; with offers, propose them when they stay away."""


class Verdict:
    """What hands did: `explanation`, from `back` actions before the position that counts; None if it is not legal.

    `offers` are what people may be asked: (how many of the last actions to take back, which actions to play instead).
    After `wait_ms` without a change the session does what `then` says; with 0 at once if that is ASK, else never.
    """

    def __init__(
        self,
        explanation: "Explanation | None",
        back: int = 0,
        offers: "Sequence[Offer]" = (),
        wait_ms: int = 0,
        then: int = NOTHING,
    ):
        self.explanation = explanation
        self.back = back
        self.offers: list[Offer] = list(offers)
        self.wait_ms = wait_ms
        self.then = then

    def is_at_rest(self) -> bool:
        """Tell whether the board is as it should be."""
        known = self.explanation
        if known is None or known.has_extra_lifts or self.back:
            return False
        return not (known.actions or known.unexplained or known.choices)
