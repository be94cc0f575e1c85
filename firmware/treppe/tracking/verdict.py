"""What understanding ends with: what hands did, and what the session shall do about it, and when."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.tracking.position import Position
    from treppe.types import Alternative, Changes


class Hypothesis:
    """What hands have done since a position: `actions` complete, and the beginning of one of the `open` moves.

    `position` is the one after the actions, and `unexplained` how the board differs from it: field -> change. `open`
    are numbers of the moves of `begun` that may have led to that: this position or, where `.` would have to come first,
    the one after it. `choices` are lists of actions that may come next, between which only a person can decide;
    `unproved` lists of actions that the board shows, as other hands would as well. `has_extra_lifts`: more has been
    lifted than one action can explain, and may come back.
    """

    has_extra_lifts = False
    is_possible = True  # each piece was lifted before it was put
    is_ordered = True  # and the pieces of the actions came to lie in their order
    may_go_on = False  # what comes next may show that it was something else
    has_reply = False  # the actions are of more than one player
    first_stamp = 255
    is_without_stop = True
    is_early = False  # whole, but the player before has still to end his turn, or to choose

    def __init__(
        self,
        actions: list[int],
        position: "Position",
        unexplained: "Changes",
        open_moves: "Sequence[int]" = (),
        choices: "Sequence[list[int]]" = (),
        unproved: "Sequence[list[int]]" = (),
    ):
        self.actions = actions
        self.position = self.begun = position
        self.unexplained = unexplained
        self.open = open_moves
        self.choices = choices
        self.unproved = unproved

    def ways(self) -> list[list[int]]:
        """Return the lists of complete actions that the board shows by it."""
        more = self.choices or ([[]] if self.actions else self.unproved)
        return [self.actions + actions for actions in more]

    def is_put_without_lift(self) -> bool:
        """Tell whether the best that can be said is that a piece has come that hands have still to lift elsewhere."""
        if not self.unexplained or min(self.unexplained.values()) < 0:
            return False
        return all([self.begun.firsts[move] != BEYOND for move in self.open])


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
"""Name the pieces that are away, or the field that was felt; with offers, propose them when they stay away."""


class Verdict:
    """What hands did: `hypothesis`, from `undo_count` actions before the position that counts; None if it is not legal.

    `alternatives` are what people may be asked: (how many of the last actions to take back, which actions to play
    instead). After `wait_ms` without a change the session does what `next_act` says; with 0 at once if that is ASK,
    else never.
    `felt` is an empty field where a piece may have been put beside the reed, -1 if there is none.
    """

    def __init__(
        self,
        hypothesis: "Hypothesis | None",
        undo_count: int = 0,
        alternatives: "Sequence[Alternative]" = (),
        wait_ms: int = 0,
        next_act: int = NOTHING,
        felt: int = -1,
    ):
        self.hypothesis = hypothesis
        self.undo_count = undo_count
        self.alternatives: list[Alternative] = list(alternatives)
        self.wait_ms = wait_ms
        self.next_act = next_act
        self.felt = felt

    def is_at_rest(self) -> bool:
        """Tell whether the board is as it should be."""
        hypothesis = self.hypothesis
        if hypothesis is None or hypothesis.has_extra_lifts or self.undo_count:
            return False
        return not (hypothesis.actions or hypothesis.unexplained or hypothesis.choices)
