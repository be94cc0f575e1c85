"""Square boards: cells are numbered row by row from the south-west corner, a1 = 0."""

from treppe.runtime import micropython, ptr8


def cell_name(cell: int, columns: int) -> str:
    """Return the name of a cell: column letter from the west, row number from the south."""
    return chr(97 + cell % columns) + str(cell // columns + 1)


def parse_cell(name: str, columns: int, rows: int) -> int:
    """Return the cell of this name, -1 if there is none on this board."""
    column = ord(name[0]) - 97 if name else -1
    if 0 <= column < columns:
        for row in range(rows):
            if name[1:] == str(row + 1):
                return row * columns + column
    return -1


_found: dict[int, tuple] = {}  # neighbours of the boards asked for so far: every copy of a state shares them


def neighbours(columns: int, rows: int) -> tuple:
    """Return, for every cell, the cells orthogonally beside it, as bytes."""
    key = columns * 16 + rows
    if key not in _found:
        _found[key] = _find_neighbours(columns, rows)
    return _found[key]


def _find_neighbours(columns, rows):
    around = []
    for cell in range(columns * rows):
        column = cell % columns
        beside = []
        if cell >= columns:
            beside.append(cell - columns)
        if column:
            beside.append(cell - 1)
        if column < columns - 1:
            beside.append(cell + 1)
        if cell < columns * (rows - 1):
            beside.append(cell + columns)
        around.append(bytes(beside))
    return tuple(around)


# The 12x12 board: 144 cells, 16 Fields of 3x3 cells, each with a centre. Games that use it keep a piece in the byte
# of its cell: 0 for a free cell, else player * 4 + kind, kinds 1 to 3.

CENTRES = bytes([row * 12 + column for row in (1, 4, 7, 10) for column in (1, 4, 7, 10)])


def occupied(position: bytearray) -> bytearray:
    """Return the image of a 12x12 board whose cells come first in the position: 1 for each with a piece."""
    image = bytearray(144)
    _mark(position, image)
    return image


@micropython.viper  # with each position that is worked out
def _mark(position: ptr8, image: ptr8):
    for cell in range(144):
        if position[cell]:
            image[cell] = 1


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
