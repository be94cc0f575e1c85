from layouts import arranged
from rules_checks import play
from rules_scripts import house_tests
from treppe import games
from treppe.games import chance, hexes
from treppe.games.seven import rules as seven
from treppe.games.seven.supply import SIZES

CELLS = [hexes.cell_name(cell) for cell in range(49)]


test_perft, test_random_games, test_playthrough, test_rules = house_tests(
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


def bag(state):
    """Return the discs in the bag, colour by colour: what is in no hand and not on the board."""
    found = []
    for colour in range(7):
        held = sum([state.hand(player).count(colour) for player in range(state.players)])
        found += [colour] * (20 - held - sum([state.image()[cell] for cell in state.cells_of[colour]]))
    return found


def test_discs_that_are_put_back_are_drawn_anew():
    state = play(arranged("seven", "hand 0336", seed=9), "+a0 ?V")
    before = sorted(bag(state) + [3, 6])
    play(state, "x36")
    assert state.position[SIZES] == 7
    drawn = state.hand(0)
    assert sorted(bag(state) + drawn) == sorted(before + [3])


def test_a_seed_means_the_same_game_everywhere():
    state = games.start("seven", players=3, seed=4294967295)
    assert [state.hand(player) for player in range(3)] == [
        [0, 0, 1, 3, 5, 6, 6],
        [0, 1, 2, 3, 3, 5, 6],
        [0, 2, 3, 3, 4, 4, 5],
    ]


def test_drawing_shows_towers_and_hands():
    drawing = arranged("seven", "3 c4, aid 2, hand 0036", seed=9).board()
    assert "c4/2:3" in drawing and "0: 0 points, 4 discs 0036, aid tile 2" in drawing
    assert all([name + "/" in drawing for name in CELLS])


def test_history_of_500_actions_fits():
    state = games.start("seven", players=4, seed=1)
    # On a Pico: a list's slot 4 bytes, doubled as it grows; a bytes object 16, and its bytes with one more, in
    # blocks of 16.
    kept = 500 // 16 + 1
    blocks = (len(state.position) + 1 + 15) // 16
    assert 512 * 4 + 32 * 4 + kept * (16 + blocks * 16) + 2 * 16 <= 12 * 1024
