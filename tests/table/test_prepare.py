"""What commands are prepared, a piece a frame, before they are done."""

from treppe.table import controls

MOST_FRAMES = 12


def frames_until_prepared(name, fields):
    for frame in range(MOST_FRAMES):
        if controls.prepare(name, fields):
            return frame
    raise AssertionError("it is never prepared")


def test_a_new_game_is_prepared_in_pieces_and_then_at_once():
    frames_until_prepared("new", {"game": "step"})
    assert frames_until_prepared("new", {"game": "step"}) == 0
    frames_until_prepared("resume", {})


def test_what_is_no_game_and_other_commands_need_nothing():
    for game in ("nothing", "", 7, None, ["step"], "../step"):
        frames_until_prepared("new", {"game": game})
    assert frames_until_prepared("status", {}) == 0
    assert frames_until_prepared(None, {}) == 0
