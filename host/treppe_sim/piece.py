"""A piece: its code, its mass, and how it leans."""

from random import Random

from treppe_sim.parameters import PARAMETERS

_PIECES = PARAMETERS["pieces"]
_GRAMS = {"O": _PIECES["ball_g"], "B": _PIECES["brick_g"], "D": _PIECES["disc_g"]}


class Piece(str):
    """A piece code such as "O1" (letter of the shape, colour) that also has a mass in grams.

    `lean` is how much more than its mass a cell feels, as a part of it, where the piece lies off the centre.
    """

    mass_g: float
    lean: float

    def __new__(cls, code: str, mass_g: float) -> "Piece":
        """Return a piece of this code and mass, lying centred."""
        piece = super().__new__(cls, code)
        piece.mass_g = mass_g
        piece.lean = 0.0
        return piece

    @property
    def felt_g(self) -> float:
        """The load that a cell feels from it."""
        return self.mass_g * (1 + self.lean)


def make_piece(code: str, random: Random) -> Piece:
    """Return a piece as the workshop makes it, about one per cent off its mass."""
    nominal: float = _GRAMS.get(code[0], _PIECES["disc_g"])
    return Piece(code, random.gauss(nominal, nominal * _PIECES["mass_sd"]))
