"""What the sensors measured of a recorded action, as the board tells it."""

from physical import Physical

EMPTY, BALL = 0, 16


def message(game):
    return game.session.observed.trace.message


def felt(game):
    """Return the thermistor's reading, and (value, code, value, code) by field of what was measured last."""
    readings = bytes.fromhex(message(game)["readings"])
    names, fields = game.board.surface.NAMES, [readings[at : at + 7] for at in range(2, len(readings), 7)]
    found = {names[each[0]]: (each[1], each[2] << 8 | each[3], each[4], each[5] << 8 | each[6]) for each in fields}
    return readings[0] << 8 | readings[1], found


def _step():
    game = Physical("step", world_seed=3, size=7, players=2)
    game.wait(40_000)  # quiet times are scanned seldom in process
    return game


def _move(game, start, end, ms=1500):
    game.lift(start)
    game.put(end, ms)


def test_a_recorded_action_tells_the_codes_of_its_fields_before_and_after():
    game = _step()
    number = game.board.journal.next_number
    _move(game, "a1", "b1")
    assert game.notations() == ["a1-b1"] and message(game)["event"] == number
    thermistor, found = felt(game)
    assert 7000 < thermistor < 9500
    before, before16, now, now16 = found["b1"]
    assert (before, now) == (EMPTY, BALL)
    mass_cg = game.board.sensing.calibration.mass_cg
    assert 1650 < mass_cg(game.field("b1"), now16) - mass_cg(game.field("b1"), before16) < 1950
    assert found["a1"][0] == BALL and found["a1"][2] == EMPTY and found["a1"][1] > found["a1"][3] + 16 * 50


def test_nothing_is_told_of_what_is_no_action():
    game = _step()
    _move(game, "a1", "d4", 6000)  # too high
    assert not game.notations() and "readings" not in message(game)
