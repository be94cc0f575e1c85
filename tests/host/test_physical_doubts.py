"""What another hand may have done as well is asked about: by movements that look like a correction, and may be none."""

from physical import Physical, laid_out
from treppe.games import positions

_STONE = (
    "cubes players=4 third_point=kept 11k050611j00k321000g11g10001000100082001000110600g8300j100011051000g10g00g4310001"
    "10410g00j10g0011g340033001000h1000051110h00h1000g100611001000j8400g11g0010g00g10g00420011g00o11i060504030211i0001000900h03"
    "02000100g03/73e4"
)
_PATH = (
    "seven extra_round=true players=4 side=plain tiles=true 00h01g00j0100h01j00g02h00g0100h0100q0100jff00p12130f0d131"
    "41300z07i0001g00g080001m00s0100090001n00q0700020001000a5f00h/3752"
)


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
