from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games
from treppe.games import square


def test_perft():
    check_perft("weltreich")


def test_random_games():
    check_random_games("weltreich", ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}), 2)


def test_playthrough():
    check_playthrough("weltreich")


def cell(name):
    return square.parse_cell(name, 12, 12)


def arrange(pieces, **options):
    """A game with these pieces only, as `C0 a1 T1 b2`: shape and colour, then the cell."""
    state = games.start("weltreich", **options)
    state.position[:144] = bytes(144)
    words = pieces.split()
    for piece, name in zip(words[::2], words[1::2]):
        state.position[cell(name)] = int(piece[1]) * 4 + ".TSC".index(piece[0])
    return state


def actions_from(state, name):
    return " ".join([word for word in legal_words(state).split() if word.startswith(name)])


def test_start_positions_are_mirror_images():
    state = games.start("weltreich", players=4)
    for names in ("b2 b11 k11 k2", "a4 a9 l9 l4", "c2 c11 j11 j2", "d1 d12 i12 i1", "c3 c10 j10 j3"):
        assert [state.pieces(cell(name))[0][1] for name in names.split()] == list("0123")
        assert len({state.pieces(cell(name))[0][0] for name in names.split()}) == 1
    assert sum(state.image()) == 44
    state = games.start("weltreich", players=4, teams=True)
    assert [state.pieces(cell(name)) for name in ("b2", "b11", "k2", "k11")] == [["C0"], ["C1"], ["C2"], ["C3"]]
    state = games.start("weltreich", players=2)
    assert [state.pieces(cell(name)) for name in ("b2", "k11", "b11")] == [["C0"], ["C1"], []]


def test_a_piece_moves_any_distance_over_anything():
    """The original's first example: the rider may go to every free square of its lines."""
    state = games.start("weltreich")
    expected = "b3-b10 b3-b11 b3-b12 b3-b4 b3-b5 b3-b6 b3-b7 b3-b8 b3-b9"
    expected += " b3-d3 b3-e3 b3-f3 b3-g3 b3-h3 b3-i3 b3-j3 b3-k3 b3-l3"
    assert actions_from(state, "b3") == expected


def test_capture_distances():
    """The original's reminder: triangles have three corners, squares four; commanders take at two and five."""
    lines = "S1 f2 S1 f3 S1 f4 S1 f5 S1 f7 S1 f8 S1 f9 S1 f10 S1 f11 S1 f12 C1 a1 C0 l12 "
    for piece, captures in (("T0", "f6xf3 f6xf9"), ("S0", "f6xf10 f6xf2"), ("C0", "f6xf11 f6xf4 f6xf8")):
        words = actions_from(arrange(lines + piece + " f6"), "f6").split()
        assert " ".join([word for word in words if "x" in word]) == captures


def test_captures_along_the_row():
    state = arrange("C0 b1 T1 a1 T1 d1 T1 g1 T1 f1 C1 l12")
    assert [word for word in legal_words(state).split() if "x" in word] == ["b1xd1", "b1xg1"]


def test_a_capture_takes_the_piece_off_first():
    state = arrange("T0 a1 S1 a4 C0 l1 C1 l12")
    action = state.action("a1xa4")
    assert state.hand_moves(action) == [(36, -1), (255, 1), (0, -1), (36, 1)]
    play(state, "a1xa4")
    assert state.pieces(36) == ["T0"] and sum(state.image()) == 3


def test_a_captured_commander_decides_between_two():
    state = play(arrange("T0 a1 C1 a4 S1 k1 C0 l1"), "a1xa4")
    assert state.result() == "commander winners=0" and state.events == []


def test_a_captured_commander_decides_between_teams():
    state = arrange("T0 a1 C0 b1 C1 a4 C2 c1 C3 l12", players=4, teams=True)
    assert play(state, "a1xa4").result() == "commander winners=0,2"


def three():
    return arrange("T0 a1 C0 b1 C1 a4 S1 k6 T1 k8 S2 g6 T2 f1 C2 l12", players=3)


