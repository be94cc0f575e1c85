from fakes_sensing import Noise, ReedBench
from treppe import surfaces
from treppe.sensing import FAULTY, QUIET, SETTLING
from treppe.sensing.reeds import ReedSensing

REED12 = surfaces.load("reed12")


def _bench(**settings):
    bench = ReedBench(REED12, ReedSensing(REED12, settings))
    bench.run(3)
    return bench


def test_board_at_power_up_is_taken_at_once():
    bench = ReedBench(REED12, ReedSensing(REED12, {}))
    bench.close("c3")
    bench.close("l12")
    bench.run(1)
    assert [REED12.NAMES[f] for f in range(144) if bench.sensing.image[f]] == ["c3", "l12"]


def test_a_mask_of_no_field_is_refused():
    try:
        _bench().sensing.apply({"reed_lift_scans": 9, "reed_masked": ["z9"]})
        raise AssertionError("z9 is no field")
    except ValueError as error:
        assert error.args[0] == {"code": "no_field", "name": "z9"}


def test_every_reed_is_its_own_field():
    bench = _bench()
    for name in REED12.NAMES:
        bench.close(name)
        bench.run(15)
        assert [REED12.NAMES[f] for f in range(144) if bench.sensing.image[f]] == [name]
        bench.open(name)
        bench.run(3)


def test_counts_agree_with_a_plain_count_per_field():
    random = Noise(7)
    bench = _bench()
    names = list(REED12.NAMES)[:24]
    closed = [0] * len(names)
    value = [0] * len(names)
    run = [0] * len(names)
    for scan in range(600):
        if scan % 40 == 0:
            bench.sensing.apply({})  # so soon none is said to chatter
        for n in range(len(names)):
            if random.below(9) == 0:
                closed[n] ^= 1
                bench.close(names[n], closed[n])
            run[n] = run[n] + 1 if closed[n] != value[n] else 0
            if run[n] == (3 if value[n] else 15):
                value[n], run[n] = closed[n], 0
        bench.run(1)
        assert [bench.value(name) for name in names] == value
        settling = [bench.activity(name) == SETTLING for name in names]
        assert settling == [run[n] > 0 and not value[n] for n in range(len(names))]


def test_broken_chain_is_named_and_the_rest_goes_on():
    bench = _bench()
    for name in REED12.NAMES:
        bench.close(name)
    bench.run(20)
    frame = bytearray(20)
    for _ in range(3):
        for at in range(20):
            frame[at] = 0 if at < 13 else 255
        bench.sensing.update(frame)
    assert bench.sensing.faults == [{"code": "tile_silent", "tile": 7}]
    assert bench.sensing.activity[REED12.NAMES.index("a12")] == FAULTY
    assert bench.activity("a1") == QUIET
    assert sum(bench.sensing.image) == 144, "a dead tile keeps what was last known"


def test_an_echo_that_alone_is_wrong_names_the_last_tile():
    bench = _bench()
    for _ in range(3):
        bench.sensing.update(bytearray(18) + b"\xff\xff")
    assert bench.sensing.faults == [{"code": "tile_silent", "tile": 9}]
    assert sum([activity == FAULTY for activity in bench.sensing.activity]) == 8, "the fields of its last chip"


def test_one_disturbed_scan_changes_nothing():
    bench = _bench()
    for _ in range(20):
        bench.sensing.update(bytearray([0] * 18 + [1, 2]))
        bench.run(5)
    assert bench.sensing.faults == [] and sum(bench.sensing.image) == 0


def _chatter(bench, name, scans, random):
    """Let the contact of a piece that stands there open and close by itself; return in how many scans it was seen."""
    seen = 0
    for _ in range(scans):
        bench.close(name, random.below(2))
        bench.run(1)
        seen += bench.value(name)
    return seen


