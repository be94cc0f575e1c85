"""What another hand may have done as well is asked about: by movements that look like a correction, and may be none."""

from physical import Physical, laid_out
from treppe.games import positions

_STONE = (
    "cubes players=4 third_point=kept 11k050611j00k321000g11g10001000100082001000110600g8300j100011051000g10g00g431"
    "000110410g00j10g0011g340033001000h1000051110h00h1000g100611001000j8400g11g0010g00g10g00420011g00o11i0605040302"
    "11i0001000900h0302000100g03/73e4"
)
_PATH = (
    "seven extra_round=true players=4 side=plain tiles=true 00h01g00j0100h01j00g02h00g0100h0100q0100jff00p12130f0d1"
    "3141300z07i0001g00g080001m00s0100090001n00q0700020001000a5f00h/3752"
)
_EMPTY_TABLE = (
    "seven extra_round=false players=3 side=mixed tiles=true 000200i0102g01h0001000100zg0100i010203g0001ff00p10g0b1"
    "211141300z07h00g01g00g0701m00h0100p01000801n00g0100o150004000b00g6000g01/b9c0"
)
_FIRST_DISC = (
    "seven extra_round=true players=4 side=plain tiles=true 00j0100zzhff00p1314k00z07i00j0a0001o00o0100h090001n00q0"
    "100k6f00g01/4e04"
)
_LONG_PATH = (
    "seven extra_round=false players=2 side=plain tiles=true 00k0100z0200h02h01000102g01g00lff00h042923250600h1314h"
    "0cg1400z030700l0a0001o00o0100h090001n00q06000d00i7100h/24b4"
)
_AID_IN_HAND = (
    "seven extra_round=false players=3 side=mixed tiles=true 00o01g00g0100h01000200t0100m01g00gff00h03120e1400i1314"
    "111413111300z07g0400g0100h090001n00q0100g090001n00q03000300i7100g02/8c23"
)


def _proposed(game):
    """Press MENU until a proposal comes again; return all of them."""
    found = []
    while game.board.display["choice"] not in [*found, []]:
        found.append(game.board.display["choice"])
        game.press("MENU", 800)
    return found


def test_a_piece_that_seemed_to_go_on_twice_and_comes_back_is_asked_about():
    game = Physical("blockade", players=2)
    first = game.play("+a10", 300)
    game.at((0, "nudge", "a10", 0))
    game.take("S1", 0, hand=1)
    game.put("a9", 600, hand=1)
    game.lift("a9", 300, hand=1)
    game.put("b10", 300, hand=1)
    game.do("centre", "a10", 1200)
    assert game.board.display["choice"] == [first, "+b10"], (game.words(), game.lines())
    game.press("OK", 800)
    assert game.words() == [first, "+b10"]


def test_end_that_was_pressed_counts_though_that_piece_goes_on_before_the_next_one_lies():
    game = Physical("sprung", players=2)
    game.play("c9-d9", 800)
    game.play("c6-d6", 800)
    game.press("END", 1500)
    before = game.words()
    assert before[-1] == "."
    game.at((0, "lift", "d9", 1), (200, "lift", "d6", 0), (290, "put", "e6", 0), (420, "put", "e9", 1))
    game.wait(3500)
    assert game.words() == [*before, "d9-e9", "d6-e6"] or game.board.display["choice"], (game.words(), game.lines())


def test_a_stone_that_another_player_has_moved_on_and_lifts_again_is_asked_about():
    game = laid_out(positions.read(_STONE))
    for start, target, ms in (("h8", "g8", 1500), ("g8", "g9", 500), ("g9", "h9", 1500)):
        game.lift(start, 400)
        game.put(target, ms)
    assert game.words() == ["g7-f7", "f7-f8"] and game.board.display["choice"], game.lines()
    proposed = [game.board.display["choice"]]
    game.press("MENU", 1000)
    proposed.append(game.board.display["choice"])
    assert sorted(proposed) == [["f8-g8"], ["g7-g8"]], proposed


def test_a_disc_of_the_same_path_that_was_borne_for_seconds_while_another_one_was_put_is_asked_about():
    game = laid_out(positions.read(_PATH))
    path = ["+e3", "+d5", "+e2", "+a4", "+a3"]
    for word in path:
        game.play(word)
    game.lift("d5", 1200)
    game.take("D3", 200, hand=1)
    game.put("d1", 2000, hand=1)
    game.put("d5", 3000)
    assert game.board.display["choice"] == ["+d5", "+e2", "+a4", "+a3", "+d1"], (game.words(), game.lines())
    game.press("OK", 1500)
    assert game.words() == [*path, "+d1"] and game.phase() == "play"


def test_a_disc_that_is_lent_does_not_turn_the_path_round():
    game = laid_out(positions.read(_EMPTY_TABLE))
    path = ["+d2", "+d1", "+d0", "+d4", "+d5", "+e2"]
    for word in path:
        game.play(word)
    game.lift("d2", 2400)
    game.put("d3", 1500)
    assert game.words() == path, game.lines()
    game.lift("d3", 3000)
    game.put("d2", 2500)
    assert game.words() == path and game.phase() == "play" and not game.board.display["choice"], game.lines()


def test_two_discs_that_fall_while_others_are_put_may_have_been_first():
    game = laid_out(positions.read(_FIRST_DISC))
    path = ["+c1", "+c0", "+c5", "+c4"]
    for word in path[:2]:
        game.play(word)
    for word in path[2:]:
        game.take("D2", 200)
        game.put(word[1:], 120)
    game.at((0, "lift", "c1", 1), (40, "lift", "c0", 2))
    for name, hand in (("c0", 2), ("c1", 1)):
        game.wait(1100)
        game.put(name, 100, hand=hand)
    game.wait(1000)
    assert game.words() == path or path in _proposed(game), (game.words(), game.lines())


def test_a_disc_that_has_fallen_is_put_back_before_those_that_came_since_in_their_order():
    game = laid_out(positions.read(_LONG_PATH))
    game.play("+g4", 300)
    before = game.words()[:-1]
    game.take("D6", 200)
    game.put("g0", 45)
    game.lift("g4", 300, hand=1)
    game.take("D6", 300)
    game.put("g3", 3000)
    game.put("g4", 1000, hand=1)
    path = ["+g4", "+g0", "+g3"]
    assert game.words() == [*before, *path] or path in _proposed(game), (game.words(), game.lines())


def test_a_disc_that_the_next_player_may_have_taken_off_by_an_aid_is_asked_about():
    game = laid_out(positions.read(_AID_IN_HAND))
    for word in ("+b4", "+b3"):
        game.play(word, 300)
    game.lift("b3", 300)
    game.world.give()
    game.wait(3000)
    assert game.words() == ["+b4", "+b3"] and ["!0b3"] in _proposed(game), (game.words(), game.lines())
