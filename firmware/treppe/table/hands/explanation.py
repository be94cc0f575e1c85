"""What hands have done, as far as it can be told: what every search for it ends with."""

from typing import TYPE_CHECKING

from treppe.table.hands.position import BEYOND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.hands.position import Position
    from treppe.table.types import Changes


class Explanation:
    """What hands have done since a position: `actions` complete, and the beginning of one of the `open` moves.

    `position` is the one after the actions, and `unexplained` how the board differs from it: field -> change. `open`
    are numbers of the moves of `begun` that may have led to that: this position or, where `.` would have to come first,
    the one after it. `choices` are lists of actions that may come next, between which only a person can decide;
    `unproved` lists of actions that the board shows, as other hands would as well. `has_extra_lifts`: more has been
    lifted than one action can explain, and may come back. `fields` are those of the actions' movements.
    """

    has_extra_lifts = False
    is_possible = True  # each piece was lifted before it was put
    is_ordered = True  # and the pieces of the actions came to lie in their order
    may_go_on = False  # what comes next may show that it was something else
    has_reply = False  # the actions are of more than one player
    first_stamp = 255
    is_without_stop = True
    fields = b""
    open: "Sequence[int]" = ()
    choices: "Sequence[list[int]]" = ()
    unproved: "Sequence[list[int]]" = ()

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
        if open_moves:
            self.open = open_moves
        if choices:
            self.choices = choices
        if unproved:
            self.unproved = unproved

    def is_put_without_lift(self) -> bool:
        """Tell whether the best that can be said is that a piece has come that hands have still to lift elsewhere."""
        if not self.unexplained or min(self.unexplained.values()) < 0:
            return False
        return all([self.begun.firsts[move] != BEYOND for move in self.open])
