from fakes_sensing import CellBench, Noise, ReedBench, typical_calibration
from treppe import surfaces
from treppe.sensing import FAULTY, GOOD, LOOK, QUIET, self_test, tables
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing
from treppe.sensing.self_test_cells import CellSelfTest
from treppe.sensing.self_test_reeds import ReedSelfTest

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


class OneCell:
    """The cell that a builder tries first, in the place of d4; the other fields read a divider that reads empty."""

    CHANNELS = bytes([1 if name == "d4" else 2 for name in SQUARE7.NAMES])

    def __getattr__(self, name):
        return getattr(SQUARE7, name)


class Nothing:
    """Takes the place of sensing."""

    def update(self, frame):
        return False


def _cells(wrong=(), is_empty=False, **masses_g):
    """Return the findings with these masses on the fields and these readings at places of the frame."""
    bench = CellBench(SQUARE7, Nothing())
    for name, grams in masses_g.items():
        bench.put(name, grams)
    test = CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
    is_done = False
    while not is_done:
        bench.fill()
        bench.frame[56] = bench.frame[57] = 8192
        for place, reading in dict(wrong).items():
            bench.frame[place] = reading
        is_done = test.update(bench.frame)
    return _found(test, is_empty)


def _found(test, is_empty=False):
    return [diagnostic for state, diagnostic in test.results(is_empty) if state != GOOD]


def _place(name):
    return SQUARE7.CHANNELS[SQUARE7.NAMES.index(name)]


def test_whole_board_has_no_findings():
    assert _cells(c4=24) == [] and _cells(is_empty=True) == []


def test_each_fault_of_a_cell_is_named_with_its_field():
    for reading, code in ((12, "hall_open"), (16380, "hall_shorted"), (11000, "hall_dead")):
        (diagnostic,) = _cells({_place("c4"): reading})
        assert (diagnostic["code"], diagnostic["field"]) == (code, "c4")


def test_a_steady_reading_on_a_wide_code_of_the_converter_is_no_dead_hall():
    assert _cells({_place("c4"): 3584 * 4}) == []


def test_the_few_scans_at_the_start_see_no_faults_where_there_are_none():
    bench = CellBench(SQUARE7, Nothing())
    for _ in range(20):
        test = CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
        for _ in range(16):
            bench.fill()
            bench.frame[56] = bench.frame[57] = 8192
            test.update(bench.frame)
        assert _found(test) == []


def test_lost_magnet_and_jammed_platform_are_named():
    (diagnostic,) = _cells(c4=40, is_empty=True)
    assert diagnostic["code"] == "platform_off" and diagnostic["field"] == "c4" and diagnostic["off"] > 60
    assert _cells(c4=200) == [{"code": "platform_jammed", "field": "c4"}]
    test = CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
    bench = CellBench(SQUARE7, Nothing())
    for scan in range(64):
        bench.fill()
        bench.frame[56] = bench.frame[57] = 8192
        bench.frame[_place("e2")] = 8192 + scan % 5
        test.update(bench.frame)
    (diagnostic,) = _found(test)
    assert (diagnostic["code"], diagnostic["field"]) == ("magnet_lost", "e2")


def test_field_that_reads_less_than_nothing_is_named_while_pieces_stand_on_the_board():
    (diagnostic,) = _cells(b2=36, c4=-20)
    assert diagnostic["code"] == "platform_off" and diagnostic["field"] == "c4" and diagnostic["off"] < -60
    assert _cells(b2=36, c4=-5) == []


def test_references_name_their_multiplexer_and_spare_its_fields():
    (diagnostic,) = _cells({31: 1200, _place("a3"): 12})
    assert diagnostic == {"code": "reference_wrong", "mux": 1, "channel": 15, "reads": 300, "wanted": 1024}
    assert _cells({16 * mux: 0 for mux in range(4)}) == [{"code": "references_gone"}]


def test_a_board_of_one_multiplexer_is_not_blamed_for_those_that_it_lacks():
    surface = OneCell()
    calibration = typical_calibration(surface)
    test, sensing = CellSelfTest(surface, calibration), CellSensing(surface, calibration, {})
    bench = CellBench(surface, sensing)
    is_done = False
    while not is_done:
        bench.fill()
        for place in range(16, 64):
            bench.frame[place] = 0
        sensing.update(bench.frame)
        is_done = test.update(bench.frame)
    assert _found(test) == sensing.faults == []


def test_references_that_drift_apart_are_looked_at():
    (diagnostic,) = _cells({32: 819 * 4 + 60})
    assert diagnostic == {"code": "references_apart", "mux": 2, "ratio": 814, "wanted": 800}


def test_noise_is_called_noise_on_whichever_multiplexer_and_no_resistor_that_drifts():
    for muxes in ((0,), (2,), (3,), (0, 1, 2, 3)):
        for seed in range(5):
            random, bench = Noise(seed), CellBench(SQUARE7, Nothing())
            test = CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
            for scan in range(64):
                bench.fill()
                bench.frame[56] = bench.frame[57] = 8192
                for mux in muxes:
                    for place in (16 * mux, 16 * mux + 15):
                        # Slow noise, too: its mean is off by ten codes, as far as a reference may be.
                        bench.frame[place] += random.below(160) - 80 + 40 * (place & 1) * (scan > 20)
                test.update(bench.frame)
            assert [diagnostic["code"] for diagnostic in _found(test)] == ["converter_noisy"], (muxes, seed)


