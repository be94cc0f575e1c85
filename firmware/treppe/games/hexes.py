"""Boards of hexes, laid out of tiles of seven: cell 7 * tile + digit, digit 0 in the middle, 1 to 6 around it.

Axial coordinates (q, r): q counts to the east, r to the south and half a cell to the east.
"""

_ROW = 32  # more than a board is wide, on a grid with the first cell in its middle
_MIDDLE = _ROW * _ROW // 2 + _ROW // 2
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def places(centres: tuple) -> list:
    """Return (q, r) of every cell of the tiles with these centres."""
    found = []
    for q, r in centres:
        found.append((q, r))
        for along, down in DIRECTIONS:
            found.append((q + along, r + down))
    return found


def neighbours(places: list) -> bytes:
    """Return six bytes a cell, its neighbours in the six directions; beyond the board, the number of cells."""
    keys = [_MIDDLE + q * _ROW + r for q, r in places]
    steps = [along * _ROW + down for along, down in DIRECTIONS]
    numbers = bytearray(bytes([len(places)]) * (_ROW * _ROW))
    for number, key in enumerate(keys):
        numbers[key] = number
    return bytes([numbers[key + step] for key in keys for step in steps])


def cell_name(cell: int) -> str:
    """Return the tile's letter and the digit: `c0` is the middle of the third tile."""
    return chr(97 + cell // 7) + str(cell % 7)


def parse_cell(name: str) -> int:
    """Return the cell of this name on seven tiles, -1 if there is none."""
    if len(name) != 2 or name[0] not in "abcdefg" or name[1] not in "0123456":
        return -1
    return 7 * (ord(name[0]) - 97) + int(name[1])


def longest_line(path, around: bytes) -> int:
    """Return the number of cells in the longest straight part of a path from neighbour to neighbour."""
    best = run = 1
    before = -1
    for index in range(1, len(path)):
        first = 6 * path[index - 1]
        direction = 0
        while around[first + direction] != path[index]:
            direction += 1
        run = run + 1 if direction == before else 2
        before = direction
        best = max(best, run)
    return best
