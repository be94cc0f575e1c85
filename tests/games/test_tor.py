from arrange import arrange
from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games
from treppe.games import square
from treppe.games.engine import perft

ROOM_FOR_ALL = (3, 3, 3, 3, 5, 5, 5, 5)


def test_perft():
    check_perft("tor")


def test_random_games():
    check_random_games("tor", ({}, {"players": 3, "empty": "nw"}, {"players": 4}, {"players": 4, "teams": True}), 2)


def test_playthrough():
    check_playthrough("tor")


def board(pieces, player=0, supply=ROOM_FOR_ALL, **options):
    """Pieces by hand; `supply` is the triangles of the four players, then their squares."""
    state = arrange(games.start("tor", **options), "?CTS", pieces, player)
    state.position[144:152] = bytes(supply)
    return state


def corner_of(state, name):
    pieces = state.pieces(square.parse_cell(name, 12, 12))
    return pieces[0] if pieces else ""


def test_corners_of_the_players():
    for options, owners in (
        ({}, "0.1."),
        ({"empty": "nw"}, "1.0."),
        ({"empty": "sw"}, ".0.1"),
        ({"empty": "ne"}, ".1.0"),
        ({"players": 3}, "012."),
        ({"players": 3, "empty": "sw"}, ".012"),
        ({"players": 3, "empty": "nw"}, "2.01"),
        ({"players": 3, "empty": "ne"}, "12.0"),
        ({"players": 4}, "0123"),
        ({"players": 4, "teams": True}, "0132"),
    ):
        state = games.start("tor", **options)
        for corner, names in enumerate(
            (("a1", "a3", "c1"), ("a12", "c12", "a10"), ("l12", "l10", "j12"), ("l1", "j1", "l3"))
        ):
            pieces = [corner_of(state, name) for name in names]
            owner = owners[corner]
            assert pieces == (["", "", ""] if owner == "." else ["C" + owner, "T" + owner, "S" + owner])
        assert sum(state.image()) == 3 * state.players


def test_no_corner_stays_empty_where_four_play():
    for teams in (False, True):
        try:
            games.start("tor", players=4, teams=teams, empty="sw")
        except games.InvalidOption:
            continue
        raise AssertionError(teams)


def test_the_game_is_the_same_from_every_corner():
    for players in (2, 3):
        counts = [perft(games.start("tor", players=players, empty=corner), 2) for corner in ("se", "sw", "nw", "ne")]
        assert counts[0] > 3000 and counts == counts[:1] * 4


def test_moves_jump_and_leave_centres_free():
    state = board("C0 e4 e5 f4, S1 a5 l4")
    words = [word for word in legal_words(state).split() if word.startswith("e4-")]
    assert words == sorted(
        ["e4-" + column + "4" for column in "abcdghijk"]
        + ["e4-e" + row for row in ("1", "3", "6", "7", "9", "10", "12")]
    )


# The last figure of the text, as far as its words tell: blue 0, red 1, yellow 2, green 3.


def test_a_gate_opens_between_cylinder_and_square():
    """The yellow triangle goes down to the green square, into the row of the green cylinder."""
    state = play(board("T2 d12, C3 a7, S3 d6, C0 l1, C1 l3", 2, players=4), "d12-d7")
    assert state.current_player() == 2 and legal_words(state) == ". S+e8 T+e8"
    play(state, "T+e8")
    assert corner_of(state, "e8") == "T2" and state.current_player() == 3
    state.undo_action()
    play(state, ".")
    assert corner_of(state, "e8") == "" and state.current_player() == 3


def test_a_gate_opens_far_from_both():
    state = play(board("T2 d12, C3 a7, S3 l12, C0 l1, C1 l3", 2, players=4), "d12-a12")
    assert legal_words(state) == ". S+b11 T+b11"


def test_a_taken_gate_stays_closed():
    state = play(board("T2 d12, C3 j2, S3 a12, T3 k11, C0 l1, C1 l3", 2, players=4), "d12-j12")
    assert state.current_player() == 3


def test_two_squares_open_no_gate():
    state = play(board("S2 l7, C3 a7, S3 d6, C0 l1, C1 l3", 2, players=4), "l7-d7")
    assert state.current_player() == 3


def test_the_gate_just_left_is_free():
    """The red square goes from a gate to its left, between the yellow cylinder and the yellow triangle."""
    state = play(board("S1 e8, C2 d1, T2 l8, C0 l1, C3 l3", 1, players=4), "e8-d8")
    assert legal_words(state) == ". S+e8 T+e8"


def starts(state):
    return sorted({word.split("-")[0] for word in legal_words(state).split()})


def test_green_clears_one_gate_and_then_the_other():
    state = board("T3 e5, S3 h8, C3 l1, C0 d4 g7 a1, C1 f6 i9 a6, C2 a9", 3, players=4)
    assert starts(state) == ["e5", "h8"]
    play(state, "e5-e12 a1-a2 a6-a7 a9-a10")
    assert starts(state) == ["h8"]


def test_two_enemies_beside_a_gate_one_is_not_enough():
    state = board("T0 e5, S0 a1, C1 f6")
    assert starts(state) == ["a1", "e5"]
    state = board("T0 e5, S0 a1, C1 f6, T1 d4")
    assert starts(state) == ["e5"]


