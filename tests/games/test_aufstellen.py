from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games


def test_perft():
    check_perft("aufstellen")


def test_random_games():
    check_random_games("aufstellen", ({},), 30)


def test_playthrough():
    check_playthrough("aufstellen")


OPENING = "+b2 +k2 +e2 +h2 +h5 +e5 +k8 +b8"


def test_order_of_shapes():
    """Player 0 deals with S, C, T, S, C, T, ..., player 1 with T, S, C, T, S, C, ..."""
    state = games.start("aufstellen")
    due = ["", ""]
    for word in (OPENING + " e2-b5 +k11 +k5 e5-e8").split():
        due[state.current_player()] += "STC"[state.due()]
        play(state, word)
    assert due == ["SCTSCT", "TSCTSC"]


def test_line_while_placing():
    state = play(games.start("aufstellen"), "+b2 +b5 +e2 +e5 +h2 +h5 +k2")
    assert state.result() == "line winners=0"


def test_cylinder_goes_diagonally_squares_do_not():
    state = play(games.start("aufstellen"), OPENING)
    assert legal_words(state) == "e2-b5"  # diagonally: b2 and h2 are taken, e5 and h5 too
    play(state, "e2-b5 +k11 +k5 e5-e8")
    assert legal_words(state) == "b2-e2 k8-h8"  # squares, with free centres on the diagonals


def test_stuck_player_loses():
    state = games.start("aufstellen")
    position = state.position
    for index in range(16, 22):
        position[index] = 0
    # Player 1 must move a triangle next; both stand in corners, walled in. Player 0 moves his square away from none.
    layout = {0: 5, 1: 1, 4: 2, 3: 5, 2: 2, 7: 3, 13: 1}
    for centre, value in layout.items():
        position[centre] = value
    play(state, "e11-b11")
    assert state.result() == "stuck winners=0"


def test_a_diagonal_is_a_line_or_not():
    words = "+b2 +b5 +e5 +e2 +h8 +h2 +k11"  # square, triangle, cylinder, square: the first player's are b2, e5, h8, k11
    for diagonals, result in ((True, "line winners=0"), (False, "*")):
        assert play(games.start("aufstellen", diagonals=diagonals), words).result() == result