def test_one_field_that_hums_is_named_and_not_the_converter():
    for wave in ((100, -100), (0, 59, -95, 95, -59)):
        bench, test = CellBench(SQUARE7, Nothing()), CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
        for scan in range(64):
            bench.fill()
            bench.frame[56] = bench.frame[57] = 8192
            bench.frame[_place("e2")] += 24 * wave[scan % len(wave)] // 100  # six codes
            test.update(bench.frame)
        assert _found(test) == [{"code": "hall_restless", "field": "e2"}]


def test_supply_and_thermistor_are_looked_at():
    found = _cells({57: 7000, 56: 16000})
    assert [diagnostic["code"] for diagnostic in found] == ["half_supply_off", "thermistor_off"]


def test_whole_board_says_what_is_good():
    bench = CellBench(SQUARE7, CellSelfTest(SQUARE7, tables.nominal(SQUARE7)))
    bench.frame[56] = bench.frame[57] = 8192
    bench.run(64)
    states = {diagnostic["code"]: state for state, diagnostic in bench.sensing.results()}
    assert states.pop("weights_rough") == LOOK
    assert set(states.values()) == {GOOD}
    good = ["converter_good", "fields_good", "half_supply_good", "references_good", "thermistor_good"]
    assert sorted(states) == good


def test_field_that_is_broken_is_left_out_until_it_is_whole():
    sensing = CellSensing(SQUARE7, typical_calibration(SQUARE7), {})
    bench = CellBench(SQUARE7, sensing)
    bench.run(20)
    for reading, activity in ((11000, FAULTY), (0, QUIET)):
        test = sensing.begin_test()
        is_done = False
        while not is_done:
            bench.fill()
            bench.frame[56] = bench.frame[57] = 8192
            if reading:
                bench.frame[_place("c4")] = reading
            is_done = test.update(bench.frame)
        self_test.conclude(test, sensing)
        bench.run(100)
        assert bench.activity("c4") == activity
        assert len(sensing.faults) == (activity == FAULTY)
    assert sensing.faults == []


def _reeds(change=None, scans=200, is_empty=False, surface=REED12):
    bench = ReedBench(surface, ReedSelfTest(surface))
    for scan in range(scans):
        bench.frame[:18] = bytes([255] * 18)
        bench.frame[18] = bench.frame[19] = 255 * (scan % 2)
        if change:
            change(bench, scan)
        bench.sensing.update(bench.frame)
    return _found(bench.sensing, is_empty)


def test_a_chain_of_two_chips_is_no_tile():
    """What the driver reads of a starter: two bytes, ones for the chips that it lacks, two bytes of echo."""
    start4 = surfaces.load("start4")

    def grounded(bench, scan):
        bench.frame[0] = bench.frame[1] = bench.frame[18] = bench.frame[19] = 0

    def never_loaded(bench, scan):
        bench.frame[0] = bench.frame[1] = 255 * (1 - scan % 2)

    def cut(bench, scan):
        bench.frame[0] = 254
        bench.frame[1] = bench.frame[18] = bench.frame[19] = 255

    def silent(bench, scan):
        bench.frame[18] = bench.frame[19] = 255

    found = [_reeds(change, surface=start4) for change in (grounded, never_loaded, cut, silent)]
    assert found == [
        [{"code": "chain_grounded"}],
        [{"code": "chain_unloaded"}],
        [{"code": "chip_silent", "chip": 2}],
        [{"code": "chain_silent"}],
    ]


def test_broken_chain_names_its_tile():
    def breaks(bench, scan):
        bench.frame[5] = 254
        for place in range(6, 20):
            bench.frame[place] = 255

    assert _reeds(breaks) == [{"code": "tile_silent", "tile": 4}]


def test_silent_chain_and_stuck_load_line_are_named():
    def is_silent(bench, scan):
        for place in range(20):
            bench.frame[place] = 255

    def never_loads(bench, scan):
        for place in range(18):
            bench.frame[place] = 255 * ((scan + 1) % 2)

    assert _reeds(is_silent) == [{"code": "chain_silent"}]
    assert _reeds(never_loads) == [{"code": "chain_unloaded"}]


def test_stuck_reed_and_chatter_are_named():
    def sticks(bench, scan):
        bench.close("c5")
        bench.close("h8", scan % 4 < 2)

    stuck, chatters = {"code": "reed_stuck", "field": "c5"}, {"code": "reed_chatters", "field": "h8"}
    assert _reeds(sticks, is_empty=True) == [stuck, chatters]


def test_stuck_reed_is_left_out_until_it_opens():
    sensing = ReedSensing(REED12, {"reed_masked": ["a1"]})
    for is_stuck in (True, False):
        bench = ReedBench(REED12, ReedSelfTest(REED12))
        bench.close("c5", is_stuck)
        bench.run(200)
        self_test.conclude(bench.sensing, sensing, is_empty=True)
        activity = sensing.activity[REED12.NAMES.index("c5")]
        assert activity == (FAULTY if is_stuck else QUIET)
        assert sensing.activity[0] == FAULTY, "masked by the settings"


def test_reeds_that_are_closed_are_counted():
    def close_three(bench, scan):
        for name in ("a1", "c5", "l12"):
            bench.close(name)

    def results(change, is_empty=False):
        bench = ReedBench(REED12, ReedSelfTest(REED12))
        for scan in range(200):
            bench.frame[:18] = bytes([255] * 18)
            bench.frame[18] = bench.frame[19] = 255 * (scan % 2)
            change(bench, scan)
            bench.sensing.update(bench.frame)
        return bench.sensing.results(is_empty)

    assert (GOOD, {"code": "reeds_good", "closed": 3}) in results(close_three)
    assert (GOOD, {"code": "reeds_open"}) in results(lambda bench, scan: None, is_empty=True)
