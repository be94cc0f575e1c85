from arrange import arrange
from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games


def test_perft():
    check_perft("sprung")


def test_random_games():
    check_random_games(
        "sprung",
        (
            {},
            {"shapes": True},
            {"players": 3},
            {"players": 4, "shapes": True},
            {"players": 4, "teams": True},
            {"players": 4, "teams": True, "shapes": True},
        ),
        4,
    )


def test_playthrough():
    check_playthrough("sprung")


def board(pieces, player=0, **options):
    return arrange(games.start("sprung", **options), "?ST", pieces, player)


def owners(state, column):
    """The owners of the rows, from the north: a digit a row."""
    text = ""
    for row in range(11, -1, -1):
        pieces = state.pieces(row * 12 + column)
        text += pieces[0][1] if pieces else "."
    return text


def test_rows_of_the_players():
    assert owners(games.start("sprung"), 0) == "...000111..."
    assert owners(games.start("sprung", players=3), 1) == "000111222..."
    assert owners(games.start("sprung", players=4), 2) == "000111222333"
    assert owners(games.start("sprung", players=4, teams=True), 0) == "000222111333"


def test_squares_and_triangles():
    state = games.start("sprung")
    assert [state.pieces(84 + column) for column in range(4)] == [["S0"], ["S0"], ["T0"], []]


def test_step_and_jump():
    state = games.start("sprung")
    assert legal_words(state) == "a7-d7 a8-d8 a9-d9 b7-d7 b8-d8 b9-d9 c7-d7 c8-d8 c9-d9"


def test_first_figure_of_the_text():
    """Blue moves a triangle one square; red does the same, stands in a column with one enemy, and goes on."""
    state = play(games.start("sprung"), "c8-d8 c5-d5")
    assert state.current_player() == 1 and legal_words(state) == ". d5-e5"
    play(state, "d5-e5")
    assert state.current_player() == 0


def test_three_enemies_then_one_then_none():
    state = board("S0 e7 e8 e9 f7, S1 d5 c5", 1)
    play(state, "d5-e5")
    assert legal_words(state) == ". e5-f5"  # three blue pieces in column e, and f is of the same Field
    play(state, "e5-f5")
    assert state.current_player() == 0  # one blue piece in column f, but the piece would leave its Field alone


def test_two_enemies_end_the_turn():
    state = play(board("S0 e7 e8, S1 d5 f5, S0 a9", 1), "d5-e5")
    assert state.current_player() == 0


def test_alone_in_its_row_a_piece_stays_in_its_field():
    """The piece in the middle of its Field may go to the edge, not beyond it; in the next turn it may."""
    state = play(board("S0 e8 a7, S1 f4 f5 f6"), "e8-f8")
    assert state.current_player() == 1
    play(state, "f4-g4")
    assert "f8-g8" in legal_words(state).split()


def test_with_company_in_its_row_a_piece_leaves_its_field():
    state = play(board("S0 d8 e8 a7, S1 f4 f5 f6"), "e8-f8")
    assert legal_words(state) == ". f8-g8"
    assert state.current_player() == 0


def test_stop_ends_the_turn():
    state = play(board("S0 d8 e8 a7, S1 f4 f5 f6"), "e8-f8 .")
    assert state.current_player() == 1
    assert state.hand_moves(state.parse(".")) == []


def test_any_odd_number_of_enemies_of_all_others():
    pieces = "S0 d12 e12, S1 f7 f8 f9, S2 f5 f6, S3 a1"
    state = play(board(pieces, players=4), "e12-f12")
    assert state.current_player() == 0 and legal_words(state) == ". f12-g12"
    state = play(board(pieces, players=4, teams=True), "e12-f12")
    assert state.current_player() == 0  # three of player 1; the two of the partner do not count
    state = play(board("S0 d12 e12, S1 f5, S2 f7 f8, S3 a1, S1 a5", players=4, teams=True), "e12-f12")
    assert legal_words(state) == ". f12-g12"
    state = play(board("S0 d12 e12, S1 a4, S2 f7, S3 a1", players=4, teams=True), "e12-f12")
    assert state.current_player() == 1


LAST_STEP = "S0 j7 k7 j8 k8 j9 i9, T0 l7 l8 l9, S1 k4 j4"


