"""A board drawn in letters, for the text protocol and terminals."""

from treppe.games import board12


def draw_board(state) -> str:
    """Return a 12x12 board: what stands on it, and its centres."""
    lines = []
    for row in range(11, -1, -1):
        line = f"{row + 1:>2} "
        for cell in range(row * 12, row * 12 + 12):
            pieces = state.pieces(cell)
            line += " " + (pieces[0] if pieces else "()" if cell in board12.CENTRES else " .")
        lines.append(line)
    lines.append("    " + "  ".join("abcdefghijkl"))
    return "\n".join(lines)