def test_the_pieces_of_a_captured_commander_change_sides():
    state = play(three(), "a1xa4")
    assert state.events == [("eliminated", 1), ("converted", 1, 0)]
    assert [state.event_line(event) for event in state.events] == ["eliminated 1", "converted 1 0"]
    assert state.result() == "*" and state.current_player() == 2
    assert state.pieces(cell("k6")) == ["S1"] and state.owner(cell("k6")) == 0
    play(state, "l12-l11")
    assert state.current_player() == 0  # player 1 is passed over without a word
    assert state.events == []
    assert "k6xg6" in legal_words(state) and "k8-k9" in legal_words(state) and "a4-a5" in legal_words(state)
    state.undo_action()
    state.undo_action()
    assert state.owner(cell("k6")) == 1 and "k6" not in legal_words(state)


def test_the_last_commander_wins():
    state = play(three(), "a1xa4")
    play(state, "l12-l11 k8-l8 f1-f2 l8xl11")
    assert state.events == [("eliminated", 2), ("converted", 2, 0)]
    assert state.result() == "commander winners=0"


def test_pieces_pass_on_with_their_owner():
    state = play(three(), "a1xa4 l12-l9 b1-b2")
    state.position[cell("b7")] = 2 * 4 + 3  # player 2's commander where it takes the commander on b2
    state.position[cell("l9")] = 0
    play(state, "b7xb2")
    assert state.events == [("eliminated", 0), ("converted", 0, 2)]
    assert state.owner(cell("k6")) == state.owner(cell("a4")) == 2
    assert state.result() == "commander winners=2"


def test_four_thrones_win_even_if_one_can_be_retaken():
    """The original's example: red takes the last throne, though blue could take it back."""
    pieces = "S0 e5 S0 e8 S0 h5 S1 h8 T0 h11 T1 h12 T1 k8 S1 d8 C0 a1 C1 l1"
    assert play(arrange(pieces), "h11xh8").result() == "thrones winners=0"
    assert play(arrange(pieces + " C2 l12", players=3), "a1-a2").result() == "thrones winners=0"


def test_three_thrones_do_not_win_between_two():
    state = play(arrange("S0 e5 S0 e8 S0 h6 T1 k8 C0 a1 C1 l1"), "h6-h5")
    assert state.result() == "*"


def test_converted_pieces_hold_thrones():
    state = arrange("T0 a1 C0 b1 C1 a4 S1 e5 S1 e8 S0 h5 C2 l12", players=3)
    assert play(state, "a1xa4").result() == "thrones winners=0"
    assert state.events == [("eliminated", 1), ("converted", 1, 0)]


def test_three_thrones_win_also_after_an_elimination():
    state = play(arrange("T0 a1 C0 b1 C1 a4 S2 e5 S2 e8 S2 h6 C2 l12", players=3), "a1xa4 h6-h5")
    assert state.result() == "thrones winners=2"


def test_a_team_holds_the_thrones_together():
    pieces = "S0 e5 S2 e8 T0 h5 S2 g8 C0 a1 C1 a12 C2 l1 C3 l12"
    state = play(arrange(pieces, players=4, teams=True), "a1-a2 a12-a11")
    assert state.result() == "*"
    assert play(state, "g8-h8").result() == "thrones winners=0,2"


def test_partners_do_not_capture_each_other():
    state = arrange("T0 a1 S2 a4 S1 d1 C0 l1 C1 l12 C2 a12 C3 b12", players=4, teams=True)
    assert [word for word in legal_words(state).split() if "x" in word] == ["a1xd1"]


def test_a_safe_commander_on_his_throne_wins():
    assert play(arrange("C0 h1 C1 a12 T1 h12 S1 l7"), "h1-h8").result() == "crown winners=0"
    state = arrange("C0 h1 C1 a2 T1 a12")
    assert play(state, "h1-h5").result() == "*"  # a throne, but not his
    assert play(state, "a2-e2 h5-h6 e2-e5").result() == "crown winners=1"


def test_a_commander_who_can_be_captured_is_not_crowned():
    """The original's example: blue's commander takes an archer on his throne, and a rider takes the commander."""
    state = play(arrange("C0 h3 S1 h8 T1 k8 C1 a12"), "h3xh8")
    assert state.result() == "*"
    assert play(state, "k8xh8").result() == "commander winners=1"


