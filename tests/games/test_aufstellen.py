from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules


def test_perft():
    check_perft("aufstellen")


def test_random_games():
    check_random_games("aufstellen", ({},), 30)


def test_playthrough():
    check_playthrough("aufstellen")


def lay(state, groups):
    """Put pieces on the empty board, and leave none in the supplies."""
    state.position[16:22] = bytes(6)
    centres = [state.cell_name(cell) for cell in range(16)]
    for piece, *names in groups:
        for name in names:
            state.position[centres.index(name)] = 1 + "STC".index(piece[0]) + 3 * int(piece[1])


def test_rules():
    check_rules("aufstellen", lay)
