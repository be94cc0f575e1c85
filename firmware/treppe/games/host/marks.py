"""What a game has printed on the plate of its surface, for whoever draws that."""

from dataclasses import dataclass

CROWN = "crown"
TOWER = "tower"
RING = "ring"  # around a player's first place, in his colour
DASHED_RING = "dashed ring"  # the same, of a smaller board
CORNER = "corner"  # a player's corner of the plate, in his colour
DOT = "dot"  # a player's piece begins here
DISC = "disc"  # a small disc in one of the seven colours of discs
NUMBER = "number"  # in a player's colour
FRAME = "frame"  # dashed, around the fields from the first to the last
EASTWARDS = "eastwards"  # chevrons on the field's eastern edge
GOAL = "goal"  # a line on the western edge of the fields, from the first to the last


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, on one surface field or on the fields between two corners; `colour` is a player's or a disc's."""

    kind: str
    fields: tuple[int, ...]
    colour: int = -1
    text: str = ""
