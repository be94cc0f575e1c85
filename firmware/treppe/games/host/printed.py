"""What a game has besides pieces, printed on cardboard or sewn: cards, tiles, discs, screens, a bag.

A game's `Facts.printed` lists it; what is read on it stands in the game's `host/words_en.toml`, as `PRINTED`:
code -> (title, text). Sizes stand in `hardware/sheets.toml`, and `hardware/treppe_hardware/sheets` draws a face a kind.
"""

from dataclasses import dataclass

SHIFT = "shift"  # a card: a stone goes `values` = (columns to the right, rows forward)
PASS = "pass"  # a card: everybody hands something on, clockwise for 1, the other way for -1
SWAP = "swap"  # a card: two players swap
DEPENDENCE = "dependence"  # a card that names a player's colour
OVERVIEW = "overview"  # a card that says what can be done
POINT = "point"  # a disc in a player's colour, worth an action
TAKE = "take"  # tiles: discs off the top of stacks
MOVE = "move"  # a stack moves
ANYWHERE = "anywhere"  # begin on any stack, at most values[0] discs
CLIMB = "climb"  # climb values[0] levels, at most values[1] discs
NEW_HAND = "new hand"  # draw a new hand
COLOURS = "colours"  # one point a colour
ONE_COLOUR = "one colour"  # one point a disc of one colour
STRAIGHT = "straight"  # one point a disc in a straight line
ONE_LEVEL = "one level"  # one point a disc of one level
STEPS_UP = "steps up"  # values[0] points a step
HIGHEST = "highest"  # as many points as the highest level
SCREEN = "screen"  # stands before a hand
BAG = "bag"  # to draw from

_FILE_LETTERS = {"<": "left", ">": "right", "*": "swap", "!": "aid", "$": "points"}

LIMITED = (ANYWHERE, CLIMB)  # to as many discs as the last of `values`


@dataclass(frozen=True, slots=True)
class Printed:
    """So many of one thing: its kind, the group that a list of the box has it under, its code in `PRINTED`."""

    kind: str
    group: str
    code: str
    count: int
    colour: int = -1
    """A player's, where it has one."""
    values: tuple[int, ...] = ()

    @property
    def file_code(self) -> str:
        """The code as part of the name of a file, which has no `<`, `>`, `*` or `$` everywhere."""
        return "".join(_FILE_LETTERS.get(letter, letter) for letter in self.code)
