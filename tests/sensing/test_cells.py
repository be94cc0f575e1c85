import math

from fakes_sensing import TYPICAL_CODES, CellBench, Noise, square_bench, typical_calibration
from treppe import surfaces
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE, has_activity, next_active, stored, storing
from treppe.sensing.cells import CellSensing

SQUARE7 = surfaces.load("square7")


def test_every_change_of_bricks_and_ball():
    bench = square_bench()
    states = [(12 * n, n) for n in range(6)] + [(18 + 12 * n, 16 + n) for n in range(6)]
    random = Noise(3)
    for _ in range(150):
        grams, value = states[random.below(len(states))]
        bench.put("e3", grams, 12)
        assert bench.value("e3") == value and bench.activity("e3") == QUIET


def test_every_change_of_discs():
    bench = square_bench("discs")
    random = Noise(4)
    for _ in range(100):
        level = random.below(8)
        bench.put("b6", 12 * level, 12)
        assert bench.value("b6") == level


def test_touched_lifted_settled_in_this_order_of_speed():
    bench = square_bench(d2=48)
    bench.put("d2", 36)
    assert bench.run_until(lambda: bench.activity("d2") == TOUCHED) == 2
    assert bench.run_until(lambda: bench.activity("d2") in (LIFTED, SETTLING)) <= 4
    bench.run_until(lambda: bench.activity("d2") == QUIET)
    assert bench.value("d2") == 3 and bench.scans <= 30 + 12


class HummingBench(CellBench):
    """Cells that hum by so many codes, as the mains look at 100 scans a second; `amplitude` may be changed."""

    amplitude = 0
    wave = ()

    def fill(self):
        super().fill()
        for channel in SQUARE7.CHANNELS:
            self.frame[channel] += 4 * self.amplitude * self.wave[self.scans % len(self.wave)] // 100


def test_a_field_near_the_mains_settles_by_its_mean_and_is_named():
    for amplitude in (6, 12, 30):
        for wave in ((100, -100), (0, 59, -95, 95, -59)):  # 50 and 60 Hz
            bench = HummingBench(SQUARE7, CellSensing(SQUARE7, typical_calibration(SQUARE7), {}))
            bench.amplitude, bench.wave = amplitude, wave
            bench.run(700)
            for grams, value in ((36, 3), (48, 4), (60, 5), (0, 0), (18, 16)):
                bench.put("d2", grams, 100)
                assert bench.value("d2") == value and bench.activity("d2") == QUIET, (amplitude, wave, grams)
                bench.run(400)
                assert bench.value("d2") == value and bench.activity("d2") == QUIET, (amplitude, wave, grams)
            assert {"code": "hall_restless", "field": "d2"} in bench.sensing.faults, (amplitude, wave)
            bench.amplitude = 0
            for grams in (0, 24):
                bench.put("d2", grams, 20)
            assert bench.value("d2") == 2
            assert {"code": "hall_restless", "field": "d2"} not in bench.sensing.faults


class WanderingBench(CellBench):
    """d2 moves up and down by so many codes, so many times in a second, and never comes to rest."""

    codes, times = 0, 0.0

    def fill(self):
        super().fill()
        self.frame[SQUARE7.CHANNELS[SQUARE7.NAMES.index("d2")]] += round(
            4 * self.codes * math.sin(2 * math.pi * self.times * self.scans / 100)
        )


def test_every_settling_has_an_end_and_its_cause_is_named():
    """What moves faster than hands, but not as the mains do, is asked about, not waited for."""
    for times, codes in ((2.3, 100), (3.3, 100), (4.7, 60), (7.1, 60)):
        bench = WanderingBench(SQUARE7, CellSensing(SQUARE7, typical_calibration(SQUARE7), {}))
        bench.run(100)
        bench.put("d2", 36, 30)
        bench.times, bench.codes = times, codes
        busy = longest = 0
        for _ in range(2500):
            bench.run(1)
            busy = busy + 1 if TOUCHED <= bench.activity("d2") <= SETTLING else 0
            longest = max(longest, busy)
        assert longest <= 520 and bench.value("d2") == 3, (times, codes, longest)
        assert bench.sensing.faults == [{"code": "hall_restless", "field": "d2"}], (times, codes)
        bench.put("e3", 12, 60)
        assert bench.value("e3") == 1 and bench.activity("e3") == QUIET, "the others go on"
        bench.codes = 0
        bench.run(800)
        bench.put("d2", 24, 40)
        assert bench.value("d2") == 2 and bench.activity("d2") == QUIET and bench.sensing.faults == []


