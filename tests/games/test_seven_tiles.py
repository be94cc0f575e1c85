"""The bonus tiles of 7 Steps: what aids do, what victory tiles are worth, where they come from and go."""

from rules_checks import legal_words, play
from seven_positions import arranged, bag, words
from treppe import games
from treppe.games import chance
from treppe.games.seven.supply import AID, HANDS, NEAR, SIZES, VICTORY

# Within the bytes of one sort of bonus tiles: how many lie on the pile and on the discard pile, and these themselves.
PILED, LAID, PILE, DISCARDS = 4, 5, 6, 16


def test_aid_takes_discs_off():
    state = arranged({"c4": 2, "d2": 1, "a0": 6}, aid=0, hand="1", seed=9)
    assert words(state, "!") == ["!0a0", "!0a0,a0", "!0a0,c4", "!0a0,d2", "!0c4", "!0c4,c4", "!0c4,d2", "!0d2"]
    assert state.hand_moves(state.action("!0c4,d2")) == [(18, -1), (255, 1), (23, -1), (255, 1)]
    bagged = len(bag(state))
    play(state, "!0c4,d2")
    assert state.image()[18] == 1 and state.image()[23] == 0
    assert len(bag(state)) == bagged + 2 and not words(state, "!") and words(state, "+")


def test_aid_takes_two_discs_off_one_tower():
    for options in ({}, {"seed": 9, "hand": "1"}):
        state = arranged({"c4": 2, "d2": 1, "a0": 6}, aid=0, **options)
        assert state.hand_moves(state.action("!0a0,a0")) == [(0, -2), (255, 1), (255, 1)]
        assert [bytes(end) for end in state.endpoints([state.action("!0a0,a0")])] == [b"\x00", b"\xff"]
        (_, _, bagged) = state.notes()[0]
        before = state.text()
        play(state, "!0a0,a0")
        assert state.image()[0] == 4 and state.notes() == [("bag", -1, bagged + 2)]
        state.undo_action()
        assert state.text() == before
        assert is_illegal(state, "!0d2,d2")  # one disc high


def is_illegal(state, word):
    try:
        state.action(word)
    except games.IllegalAction:
        return True
    return False


def test_everybody_may_count_the_discs_in_the_bag():
    for options in ({}, {"seed": 9}):
        state = games.start("seven", players=3, **options)
        assert state.notes() == [("bag", -1, 140 - 3 * 7)]
        play(state, "+" + words(state, "+")[0][1:] + " . ?A" + (" ." if options else ""))
        assert state.notes() == [("bag", -1, 140 - 3 * 7 - 1)]


def test_aid_moves_a_stack_to_an_empty_cell_of_its_colour():
    state = arranged({"c4": 3, "c0": 1, "c1": 1, "c2": 1, "c3": 1, "c6": 1}, aid=1, hand="1", seed=9)
    assert words(state, "!1c4") == ["!1c4-c5"]
    assert state.hand_moves(state.action("!1c4-c5")) == [(18, -3), (19, 3)]
    play(state, "!1c4-c5")
    assert (state.image()[18], state.image()[19]) == (0, 3)
    full = arranged({"c" + str(digit): 1 for digit in range(7)}, aid=1, hand="1", seed=9)
    assert not words(full, "!")


def test_aid_to_start_anywhere():
    state = arranged({"a0": 4}, aid=2, hand="0123456", seed=9)
    assert "+a0" not in legal_words(state).split()
    play(state, "!2")
    assert len(legal_words(state).split()) == 49
    play(state, "+a0")
    assert legal_words(state) == "?A ?V"  # nothing beside a level of 5


def test_aid_to_climb_two_as_often_as_one_likes():
    state = arranged({"a1": 2, "a2": 4, "a3": 7 - 1}, aid=3, hand="0000000", seed=9)
    play(state, "!3 +a0")
    assert words(state, "+") == ["+a1", "+a4", "+a5", "+a6"]
    play(state, "+a1 +a2 +a3")
    assert state.events == [("collapse", 3)]
    assert state.scores == (1 + 3 + 5 + 7, 0)


def test_at_most_five_discs_with_an_aid_for_the_turn():
    for aid in (2, 3):
        state = arranged({}, aid=aid)
        play(state, f"!{aid} +a1 +a2 +a3 +a4")
        assert legal_words(state) != "?A ?V"
        play(state, "+a5")
        assert legal_words(state) == "?A ?V"
    state = arranged({})
    play(state, "+a1 +a2 +a3 +a4 +a5")
    assert "+a6" in words(state, "+")


def test_aid_for_a_new_hand():
    state = arranged({}, aid=4, seed=9)
    before = state.position[HANDS : HANDS + 7]
    play(state, "!4")
    assert state.position[SIZES] == 7 and sum(state.position[HANDS : HANDS + 7]) == 7
    assert state.position[HANDS : HANDS + 7] != before
    assert legal_words(state)[0] == "+"
    state = arranged({}, aid=4, seed=9)
    state.position[NEAR] = 1
    assert not words(state, "!")