def test_home_wins_at_once():
    state = play(board(LAST_STEP), "i9-k9")  # one enemy in column k, but the game is over
    assert state.result() == "home winners=0" and state.events == []
    assert state.returns() == [1, -1]
    state = play(board(LAST_STEP.replace("i9", "h9")), "h9-i9")
    assert state.current_player() == 1  # all but one


def test_shapes_must_match():
    state = play(board(LAST_STEP, shapes=True), "i9-k9")
    assert state.result() == "home winners=0"
    wrong = "S0 j7 k7 j8 k8 l9 i9, T0 l7 l8 j9, S1 a4"
    assert play(board(wrong), "i9-k9").result() == "home winners=0"
    state = play(board(wrong, shapes=True), "i9-k9 a4-b4")
    assert state.events == [("blocked", 0)]
    assert state.current_player() == 1


def test_all_home_in_the_wrong_order_is_a_deadlock():
    wrong = "S0 j7 k7 l7 j8 k8 l8, T0 j9 k9 l9, S1 j4 k4 l4 j5 k5 i5, T1 j6 k6 l6"
    state = play(board(wrong, 1, shapes=True), "i5-l5")
    assert state.events == [("blocked", 0), ("blocked", 1)]
    assert state.result() == "deadlock winners="
    state.undo_action()
    assert legal_words(state) == "i5-l5 j5-l5 k5-l5"


PARTNER_HOME = "S0 j10 k10 j11 k11 j12 k12, T0 l10 l11 l12, S2 j7 k7 j8 k8 j9 i9, T2 l7 l8 l9, S1 a4 b4, S3 a1 b1"


def test_partner_at_home_is_skipped_until_both_are():
    state = play(board(PARTNER_HOME, 3, players=4, teams=True), "b1-c1")
    assert state.events == [("blocked", 0)] and state.current_player() == 1
    play(state, "b4-c4 i9-k9")
    assert state.result() == "home winners=0,2"
    assert state.returns() == [1, -1, 1, -1]


def test_one_at_home_alone_does_not_win_for_a_team():
    state = board(PARTNER_HOME.replace("i9", "h9").replace("j12", "i12"), players=4, teams=True)
    play(state, "i12-j12")
    assert not state.is_terminal() and state.current_player() == 1


def test_partner_home_in_the_wrong_order_spoils_it_for_both():
    pieces = PARTNER_HOME.replace("T0 l10", "T0 j10").replace("S0 j10", "S0 l10")
    state = play(board(pieces, 2, players=4, teams=True, shapes=True), "i9-k9")
    assert not state.is_terminal() and state.current_player() == 3


def test_image_and_placement():
    state = games.start("sprung")
    assert sum(state.image()) == 18 and state.image()[84] == 1
    assert state.hand_moves(state.action("a7-d7")) == [(72, -1), (75, 1)]


def test_a_word_that_goes_nowhere_is_not_a_stop():
    state = play(games.start("sprung"), "c8-d8 c5-d5")
    for word in ("a1-a1", "d5-d5", "d5-f5"):
        try:
            state.action(word)
        except games.IllegalAction:
            continue
        raise AssertionError(word)


def test_teams_need_four():
    try:
        games.start("sprung", players=3, teams=True)
    except games.InvalidOption:
        return
    raise AssertionError("teams of three")


def test_other_patterns_at_the_start_and_in_the_goal():
    state = games.start("sprung", pattern="TTTSSSSSS")
    assert [state.pieces(cell)[0][0] for cell in range(72, 75)] == ["S"] * 3, "a7 to c7: the southern row"
    assert [state.pieces(cell)[0][0] for cell in range(96, 99)] == ["T"] * 3
    state = games.start("sprung", shapes=True, pattern="TTSSSSSTS", goal="STTSSSTSS")
    assert state.goal == "STTSSSTSS"
    assert games.start("sprung", pattern="TTSSSSSTS").goal == "", "shapes do not count"


def test_patterns_that_are_refused():
    for options, code in (
        ({"pattern": "SSS"}, "option_value"),
        ({"pattern": 7}, "option_value"),
        ({"goal": "SSTSSTSST"}, "option_needs"),
        ({"shapes": True, "goal": "TTTSSSSSS"}, "goal_unreachable"),
    ):
        try:
            games.start("sprung", **options)
        except games.InvalidOption as error:
            assert error.args[0]["code"] == code, error
            continue
        raise AssertionError(options)
