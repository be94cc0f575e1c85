from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games, surfaces
from treppe.games import options, positions
from treppe.games.cubes import rules as cubes

WHITES, HANDS, DECK, LAID = 144, 155, 179, 180  # places in the position

# Five active stones of one player, and five that the white stone on f5 keeps from being active: it belongs on f7.
FIVE = "6a-b2 5a-e2 4a-h2 3a-b5 2a-e5"
AROUND_FIVE = "a1 b1 c1 a2 c2 a3 d1 e1 f1 d2 f2 g1 h1 i1 g2 a4 b4 c4 d4 e4"
OTHERS = "6b-b8 5b-e8 4b-h8 3b-j5 2b-g5"
AROUND_OTHERS = "a7 b7 c7 a8 c8 a9 d9 e9 f9 d8 g7 h7 i7 g8 i4 j4 i6 h4 h6 f5"


def field(name):
    """The surface field of a square of the 10x10 board."""
    return int(name[1:]) * 12 + ord(name[0]) - 96


def begun(**options):
    """A game whose white stones lie, row by row from a1."""
    state = games.start("cubes", **options)
    while state.position[WHITES]:
        state.apply_action(state.legal_actions()[0])
    return state


def arranged(whites, stones="", **options):
    """A game with white stones on these squares only and stones like `2a-e5`, 2 of player 0; player 0 begins a turn."""
    state = begun(**options)
    position = state.position
    for row in range(1, 11):
        for column in range(1, 11):
            position[row * 12 + column] = 0
    for name in whites.split():
        position[field(name)] = 16
    for stone in stones.split():
        player = "abcd".index(stone[1])
        start = state._parking[player][int(stone[0])]
        position[field(stone[3:])] = 32 * (player + 1) + position[start]
        position[start] = 17
    state._turn_stones()
    state._begin_turn(0)
    return positions.read(state.text())


def events(state):
    return [state.event_line(event) for event in state.events]


def words(state, start):
    return [word for word in legal_words(state).split() if word.startswith(start)]


def is_refused(state, word, error):
    before = state.text()
    try:
        state.action(word)
    except (games.InvalidWord, games.IllegalAction) as refusal:
        return type(refusal) is error and repr(word) in str(refusal) and state.text() == before
    return False


def hold(state, player, *cards):
    """Give a player these cards instead of his own."""
    names = [card[0] for card in cubes.CARDS]
    state.position[HANDS + 5 * player : HANDS + 5 * player + 5] = bytes(sorted([names.index(card) for card in cards]))


def hands(state):
    return ["".join([cubes.CARDS[kind][0] for kind in state.hand(player)]) for player in range(state.players)]


def test_perft():
    check_perft("cubes")


def test_random_games():
    check_random_games(
        "cubes",
        (
            {},
            {"players": 3, "depends": [1, 2, 0]},
            {"seed": 1},
            {"players": 4, "seed": 4294967295},
        ),
        2,
    )


def test_playthrough():
    check_playthrough("cubes")


def test_options():
    for wrong in (
        {"players": 5},
        {"seed": 0},
        {"seed": 1 << 32},
        {"depends": [1, 0], "seed": 4},
        {"depends": [1, 1]},
        {"depends": [1, 2, 0]},
        {"depends": [1, -1]},
        {"depends": [1], "players": 2},
        {"depends": []},
        {"depends": 1},
        {"sides": "adjacent", "players": 3},
        {"sides": "adjacent", "players": 4},
        {"own_card": "chosen"},
    ):
        try:
            games.start("cubes", **wrong)
        except games.InvalidOption:
            continue
        raise AssertionError(wrong)
    assert games.start("cubes", players=3, depends=(2, 1, 0)).depends == (2, 1, 0)
    assert games.start("cubes", players=3).depends == (1, 2, 0)
    assert options.parse_option(cubes, "depends=1,0") == ("depends", [1, 0])


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


def test_a_stone_is_placed_where_its_number_of_neighbours_is():
    state = arranged("d4 e4 f4 d5 h8")
    assert "4+e5" in legal_words(state)
    assert is_refused(state, "5+e5", games.IllegalAction)
    assert is_refused(state, "4+d5", games.IllegalAction)
    play(state, "4+e5")
    assert events(state) == [] and state.pieces(field("e5")) == ["N40a"]
    assert is_refused(state, "4+h9", games.IllegalAction)  # no longer in the supply
    play(state, "d5-c5")
    assert events(state) == ["inactive e5"] and state.current_player() == 1
    assert is_refused(state, "-e5", games.IllegalAction)  # not his
    play(state, ". -e5")
    assert events(state) == [] and state.pieces(field("e5")) == []
    assert is_refused(state, "4+e5", games.IllegalAction)


