"""Allein Wetteifern: pieces that stand close together, and none of them alone, can still be jumped over."""

from treppe.games.wetteifern.rules import State

LEVELS = ((1, 1.0), (1, 0.45), (6, 0.0), (25, 0.0), (120, 0.0), (5000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

ALONE = 1.0  # for each piece beside no piece of another colour
APART = 0.02  # for the squared distance of each piece from the middle of all
WORTH = 5.0  # pieces too many that halve what the end is worth


def chances(state: State) -> list[float]:
    """Return how good the position is: at the end by the pieces left, before it by how they stand."""
    position = state.position
    left = 144 - position.count(0, 0, 144)
    if position[-2]:
        return [WORTH / (WORTH + left - 1.0)]
    columns = rows = squares = alone = 0
    for cell in range(144):
        colour = position[cell]
        if colour:
            column = cell % 12
            row = cell // 12
            columns += column
            rows += row
            squares += column * column + row * row
            if not _has_company(position, cell, colour):
                alone += 1
    apart = squares - (columns * columns + rows * rows) / left
    return [1.0 / (1.1 + ALONE * alone + APART * apart)]


def pieces_left(chance: float) -> int:
    """Return the pieces that are left at an end that is worth so much."""
    return round(WORTH / chance - WORTH + 1)


def _has_company(position: bytearray, cell: int, colour: int) -> bool:
    """Tell whether a piece of another colour stands beside a cell."""
    column = cell % 12
    if column > 0 and position[cell - 1] and position[cell - 1] != colour:
        return True
    if column < 11 and position[cell + 1] and position[cell + 1] != colour:
        return True
    if cell > 11 and position[cell - 12] and position[cell - 12] != colour:
        return True
    return cell < 132 and position[cell + 12] != 0 and position[cell + 12] != colour


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    left = sum(after.image())
    return {"code": "why_left", "pieces": left} if left < sum(before.image()) else None
