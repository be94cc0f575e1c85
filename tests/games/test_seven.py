from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from seven_positions import arranged, bag, words
from treppe import games
from treppe.games import chance, hexes
from treppe.games.seven import rules as seven
from treppe.games.seven.supply import NEAR, SIZES

CELLS = [hexes.cell_name(cell) for cell in range(49)]


def is_refused(state, word, error):
    try:
        state.action(word)
    except (games.InvalidWord, games.IllegalAction) as refusal:
        return type(refusal) is error
    return False


def test_perft():
    check_perft("seven")


def test_random_games():
    check_random_games(
        "seven",
        (
            {},
            {"players": 4, "side": "mixed", "extra_round": True},
            {"tiles": False, "players": 3},
            {"seed": 4294967295, "players": 4},
            {"seed": 11, "extra_round": True, "side": "mixed"},
            {"seed": 5, "tiles": False, "players": 3, "extra_round": True},
        ),
        2,
    )


def test_playthrough():
    check_playthrough("seven")


def test_xorshift_reference_values():
    # The first numbers of xorshift32 (13, 17, 5) from 1, then from the largest seed.
    for seed, numbers in ((1, (0x00042021, 0x04080601, 0x9DCCA8C5)), (0xFFFFFFFF, (0x0003E01F,))):
        place = bytearray(6)
        chance.seed(place, 1, seed)
        for number in numbers:
            pair = bytearray(b"ab")
            chance.shuffle(place, 1, pair, 0, 2)  # one step: both or neither change places
            assert [place[1 + index] for index in range(4)] == [number >> 8 * index & 255 for index in range(4)]
            assert pair == (b"ab" if number % 2 else b"ba")
        assert place[0] == place[5] == 0


def test_shuffle_from_the_last_item_down_and_only_there():
    place = bytearray(4)
    chance.seed(place, 0, 1)
    items = bytearray(b"-abc-")
    chance.shuffle(place, 0, items, 1, 3)
    # 0x42021 % 3 = 0: c and a; then 0x4080601 % 2 = 1: b stays.
    assert items == b"-cba-"


def test_sides():
    for side in ("plain", "mixed"):
        state = games.start("seven", side=side)
        for colour in range(7):
            assert len(state.cells_of[colour]) == 7
            assert [state.colours[cell] for cell in state.cells_of[colour]] == [colour] * 7
    assert [state.colours[cell] for cell in range(42, 49)] == [6, 0, 2, 0, 2, 0, 2]


def test_the_flower_has_forty_nine_places():
    places = hexes.places(seven.CENTRES)
    assert len(set(places)) == 49
    around = hexes.neighbours(places)
    assert [CELLS[cell] for cell in around[:6]] == ["a1", "a2", "a3", "a4", "a5", "a6"]
    for cell in range(49):
        for direction in range(6):
            other = around[6 * cell + direction]
            assert other == 49 or around[6 * other + (direction + 3) % 6] == cell


def test_first_disc_goes_to_a_lowest_cell_of_its_colour():
    state = arranged({"a0": 1, "a1": 2, "b0": 1, "b1": 1, "b2": 1, "b3": 1, "b4": 1, "b5": 1, "b6": 2})
    assert words(state, "+a") == ["+a2", "+a3", "+a4", "+a5", "+a6"]
    assert words(state, "+b") == ["+b0", "+b1", "+b2", "+b3", "+b4", "+b5"]
    assert "." not in words(state, ".")


def test_further_discs_lie_beside_on_the_same_level_or_one_higher():
    state = arranged({"a1": 1, "a2": 2, "a3": 3})
    play(state, "+a0")
    assert legal_words(state) == "+a1 +a4 +a5 +a6 ."
    play(state, "+a1")
    assert words(state, "+") == ["+a2"]  # level 3; a6 would be a step down


def test_only_colours_of_the_hand():
    state = arranged({}, hand="0013", seed=9)
    assert len(legal_words(state).split()) == 21
    play(state, "+d0")
    assert not words(state, "+d")


def test_laying_ends_by_itself_without_discs():
    state = arranged({}, hand="00", seed=9)
    play(state, "+a0 +a1")
    assert legal_words(state) == "?A ?V" and state.scores == (2, 0)


def test_collapse_gives_each_cell_of_the_colour_a_disc():
    state = arranged({"a0": 6}, aid=2)
    play(state, "!2 +a0")
    assert state.events == [("collapse", 0)]
    assert list(state.image()[:7]) == [1] * 7
    assert state.event_line(state.events[0]) == "collapse a0"


def test_collapses_follow_each_other_from_the_lowest_cell():
    state = arranged({"a2": 6, "a0": 6, "a5": 6}, aid=2)
    play(state, "!2 +a2 .")
    assert state.events == [("collapse", 2), ("collapse", 0), ("collapse", 5)]
    assert list(state.image()[:7]) == [2, 3, 3, 3, 3, 2, 3]


def test_collapse_spreads_over_the_colour_not_over_the_tile():
    state = arranged({"a1": 6, "a0": 2}, aid=2, side="mixed")
    play(state, "!2 +a1")
    assert state.events == [("collapse", 1)]
    assert [cell for cell in range(49) if state.image()[cell]] == sorted([0] + list(state.cells_of[1]))