def test_an_aid_without_effect_may_not_be_played():
    assert words(arranged({}, aid=0), "!") == ["!2", "!3", "!4"]  # open mode, empty board
    assert not words(arranged({}, aid=0, seed=9), "!")
    assert not words(arranged({}, aid=1, seed=9), "!")


def test_an_empty_hand_may_pass_or_play_aids():
    state = arranged({"a0": 1}, aid=0, hand="", seed=9)
    assert legal_words(state) == "!0a0 ."
    state.apply_action(state.action("."))
    assert legal_words(state) == "?A ?V" and state.scores == (0, 0)
    state.undo_action()
    play(state, "!0a0")
    assert legal_words(state) == "?A ?V"


def scored(kind, towers, path, aid=None):
    """The points that a victory tile adds to a path, open and dealt alike."""
    state = arranged(towers, aid=aid, victory=kind)
    play(state, path)
    levels = state.clone()
    play(levels, ".")
    play(state, f"${kind}")
    return state.scores[0] - levels.scores[0]


def test_victory_tile_for_colours():
    assert scored(0, {}, "+a1 +g3 +g4 +f2 +f3 +e1 +e2") == 4
    assert scored(0, {}, "+a1 +g3 +g4 +f2 +f3 +e1 .") == 0


def test_victory_tile_for_one_colour():
    assert scored(1, {}, "+a1 +a0 +a4 +e2 .") == 3
    assert scored(1, {}, "+a0 .") == 1


def test_victory_tile_for_a_straight_run():
    assert scored(2, {}, "+a0 .") == 1
    assert scored(2, {}, "+a1 +a0 +a4 +a5 .") == 3
    assert scored(2, {}, "+a1 +a2 +a3 .") == 2
    assert scored(2, {}, "+a2 +a1 +a6 +a5 +a4 .") == 2
    assert scored(2, {}, "+d0 +d1 +c4 +c0 +c1 .") == 3


def test_victory_tile_for_one_level():
    assert scored(3, {"a1": 1, "a2": 1, "a3": 1}, "+a4 +a0 +a1 +a2 +a3") == 3


def test_victory_tile_for_climbs():
    assert scored(4, {"a1": 1, "a2": 1, "a3": 2}, "+a0 +a1 +a2 +a3") == 4
    assert scored(4, {"a1": 2, "a2": 4}, "!3 +a0 +a1 +a2", aid=3) == 4
    assert scored(4, {}, "+a0 .") == 0


def test_victory_tile_for_the_highest_level():
    assert scored(5, {"a1": 1, "a2": 1, "a3": 2}, "+a0 +a1 +a2 +a3") == 3


def test_a_dealt_victory_tile_is_played_by_its_kind():
    state = arranged({}, victory=1, hand="001", seed=9)
    play(state, "+a0 +a1 .")
    assert legal_words(state) == "$ ."
    play(state, "$")
    assert state.scores == (4, 0)
    assert state.position[VICTORY] == 0


def test_more_than_seven_points_bring_no_bonus_tile():
    state = arranged({"a1": 1, "a2": 2}, hand="0001234", seed=9)
    play(state, "+a0 +a1 .")
    assert legal_words(state) == "?A ?V"
    state.undo_action()
    play(state, "+a2")
    assert state.scores == (6, 0) and legal_words(state) == "?A ?V"
    state = arranged({"a1": 1, "a2": 2, "a3": 2}, hand="00001234", seed=9)
    play(state, "+a0 +a1 +a2 +a3")
    assert state.scores == (9, 0) and legal_words(state)[0] == "."


def test_keep_or_change():
    for word, left in (("=", 0), ("~", 1)):
        state = arranged({}, aid=0, hand="01", seed=9)
        last = state.position[AID + PILE + 8]  # the pile has nine tiles left
        play(state, "+a0 ?A")
        assert legal_words(state) == "= ~"
        play(state, word)
        assert state.position[AID] == (1, last)[left]
        assert state.position[AID + DISCARDS] == (last, 1)[left] and state.position[AID + LAID] == 1


def test_open_mode_counts_tiles_without_asking():
    state = arranged({}, aid=0)
    play(state, "+a0 . ?A")
    assert state.current_player() == 1
    assert (state.position[AID], state.position[AID + PILED], state.position[AID + LAID]) == (1, 8, 1)


def test_an_empty_pile_is_replaced_by_its_discard_pile():
    state = arranged({}, hand="0", seed=9)
    position = state.position
    position[AID + PILED] = 1
    position[AID + PILE : AID + PILE + 10] = bytes([3] + [0] * 9)
    position[AID + LAID] = 3
    position[AID + DISCARDS : AID + DISCARDS + 3] = bytes((1, 5, 2))
    again = state.clone()
    play(state, "+a0 ?A")
    assert position[AID] == 3 and position[AID + PILED] == 3 and position[AID + LAID] == 0
    assert not any(position[AID + DISCARDS : AID + DISCARDS + 10])
    # Shuffled as it was laid down, after the turn's other draws: the hand is empty, so there are none.
    piled = bytearray((1, 5, 2))
    generator = again.position[155:159]
    chance.shuffle(generator, 0, piled, 0, 3)
    assert position[AID + PILE : AID + PILE + 3] == piled
