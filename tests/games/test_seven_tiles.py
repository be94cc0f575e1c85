"""The bonus tiles of 7 Steps: what aids do, what victory tiles are worth, where they come from and go."""

from layouts import arranged
from rules_checks import legal_words, play
from treppe import games
from treppe.games import chance
from treppe.games.seven.supply import AID, HANDS, SIZES, VICTORY

# Within the bytes of one sort of bonus tiles: how many lie on the pile and on the discard pile, and these themselves.
PILED, LAID, PILE, DISCARDS = 4, 5, 6, 16


def test_discs_that_an_aid_takes_off_go_into_the_bag():
    for options, hand in (({}, ""), ({"seed": 9}, ", hand 1")):
        state = arranged("seven", "2 c4, 1 d2, 6 a0, aid 0" + hand, **options)
        assert [bytes(end) for end in state.endpoints([state.action("!0a0,a0")])] == [b"\x00", b"\xff"]
        (_, _, bagged) = state.notes()[0]
        before = state.text()
        play(state, "!0a0,a0")
        assert state.notes() == [("bag", -1, bagged + 2)]
        state.undo_action()
        assert state.text() == before


def test_everybody_may_count_the_discs_in_the_bag():
    for options in ({}, {"seed": 9}):
        state = games.start("seven", players=3, **options)
        assert state.notes() == [("bag", -1, 140 - 3 * 7)]
        play(state, legal_words(state).split()[0] + " . ?A" + (" ." if options else ""))
        assert state.notes() == [("bag", -1, 140 - 3 * 7 - 1)]


def test_aid_for_a_new_hand():
    state = arranged("seven", "aid 4", seed=9)
    before = state.position[HANDS : HANDS + 7]
    play(state, "!4")
    assert state.position[SIZES] == 7 and sum(state.position[HANDS : HANDS + 7]) == 7
    assert state.position[HANDS : HANDS + 7] != before
    assert legal_words(state)[0] == "+"


def test_a_dealt_victory_tile_that_is_played_is_gone():
    state = play(arranged("seven", "victory 1, hand 001", seed=9), "+a0 +a1 . $")
    assert state.position[VICTORY] == 0


def test_keep_or_change():
    for word, left in (("=", 0), ("~", 1)):
        state = arranged("seven", "aid 0, hand 01", seed=9)
        last = state.position[AID + PILE + 8]  # the pile has nine tiles left
        play(state, "+a0 ?A " + word)
        assert state.position[AID] == (1, last)[left]
        assert state.position[AID + DISCARDS] == (last, 1)[left] and state.position[AID + LAID] == 1


def test_open_mode_counts_tiles_without_asking():
    state = play(arranged("seven", "aid 0"), "+a0 . ?A")
    assert (state.position[AID], state.position[AID + PILED], state.position[AID + LAID]) == (1, 8, 1)


def test_an_empty_pile_is_replaced_by_its_discard_pile():
    state = arranged("seven", "hand 0", seed=9)
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