def test_reed_that_chatters_is_named_and_believed_later():
    random = Noise(11)
    bench = _bench()
    bench.close("c3")
    bench.close("d3")
    bench.run(20)
    _chatter(bench, "c3", 200, random)
    assert bench.sensing.faults == [{"code": "reed_chatters", "field": "c3"}]
    assert _chatter(bench, "c3", 3000, random) == 3000, "a piece stands there all the time"
    assert bench.activity("c3") == QUIET, "so nobody waits for the reed to settle"
    bench.open("d3")
    bench.run(3)
    assert bench.value("d3") == 0, "its neighbours are as quick as before"
    bench.open("c3")
    bench.run(15)
    assert bench.value("c3") == 0
    _chatter(bench, "c3", 100, random)
    assert bench.value("c3") == 1, "it is seen again when it comes back"
    bench.sensing.apply({})
    assert bench.sensing.faults == []


def test_reeds_that_drop_out_are_named_and_then_make_no_false_changes():
    for seed in range(4):
        random, bench = Noise(seed), _bench()
        names = [REED12.NAMES[14 * number + random.below(14)] for number in range(10)]
        for name in names:
            bench.close(name)
        bench.run(20)
        false_changes, last = _drop_out(bench, names, 6000, random)
        assert sorted([fault["field"] for fault in bench.sensing.faults]) == sorted(names)
        assert {fault["code"] for fault in bench.sensing.faults} == {"reed_chatters"}
        assert max(false_changes) <= 4 and last < 3000, (false_changes, last)
        assert bench.sensing.felt([REED12.NAMES.index(names[0])])[2] >= 3, "false changes count as bounces, too"


def _drop_out(bench, names, scans, random):
    """Let reeds drop out for 1 to 4 scans; return how often each was believed open, and in which scan the last was."""
    left, values, changes, last = [0] * len(names), [1] * len(names), [0] * len(names), 0
    for scan in range(scans):
        for n, name in enumerate(names):
            if not left[n] and random.below(100) < 2:
                left[n] = 1 + random.below(4)
            bench.close(name, not left[n])
            left[n] = max(0, left[n] - 1)
        bench.run(1)
        for n, name in enumerate(names):
            if bench.value(name) < values[n]:
                changes[n] += 1
                last = scan
            values[n] = bench.value(name)
    return changes, last


def test_pieces_that_are_drummed_or_rocked_on_their_fields_leave_sound_reeds_quick():
    """Taps of 50 to 120 ms, up to eight a second; and a rocked piece whose reed opens for any shorter time."""
    random = Noise(5)
    for lift_scans in (1, 3, 5, 15):
        bench = _bench(reed_lift_scans=lift_scans)
        names = [REED12.NAMES[field] for field in (0, 1, 2, 50, 143)]
        for name in names:
            bench.close(name)
        bench.run(20)
        for _ in range(400):
            name = names[random.below(len(names))]
            is_tap = random.below(3) > 0 or lift_scans == 1
            away = 5 + random.below(8) if is_tap else 1 + random.below(lift_scans - 1)
            for scans, is_open in ((away, True), (max(13 - away, 1 + random.below(40)), False)):
                bench.close(name, not is_open)
                bench.run(scans)
        assert bench.sensing.faults == [], lift_scans
        for name in names:
            bench.close(name)
        bench.run(20)
        bench.open(names[0])
        bench.run(lift_scans)
        assert bench.value(names[0]) == 0


def test_field_that_was_answered_for_is_heard_again_once_it_is_believed():
    bench = _bench()
    field = REED12.NAMES.index("c3")
    bench.close("c3")
    bench.close("d3")
    bench.run(20)
    bench.sensing.leave_out({"c3": {"code": "reed_stuck", "field": "c3"}})
    bench.sensing.assume(field, 0)
    bench.run(20)
    assert bench.value("c3") == 0 and bench.activity("c3") == FAULTY
    bench.sensing.leave_out({})
    assert bench.activity("c3") == QUIET and bench.sensing.faults == []
    bench.run(15)
    assert bench.value("c3") == 1, "its reed has been closed all the time"
    assert bench.value("d3") == 1
