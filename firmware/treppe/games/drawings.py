"""Boards drawn in letters, for the text protocol and terminals; loaded only when somebody asks for a drawing."""

from treppe.games import board12, hexes


def draw(state) -> str:
    """Return a drawing of the board over several lines: as its game wants it, else that of a 12x12 board."""
    return "\n".join(_DRAWINGS.get(state.NAME, _squares)(state))


def _squares(state):
    """Draw the pieces on a 12x12 board, and its centres."""
    lines = []
    for row in range(11, -1, -1):
        line = f"{row + 1:>2} "
        for cell in range(row * 12, row * 12 + 12):
            pieces = state.pieces(cell)
            line += " " + (pieces[0] if pieces else "()" if cell in board12.CENTRES else " .")
        lines.append(line)
    lines.append("    " + "  ".join("abcdefghijkl"))
    return lines


def _step(state):
    """Draw the height of every cell, and whose ball lies there."""
    size, position = state.size, state.position
    names = {position[state.cells + player]: "BRYG"[player] for player in range(state.players)}
    lines = []
    for row in range(size - 1, -1, -1):
        cells = range(row * size, (row + 1) * size)
        lines.append(f"{row + 1}  " + " ".join([str(position[cell] & 15) + names.get(cell, ".") for cell in cells]))
    lines.append("   " + "  ".join([chr(97 + column) for column in range(size)]))
    return lines


def _aufstellen(state):
    """Draw the centres."""
    lines = []
    for row in range(3, -1, -1):
        cells = range(row * 4, row * 4 + 4)
        pieces = [state.pieces(state.field(cell)) for cell in cells]
        name = state.cell_name(cells[0])[1:]
        lines.append(f"{name:>2}  " + "  ".join([piece[0] if piece else "--" for piece in pieces]))
    lines.append("    " + "   ".join([state.cell_name(cell)[0] for cell in range(4)]))
    return lines


def _cubes(state):
    """Draw the surface in the codes of `pieces` (`41a`: stone 4 of player 1, active), and the cards."""
    from treppe.games.cubes import CARDS, UNPLACED

    lines = []
    for row in range(11, -1, -1):
        pieces = [state.pieces(row * 12 + column) or ["."] for column in range(12)]
        lines.append(f"{row if 0 < row < 11 else '':>2}  " + " ".join([f"{piece[0][-3:]:<3}" for piece in pieces]))
    lines.append("        " + "   ".join("abcdefghij"))
    for player, colour in enumerate(state.depends if not state.position[UNPLACED] else ()):
        hand = state.hand(player) if state.is_dealt else b""
        lines.append(" ".join([f"{player} depends on {colour}"] + [CARDS[kind][0] for kind in hand]))
    return lines


def _seven(state):
    """Draw name/colour:height of every cell, and what each player has."""
    from treppe.games.seven import CENTRES

    places = hexes.places(CENTRES)
    labels = [f"{hexes.cell_name(cell)}/{state.colours[cell]}:{state.position[cell]}" for cell in range(len(places))]
    return _hexes(places, labels) + [state.possessions(player) for player in range(state.players)]


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


_DRAWINGS = {"step": _step, "aufstellen": _aufstellen, "cubes": _cubes, "seven": _seven}
