"""Positions made by hand on the 12x12 board."""

from treppe.games import square


def arrange(state, shapes, pieces, player=0):
    """Clear the board and put pieces on it, given as "T0 c8 d8, S1 e5"; `shapes` is the game's table."""
    for cell in range(144):
        state.position[cell] = 0
    for group in pieces.split(","):
        code, *names = group.split()
        for name in names:
            state.position[square.parse_cell(name, 12, 12)] = int(code[1]) * 4 + shapes.index(code[0])
    state.position[-1] = player
    return state