def test_a_field_that_hums_keeps_its_zero_and_no_stack_leans_on_it():
    """Drift is followed by two scans together: single ones would move the zero by what the mains move a reading."""
    for phase in range(8):
        bench = HummingBench(SQUARE7, CellSensing(SQUARE7, typical_calibration(SQUARE7), {}))
        bench.wave = (12 * phase, -12 * phase)
        bench.run(100)
        bench.put("d2", 60, 400)
        bench.amplitude = 20
        for grams in (12, 24, 36, 24) * 6:
            bench.put("e2", grams, 60 + 7 * phase)
        assert not [diagnostic for diagnostic in bench.sensing.faults if diagnostic["code"] == "stack_leans"], phase
        settling, field = bench.sensing.settling, SQUARE7.NAMES.index("d2")
        bench.amplitude = 0
        bench.fill()
        off16 = settling.baseline16[field] - (bench.frame[SQUARE7.CHANNELS[field]] << 2)
        assert -48 < off16 < 48, (phase, off16)


def test_what_is_told_of_a_field_that_hums_holds_for_its_mean():
    for scans in range(8):
        bench = HummingBench(SQUARE7, CellSensing(SQUARE7, typical_calibration(SQUARE7), {}))
        bench.wave = (100, -100)
        bench.run(100)
        bench.amplitude = 24
        bench.put("d2", 39, 800 + scans)  # off the centre by 3 g
        assert bench.activity("d2") == UNSURE
        bench.sensing.assume(SQUARE7.NAMES.index("d2"), 3)
        bench.run(100)
        for grams, value in ((51, 4), (39, 3)):
            bench.put("d2", grams, 400)
            assert bench.value("d2") == value and bench.activity("d2") == QUIET, (scans, grams)


def test_knock_holds_everything_until_it_is_quiet():
    bench = square_bench(a1=24, d4=60)
    random = Noise(9)
    for _ in range(25):
        for name in SQUARE7.NAMES:
            bench.put(name, {"a1": 24, "d4": 60}.get(name, 0) + random.below(40) - 20)
        bench.run(1)
    for name in SQUARE7.NAMES:
        bench.put(name, {"a1": 24, "d4": 60}.get(name, 0))
    bench.run(40)
    assert [bench.value(name) for name in ("a1", "d4", "b2")] == [2, 5, 0]
    assert sum(activity != QUIET for activity in bench.sensing.activity) == 0
    bench.put("a1", 36, 12)
    assert bench.value("a1") == 3


def test_full_tower_on_a_soft_spring_is_no_hand():
    codes16 = [round(16 * code) for code in TYPICAL_CODES] * SQUARE7.FIELDS
    for name in ("d4", "d5"):
        first = 8 * SQUARE7.NAMES.index(name)
        codes16[first : first + 8] = [round(16 * (2700 + 1.72 * (code - TYPICAL_CODES[0]))) for code in TYPICAL_CODES]
    table = stored.decode(storing.encode("square7", codes16), SQUARE7)
    sensing = CellSensing(SQUARE7, table, {})
    sensing.use("discs")
    bench = CellBench(SQUARE7, sensing, table=table)
    bench.run(10)
    bench.put("d4", 84)
    assert table.code16(SQUARE7.NAMES.index("d4"), 8400) > 16 * 3800
    bench.run(20)
    assert bench.value("d4") == 7 and bench.activity("d4") == QUIET
    bench.put("d5", 12, 20)
    assert bench.value("d5") == 1


def test_the_next_field_of_some_activities_is_found():
    activity = bytes([QUIET, LIFTED, TOUCHED, FAULTY, SETTLING])
    for start, first, last, found in (
        (0, TOUCHED, TOUCHED, 2), (0, TOUCHED, SETTLING, 1), (2, LIFTED, SETTLING, 4), (0, QUIET, QUIET, 0),
        (4, QUIET, LIFTED, 5), (0, UNSURE, UNSURE, 5),
    ):  # fmt: skip
        assert next_active(start, activity, first, last) == found, (start, first, last)
        assert start or has_activity(activity, first, last) == (found < 5)


def test_a_light_finger_that_leaves_a_piece_is_seen_to_leave():
    for finger_g in (1.6, 1.9, 2.2):
        bench = square_bench(c4=12)
        bench.run(400)
        bench.put("c4", 28.3)  # two bricks where the table is off by 2.4 g, and the finger: as a ball on a brick
        bench.run_until(lambda b=bench: b.activity("c4") == QUIET and b.value("c4") == 17, 40)
        bench.run(4)
        bench.put("c4", 28.3 - finger_g, 15)
        assert bench.activity("c4") != QUIET or bench.value("c4") == 2, finger_g
        bench.run(400)
        assert bench.activity("c4") == UNSURE or bench.value("c4") == 2, finger_g


def test_readings_on_the_edge_of_the_band_are_calm():
    field = SQUARE7.NAMES.index("d2")
    bench = square_bench(d2=48)
    settling = bench.sensing.settling
    for edge in (settling.low[field], settling.high[field]):
        for reading in (edge, settling.high[field] + 1, edge, settling.low[field] - 1) * 3:
            bench.fill()
            bench.frame[SQUARE7.CHANNELS[field]] = reading
            assert not bench.sensing.update(bench.frame)
    assert bench.activity("d2") == QUIET
