"""7 Steps' board in letters."""

from treppe.games import hexes
from treppe.games.seven.rules import CENTRES


def draw_board(state) -> str:
    """Return name/colour:height of every cell, and what each player has."""
    places = hexes.places(CENTRES)
    labels = [f"{hexes.cell_name(cell)}/{state.colours[cell]}:{state.position[cell]}" for cell in range(len(places))]
    return "\n".join(_hexes(places, labels) + [state.possessions(player) for player in range(state.players)])


def _hexes(places, labels):
    """Draw a label of up to seven letters for every cell."""
    west = min([2 * q + r for q, r in places])
    lines = []
    for row in sorted({r for q, r in places}):
        line = ""
        for q, cell in sorted([(places[cell][0], cell) for cell in range(len(places)) if places[cell][1] == row]):
            line += " " * (4 * (2 * q + row - west) - len(line)) + labels[cell]
        lines.append(line)
    return lines
