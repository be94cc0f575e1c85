from array import array

from treppe.sensing.cells import CellSensing
from treppe.sensing.moved import Moved
from treppe.sensing.reeds import ReedSensing


def taken(moved):
    reported = moved.message()
    return reported.get("n"), bytes.fromhex(reported["moved"]) if reported else b""


def test_the_first_line_has_all_that_a_tower_surface_reads():
    moved = Moved(CellSensing)
    moved.take(array("H", [10_000] * 49 + [0] * 15), 70)
    number, entries = taken(moved)
    assert number == 0 and len(entries) == 4 * 49
    assert entries[:8] == bytes((0, 0, 39, 16, 0, 1, 39, 16))
    assert moved.message() == {}


def test_noise_is_not_told_and_a_change_is_told_as_it_comes_for_a_third_of_a_second():
    moved, frame = Moved(CellSensing), array("H", [10_000] * 64)
    moved.take(frame, 0)
    moved.message()
    for scan in range(300):
        frame[5] = 10_000 + scan % 3
        moved.take(frame, 10 * scan)
    assert moved.message() == {}
    for scan in range(300):
        frame[5] = 10_200 + scan % 2
        moved.take(frame, 3000 + 10 * scan)
    number, entries = taken(moved)
    assert number == 64 and len(entries) == 4 * 31, "the change, and thirty readings after it"
    assert {entries[at] for at in range(4, len(entries), 4)} == {1}, "one scan after the other"


def test_drift_is_told_in_steps():
    moved, frame = Moved(CellSensing), array("H", [10_000] * 64)
    moved.take(frame, 0)
    moved.message()
    for scan in range(1000):
        frame[9] = 10_000 + scan // 80
        moved.take(frame, 10 * scan)
    assert moved.message() == {}
    frame[9] = 10_013
    moved.take(frame, 10_000)
    assert taken(moved)[1][2:] == bytes((10_013 >> 8, 10_013 & 255))


def test_reeds_are_told_by_the_bytes_that_differ_and_the_echo_is_not():
    moved = Moved(ReedSensing)
    moved.take(bytearray([255] * 18 + [0, 0]), 0)
    moved.message()
    moved.take(bytearray([255] * 18 + [255, 255]), 10)
    moved.take(bytearray([255] * 4 + [251] + [255] * 13 + [0, 0]), 20)
    moved.take(bytearray([255] * 20), 30)
    assert taken(moved) == (18, bytes((0, 4, 251, 1, 4, 255)))


def test_a_line_is_due_when_there_is_much_or_it_is_late_and_what_found_no_room_is_missing_by_number():
    moved, frame = Moved(ReedSensing), bytearray(20)
    for scan in range(60):
        frame[0] ^= 255
        moved.take(frame, 10 * scan)
        assert (moved.version > 0) == (scan >= 48), scan
    for scan in range(60):
        frame[0] ^= 255
        moved.take(frame, 10 * scan)
    assert taken(moved)[0] == 0
    frame[0] ^= 255
    moved.take(frame, 1000)
    for scan in range(98):
        moved.take(frame, 1010 + 10 * scan)
    before = moved.version
    moved.take(frame, 2000)
    moved.take(frame, 2010)
    assert moved.version == 121 > before
    assert taken(moved)[0] == 120