def test_each_kind_threatens_at_its_distance():
    for threat in ("T1 h11", "T1 e8", "S1 l8", "S1 h4", "C1 f8", "C1 h10", "C1 c8", "C1 h3"):
        assert play(arrange("C0 h1 S1 a12 " + threat), "h1-h8").result() == "*", threat
    for harmless in ("T1 l8", "S1 h11", "C1 h11", "C1 d8", "T1 j8", "T0 h11"):
        assert play(arrange("C0 h1 S1 a12 " + harmless), "h1-h8").result() == "crown winners=0", harmless


def test_coronation_is_tested_after_the_players_own_actions():
    state = play(arrange("C0 h1 S0 a1 T1 h11 C1 a12"), "h1-h8 h11-i11")
    assert state.result() == "*"  # safe now, by the enemy's doing
    assert play(state, "a1-a2").result() == "crown winners=0"


def test_teams_crown_both_commanders():
    state = arrange("C0 h8 S0 a1 C1 a12 S1 b12 C2 e9 C3 l12 S3 k12", players=4, teams=True)
    assert play(state, "a1-a2 b12-b11").result() == "*"
    assert play(state, "e9-e8").result() == "crown winners=0,2"
    state = arrange("C0 h8 S0 a1 C1 a12 S3 h12 C2 e9 C3 l12", players=4, teams=True)
    assert play(state, "a1-a2 a12-a11 e9-e8").result() == "*"


def test_a_player_who_cannot_move_is_skipped():
    """All lines of his only piece are full, and what he could capture is his partner's."""
    names = ["b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1"]
    names += ["a" + str(row) for row in range(2, 13)]
    pieces = " ".join([("S3 " if name in ("c1", "f1", "a3", "a6") else "S2 ") + name for name in names])
    state = arrange("C1 a1 " + pieces + " C0 h3 C2 i3 C3 h9", players=4, teams=True)
    play(state, "h3-h4")
    assert state.events == [("blocked", 1)] and state.current_player() == 2


def test_nobody_can_move():
    """No action leads there, for a piece can always go back; the rule stands all the same."""
    state = arrange("")
    state.next_player()
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners=" and state.returns() == [0, 0]


def test_words_that_are_refused():
    state = games.start("weltreich")
    for word in ("b3", "b3-", "b3xx6", "b3-b6x", "m1-a1", "b3-b13", "+b3", "b3xb6xb9", "B3-b6"):
        try:
            state.action(word)
        except games.InvalidWord as error:
            assert repr(word) in str(error) and state.text() in str(error)
            continue
        raise AssertionError(word)
    for word in ("b3xb6", "b3-c3", "l12-l8", "b3-c4", "e5-e6"):
        try:
            state.action(word)
        except games.IllegalAction as error:
            assert repr(word) in str(error)
            continue
        raise AssertionError(word)


def test_options_that_are_refused():
    for options in ({"players": 5}, {"players": 1}, {"players": 3, "teams": True}, {"teams": True}, {"size": 7}):
        try:
            games.start("weltreich", **options)
        except games.InvalidOption:
            continue
        raise AssertionError(options)


def test_a_capture_may_leap_or_needs_a_free_way():
    for captures, is_legal in (("leap", True), ("clear", False)):
        state = arrange("C0 a1 C1 l12 T0 e5 S0 e6 S1 e8", captures=captures)
        assert ("e5xe8" in legal_words(state).split()) == is_legal
    state = arrange("C0 a1 C1 l12 T0 e5 S1 e8", captures="clear")
    assert "e5xe8" in legal_words(state).split()


def test_a_crown_is_safe_behind_a_piece_where_captures_need_a_free_way():
    for captures, result in (("leap", "*"), ("clear", "crown winners=0")):
        state = arrange("C0 h2 S0 h9 C1 a12 T1 h11", captures=captures)
        assert play(state, "h2-h8").result() == result


def test_what_has_won_shines():
    state = games.start("weltreich", players=2)
    thrones = state.thrones
    state.position[:144] = bytes(144)
    for _place, throne in enumerate(thrones[:3]):
        state.position[throne] = 2
    state.position[cell("a1")], state.position[cell("l12")] = 2, 7
    start = cell("a1") - cell("a1") % 12 + thrones[3] % 12
    state.position[start] = 2
    play(state, square.cell_name(start, 12) + "-" + square.cell_name(thrones[3], 12))
    assert state.reason == "thrones" and sorted(state.winning_fields(0)) == sorted(thrones)