def test_a_partner_does_not_count():
    """Two of the partner beside the gate; a partner's cylinder and square in line."""
    pieces = "T0 e5 a1, C2 d4, S2 f6, C1 l12, C3 l10"
    assert starts(board(pieces, players=4)) == ["e5"]
    state = board(pieces, players=4, teams=True)
    assert starts(state) == ["a1", "e5"]
    pieces = "T0 a4, C2 d12, S2 l4, C1 l12, C3 l10"
    assert legal_words(play(board(pieces, players=4), "a4-d4")) == ". S+e5 T+e5"
    assert play(board(pieces, players=4, teams=True), "a4-d4").current_player() == 1


def test_cylinder_and_square_of_two_enemies_open_no_gate():
    state = play(board("T0 a4, C1 d12, S2 l4", players=3), "a4-d4")
    assert state.current_player() == 1


def test_any_piece_of_a_line_may_be_chosen():
    state = play(board("C0 a4, S1 d12 d1 k4, T1 d9 l4"), "a4-d4")
    assert legal_words(state) == ". S+e5 T+e5"
    assert play(board("C0 a4, S1 d12 d1 k4 l4"), "a4-d4").current_player() == 1
    assert play(board("C0 a4, S1 d12, T1 d9"), "a4-d4").current_player() == 1


OPEN = "T0 a4, C1 d12, S1 l4"


def test_only_what_the_supply_has():
    assert legal_words(play(board(OPEN, supply=(0, 3, 0, 0, 2, 5, 0, 0)), "a4-d4")) == ". S+e5"
    assert legal_words(play(board(OPEN, supply=(1, 3, 0, 0, 0, 5, 0, 0)), "a4-d4")) == ". T+e5"


def test_the_eighth_piece_wins_at_once():
    state = board(OPEN, supply=(0, 3, 0, 0, 1, 5, 0, 0))
    play(state, "a4-d4")
    assert state.hand_moves(state.action("S+e5")) == [(255, -1), (52, 1)] and state.hand_moves(state.action(".")) == []
    play(state, "S+e5")
    assert state.result() == "gates winners=0" and state.events == []
    assert state.returns() == [1, -1]


def test_a_team_needs_both():
    pieces = OPEN + ", C2 l9, C3 l12"
    state = play(board(pieces, players=4, teams=True, supply=(0, 3, 1, 3, 1, 5, 0, 5)), "a4-d4 S+e5")
    assert not state.is_terminal() and state.current_player() == 1
    state = play(board(pieces, players=4, teams=True, supply=(0, 3, 0, 3, 1, 5, 0, 5)), "a4-d4 S+e5")
    assert state.result() == "gates winners=0,2"
    assert state.returns() == [1, -1, 1, -1]


def test_who_is_done_plays_on_without_entries():
    pieces = OPEN + ", C2 l9, C3 l12"
    state = play(board(pieces, players=4, teams=True, supply=(0, 3, 1, 3, 0, 5, 0, 5)), "a4-d4")
    assert state.current_player() == 1


def walled_in(owners):
    """Row 5 and column e are full but for e12."""
    columns = [column + "5" for column in "abcdfgijkl"]
    rows = ["e" + row for row in ("1", "3", "4", "6", "7", "9", "10")]
    return "T0 e5, S1 e2 b5 k5 h5 e8 e11 " + " ".join(columns + rows) + owners


def test_who_cannot_clear_his_gate_is_skipped():
    """Blue must clear e5, and the last free cell of its lines has just been taken."""
    state = play(board(walled_in(", C0 l12, C1 a12"), 1), "a12-e12")
    assert state.events == [("blocked", 0)]
    assert state.current_player() == 1


def test_nobody_can_move_is_a_deadlock():
    """All cells but one are taken, and the last move takes a cell for the one it leaves: a centre."""
    names = [square.cell_name(cell, 12) for cell in range(144) if square.cell_name(cell, 12) not in ("e4", "e5")]
    state = play(board("S0 " + " ".join(names) + ", S1 e5", 1, players=3), "e5-e4")
    assert state.events == [("blocked", 2), ("blocked", 0), ("blocked", 1)]
    assert state.result() == "deadlock winners="


def test_only_centres_free_is_no_move():
    names = [square.cell_name(cell, 12) for cell in range(144)]
    for free in ("e5", "h8"):
        names.remove(free)
    assert board("S0 " + " ".join(names)).legal_actions() == []


def test_teams_need_four():
    try:
        games.start("tor", players=2, teams=True)
    except games.InvalidOption:
        return
    raise AssertionError("teams of two")


def test_two_enemies_of_one_player_or_of_any():
    pieces = "T0 e5, S0 a1, C1 f6, T2 d4"
    assert starts(board(pieces, players=3)) == ["e5"]
    assert starts(board(pieces, players=3, crowd="one")) == ["a1", "e5"]
    assert starts(board("T0 e5, S0 a1, C1 f6, T1 d4", players=3, crowd="one")) == ["e5"]


def test_a_partner_s_two_pieces_forbid_a_new_one_or_only_open_no_gate():
    """Blue goes to a4: in line with red's cylinder and triangle, and with two of his partner's."""
    pieces = "S0 a1, C1 a8, T1 h4, T2 a6, S2 k4"
    for forbids, is_open in ((False, True), (True, False)):
        state = play(board(pieces, players=4, teams=True, partner_forbids=forbids), "a1-a4")
        assert ("T+b5" in legal_words(state).split()) == is_open


def test_only_partners_forbid():
    try:
        games.start("tor", players=4, partner_forbids=True)
    except games.InvalidOption as error:
        diagnostic = error.args[0]
        assert (
            diagnostic["code"] == "option_needs"
            and diagnostic["option"] == "partner_forbids"
            and diagnostic["needed"] == "true"
        )
        return
    raise AssertionError("a partner without teams")
