"""Aufstellen's board in letters."""


def draw_board(state) -> str:
    """Return the centres, and what stands on them."""
    lines = []
    for row in range(3, -1, -1):
        cells = range(row * 4, row * 4 + 4)
        pieces = [state.pieces(state.field(cell)) for cell in cells]
        name = state.cell_name(cells[0])[1:]
        lines.append(f"{name:>2}  " + "  ".join([piece[0] if piece else "--" for piece in pieces]))
    lines.append("    " + "   ".join([state.cell_name(cell)[0] for cell in range(4)]))
    return "\n".join(lines)
