from layouts import arranged
from rules_checks import play
from rules_scripts import house_tests
from treppe import games, surfaces
from treppe.games.cubes import rules as cubes

WHITES, HANDS, DECK, LAID = 144, 155, 179, 180  # places in the position


def begun(**options):
    """A game whose white stones lie, row by row from a1."""
    state = games.start("cubes", **options)
    while state.position[WHITES]:
        state.apply_action(state.legal_actions()[0])
    return state


def is_refused(state, word, error):
    before = state.text()
    try:
        state.action(word)
    except (games.InvalidWord, games.IllegalAction) as refusal:
        return type(refusal) is error and repr(word) in str(refusal) and state.text() == before
    return False


def hands(state):
    return ["".join([cubes.CARDS[kind][0] for kind in state.hand(player)]) for player in range(state.players)]


test_perft, test_random_games, test_playthrough, test_rules = house_tests(
    "cubes", ({}, {"players": 3, "depends": [1, 2, 0]}, {"seed": 1}, {"players": 4, "seed": 4294967295}), 2
)


def test_set_up_is_a_white_stone_a_turn_then_player_0_begins():
    for players, whites in ((2, 30), (3, 28), (4, 26)):
        state = games.start("cubes", players=players)
        for turn in range(whites):
            assert state.current_player() == turn % players and state.points == 0
            assert len(state.legal_actions()) == 100 - turn
            assert is_refused(state, ".", games.IllegalAction)
            state.apply_action(state.legal_actions()[turn])
        assert state.current_player() == 0 and state.points == 2
        assert sum([piece == ["W"] for piece in map(state.pieces, range(144))]) == whites
    assert is_refused(state, "+j10", games.IllegalAction)


def test_deal_is_the_one_written_down():
    for seed, depends, cards in (
        (1, (1, 0), ["L1R1F2L2>", "B1L1B2R2*"]),
        (7, (2, 0, 1), ["F1B1F2F2L2", "F1B1L1L1<", "L1R1R1F2R2"]),
        (4294967295, (1, 0, 3, 2), ["F1L1R1B2>", "L1R1L2L2R2", "B1F2F2L2<", "F1L1R1F2B2"]),
    ):
        state = begun(players=len(depends), seed=seed)
        assert state.depends == depends and hands(state) == cards


def test_cards_that_are_played_are_laid_aside():
    state = arranged("cubes", "white e5, cards 0 F1 L2 < > *", players=4, seed=3)
    pile = state.position[DECK] + state.position[LAID]
    for laid, word in enumerate(("e5-e6", "1*3"), 1):
        play(state, word)
        assert state.position[LAID] == laid and state.position[DECK] + state.position[LAID] == pile


def test_discarded_cards_become_the_deck_when_it_is_exhausted():
    state = begun(seed=1)
    piles = []
    for _ in range(8):
        play(state, "x" + hands(state)[state.current_player()])
        piles.append((state.position[DECK], state.position[LAID]))
        cards = state.position[DECK + 2 : DECK + 2 + sum(piles[-1])] + state.position[HANDS : HANDS + 10]
        assert sorted(cards) == sorted([kind for kind, card in enumerate(cubes.CARDS) for _ in range(card[1])])
    assert piles[6:] == [(3, 35), (38, 0)]
    assert hands(state) == ["F1L1B2B2L2", "F1F1R1R1<"]


def test_stones_of_the_supply_stand_on_parking_fields():
    names = surfaces.load("reed12").NAMES
    rows = ("d1 e1 f1 g1 h1", "a8 a7 a6 a5 a4", "h12 g12 f12 e12 d12", "l4 l5 l6 l7 l8")
    for players, sides, seated in (
        (2, "facing", (0, 2)),
        (2, "adjacent", (0, 1)),
        (3, "facing", (0, 1, 2)),
        (4, "facing", (0, 1, 2, 3)),
    ):
        state = games.start("cubes", players=players, sides=sides)
        standing = {names[place]: state.pieces(place) for place in range(144) if state.image()[place]}
        expected = {}
        for player, side in enumerate(seated):
            for index, name in enumerate(rows[side].split()):
                expected[name] = [f"N{index + 2}{player}a"]
        assert standing == expected


def test_drawing_shows_stones_and_cards():
    drawing = arranged("cubes", "white e5, 2a b2, 3b b8").board()
    assert "20i" in drawing and "31i" in drawing and "W" in drawing and "0 depends on 1" in drawing
    assert begun(seed=1).board().split("\n")[-2] == "0 depends on 1 L1 R1 F2 L2 >"
    assert "depends" not in games.start("cubes", seed=1).board()


def test_history_of_500_actions_fits_on_a_pico():
    state = games.start("cubes", players=4, seed=5)
    for _ in range(500):
        state.apply_action(max(state.legal_actions()))
    # A bytes object is a block and its bytes with a zero; the lists have four bytes an item and double as they grow.
    positions = len(state._snapshots) * (16 + (len(state.position) + 1 + 15) // 16 * 16)
    assert len(state._snapshots) == 32
    assert positions + 4 * 512 + 4 * 32 <= 12000, positions
