"""The curve of one field, learned with one to seven pieces on it: piece on piece, or from a tower down."""

from treppe.alphabet.image import BRICK_CG
from treppe.sensing.calibrating.guided import BACK16, GREATEST_SPAN16, LEAST_SPAN16, PIECES
from treppe.sensing.tables import NOMINAL16

ONE = 4096
# Centigrams by which a piece may differ before it is called wrong (study of the model).
WRONG_CG = {"steel": 200, "fr4": 350, "petg": 600}


class Curve:
    """Rises of a field, in sixteenths of a code, one for each piece more. Taking a piece off takes its step back.

    `is_full`: the tower has to be taken off. `wrong` then tells which piece differs too much from the others, if one
    does, and the field is to be done again. `wrong` and `diagnostic` are codes of codes.toml, empty if all is well.
    """

    def __init__(self, field: int, material: str, surface):
        self.field = field
        self._name = surface.NAMES[field]
        self._wrong_cg = WRONG_CG[material]
        self.rises16 = [0]
        self.wrong: dict = {}
        self.is_full = False
        self.diagnostic: dict = {}

    def look(self, rise16: int) -> bool:
        """Take a calm reading; True when the curve is full and the field is clear again."""
        self.diagnostic = {}
        if self.is_full:
            return rise16 < BACK16
        rises16 = self.rises16
        least16 = LEAST_SPAN16 // 14
        while len(rises16) > 1 and rise16 < rises16[-1] - least16:
            rises16.pop()
        more16 = rise16 - rises16[-1]
        if more16 > GREATEST_SPAN16 // 4:
            self.diagnostic = {"code": "several_pieces", "field": self._name}
        elif more16 >= least16:
            rises16.append(rise16)
            self.is_full = len(rises16) > PIECES
        if self.is_full:
            self._look_for_wrong_piece()
        return False

    def _look_for_wrong_piece(self):
        piece, off_cg = _worst_piece(self.shape())
        if not -self._wrong_cg <= off_cg <= self._wrong_cg:
            self.wrong = {"code": "piece_off", "number": piece, "off_g": off_cg / 100}

    def shape(self) -> list[int]:
        """Return the rises as parts of the last one, in 4096ths."""
        return [ONE * rise16 // self.rises16[-1] for rise16 in self.rises16]


class Descent(Curve):
    """The curve of a tower that is put as a whole and taken off piece by piece: one put, and where the tower stands off
    the centre does not change its shape. Putting a piece back takes its step back.
    """

    def __init__(self, field: int, material: str, surface):
        super().__init__(field, material, surface)
        self._falls16: list[int] = []

    @property
    def pieces(self) -> int:
        """Number of pieces on the field; 0: the tower is wanted."""
        return PIECES + 1 - len(self._falls16) if self._falls16 else 0

    def look(self, rise16: int) -> bool:
        """Take a calm reading; True when the curve is full and the field is clear."""
        self.diagnostic = {}
        falls16 = self._falls16
        least16 = LEAST_SPAN16 // 14
        while falls16 and rise16 > falls16[-1] + least16:
            falls16.pop()
        if not falls16:
            if LEAST_SPAN16 <= rise16 <= GREATEST_SPAN16:
                falls16.append(rise16)
            elif rise16 > BACK16:
                self.diagnostic = {"code": "no_tower", "field": self._name}
        elif falls16[-1] - rise16 >= least16:
            falls16.append(rise16)
        is_clear = rise16 < BACK16
        if is_clear and len(falls16) == PIECES + 1:
            self.is_full = True
            self.rises16 = [fall16 - rise16 for fall16 in reversed(falls16)]
            self._look_for_wrong_piece()
        elif is_clear and falls16:
            falls16.clear()
            self.diagnostic = {"code": "several_pieces", "field": self._name}
        return self.is_full


def _worst_piece(shape) -> tuple[int, int]:
    """Return which piece (1 to 7) differs most from the others, and by how many centigrams, by the type's curve."""
    span16 = NOMINAL16[PIECES] - NOMINAL16[0]
    worst, worst_cg = 1, 0
    for piece in range(1, PIECES + 1):
        expected = (NOMINAL16[piece] - NOMINAL16[piece - 1]) * ONE // span16
        off_cg = BRICK_CG * (shape[piece] - shape[piece - 1] - expected) // expected
        if off_cg * off_cg > worst_cg * worst_cg:
            worst, worst_cg = piece, off_cg
    return worst, worst_cg
