from fakes_table import CellBench, ReedBench, typical_calibration
from treppe import surfaces
from treppe.sensing.self_test import CHATTER_FRAMES, CellSelfTest, ReedSelfTest

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


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
    return test.findings(is_empty)


def _place(name):
    return SQUARE7.CHANNELS[SQUARE7.NAMES.index(name)]


def test_whole_board_has_no_findings():
    assert _cells(c4=24) == [] and _cells(is_empty=True) == []


def test_each_fault_of_a_cell_is_named_with_its_field():
    for reading, words in ((12, "Hall output open"), (16380, "shorted"), (11000, "without any noise")):
        ((part, fault, rest),) = _cells({_place("c4"): reading})
        assert part == "field c4" and words in fault and "all other fields work" in rest


def test_lost_magnet_and_jammed_platform_are_named():
    bench_off = _cells(c4=40, is_empty=True)
    assert len(bench_off) == 1 and "codes off its calibration" in bench_off[0][1]
    assert "jammed" in _cells(c4=200)[0][1]
    test = CellSelfTest(SQUARE7, typical_calibration(SQUARE7))
    bench = CellBench(SQUARE7, Nothing())
    for scan in range(64):
        bench.fill()
        bench.frame[56] = bench.frame[57] = 8192
        bench.frame[_place("e2")] = 8192 + scan % 5
        test.update(bench.frame)
    ((part, fault, _),) = test.findings()
    assert part == "field e2" and "magnet is lost" in fault


def test_references_name_their_multiplexer_and_spare_its_fields():
    ((part, fault, _rest),) = _cells({31: 1200, _place("a3"): 12})
    assert part == "multiplexer M1" and "channel 15 reads 300 instead of 1024" in fault and "others" not in part
    ((part, fault, _),) = _cells({16 * mux: 0 for mux in range(4)})
    assert part == "select lines"


def test_supply_and_thermistor_are_looked_at():
    parts = [part for part, _, _ in _cells({57: 7000, 56: 16000})]
    assert parts == ["supply 3V3A", "thermistor"]


def _reeds(change=None, scans=CHATTER_FRAMES, is_empty=False):
    bench = ReedBench(REED12, ReedSelfTest(REED12))
    for scan in range(scans):
        bench.frame[:18] = bytes([255] * 18)
        bench.frame[18] = bench.frame[19] = 255 * (scan % 2)
        if change:
            change(bench, scan)
        bench.sensing.update(bench.frame)
    return bench.sensing, bench.sensing.findings(is_empty)


def test_broken_chain_names_its_tile():
    def breaks(bench, scan):
        bench.frame[5] = 254
        for place in range(6, 20):
            bench.frame[place] = 255

    _, ((part, fault, rest),) = _reeds(breaks)
    assert part == "tile 4 of the reed chain" and "before tile 4 work" in rest
    assert "does not answer" in fault


def test_stuck_reed_and_chatter_are_named():
    def sticks(bench, scan):
        bench.close("c5")
        bench.close("h8", scan % 4 < 2)

    _, found = _reeds(sticks, is_empty=True)
    assert [(part, fault) for part, fault, _ in found] == [
        ("field c5", "the reed is stuck closed"),
        ("field h8", "the reed chatters"),
    ]


def test_sweep_of_a_magnet_tells_what_never_closed():
    def sweeps(bench, scan):
        if scan < 144 and REED12.NAMES[scan] != "f3":
            bench.close(REED12.NAMES[scan])

    test, found = _reeds(sweeps)
    assert found == [] and [REED12.NAMES[field] for field in test.unseen()] == ["f3"]
