from fakes_sensing import MemoryCopies
from treppe import surfaces
from treppe.sensing import calibration, stored, storing, tables

SQUARE7 = surfaces.load("square7")
CODES16 = list(tables.NOMINAL16) * SQUARE7.FIELDS


def _record(serial, material="steel"):
    return storing.encode("square7", CODES16, material, serial=serial)


def _save(memory, record):
    for _ in storing.save(memory, record, SQUARE7):
        pass


def test_newest_good_copy_counts():
    old, new = _record(1), _record(2)
    assert stored.choose_copy([old, new], SQUARE7)[0].serial == 2
    assert stored.choose_copy([new, old], SQUARE7)[0].serial == 2
    assert stored.choose_copy([new[:-1], old], SQUARE7)[0].serial == 1
    table, diagnostic = stored.choose_copy([new[:-1], b""], SQUARE7)
    assert table.serial == 0 and diagnostic == {"code": "no_calibration"}


def test_record_of_a_table_is_what_it_came_from():
    record = _record(9, "petg")
    assert storing.record_of(stored.decode(record, SQUARE7), "square7") == record


def test_serial_numbers_go_round_in_two_bytes_and_leave_out_what_no_record_has():
    last, first = _record(65535), _record(1)
    assert (
        stored.choose_copy([last, first], SQUARE7)[0].serial
        == stored.choose_copy([first, last], SQUARE7)[0].serial
        == 1
    )
    after = [storing.next_serial(stored.decode(_record(serial), SQUARE7)) for serial in (1, 65534, 65535)]
    assert after == [2, 65535, 1]


def test_power_cut_at_every_page_leaves_a_good_one():
    for before in ([_record(1), _record(1)], [_record(1)[:50], _record(1)], [_record(1), b""]):
        for pages in range(0, 60, 3):
            memory = MemoryCopies(*before)
            memory.pages_left = pages
            try:
                _save(memory, _record(2))
            except OSError:
                pass
            assert stored.choose_copy(memory.copies(), SQUARE7)[0].serial in (1, 2)
    memory = MemoryCopies(_record(1), _record(1))
    _save(memory, _record(3))
    assert memory.copies() == [_record(3), _record(3)]


def test_second_copy_that_fails_is_told():
    memory = MemoryCopies(_record(1), _record(1))
    memory.pages_left = 40
    saving = storing.save(memory, _record(2), SQUARE7)
    try:
        while True:
            next(saving)
    except StopIteration as end:
        assert end.value["code"] == "failed"
    assert stored.choose_copy(memory.copies(), SQUARE7)[0].serial == 2


def test_what_is_refused_leaves_the_old_one():
    memory = MemoryCopies(_record(1), _record(1))
    falling = CODES16[:]
    falling[11] = falling[10] - 5
    other = storing.encode("hex49", CODES16)
    for record in (storing.encode("square7", falling), other, _record(2)[:300], b"", _record(2)[:-4] + b"abcd"):
        try:
            _save(memory, record)
        except calibration.CalibrationError:
            assert memory.copies() == [_record(1), _record(1)]
            continue
        raise AssertionError("was taken")


def test_codes_that_are_no_numbers_make_no_record():
    for bad in (float("nan"), -1, 65536, "x"):
        try:
            storing.encode("square7", CODES16[:-1] + [bad])
        except calibration.CalibrationError as error:
            assert error.args[0]["code"] == "calibration_code" and error.args[0]["field"] == "g7"
            continue
        raise AssertionError(f"{bad} was taken")
