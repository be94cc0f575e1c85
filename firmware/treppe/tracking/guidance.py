"""Leads hands until the board is what the position wants, and asks about fields whose sensor may be wrong."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import LEVEL
from treppe.sensing import UNSURE
from treppe.tracking import doubts, known_pieces
from treppe.tracking.observed import ObservedBoard
from treppe.tracking.recovery import Recovery

if TYPE_CHECKING:
    from treppe.tracking.recovery import Recovery
    from treppe.types import Bytes, Sensing, Surface

SETUP = "setup"
BACK = "back"
CLEAR = "clear"
"""Hands have to repeat what the rules did: take off removed pieces, put moved ones."""


class Guidance:
    """The way back to the position that counts.

    `reason`: why the board is led, SETUP, BACK or CLEAR; empty while it is not. `may_go_on`: a board that shows a legal
    action instead is right as well. `doubts` are fields whose sensor may be
    wrong: people are asked about the first one. `remembered` are pieces that may still stand where they did before the
    power went: field -> code.
    """

    def __init__(self, surface: "Surface", observed: ObservedBoard):
        self._surface = surface
        self._observed = observed
        self._recovery: Recovery | None = None
        self.reason = ""
        self.may_go_on = False
        self.doubts: list[int] = []
        self.remembered: dict[int, str] = {}

    def begin(self, reason: str, remembered: dict[int, str], may_go_on: bool = False) -> None:
        """Begin to lead; `remembered` are pieces that stand on the board: field -> code of the one on top."""
        self.reason = reason
        self.may_go_on = may_go_on
        if reason != CLEAR:
            self.find_way_back(remembered)

    def end_guidance(self) -> None:
        self.reason = ""
        self.may_go_on = False
        self._recovery = None

    def find_way_back(self, remembered: dict[int, str]) -> None:
        """Begin to find the way back of a board on which these pieces stand, see `begin`."""
        observed = self._observed
        self._recovery = Recovery(
            self._surface, observed.image, remembered, known_pieces.strangers(observed, remembered)
        )

    def way_back(self) -> "Recovery":
        """Return the next movements that lead the board to the position."""
        recovery: Recovery = self._recovery  # type: ignore[assignment]
        observed = self._observed
        recovery.look(observed.image, observed.position.image, observed.activity)
        return recovery

    def recall(self) -> None:
        """Compare the board, once it is seen, with the pieces remembered from before the power cut."""
        remembered, self.remembered = self.remembered, {}
        self.find_way_back(remembered)
        self._observed.ask_to_turn(known_pieces.lying_wrong(self._observed, remembered))

    def is_right(self) -> bool:
        """Tell whether the board is at rest and as it should be."""
        observed = self._observed
        if observed.changes() or observed.is_busy():
            return False
        if self.remembered:
            self.recall()
        return not (self._recovery and self.way_back().strangers)

    def left_over(self) -> dict[int, int]:
        """Return the changes by the rules that hands have still to repeat: field -> change."""
        leftover = self._observed.position.leftover
        return {field: change for field, change in self._observed.changes().items() if field in leftover}

    def must_fill(self) -> bool:
        """Tell whether hands have to put something that the rules move by themselves."""
        return min(self._observed.position.leftover.values()) < 0

    def standing(self) -> dict[int, str]:
        """Return the codes of the pieces on top of the fields, as far as they are known, for `begin`."""
        remembered = dict(self._recovery.remembered) if self._recovery else {}
        return known_pieces.standing(self._observed, remembered, bool(self.reason))

    def wanted(self, field: int) -> tuple[str, int]:
        """Return the code of the piece that a field needs next, empty if it needs none, and how many like it."""
        observed = self._observed
        missing = observed.state.pieces(field)[observed.image[field] & LEVEL :]
        return (missing[0], missing.count(missing[0])) if missing else ("", 1)

    # Fields in doubt.

    def doubt(self, field: int) -> None:
        """Ask whether a piece stands on a field."""
        if field not in self.doubts:
            self.doubts.append(field)

    def suspect(self) -> None:
        """Hands seem not to do the last step: perhaps they have, and the field reads wrongly. Ask about it.

        While more steps are left, people may be looking for pieces.
        """
        if len(self._observed.changes()) == 1:
            way = self.way_back()
            for field in (way.targets or way.sources)[:1]:
                if self._observed.activity[field] != UNSURE:  # sensing asks about that itself
                    self.doubt(field)

    def note_faulty(self, activity: "Bytes") -> None:
        """Ask about the fields that have just turned faulty, by sensing's new activity."""
        for field in doubts.freshly_faulty(self._observed, activity):
            self.doubt(field)

    def has_contradiction(self) -> bool:
        """Tell whether the position contradicts people's last answer about a faulty field; then ask again."""
        field = doubts.contradiction(self._observed)
        if field >= 0:
            self.doubt(field)
        return field >= 0

    def drop_settled_doubts(self) -> None:
        """Drop doubts about fields that now show what they should."""
        if self.doubts:
            self.doubts = doubts.still_open(self._observed, self.doubts)

    def settle_doubt(self, sensing: "Sensing", is_there: bool) -> None:
        """Let sensing take people's answer about the first field in doubt."""
        doubts.believe(self._observed, sensing, self.doubts.pop(0), is_there)

    def keep_up(self, sensing: "Sensing") -> None:
        """Carry what was recorded over to fields that no sensor sees."""
        doubts.keep_up(self._observed, sensing)
