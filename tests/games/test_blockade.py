from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games
from treppe.games import square


def test_perft():
    check_perft("blockade")


def test_random_games():
    check_random_games("blockade", ({},), 60)


def test_playthrough():
    check_playthrough("blockade")


def arrange(guards, supply=(0, 0), player=0):
    """A game with the guards of both players, as `a5 b7 / c1`, and these supplies; the ways are looked up afresh."""
    state = games.start("blockade")
    for owner, names in enumerate(guards.split("/")):
        for name in names.split():
            state.position[square.parse_cell(name, 12, 12)] = owner * 4 + 1
        state.position[144 + owner] = supply[owner]
    state.position[-1] = player
    state.position[146] = bool(state.way(player))
    return state


def way(state, player=0):
    return " ".join([state.cell_name(cell) for cell in state.way(player)])


def test_first_guard_stays_off_the_centres():
    state = games.start("blockade")
    assert len(legal_words(state).split()) == 112
    play(state, "+a1 +l12")
    words = legal_words(state).split()
    assert len(words) == 124 and "+b5" in words
    assert not [word for word in words if word[1] in "def" and word[2:] in ("1", "2", "3", "10", "11", "12")]


def test_no_king_leaves_at_the_start():
    state = games.start("blockade")
    assert state.way(0) == state.way(1) == []


def test_a_guard_deflects_to_the_left_and_to_the_right():
    for guard in ("g2 /", "/ g2"):
        assert way(arrange(guard)) == "e2 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12"
    assert way(arrange("c2 /")) == "e2 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11 d12"
    assert way(arrange("/ g11"), 1) == "e11 f11 f10 f9 f8 f7 f6 f5 f4 f3 f2 f1"


def test_several_deflections():
    assert way(arrange("e6 i5 /")) == "e2 e3 e4 e5 f5 g5 h5 h6 h7 h8 h9 h10 h11 h12"
    assert way(arrange("e6 i5 / h9")) == ""
    assert way(arrange("e6 i5 / h9 d8")) == ""  # column e again, towards the enemy's king
    assert way(arrange("e6 i5 / h9 c8")) == "e2 e3 e4 e5 f5 g5 h5 h6 h7 h8 g8 f8 e8 d8 d9 d10 d11 d12"


def test_side_edges_and_the_near_edge_are_closed():
    assert way(arrange("e4 /")) == ""
    assert way(arrange("/ e9"), 1) == ""
    assert way(arrange("g2 g11 / f5 f7")) == ""


def test_a_way_crosses_the_enemys_field_but_not_his_king():
    assert "d10 d11 d12" in way(arrange("c2 /"))
    # Deflected to row 11, straight at the enemy's king.
    assert way(arrange("j2 i12 /")) == ""
    assert way(arrange("j2 i12 g11 /")) == "e2 f2 g2 h2 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 h11 h12"


def test_he_may_turn_on_his_first_square():
    """A guard beside the king forbids that direction; the turn it would give is one of his first directions anyway."""
    assert way(arrange("f2 c2 /")).startswith("e2 d2 d3")
    assert way(arrange("e3 /")) == ""


def test_a_turn_may_follow_a_turn():
    # On h2 he meets i2 and turns, meets h3 without a step and turns again: back where he came from.
    assert way(arrange("i2 h3 /")) == ""
    # On j5 he turns east, where k5 stands, and turns again, north, where j6 stands; west he gets on, to h5.
    assert way(arrange("k2 j6 k5 g5 /")) == "e2 f2 g2 h2 i2 j2 j3 j4 j5 i5 h5 h6 h7 h8 h9 h10 h11 h12"
    # He starts north, where e3 stands, turns west, where d2 stands, and turns again: only east is left.
    assert way(arrange("e3 d2 / h2")) == "e2 f2 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12"


def test_a_loop_leads_nowhere():
    """h8, e8, e5, h5 and round again; every other turn ends at a side, the near edge or the other king."""
    state = arrange("i2 h9 d8 / e4 i5")
    assert way(state) == ""


def test_his_starting_square_does_not_stop_him():
    """He comes down column e: were e2 an obstacle, g3 would send him out by f12."""
    assert way(arrange("i2 h9 d8 g3 /")) == ""


