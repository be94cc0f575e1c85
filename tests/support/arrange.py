"""Positions made by hand on the 12x12 board."""

from treppe.games import square


def arrange(state, shapes, groups):
    """Clear the board and put pieces on it, given as `T0 c8 d8` a group; `shapes` is the game's table.

    `S0 all` stands everywhere, and `empty e5` is free again. `turn 1` is who is to move; `supply 3 3 5 5` is what lies
    beside the board, as the position has it behind its cells.
    """
    for cell in range(144):
        state.position[cell] = 0
    state.position[-1] = 0
    for code, *names in groups:
        if code == "turn":
            state.position[-1] = int(names[0])
        elif code == "supply":
            state.position[144 : 144 + len(names)] = bytes(map(int, names))
        else:
            piece = 0 if code == "empty" else int(code[1]) * 4 + shapes.index(code[0])
            for cell in range(144) if names == ["all"] else [square.parse_cell(name, 12, 12) for name in names]:
                state.position[cell] = piece
