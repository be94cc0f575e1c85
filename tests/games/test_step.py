from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules
from treppe import games

BALL = 16


def test_perft():
    check_perft("step")


def test_random_games():
    check_random_games(
        "step",
        (
            {"size": 5},
            {"players": 4, "bricks": 300},
            {"players": 3, "size": 5, "bricks": 130, "edition": "fr"},
        ),
        10,
    )


def test_playthrough():
    check_playthrough("step")


def lay(state, groups):
    """Build towers, `2 d5`, and put balls elsewhere, `O1 e5`; `build` and `turn 1` say who must do what."""
    position = state.position
    cells = [state.cell_name(cell) for cell in range(state.cells)]
    for what, *names in groups:
        if what == "build":
            position[-4] = 1
        elif what == "turn":
            position[-1] = int(names[0])
        elif what[0] == "O":
            place = state.cells + int(what[1])
            position[position[place]] &= BALL - 1
            position[place] = cells.index(names[0])
        else:
            for name in names:
                position[cells.index(name)] = int(what)
    for player in range(state.players):
        position[position[state.cells + player]] |= BALL


def test_rules():
    check_rules("step", lay)


def test_first_player_has_46_moves():
    assert len(games.start("step").legal_actions()) == 46
