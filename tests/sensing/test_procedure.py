from array import array

from fakes_table import Noise, typical_calibration
from treppe import surfaces
from treppe.sensing import calibration
from treppe.sensing.procedure import CLEAR, DONE, LEARN, PUT, TOWERS, Check, Procedure

SQUARE7 = surfaces.load("square7")
BLOCKS = 16 * 6


class Hands:
    """Masses on typical cells, and hands that do what is asked."""

    def __init__(self):
        self.procedure = Procedure(SQUARE7, "fr4", serial=7)
        self.table = typical_calibration(SQUARE7)
        self.grams = [0.0] * SQUARE7.FIELDS
        self.random = Noise(5)
        self.run(self.procedure)

    def run(self, what, frames=BLOCKS):
        frame = array("H", [0] * 64)
        frame[56] = 8000
        for _ in range(frames):
            for field, grams in enumerate(self.grams):
                noise = self.random.below(7) - 3
                frame[SQUARE7.CHANNELS[field]] = (self.table.code16(field, round(100 * grams)) >> 2) + noise
            what.update(frame)

    def put(self, field, grams):
        self.grams[field] += grams
        self.run(self.procedure)

    def clear(self, field):
        self.grams[field] = 0.0
        self.run(self.procedure)

    def asked(self):
        return [field for field in range(SQUARE7.FIELDS) if self.procedure.asked[field]]

    def learn(self):
        for _ in range(3):
            (field,) = self.asked()
            for _ in range(7):
                self.put(field, 12.0)
            assert self.procedure.asked[field] == CLEAR, self.procedure.text
            self.clear(field)


def test_67_puts_make_a_record_that_is_taken():
    hands = Hands()
    procedure = hands.procedure
    assert procedure.stage == LEARN and "1 of 7" in procedure.text
    hands.learn()
    assert procedure.stage == TOWERS and len(hands.asked()) == 46
    for field in reversed(hands.asked()):  # in any order
        hands.put(field, 84.0)
        hands.grams[field] = 0.0
    assert procedure.stage == DONE and procedure.puts == 67 and procedure.complaint == ""
    table = calibration.decode(procedure.record(), SQUARE7)
    assert (table.material, table.serial, table.thermistor) == ("fr4", 7, 8000)
    for field in (0, 24, 48):
        for grams in (0, 12, 42, 84):
            assert abs(table.mass_cg(field, hands.table.code16(field, 100 * grams)) - 100 * grams) < 40


def test_board_that_is_not_empty_is_named():
    hands = Hands()
    hands.procedure = Procedure(SQUARE7)
    hands.grams[9] = 40.0
    hands.run(hands.procedure)
    assert "field c2 reads 28" in hands.procedure.complaint and hands.procedure.text == "clear the board"
    hands.clear(9)
    assert hands.procedure.stage == LEARN and hands.procedure.complaint == ""


def test_wrong_piece_is_named_and_the_field_done_again():
    hands = Hands()
    (field,) = hands.asked()
    for piece in range(7):
        hands.put(field, 18.0 if piece == 3 else 12.0)
    assert hands.procedure.complaint.startswith("piece 4 weighs +4.9 g")
    hands.clear(field)
    assert hands.asked() == [field] and hands.procedure.asked[field] == PUT and "1 of 7" in hands.procedure.text


def test_two_pieces_at_once_are_seen():
    hands = Hands()
    (field,) = hands.asked()
    hands.put(field, 84.0)
    assert "more than one piece" in hands.procedure.complaint


def test_half_a_tower_is_none():
    hands = Hands()
    hands.learn()
    hands.put(0, 36.0)
    assert hands.procedure.complaint == "field a1: that is no tower of 7"
    assert 0 in hands.asked()


def test_quick_check_finds_the_field_to_be_done_again():
    hands = Hands()
    check = Check(SQUARE7, hands.table)
    for field, grams in ((0, 84.5), (24, 86.0)):
        hands.grams = [0.0] * SQUARE7.FIELDS
        hands.grams[field] = grams
        hands.run(check)
    assert sorted(check.residuals_cg) == [0, 24]
    assert not check.is_bad(0) and check.is_bad(24) and abs(check.residuals_cg[24] - 200) < 20


class Memory:
    """Two copies; the power may go in the middle of a write."""

    def __init__(self, *copies):
        self.content = list(copies)
        self.fails = False

    def copies(self):
        return list(self.content)

    def write(self, number, record):
        if self.fails:
            self.content[number] = record[:100]
            raise OSError("the power went")
        self.content[number] = record


def _record(serial, material="steel"):
    codes16 = [16 * code for code in calibration.NOMINAL] * SQUARE7.FIELDS
    return calibration.encode("square7", codes16, material, serial=serial)


def test_newest_good_copy_counts():
    old, new = _record(1), _record(2)
    assert calibration.choose([old, new], SQUARE7)[0].serial == 2
    assert calibration.choose([new, old], SQUARE7)[0].serial == 2
    assert calibration.choose([new[:-1], old], SQUARE7)[0].serial == 1
    table, complaint = calibration.choose([new[:-1], b""], SQUARE7)
    assert table.serial == 0 and "no calibration" in complaint


def test_power_cut_while_saving_leaves_the_old_one():
    for before in ([_record(1), _record(1)], [_record(1)[:50], _record(1)], [_record(1), b""]):
        memory = Memory(*before)
        memory.fails = True
        try:
            calibration.store(memory, _record(2), SQUARE7)
        except OSError:
            pass
        assert calibration.choose(memory.copies(), SQUARE7)[0].serial == 1
    memory.fails = False
    calibration.store(memory, _record(3), SQUARE7)
    assert memory.content == [_record(3), _record(3)]


def test_what_is_refused_leaves_the_old_one():
    memory = Memory(_record(1), _record(1))
    falling = [16 * code for code in calibration.NOMINAL] * SQUARE7.FIELDS
    falling[11] = falling[10] - 5
    other = calibration.encode("hex49", [16 * code for code in calibration.NOMINAL] * SQUARE7.FIELDS)
    for record in (calibration.encode("square7", falling), other, _record(2)[:300], b"", _record(2)[:-4] + b"abcd"):
        try:
            calibration.store(memory, record, SQUARE7)
        except calibration.CalibrationError:
            assert memory.content == [_record(1), _record(1)]
            continue
        raise AssertionError("was taken")


def test_codes_that_are_no_numbers_make_no_record():
    codes16 = [16 * code for code in calibration.NOMINAL] * SQUARE7.FIELDS
    for bad in (float("nan"), -1, 65536, "x"):
        try:
            calibration.encode("square7", codes16[:-1] + [bad])
        except calibration.CalibrationError as error:
            assert "field g7" in str(error)
            continue
        raise AssertionError(f"{bad} was taken")