def test_an_eighth_disc_stays():
    state = arranged({"a5": 6, "a0": 6, "a6": 6}, aid=2)
    play(state, "!2 +a5 .")
    # a5 collapses and makes sevens of a0 and a6; a0 makes an eighth on a6; a6 leaves that one.
    assert state.events == [("collapse", 5), ("collapse", 0), ("collapse", 6)]
    assert list(state.image()[:7]) == [2, 3, 3, 3, 3, 3, 2]


def test_put_back_words():
    state = arranged({}, hand="0336", seed=9)
    play(state, "+a0 ?V")
    assert legal_words(state) == ". x3 x33 x336 x36 x6"
    before = sorted(bag(state) + [3, 6])
    play(state, "x36")
    assert state.position[SIZES] == 7
    drawn = state.hand(0)
    assert sorted(bag(state) + drawn) == sorted(before + [3])


def emptied(state, count):
    """Leave so many discs in the bag; the rest goes into the box."""
    state.draw(0, 140 - 7 * state.players - count)
    state.position[SIZES] = 7
    return state


def test_the_end_is_near_when_the_bag_runs_out():
    state = emptied(games.start("seven"), 0)
    play(state, "+a0 . ?A")
    assert state.position[NEAR] == 1 and state.position[SIZES] == 6
    play(state, "+a1 . ?V")
    assert state.result() == "points winners=0,1 scores=3,3"
    assert state.returns() == [1, 1] and not state.legal_actions()


def test_the_last_disc_of_the_bag_does_not_bring_the_end():
    state = emptied(games.start("seven"), 1)
    play(state, "+a0 . ?A")
    assert state.position[NEAR] == 0
    play(state, "+a1 . ?A")
    assert state.result() == "points winners=0,1 scores=3,3"


def test_an_extra_round():
    state = emptied(games.start("seven", extra_round=True, players=3), 0)
    play(state, "+a0 . ?A +b0 . ?A +c0 . ?A")
    assert not state.is_terminal() and state.position[NEAR] == 2
    play(state, "+d0 . ?A +e0 . ?A +f0 +f1 . ?A")
    assert state.result() == "points winners=2 scores=4,4,5"


def test_a_turn_with_nothing_to_ask_passes():
    state = emptied(games.start("seven", tiles=False, extra_round=True), 0)
    state.position[SIZES + 1] = 0
    play(state, "+a0 .")
    assert state.current_player() == 0 and state.position[NEAR] == 2 and state.events == []
    play(state, "+a1 .")
    assert state.result() == "points winners=0 scores=2,0"


def test_twenty_discs_of_a_colour_are_all():
    towers = {"a" + str(digit): 3 for digit in range(7)}
    towers["a0"] = 2
    state = arranged(towers)
    assert not words(state, "+a")


def test_reading_words():
    state = games.start("seven")
    for word in (
        "+h0", "+a7", "a0", "+a0 ", "x", "x10", "x7", "x00000000", "$6", "!", "!0", "!0a1,a0", "!1a0", "!5",
        "!0a0,", "?", "?B", "==", "!1a0-", "x0-", "+a00", "X0",
    ):  # fmt: skip
        assert is_refused(state, word, games.InvalidWord), word
    for word in (
        ".",
        "$",
        "$0",
        "?A",
        "=",
        "~",
        "x0036",
        "x0000000",
        "!0a0",
        "!0a0,b0",
        "!0a0,a0",
        "!1a0-a1",
        "!1a0-b1",
        "!2",
        "!4",
    ):
        assert is_refused(state, word, games.IllegalAction), word


def test_options():
    for wrong in ({"seed": 0}, {"seed": 4294967296}, {"players": 5}, {"side": "both"}, {"tiles": 1}):
        try:
            games.start("seven", **wrong)
        except games.InvalidOption:
            continue
        raise AssertionError(wrong)


def test_a_seed_means_the_same_game_everywhere():
    state = games.start("seven", players=3, seed=4294967295)
    assert [state.hand(player) for player in range(3)] == [
        [0, 0, 1, 3, 5, 6, 6],
        [0, 1, 2, 3, 3, 5, 6],
        [0, 2, 3, 3, 4, 4, 5],
    ]


def test_drawing_shows_towers_and_hands():
    drawing = arranged({"c4": 3}, aid=2, hand="0036", seed=9).board()
    assert "c4/2:3" in drawing and "0: 0 points, 4 discs 0036, aid tile 2" in drawing
    assert all([name + "/" in drawing for name in CELLS])


def test_pieces_are_discs_of_the_cell():
    state = arranged({"c4": 3}, side="mixed")
    assert state.pieces(18) == ["D5"] * 3 and state.pieces(0) == []


def test_history_of_500_actions_fits():
    state = games.start("seven", players=4, seed=1)
    # On a Pico: a list's slot 4 bytes, doubled as it grows; a bytes object 16, and its bytes with one more, in
    # blocks of 16.
    kept = 500 // 16 + 1
    blocks = (len(state.position) + 1 + 15) // 16
    assert 512 * 4 + 32 * 4 + kept * (16 + blocks * 16) + 2 * 16 <= 12 * 1024
