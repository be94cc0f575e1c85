"""STEP BY STEP's board in letters."""


def draw_board(state) -> str:
    """Return the height of every cell, and whose ball lies there."""
    size, position = state.size, state.position
    names = {position[state.cells + player]: "BRYG"[player] for player in range(state.players)}
    lines = []
    for row in range(size - 1, -1, -1):
        cells = range(row * size, (row + 1) * size)
        lines.append(f"{row + 1}  " + " ".join([str(position[cell] & 15) + names.get(cell, ".") for cell in cells]))
    lines.append("   " + "  ".join([chr(97 + column) for column in range(size)]))
    return "\n".join(lines)
