"""Linear equations without a library: small, and as they come from springs, resistors and fits."""

from collections.abc import Sequence


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return x of matrix x = right, by elimination with pivots; raise ZeroDivisionError for a singular matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda number: abs(rows[number][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for number in range(size):
            if number != column and rows[number][column]:
                factor = rows[number][column] / pivot[column]
                rows[number] = [value - factor * first for value, first in zip(rows[number], pivot, strict=True)]
    return [row[size] / row[place] for place, row in enumerate(rows)]
