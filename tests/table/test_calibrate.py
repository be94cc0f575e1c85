from fakes_table import WeighingTable
from treppe import surfaces
from treppe.alphabet.buttons import END, OK
from treppe.sensing import calibration, stored, storing, tables

SQUARE7 = surfaces.load("square7")
CODES16 = list(tables.NOMINAL16) * SQUARE7.FIELDS


def _refusal(table, command, **fields):
    try:
        table.command(command, fields)
    except ValueError as error:
        return error.args[0]
    raise AssertionError("was taken")


def test_one_field_is_calibrated_by_lights_and_saved_on_ok():
    board = WeighingTable()
    before = board.memory.copies()
    report = board.table.command("field", {"name": "c4"})
    assert report["progress"] == [0, 7] and not report["done"]
    assert board.table.display["phase"] == "calibrate" and board.lit("r") == ["c4"]
    board.run()
    assert board.lit("p") == ["c4"] and "Put piece 1 of 7" in board.lines()
    board.put("c4", 12.5)
    assert board.table.command("field", {})["progress"] == [1, 7] == board.table.display["progress"]
    for _ in range(6):
        board.put("c4", 12.5)
    assert board.lit("r") == ["c4"] and "Take all 7" in board.lines()
    board.clear("c4")
    assert len(board.lit("w")) == 49 and "OK saves" in board.lines()
    assert board.memory.copies() == before, "nothing is saved before OK"
    board.run(70, OK)
    assert board.table.task is None and "Calibration saved" in board.lines()
    field = SQUARE7.NAMES.index("c4")
    for copy in board.memory.copies():
        table = stored.decode(copy, SQUARE7)
        assert table.serial == 2 and tables.knots16(table, field) != CODES16[:8]
        assert tables.knots16(table, 0) == CODES16[:8]
    assert board.sensing.serial == 2
    board.put("c4", 12.5 * 3)
    assert board.sensing.image[field] == 3


def test_end_keeps_the_old_one():
    board = WeighingTable(language="de")
    before = board.memory.copies()
    board.table.command("calibrate", {})
    board.run()
    assert len(board.lit("p")) == 1 and "7er-Turm aufs Licht" in board.lines()
    board.run(2, END)
    assert board.table.task is None and "Die alte Kalibrierung bleibt" in board.lines()
    assert board.memory.copies() == before and board.sensing.serial == 1


def test_memory_that_fails_keeps_the_old_one():
    board = WeighingTable()
    board.table.command("field", {"name": "a1"})
    board.run()
    board.fill_field("a1")
    board.memory.pages_left = 5
    board.run(20, OK)
    assert "Not saved" in board.lines() and "the power went" in board.lines()
    assert stored.choose(board.memory.copies(), SQUARE7)[0].serial == 1 == board.sensing.serial


def test_check_names_its_residuals_and_wrong_fields_blink():
    board = WeighingTable()
    board.table.command("check", {})
    board.run()
    assert len(board.lit("p")) == 49
    board.put("b2", 84.0)
    board.clear("b2")
    board.put("d4", 87.0)
    report = board.table.command("check", {})
    assert abs(report["residuals"]["d4"] - 3) < 0.5 and abs(report["residuals"]["b2"]) < 0.5
    assert board.lit("!") == ["d4"] and f"d4 is +{report['residuals']['d4']:.1f} g off" in board.lines()
    board.run(2, END)
    assert board.table.task and report["progress"] == [1, 49]
    board.run(2, END)
    assert "Nothing of it is kept" in board.lines()
    board.run(2, OK)
    assert board.table.task is None and "stays" in board.lines()


def test_what_cannot_begin_is_refused():
    board = WeighingTable()
    assert _refusal(board.table, "field", name="z9") == {"code": "no_field", "name": "z9"}
    assert _refusal(board.table, "calibrate", material="wood")["code"] == "no_material"
    board.table.command("check", {})
    assert _refusal(board.table, "new", game="step") == {"code": "calibrating"}
    board.run(2, END)
    board.table.command("new", {"game": "step"})
    assert _refusal(board.table, "calibrate") == {"code": "game_played"}
    board.sensing.recalibrate(tables.nominal(SQUARE7))
    board.table.command("pause", {})
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
    board.run(70)
    assert board.memory.copies() == [record, record] and board.sensing.serial == 7
    assert board.sensing.image[field] == 3 and not board.lit("?") and board.table.examining is None


