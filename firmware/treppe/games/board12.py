"""The 12x12 board: 144 cells, 16 Fields of 3x3 cells, each with a centre. Games that use it keep a piece in the byte
of its cell: 0 for a free cell, else player * 4 + kind, kinds 1 to 3.
"""

from treppe.games.square import parse_cell
from treppe.runtime import micropython, ptr8

CENTRES = bytes([row * 12 + column for row in (1, 4, 7, 10) for column in (1, 4, 7, 10)])


def occupied(position: bytearray, bare: int = 0) -> bytearray:
    """Return the image of a 12x12 board whose cells come first in the position: 1 for each with a piece.

    There is none where the byte is 0 or `bare`.
    """
    image = bytearray(144)
    _mark(position, image, bare)
    return image


@micropython.viper  # with each position that is worked out
def _mark(position: ptr8, image: ptr8, bare: int):
    for cell in range(144):
        if position[cell] and position[cell] != bare:
            image[cell] = 1


def endpoints(actions: list[int]) -> tuple[bytes, bytes]:
    """Return from and to which cell each of some actions goes: start * 256 + target in their lowest 16 bits."""
    firsts, lasts = bytearray(len(actions)), bytearray(len(actions))
    _split(actions, firsts, lasts)
    return bytes(firsts), bytes(lasts)


@micropython.viper  # with each position that is worked out
def _split(actions, firsts: ptr8, lasts: ptr8):
    for place in range(int(len(actions))):  # noqa: RUF046 - viper needs the type
        action = int(actions[place])
        firsts[place] = action >> 8 & 255
        lasts[place] = action & 255


def parse_move(word: str) -> int:
    """Return start * 256 + target of a word like `b2-c3` on the 12x12 board, -1 if it is none."""
    names = word.split("-")
    if len(names) != 2:
        return -1
    start = parse_cell(names[0], 12, 12)
    target = parse_cell(names[1], 12, 12)
    return -1 if start < 0 or target < 0 else start << 8 | target


def centre(cell: int) -> int:
    """Return the centre of a cell's Field: the 12x12 board has 16 Fields of 3x3 cells."""
    return cell // 36 * 36 + cell % 12 // 3 * 3 + 13
