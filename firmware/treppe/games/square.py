"""Square boards: cells are numbered row by row from the south-west corner, a1 = 0."""


def cell_name(cell: int, columns: int) -> str:
    """Return the name of a cell: column letter from the west, row number from the south.

    >>> cell_name(0, 7), cell_name(9, 7), cell_name(9, 5)
    ('a1', 'c2', 'e2')
    """
    return chr(97 + cell % columns) + str(cell // columns + 1)


def parse_cell(name: str, columns: int, rows: int) -> int:
    """Return the cell of this name, -1 if there is none on this board.

    >>> parse_cell("c2", 7, 7), parse_cell("c02", 7, 7), parse_cell("h1", 7, 7)
    (9, -1, -1)
    """
    column = ord(name[0]) - 97 if name else -1
    if not 0 <= column < columns or len(name) > 3:
        return -1
    row = 0
    for digit in name[1:]:
        row = 10 * row + ord(digit) - 48
    if not 0 < row <= rows or name[1:] != str(row):  # no other digits, nor a nought before them
        return -1
    return (row - 1) * columns + column


_found: dict[int, tuple] = {}  # neighbours of the boards asked for so far: every copy of a state shares them


def neighbours(size: int) -> tuple:
    """Return, for every cell, the cells orthogonally beside it, as bytes."""
    if size not in _found:
        _found[size] = _find_neighbours(size)
    return _found[size]


def _find_neighbours(size):
    around = []
    for cell in range(size * size):
        column = cell % size
        beside = []
        if cell >= size:
            beside.append(cell - size)
        if column:
            beside.append(cell - 1)
        if column < size - 1:
            beside.append(cell + 1)
        if cell < size * (size - 1):
            beside.append(cell + size)
        around.append(bytes(beside))
    return tuple(around)