def test_neighbours_turn_stones_over():
    state = arranged("d4 e4 d6 h5", "2a-e5")
    assert state.pieces(field("e5")) == ["N20i"]
    play(state, "d6-c6")
    assert events(state) == ["active e5"]
    play(state, "h5-f5")
    assert events(state) == ["inactive e5"]
    play(state, "f5-g5")
    assert events(state) == ["active e5"]


def test_dependencies_pass_on_and_count():
    state = arranged("e4", "2a-e5 5b-d5 2c-f5", players=3)
    assert state.depends == (1, 2, 0)
    play(state, "<")
    assert state.depends == (0, 1, 2) and events(state) == ["inactive e5", "inactive f5"]
    play(state, ">")
    assert state.depends == (1, 2, 0) and events(state) == ["active e5", "active f5"]
    play(state, ">")
    assert state.depends == (2, 0, 1) and events(state) == ["inactive f5"]
    play(state, "0*2")
    assert state.depends == (1, 0, 2) and events(state) == []


def test_two_players_have_three_words_for_one_change():
    for word in ("<", ">", "0*1"):
        assert play(arranged("e4"), word).depends == (0, 1)


def test_own_colour_counts_like_white():
    state = arranged("e4", "2a-e5 3a-d5", depends=[0, 1])
    assert state.pieces(field("e5")) == ["N20a"] and state.pieces(field("d5")) == ["N30i"]
    play(state, "-d5")
    assert events(state) == ["inactive e5"]


def test_third_point_is_had_from_the_start_and_stays():
    state = arranged("a1 b1 c1 a2 c2 a3 g1 h1 i1 g2", "6a-b2 4a-h2")
    assert state.points == 3
    play(state, "g2-g4")
    assert events(state) == ["inactive h2"] and state.points == 2
    play(state, "g4-g5 g5-g6")
    assert state.current_player() == 1 and state.points == 2


def test_third_point_is_earned_by_the_second_action_or_by_another_player():
    state = arranged("a1 b1 c1 a2 c2 a3 g1 h1 i1 g4", "6a-b2 4a-h2")
    assert state.points == 2
    play(state, "x g4-g2")
    assert state.current_player() == 0 and state.points == 1
    play(state, "x")
    assert state.current_player() == 1 and state.points == 2
    state = arranged("a1 b1 c1 a2 c2 a3 g1 h1 i1 g4", "6a-b2 4a-h2")
    play(state, ". g4-g2 x")
    assert state.current_player() == 0 and state.points == 3


def test_shifts_go_one_or_two_squares_over_free_ones():
    state = arranged("e5 e7 a1 c1 j10", "2a-f5")
    assert words(state, "e5-") == ["e5-c5", "e5-d5", "e5-e3", "e5-e4", "e5-e6"]
    assert words(state, "a1-") == ["a1-a2", "a1-a3", "a1-b1"]
    assert words(state, "c1-") == ["c1-b1", "c1-c2", "c1-c3", "c1-d1", "c1-e1"]
    assert words(state, "j10-") == ["j10-h10", "j10-i10", "j10-j8", "j10-j9"]
    for word in ("e5-e7", "e5-e8", "e5-f6", "e5-e5", "f5-f6", "b2-b3"):
        assert is_refused(state, word, games.IllegalAction), word


def test_cards_point_from_the_seat_of_the_player():
    state = arranged("e5", players=4, seed=3)
    for player, shifts in enumerate((["c5", "e6"], ["e7", "f5"], ["e4", "g5"], ["d5", "e3"])):
        hold(state, player, "F1", "L2", "<", ">", "*")
        assert words(state, "e5-") == ["e5-" + name for name in shifts]
        if player < 3:
            play(state, ".")
    assert words(state, "<") == ["<"] and words(state, ">") == [">"]
    assert [word for word in legal_words(state).split() if "*" in word and word[0] != "x"] == [
        "0*1", "0*2", "0*3", "1*2", "1*3", "2*3"
    ]  # fmt: skip
    pile = state.position[DECK] + state.position[LAID]
    play(state, "e5-d5")
    assert state.position[LAID] == 1 and state.position[DECK] + state.position[LAID] == pile
    assert words(state, "xF1") == [] or "F1" in hands(state)[3]
    play(state, "1*3")
    assert state.position[LAID] == 2


