"""Leads hands until the board is what the position wants, and asks about fields whose sensor may be wrong."""

from treppe.runtime import const, let_go
from treppe.sensing import UNSURE
from treppe.table.hands.evidence import Evidence

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from treppe.table.guide.recovery import Recovery
    from treppe.table.types import Bytes, Sensing, Surface

SETUP = "setup"
BACK = "back"
CLEAR = "clear"
"""Hands have to do what the rules did by themselves: take off what they removed, put what they moved."""
_LEVEL = const(15)
_DOUBTS = "treppe.table.guide.doubts"


class Guidance:
    """The way back to the position that counts.

    `reason`: why the board is led, SETUP, BACK or CLEAR; empty while it is not. `may_go_on`: a board that shows a legal
    action instead is right as well. `doubts` are fields whose sensor may be
    wrong: people are asked about the first one. `remembered` are pieces that may still stand where they did before the
    power went: field -> code.
    """

    def __init__(self, surface: "Surface", evidence: Evidence):
        self._surface = surface
        self._evidence = evidence
        self._recovery: Recovery | None = None
        self.reason = ""
        self.may_go_on = False
        self.doubts: list[int] = []
        self.remembered: dict[int, str] = {}

    def begin(self, reason: str, known: dict[int, str], may_go_on: bool = False) -> None:
        """Begin to lead; `known` are pieces that stand on the board: field -> code of the one on top."""
        self.reason = reason
        self.may_go_on = may_go_on
        if reason != CLEAR:
            self.find_way_back(known)

    def end(self) -> None:
        """The board is led no longer."""
        self.reason = ""
        self.may_go_on = False
        self._recovery = None
        for module in ("known_pieces", "recovery", "following"):
            let_go("treppe.table.guide." + module)

    def find_way_back(self, known: dict[int, str]) -> None:
        """Begin to find the way back of a board on which these pieces stand, see `begin`."""
        from treppe.table.guide import known_pieces
        from treppe.table.guide.recovery import Recovery

        evidence = self._evidence
        self._recovery = Recovery(self._surface, evidence.image, known, known_pieces.strangers(evidence, known))

    def way_back(self) -> "Recovery":
        """Return what hands do next so that the board becomes what it should be."""
        recovery: Recovery = self._recovery  # type: ignore[assignment]
        evidence = self._evidence
        recovery.look(evidence.image, evidence.position.image, evidence.activity)
        return recovery

    def recall(self) -> None:
        """Hold the board, now that it is seen, against what may stand on it since the power went."""
        from treppe.table.guide import known_pieces

        known, self.remembered = self.remembered, {}
        self.find_way_back(known)
        self._evidence.ask_to_turn(known_pieces.lying_wrong(self._evidence, known))

    def is_right(self) -> bool:
        """Tell whether the board is at rest and as it should be."""
        evidence = self._evidence
        if evidence.changes() or evidence.is_busy():
            return False
        if self.remembered:
            self.recall()
        return not (self._recovery and self.way_back().strangers)

    def left_over(self) -> dict[int, int]:
        """Return what hands have still to do of what the rules did by themselves: field -> change."""
        leftover = self._evidence.position.leftover
        return {field: change for field, change in self._evidence.changes().items() if field in leftover}

    def must_fill(self) -> bool:
        """Tell whether hands have to put something that the rules move by themselves."""
        return min(self._evidence.position.leftover.values()) < 0

    def standing(self) -> dict[int, str]:
        """Return the codes of the pieces on top of the fields, as far as they are known, for `begin`."""
        from treppe.table.guide import known_pieces

        known = dict(self._recovery.known) if self._recovery else {}
        return known_pieces.standing(self._evidence, known, bool(self.reason))

    def wanted_piece(self, field: int) -> str:
        """Return the code of the piece that a field needs next, empty if it needs none."""
        evidence = self._evidence
        pieces = evidence.state.pieces(field)
        level = evidence.image[field] & _LEVEL
        return pieces[level] if level < len(pieces) else ""

    # Fields in doubt.

    def doubt(self, field: int) -> None:
        """Ask whether a piece stands on a field."""
        if field not in self.doubts:
            self.doubts.append(field)

    def suspect(self) -> None:
        """Nobody does the last thing that the lamps ask for: perhaps he has, and the field reads wrongly.

        While there is more to do, somebody may be looking for his pieces.
        """
        if len(self._evidence.changes()) == 1:
            way = self.way_back()
            for field in (way.targets or way.sources)[:1]:
                if self._evidence.activity[field] != UNSURE:  # that is asked about anyhow
                    self.doubt(field)

    def note_faulty(self, activity: "Bytes") -> None:
        """Ask about the fields that have just turned faulty, by sensing's new activity."""
        from treppe.table.guide import doubts

        let_go(_DOUBTS)
        for field in doubts.freshly_faulty(self._evidence, activity):
            self.doubt(field)

    def has_contradiction(self) -> bool:
        """Tell whether the position wants something else on a faulty field than a person said last; then ask."""
        from treppe.table.guide import doubts

        let_go(_DOUBTS)
        field = doubts.contradiction(self._evidence)
        if field >= 0:
            self.doubt(field)
        return field >= 0

    def drop_settled_doubts(self) -> None:
        """Ask no more about fields that show what they should after all."""
        if self.doubts:
            from treppe.table.guide import doubts

            let_go(_DOUBTS)
            self.doubts = doubts.still_open(self._evidence, self.doubts)

    def settle_doubt(self, sensing: "Sensing", is_there: bool) -> None:
        """Somebody has looked at the first field in doubt: let sensing take his word for what stands there."""
        from treppe.table.guide import doubts

        let_go(_DOUBTS)
        doubts.believe(self._evidence, sensing, self.doubts.pop(0), is_there)

    def keep_up(self, sensing: "Sensing") -> None:
        """What has been recorded also holds for the fields that no sensor sees."""
        from treppe.table.guide import doubts

        let_go(_DOUBTS)
        doubts.keep_up(self._evidence, sensing)