def test_a_learned_calibration_waits_for_the_end_of_a_game_and_is_given_up_when_it_breaks_off():
    board = WeighingTable()
    before, record = board.memory.copies(), storing.encode("square7", CODES16, serial=7)
    board.table.command("load", {"at": 0, "hex": record[:180].hex(), "size": len(record), "learned": True})
    late = {"at": 360, "hex": record[360:540].hex(), "size": len(record), "learned": True}
    assert _refusal(board.table, "load", **late)["code"] == "calibration_piece" and board.table.examining is None
    board.table.command("load", {"at": 0, "hex": record[:180].hex(), "size": len(record), "learned": True})
    board.run(1100)
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
    board.run(200, OK)
    assert "Calibration saved" in board.lines() and board.memory.copies() == [record, record]
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
        assert board.table.task is None and "Not saved" in board.lines()
    assert board.memory.copies() == before and board.sensing.serial == 1


def test_whole_board_is_calibrated_by_following_the_lights():
    board = WeighingTable()
    board.table.command("calibrate", {"material": "fr4"})
    board.run()
    puts = 0
    while "All done" not in board.lines():
        lit = board.lit("p")
        if not lit:
            (name,) = board.lit("r")
            assert "Take one piece off" in board.lines()
            board.put(name, -12.0)
            continue
        board.put(lit[-1], 84.0)
        puts += 1
        if not board.lit("r"):
            board.weights.grams[SQUARE7.NAMES.index(lit[-1])] = 0.0
    assert puts == 67 and board.table.display["progress"] == [67, 67]
    board.run(70, OK)
    assert "Calibration saved" in board.lines()
    table = stored.choose(board.memory.copies(), SQUARE7)[0]
    assert (table.material, table.serial) == ("fr4", 2) and board.sensing.calibration.material == "fr4"
    for field in (0, 24, 48):
        assert abs(table.mass_cg(field, board.weights.table.code16(field, 8400)) - 8400) < 40


def _put_towers(board, count):
    """Do what the lights ask, up to so many towers that stay."""
    done = board.table.task.progress[0]
    while board.table.task.progress[0] < done + count:
        lit = board.lit("p")
        if not lit:
            board.put(board.lit("r")[0], -12.0)
            continue
        board.put(lit[-1], 84.0)
        if not board.lit("r"):
            board.weights.grams[SQUARE7.NAMES.index(lit[-1])] = 0.0


def test_one_end_in_the_middle_asks_and_finished_puts_are_kept():
    board = WeighingTable()
    board.table.command("calibrate", {})
    board.run()
    _put_towers(board, 5)
    board.run(2, END)
    assert "5 of 67 placements" in board.lines() and "END: go on" in board.lines()
    board.run(2, END)
    assert board.table.task and len(board.lit("p")) == 44, "it goes on"
    board.run(2, END)
    board.run(2, OK)
    assert board.table.task is None and "stays" in board.lines()
    assert board.table.command("calibrate", {})["progress"] == [0, 67]
    assert "5 of 67 placements" in board.lines() and "OK: go on" in board.lines()
    board.run(2, OK)
    board.run()
    assert board.table.task.progress == (5, 67) and len(board.lit("p")) == 44
    _put_towers(board, 62)
    board.run(70, OK)
    assert "Calibration saved" in board.lines()
    board.table.command("calibrate", {})
    assert "are done" not in board.lines(), "they have had their end"
    board.run()
    assert len(board.lit("p")) == 1


def test_a_power_cut_leaves_the_finished_puts():
    board = WeighingTable()
    board.table.command("calibrate", {})
    board.run()
    _put_towers(board, 4)
    board.run(20)
    board.memories["unfinished"].pages_left = 5
    _put_towers(board, 1)
    after = WeighingTable()
    after.memories = board.memories
    after.table.command("calibrate", {})
    assert "4 of 67 placements" in after.lines(), "the fifth was being written"
    after.run(2, END)
    after.run()
    assert len(after.lit("p")) == 1 and after.table.task.progress == (0, 67), "anew, for that was wanted"
    board.memories["unfinished"].pages_left = -1
    _put_towers(after, 1)
    after.run(20)
    later = WeighingTable()
    later.memories = board.memories
    later.table.command("calibrate", {})
    assert "1 of 67 placements" in later.lines()
    later.table.command("button", {"name": "END"})
    assert _refusal(later.table, "new", game="step")
    later.table.command("button", {"name": "END"})
    other = later.table.command("calibrate", {"material": "fr4"})
    assert other["says"]["code"] == "clear_board", "those springs were steel"