def test_two_at_adjacent_sides_point_from_theirs():
    state = arranged("e5", seed=3, sides="adjacent")
    for player, shifts in enumerate((["c5", "e6"], ["e7", "f5"])):
        hold(state, player, "F1", "L2", "<", ">", "*")
        assert words(state, "e5-") == ["e5-" + name for name in shifts]
        if not player:
            play(state, ".")


def test_exchange_names_cards_in_the_order_of_the_deck():
    state = arranged("e5", seed=1)
    hold(state, 0, "F1", "F1", "L2", "*", "*")
    exchanges = words(state, "x")
    assert len(exchanges) == 3 * 2 * 3 - 1
    for word in ("xF1", "xF1F1L2**", "x*", "xL2*"):
        assert word in exchanges
    for word in ("x", "xL2F1", "xF1F1L2**>", "xF1F1F1F1F1F1", "xF3", "xF", "x.", "xe5"):
        assert is_refused(state, word, games.InvalidWord), word
    for word in ("xB1", "xF1F1F1", "e5-e7", "e5-d5", "<"):
        assert is_refused(state, word, games.IllegalAction), word
    state = arranged("e5")
    assert words(state, "x") == ["x"]
    assert is_refused(state, "xF1", games.InvalidWord)


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


def test_all_five_active_win():
    state = arranged(AROUND_FIVE, FIVE[:-6])
    assert state.points == 3
    play(state, "x 2+e5")
    assert state.result() == "five winners=0" and events(state) == [] and state.returns() == [1, -1]
    state.undo_action()
    assert not state.is_terminal() and "2+e5" in legal_words(state)


def test_others_win_before_the_player_who_acts():
    state = arranged(AROUND_FIVE + " " + AROUND_OTHERS, FIVE + " " + OTHERS)
    assert state.pieces(field("e5")) == ["N20i"]
    play(state, "f5-f7")
    assert events(state) == ["active e5", "active g5", "active e8"]
    assert state.result() == "five winners=1" and state.returns() == [-1, 1]


def test_two_others_win_together():
    stones = FIVE.replace("a-", "c-") + " " + OTHERS
    state = arranged(AROUND_FIVE + " " + AROUND_OTHERS, stones, players=3)
    play(state, "f5-f7")
    assert state.result() == "five winners=1,2" and state.returns() == [-1, 1, 1]


def test_inactive_stones_do_not_win():
    state = arranged(AROUND_FIVE + " f5", FIVE)
    play(state, "x")
    assert state.result() == "*"
    play(state, "f5-g5")
    assert state.result() == "five winners=0"


def test_words():
    state = arranged("e5 e6", "2a-b2 3b-b8", players=3)
    for word in ("7+e4", "1+e4", "+", "4+", "4+k5", "4+a11", "-a0", "e5-", "e5-a01", "e5", "0*0", "1*0", "0*3", "0*12",
                 "**", "<<", "..", "X", "+e5 ", "-", "*", "44+e4", "e5+e6"):  # fmt: skip
        assert is_refused(state, word, games.InvalidWord), word
    for word in ("+e4", "4+e4", "-b8", "-e5", "-c3", "b2-b3", "b8-b7", "2+c3"):
        assert is_refused(state, word, games.IllegalAction), word


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


def test_placement_in_fields_of_the_surface():
    state = games.start("cubes")
    assert state.hand_moves(state.action("+e5")) == [(255, -1), (65, 1)]
    state = arranged("d4 e4 f4 d5")
    assert state.field(field("e5")) == 65 and state.cell_name(65) == "e5"
    place = state.action("4+e5")
    assert state.hand_moves(place) == [(5, -1), (65, 1)]
    assert state.hand_moves(state.action("d5-b5")) == [(64, -1), (62, 1)]
    for word in (".", "<", ">", "0*1", "x"):
        assert state.hand_moves(state.action(word)) == []
    state.apply_action(place)
    assert state.image()[5] == 0 and state.image()[65] == 1
    assert state.hand_moves(state.action("-e5")) == [(65, -1), (5, 1)]
    play(state, "-e5 d4-c4")
    play(state, "3+e5")
    assert state.position[65] and state.image()[138] == 0


def test_drawing_shows_stones_and_cards():
    drawing = arranged("e5", "2a-b2 3b-b8").board()
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
