from fakes_sensing import TYPICAL_CODES, CellBench
from treppe import surfaces
from treppe.sensing import QUIET, UNSURE, stored, storing
from treppe.sensing.cells import CellSensing

SQUARE7 = surfaces.load("square7")
STANDS = {"a1": 18, "d4": 60, "c3": 5 * 12 + 18}
VALUES = {"a1": 16, "d4": 5, "c3": 21}


def _bench(material="steel", masses_g=STANDS, **settings):
    """Return a bench that the power has just come to, with these masses on it."""
    codes16 = [round(16 * code) for code in TYPICAL_CODES] * SQUARE7.FIELDS
    table = stored.decode(storing.encode("square7", codes16, material), SQUARE7)
    bench = CellBench(SQUARE7, CellSensing(SQUARE7, table, settings))
    bench.frame[56] = 8192
    for name, grams in masses_g.items():
        bench.put(name, grams)
    bench.run(30)
    return bench


def _expect(bench, **values):
    bench.sensing.expect(bytes([values.get(name, 0) for name in SQUARE7.NAMES]))
    bench.run(30)


def _unsure(bench):
    return [name for field, name in enumerate(SQUARE7.NAMES) if bench.sensing.activity[field] == UNSURE]


def test_without_a_game_all_that_stands_there_is_asked_for():
    bench = _bench()
    assert _unsure(bench) == ["a1", "c3", "d4"]
    assert sum(bench.sensing.image) == 0, "nothing is guessed"
    bench.put("c3", 0)
    bench.run(20)
    bench.put("c3", 78)
    bench.run(20)
    assert _unsure(bench) == ["a1", "d4"] and bench.value("c3") == 21, "lifted and put back"
    bench.put("a1", 0)
    bench.run(20)
    assert _unsure(bench) == ["d4"] and bench.value("a1") == 0, "cleared"


def test_what_the_journal_says_is_taken_silently_where_it_is_nearest():
    # 4 g more than five bricks are nearer to five bricks than 2 g less are to a brick and a ball.
    bench = _bench(masses_g={"a1": 18, "d4": 60 + 2.9, "c3": 78 - 2.5})
    _expect(bench, **VALUES)
    assert _unsure(bench) == [] and [bench.value(name) for name in VALUES] == list(VALUES.values())
    bench.run(400)
    assert _unsure(bench) == [], "its reading is its baseline"
    bench.put("d4", 60 + 2.9 + 18)
    bench.run(20)
    assert bench.value("d4") == 21, "a ball more"


def test_contradiction_is_named_and_what_nobody_can_tell_asked_for():
    bench = _bench(masses_g={"a1": 18, "d4": 48, "c3": 74.5, "g7": 12})
    _expect(bench, **VALUES)
    assert _unsure(bench) == ["c3"]
    assert bench.value("d4") == 4 and bench.value("g7") == 1 and bench.value("a1") == 16
    assert bench.sensing.may_be(SQUARE7.NAMES.index("c3"), 21)
    assert not bench.sensing.may_be(SQUARE7.NAMES.index("c3"), 3)
    bench.sensing.assume(SQUARE7.NAMES.index("c3"), 21)
    bench.put("d4", 60)
    bench.put("g7", 0)
    bench.run(400)
    assert _unsure(bench) == [] and [bench.value(name) for name in VALUES] == list(VALUES.values())


def test_petg_always_asks():
    bench = _bench("petg", {"d4": 60, "c3": 84})
    _expect(bench, d4=5, c3=7)
    assert _unsure(bench) == ["c3", "d4"]
    for name, value in (("d4", 5), ("c3", 7)):
        bench.sensing.assume(SQUARE7.NAMES.index(name), value)
    bench.run(100)
    assert _unsure(bench) == [] and bench.value("c3") == 7


def test_nothing_is_automatic_where_it_is_switched_off():
    bench = _bench(cell_automatic=False)
    _expect(bench, **VALUES)
    assert _unsure(bench) == ["a1", "c3", "d4"]
    bench = _bench(masses_g={}, cell_automatic=False)
    bench.put("c4", 48)
    bench.run(500)
    before = bytes(bench.sensing.settling.baseline16)
    bench.put("c4", 49.2)
    bench.run(600)
    assert bytes(bench.sensing.settling.baseline16) == before and bench.value("c4") == 4
    assert bench.activity("c4") == QUIET


def test_calibration_is_never_written_by_what_drifts_or_stands_there():
    bench = _bench()
    record = bench.sensing.record()
    _expect(bench, **VALUES)
    for step in range(100):
        bench.put("d4", 60 + step * 0.02)
        bench.run(49)
    assert bench.sensing.record() == record
