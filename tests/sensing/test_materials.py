from fakes_sensing import TYPICAL_CODES, CellBench
from treppe import surfaces
from treppe.sensing import QUIET, UNSURE, stored, storing
from treppe.sensing.cells import CellSensing
from treppe.sensing.masses import UnsupportedPieces

SQUARE7 = surfaces.load("square7")


def _sensing(material):
    codes16 = [round(16 * code) for code in TYPICAL_CODES] * SQUARE7.FIELDS
    table = stored.decode(storing.encode("square7", codes16, material), SQUARE7)
    return CellSensing(SQUARE7, table, {})


def test_bricks_on_petg_are_refused_with_the_reason():
    sensing = _sensing("petg")
    sensing.use("discs")
    try:
        sensing.use("bricks")
    except UnsupportedPieces as error:
        assert error.args[0] == {"code": "discs_only", "material": "petg"}
    else:
        raise AssertionError("were taken")
    bench = CellBench(SQUARE7, sensing)
    bench.run(20)
    bench.put("c4", 24, 30)
    assert bench.value("c4") == 2, "discs stay"


def test_warm_petg_is_corrected_by_the_thermistor():
    for is_felt, activity in ((False, UNSURE), (True, QUIET)):
        sensing = _sensing("petg")
        sensing.use("discs")
        bench = CellBench(SQUARE7, sensing)
        bench.frame[56] = 8192 - 1820 if is_felt else 8192
        bench.run(60)
        bench.put("c4", 84 * 1.06, 320)  # 6 % more: creep's and 10 K's
        assert bench.activity("c4") == activity
        assert not is_felt or bench.value("c4") == 7
