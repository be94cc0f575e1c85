"""The curve of one field, learned with one to seven pieces on it."""

from treppe.sensing.calibration import NOMINAL
from treppe.sensing.guided import BACK16, GREATEST_SPAN16, LEAST_SPAN16, PIECES

ONE = 4096
# What a piece may seem to be off until it is called wrong, in centigrams (study of the model).
WRONG_CG = {"steel": 200, "fr4": 350, "petg": 600}


class Curve:
    """Rises of a field, in sixteenths of a code, one for each piece more. Taking a piece off takes its step back.

    `is_full`: the tower has to be taken off. `wrong` is then the piece that differs too much and by how many
    centigrams, and the field is to be done again.
    """

    def __init__(self, field: int, material: str):
        self.field = field
        self._wrong_cg = WRONG_CG[material]
        self.rises16 = [0]
        self.wrong: tuple = ()
        self.is_full = False
        self.complaint: tuple = ()

    def look(self, rise16: int) -> bool:
        """Take a calm reading; True when the curve is full and the field is clear again."""
        self.complaint = ()
        if self.is_full:
            return rise16 < BACK16
        rises16 = self.rises16
        least16 = LEAST_SPAN16 // 14
        while len(rises16) > 1 and rise16 < rises16[-1] - least16:
            rises16.pop()
        more16 = rise16 - rises16[-1]
        if more16 > GREATEST_SPAN16 // 4:
            self.complaint = ("more", self.field)
        elif more16 >= least16:
            rises16.append(rise16)
            self.is_full = len(rises16) > PIECES
        if self.is_full:
            piece, off_cg = _worst_piece(self.shape())
            if not -self._wrong_cg <= off_cg <= self._wrong_cg:
                self.wrong = (piece, off_cg)
        return False

    def shape(self) -> list[int]:
        """Return the rises as parts of the last one, in 4096ths."""
        return [ONE * rise16 // self.rises16[-1] for rise16 in self.rises16]


def _worst_piece(shape) -> tuple[int, int]:
    """Return which piece (1 to 7) differs most from the others, and by how many centigrams, by the type's curve."""
    span = NOMINAL[PIECES] - NOMINAL[0]
    worst, worst_cg = 1, 0
    for piece in range(1, PIECES + 1):
        expected = (NOMINAL[piece] - NOMINAL[piece - 1]) * ONE // span
        off_cg = 1200 * (shape[piece] - shape[piece - 1] - expected) // expected
        if off_cg * off_cg > worst_cg * worst_cg:
            worst, worst_cg = piece, off_cg
    return worst, worst_cg