def test_the_shortest_way_is_told():
    state = arrange("c2 k2 /")
    assert way(state).split()[1] == "d2" and len(state.way(0)) == 12


def test_a_king_who_can_leave_must():
    state = play(games.start("blockade"), "+g2 +a9")
    assert state.current_player() == 0 and legal_words(state) == "e2-off"
    assert state.hand_moves(state.action("e2-off")) == [(16, -1), (255, 1)]
    play(state, "e2-off")
    assert state.result() == "exit winners=0"
    assert state.image()[16] == 0 and state.way(0) == []


def test_a_guard_comes_from_the_supply():
    state = games.start("blockade")
    assert state.hand_moves(state.action("+a1")) == [(255, -1), (0, 1)]


def test_guards_move_when_all_are_placed():
    state = arrange("a6 / l7", (0, 1))
    assert state.hand_moves(state.action("a6-a9")) == [(60, -1), (96, 1)]
    play(state, "a6-a9 +l8 a9-a8")
    assert legal_words(state).split()[0] == "l7-a7"


def test_a_guard_crosses_a_kings_field_but_passes_nobody():
    state = arrange("c3 c11 / j3 c8")
    words = legal_words(state).split()
    # Along row 3 over d3, e3, f3, up to the guard on j3; along column c up to c8.
    moves = "c3-a3 c3-b3 c3-c1 c3-c2 c3-c4 c3-c5 c3-c6 c3-c7 c3-g3 c3-h3 c3-i3"
    assert " ".join([word for word in words if word.startswith("c3")]) == moves
    # East of c11 stands the king on e11.
    assert " ".join([word for word in words if word.startswith("c11")]) == "c11-a11 c11-b11 c11-c10 c11-c12 c11-c9"


def test_a_walled_in_player_is_skipped():
    state = arrange("l4 k3 j2 i1 i12 a5 / l1 k1 j1 l2 k2 l3")
    play(state, "a5-a6")
    assert state.events == [("blocked", 1)] and state.current_player() == 0


def test_a_skipped_turn_may_let_the_king_leave():
    state = arrange("l4 k3 j2 i1 i12 a5 / l1 k1 j1 l2 k2 l3")
    play(state, "i12-k12")
    assert state.events == [("blocked", 1)] and legal_words(state) == "e2-off"


def test_a_full_board_is_a_deadlock():
    """More guards than the game has: with twelve, one can always move."""
    state = games.start("blockade")
    names = [state.cell_name(cell) for cell in range(1, 144)]
    names = [name for name in names if not (name[0] in "def" and name[1:] in ("1", "2", "3", "10", "11", "12"))]
    state = arrange(" ".join(names[::2]) + "/" + " ".join(names[1::2]), (1, 0))
    assert legal_words(state) == "+a1"
    play(state, "+a1")
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners=" and state.returns() == [0, 0]


def test_words_that_are_refused():
    state = games.start("blockade")
    for word in ("e2", "e2-of", "a1-off", "+", "+m1", "+a13", "S+a1", "e2xe3", "-a1", "."):
        try:
            state.action(word)
        except games.InvalidWord:
            continue
        raise AssertionError(word)
    for word in ("e2-off", "e11-off", "+e5", "+d1", "+e2", "a1-a2", "e2-e3"):
        try:
            state.action(word)
        except games.IllegalAction:
            continue
        raise AssertionError(word)


def test_options_that_are_refused():
    for options in ({"players": 3}, {"teams": False}):
        try:
            games.start("blockade", **options)
        except games.InvalidOption:
            continue
        raise AssertionError(options)


def test_the_way_out_shines_at_the_end():
    state = games.start("blockade")
    words = "+j3 +d6 +i9 +c12 +h3 +k12 +b7 +l3 +f9 +k3 +j12 +k5 b7-h7 d6-h6 f9-e9 h6-g6 i9-f9 c12-b12 f9-i9 l3-l9"
    play(state, words + " j12-j10 k5-k6 j10-a10")
    way = list(state.way(1))
    play(state, "e11-off")
    assert state.winners == (1,) and len(way) > 10 and state.winning_fields(1) == way
