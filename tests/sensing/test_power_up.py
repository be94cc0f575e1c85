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


def test_no_zero_follows_where_that_is_switched_off():
    bench = _bench(masses_g={}, cell_automatic=False)
    bench.put("c4", 48, 500)
    before = bytes(bench.sensing.settling.baseline16)
    bench.put("c4", 49.2, 600)
    assert bytes(bench.sensing.settling.baseline16) == before and bench.value("c4") == 4
    assert bench.activity("c4") == QUIET


def test_calibration_is_never_written_by_what_drifts_or_stands_there():
    bench = _bench()
    record = bench.sensing.record()
    _expect(bench, **VALUES)
    for step in range(100):
        bench.put("d4", 60 + step * 0.02, 49)
    assert bench.sensing.record() == record


def test_pieces_that_one_hand_lays_side_by_side_are_believed_where_the_board_leads_to_them():
    for leads in (True, False):
        bench, laid = _bench(masses_g={}), {"c4": 1, "d4": 2, "e4": 1}
        bench.run(100)
        bench.sensing.expect(bytes([laid.get(name, 0) for name in SQUARE7.NAMES]))
        if not leads:
            bench.sensing.expect(b"")
        for name, bricks in laid.items():
            bench.put(name, 12 * bricks)
        bench.run(500)
        for name, bricks in laid.items():
            assert (bench.value(name), bench.activity(name)) == ((bricks, QUIET) if leads else (0, UNSURE))
