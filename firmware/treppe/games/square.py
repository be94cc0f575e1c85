"""Square boards: cells are numbered row by row from the south-west corner, a1 = 0."""


def cell_name(cell: int, columns: int) -> str:
    """Return the name of a cell: column letter from the west, row number from the south."""
    return chr(97 + cell % columns) + str(cell // columns + 1)


def parse_cell(name: str, columns: int, rows: int) -> int:
    """Return the cell of this name, -1 if there is none on this board."""
    column = ord(name[0]) - 97 if name else -1
    number = name[1:]
    if not 0 <= column < columns or not number.isdigit() or number[0] == "0":
        return -1
    row = int(number) - 1
    return row * columns + column if row < rows else -1


def neighbours(columns: int, rows: int) -> tuple:
    """Return, for every cell, the cells orthogonally beside it, as bytes."""
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
