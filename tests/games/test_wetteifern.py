from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games
from treppe.games import square
from treppe.games.wetteifern import rules as wetteifern

# The text's solution, in its own numbering: rows 1 to 8 from the north, columns A to H.
SOLUTION = (
    "5D-1D 5E-1E 7D-5D 7E-5E 7B-7D 7G-7E 2B-2D 2G-2E 6B-2B 6G-2G 6C-2C 6F-2F "
    "1D-3D 1E-3E 2B-2D 2D-4D 4D-6D 6D-8D 2G-2E 2E-4E 4E-6E 6E-8E 8D-8F"
)


def our_word(word):
    """Translate a word of the original text: column letter + 2, row 11 - number."""
    return "-".join([chr(ord(name[1].lower()) + 2) + str(11 - int(name[0])) for name in word.split("-")])


def jumps_of(state, name):
    return [word for word in legal_words(state).split() if word.startswith(name + "-")]


def test_perft():
    check_perft("wetteifern")


def test_random_games():
    check_random_games("wetteifern", ({}, {"seed": 7}, {"mix": "BRYG" * 9}, {"seed": 4294967295}), 20)


def test_playthrough():
    check_playthrough("wetteifern")


def test_solution_of_the_text():
    state = games.start("wetteifern")
    words = [our_word(word) for word in SOLUTION.split()]
    assert words[0] == "f6-f10" and len(words) == 23
    for word in words:
        assert not state.is_terminal()
        play(state, word)
    assert state.result() == "stuck winners=0 scores=1"
    assert state.returns() == [1] and state.rating == "excellent"


def test_four_jumps_of_the_text():
    """The yellow piece on 3D takes one red piece to 1D, three pieces to 3H, four to 8D; not to the left."""
    state = games.start("wetteifern")
    assert state.pieces(square.parse_cell("f8", 12, 12)) == ["P2"]
    taken = {}
    for target in ("1D", "3H", "8D"):
        play(state, our_word("3D-" + target))
        taken[target] = len(state.events)
        state.undo_action()
    assert taken == {"1D": 1, "3H": 3, "8D": 4}
    assert sorted(jumps_of(state, "f8")) == sorted([our_word("3D-" + target) for target in taken])


def test_nine_of_each_colour():
    for options in ({}, {"seed": 99}):
        state = games.start("wetteifern", **options)
        pieces = [state.pieces(cell) for cell in range(144)]
        assert [pieces.count(["P" + str(colour)]) for colour in range(4)] == [9, 9, 9, 9]
        assert state.scores == (36,)


def test_a_mix_that_hands_have_laid_out_is_told_row_by_row_from_the_north():
    mix = "".join(wetteifern.START)
    assert games.start("wetteifern", mix=mix).position == games.start("wetteifern").position
    state = games.start("wetteifern", mix="B" * 9 + "R" * 9 + "Y" * 9 + "G" * 9)
    for name, colour in (("d9", 0), ("f8", 0), ("g8", 1), ("i7", 1), ("d6", 2), ("f5", 2), ("g5", 3), ("i4", 3)):
        assert state.pieces(square.parse_cell(name, 12, 12)) == ["P" + str(colour)], name
    for wrong in ({"mix": mix[1:]}, {"mix": "B" * 36}, {"mix": mix.lower()}, {"mix": mix, "seed": 7}):
        try:
            games.start("wetteifern", **wrong)
        except games.InvalidOption:
            continue
        raise AssertionError(wrong)


def test_removed_in_jump_order():
    state = games.start("wetteifern")
    action = state.action(our_word("3D-8D"))
    fields = [square.parse_cell(name, 12, 12) for name in ("f8", "f3", "f7", "f6", "f5", "f4")]
    assert state.hand_moves(action) == [(fields[0], -1), (fields[1], 1)] + [
        step for field in fields[2:] for step in ((field, -1), (255, 1))
    ]
    state.apply_action(action)
    assert [state.event_line(event) for event in state.events] == [
        "removed f7",
        "removed f6",
        "removed f5",
        "removed f4",
    ]


def test_stop():
    state = play(games.start("wetteifern"), "f8-f10 .")
    assert state.result() == "stopped winners= scores=35"
    assert state.returns() == [0] and state.legal_actions() == [] and state.rating == "keep practising"
    state.undo_action()
    assert "." in legal_words(state).split()


def with_pieces(pieces, **options):
    state = games.start("wetteifern", **options)
    for cell in range(144):
        state.position[cell] = 0
    for word in pieces.split():
        state.position[square.parse_cell(word[1:], 12, 12)] = wetteifern.COLOURS.index(word[0])
    return state


def test_stuck_with_one_two_three_four():
    for pieces, winners, left, rating in (
        ("Ra1 Ba2", "0", 1, "excellent"),
        ("Ra1 Ba2 Ba12", "", 2, "good"),
        ("Ra1 Ba2 Ba12 Rl1", "", 3, "satisfactory"),
        ("Ra1 Ba2 Ba12 Rl1 Bl12", "", 4, "keep practising"),
    ):
        state = play(with_pieces(pieces), "a1-a3")
        assert state.result() == f"stuck winners={winners} scores={left}"
        assert state.rating == rating


def test_lines_to_the_edge_and_own_colours_cannot_be_jumped():
    assert legal_words(with_pieces("Rk1 Bl1 Rd4 Bd5 Rd6 Gf11 Rf12")) == ". d5-d3 d5-d7 f12-f10 l1-j1"
    assert jumps_of(with_pieces("Ra1 Bb1 Yc1 Gd1"), "a1") == ["a1-e1"]
    assert jumps_of(with_pieces("Ra1 Bb1 Rc1 Gd1"), "a1") == []


def test_a_line_does_not_go_on_in_the_next_row():
    assert legal_words(with_pieces("Rk1 Bl1 Ra3 Bb3")) == ". a3-c3 l1-j1"


def test_start_without_a_jump_is_over():
    game = games.load("wetteifern")  # a board lets go of modules that it no longer plays
    start, game.START = game.START, ("RRRRRR",) * 6
    state = games.start("wetteifern")
    game.START = start
    assert state.result() == "stuck winners= scores=36" and state.legal_actions() == []
    assert state.current_player() == -1


def test_one_player_only():
    assert games.start("wetteifern", players=1).players == 1
    for options in ({"players": 2}, {"seed": 0}, {"seed": 4294967296}):
        try:
            games.start("wetteifern", **options)
        except games.InvalidOption:
            continue
        raise AssertionError(options)


def test_jumps_land_on_the_whole_board_or_on_the_eight_by_eight_of_the_text():
    for area, words in ((12, ". e5-a5 e5-i5"), (8, ". e5-i5")):
        state = with_pieces("Re5 Bd5 Bc5 Yb5 Gf5 Gg5 Gh5", area=area)
        assert " ".join([word for word in legal_words(state).split() if word[0] in ".e"]) == words
