from fakes_table import WeighingTable
from treppe import surfaces
from treppe.alphabet.buttons import OK
from treppe.sensing import calibration, stored, storing, tables

SQUARE7 = surfaces.load("square7")
CODES16 = list(tables.NOMINAL16) * SQUARE7.FIELDS


def _refusal(table, command, **fields):
    try:
        table.command(command, fields)
    except ValueError as error:
        return error.args[0]
    raise AssertionError("was taken")


def test_no_check_begins_without_a_calibration():
    board = WeighingTable()
    board.sensing.recalibrate(tables.nominal(SQUARE7))
    assert _refusal(board.table, "check") == {"code": "not_calibrated"}


def _send(board, record, piece=180):
    for at in range(0, len(record), piece):
        hexes = record[at : at + piece].hex()
        board.table.command("load", {"at": at, "hex": hexes, "size": len(record)})


def _teach(board, record):
    for at in range(0, len(record), 180):
        piece = {"at": at, "hex": record[at : at + 180].hex(), "size": len(record), "learned": True}
        board.table.command("load", piece)


def test_a_calibration_that_was_learned_is_saved_by_itself_and_what_stands_stays():
    board = WeighingTable()
    board.put("c4", 12.5 * 3)
    field = SQUARE7.NAMES.index("c4")
    assert board.sensing.image[field] == 3
    codes16 = [code16 + 8 * (at % 8) for at, code16 in enumerate(CODES16)]
    record = storing.encode("square7", codes16, serial=7)
    _teach(board, record)
    assert board.table.task is None and board.sensing.serial == 1
    board.wait(700)
    assert board.memory.copies() == [record, record] and board.sensing.serial == 7
    assert board.sensing.image[field] == 3 and not board.lit("?") and board.table.examining is None


def test_a_learned_calibration_waits_for_the_end_of_a_game_and_is_given_up_when_it_breaks_off():
    board = WeighingTable()
    before, record = board.memory.copies(), storing.encode("square7", CODES16, serial=7)
    board.table.command("load", {"at": 0, "hex": record[:180].hex(), "size": len(record), "learned": True})
    late = {"at": 360, "hex": record[360:540].hex(), "size": len(record), "learned": True}
    assert _refusal(board.table, "load", **late)["code"] == "calibration_piece" and board.table.examining is None
    board.table.command("load", {"at": 0, "hex": record[:180].hex(), "size": len(record), "learned": True})
    board.wait(11000)
    assert board.table.examining is None
    board.table.command("new", {"game": "step", "options": {"players": 2}, "seats": []})
    first = {"at": 0, "hex": record[:180].hex(), "size": len(record), "learned": True}
    assert _refusal(board.table, "load", **first)["code"] == "game_played"
    assert board.memory.copies() == before


def test_a_calibration_that_a_host_sends_is_saved_on_ok():
    board = WeighingTable()
    codes16 = list(CODES16)
    codes16[0] += 32
    record = storing.encode("square7", codes16, "fr4", serial=2)
    _send(board, record)
    assert board.table.task.report()["done"] and len(board.lit("w")) == 49
    board.wait(2000, OK)
    assert "Calibration saved" in " ".join(board.lines()) and board.memory.copies() == [record, record]
    assert (board.sensing.serial, board.sensing.calibration.material) == (2, "fr4")


def test_a_sent_calibration_that_cannot_be_used_leaves_the_old_one():
    board = WeighingTable()
    before = board.memory.copies()
    good = storing.encode("square7", CODES16, serial=2)
    falling = list(CODES16)
    falling[1] = falling[0]
    hexes = good[:180].hex()
    assert _refusal(board.table, "load", at=0, hex="00", size=9999)["code"] == "calibration_size"
    assert _refusal(board.table, "load", at=180, hex=hexes, size=len(good))["code"] == "calibration_piece"
    for record, reason in (
        (good[:-1] + bytes([good[-1] ^ 1]), "calibration_sum"),
        (good[:400], "calibration_length"),
        (storing.encode("hex49", CODES16), "calibration_surface"),
        (storing.encode("square7", falling), "calibration_falls"),
    ):
        try:
            _send(board, record)
            raise AssertionError("was taken")
        except calibration.CalibrationError as error:
            assert error.args[0]["code"] == reason, error
        assert board.table.task is None and "Not saved" in " ".join(board.lines())
    assert board.memory.copies() == before and board.sensing.serial == 1


def test_whole_board_is_calibrated_by_following_the_lights():
    board = WeighingTable()
    board.table.command("calibrate", {"material": "fr4"})
    board.wait()
    board.follow(67)
    assert board.table.display["progress"] == [67, 67]
    board.wait(700, OK)
    assert "Calibration saved" in " ".join(board.lines())
    table = stored.choose_copy(board.memory.copies(), SQUARE7)[0]
    assert (table.material, table.serial) == ("fr4", 2) and board.sensing.calibration.material == "fr4"
    for field in (0, 24, 48):
        assert abs(table.mass_cg(field, board.weights.table.code16(field, 8400)) - 8400) < 40
