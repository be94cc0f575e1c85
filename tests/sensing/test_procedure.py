import math

from fakes_sensing import Weights
from treppe import surfaces
from treppe.sensing import stored, tables
from treppe.sensing.calibrating import unfinished
from treppe.sensing.calibrating.field_table import FieldTable
from treppe.sensing.calibrating.guided import CLEAR, PUT
from treppe.sensing.calibrating.procedure import AGAIN, LEARN, TARE, TOWERS, Procedure, QuickStart
from treppe.sensing.calibrating.quick_check import QuickCheck

SQUARE7 = surfaces.load("square7")


def about(code, field):
    return {"code": code, "field": SQUARE7.NAMES[field]}


class Hands(Weights):
    """Hands that do what is asked."""

    def __init__(self, work=None):
        super().__init__(SQUARE7)
        self.work = work or Procedure(SQUARE7, "fr4", serial=7)
        self.rest()

    def rest(self, frames=16 * 6):
        for _ in range(frames):
            self.work.update(self.fill())

    def put(self, field, grams):
        self.grams[field] += grams
        self.rest()

    def clear(self, field):
        self.grams[field] = 0.0
        self.rest()

    def asked(self, what=PUT):
        return [field for field in range(SQUARE7.FIELDS) if self.work.asked[field] == what]

    def learn(self):
        for _ in range(3):
            (field,) = self.asked()
            self.put(field, 84.0)
            for left in range(7, 0, -1):
                assert self.asked(CLEAR) == [field] and self.work.request == {"code": "take_one_off", "left": left}
                self.put(field, -12.0)


class HummingHands(Hands):
    """All cells hum by so many codes of 60 Hz."""

    codes, scans = 0.0, 0

    def fill(self):
        frame = super().fill()
        self.scans += 1
        for channel in SQUARE7.CHANNELS:
            frame[channel] += round(4 * self.codes * math.sin(1.2 * math.pi * self.scans + channel))
        return frame


def test_the_mains_do_not_move_what_is_measured():
    """Means are those of whole periods, of 60 Hz as of 50: hum delays no zero and no tower."""
    hands = HummingHands()
    hands.codes = 40.0
    hands.learn()
    assert hands.work.stage == TOWERS and hands.work.diagnostic == {}


def test_67_puts_make_a_record_that_is_taken():
    hands = Hands()
    procedure = hands.work
    assert procedure.stage == LEARN and procedure.request == {"code": "put_first_tower"}
    hands.learn()
    assert procedure.stage == TOWERS and len(hands.asked()) == 46 and procedure.progress == (3, 67)
    for field in reversed(hands.asked()):  # in any order
        hands.put(field, 84.0)
        hands.grams[field] = 0.0
    assert procedure.stage == AGAIN and procedure.request == {"code": "put_other_towers", "left": 18}
    assert procedure.progress == (49, 67)
    for field in hands.asked():
        hands.put(field, 84.0)
        hands.grams[field] = 0.0
    assert procedure.is_done and procedure.puts == 67 and procedure.diagnostic == {} and procedure.progress == (67, 67)
    table = stored.decode(procedure.record(), SQUARE7)
    assert (table.material, table.serial, table.thermistor) == ("fr4", 7, 8000)
    for field in (0, 24, 48):
        for grams in (0, 12, 42, 84):
            assert abs(table.mass_cg(field, hands.table.code16(field, 100 * grams)) - 100 * grams) < 40


class BrokenHands(Hands):
    """Some fields are dead: `reads` by field, its code; one that is None moves all the time."""

    def __init__(self, work, reads):
        self.reads, self.scans = reads, 0
        super().__init__(work)

    def fill(self):
        frame = super().fill()
        self.scans += 1
        for field, code in self.reads.items():
            moving = 2600 + 40 * (self.scans // 20 % 3)
            frame[SQUARE7.CHANNELS[field]] = 4 * (moving if code is None else code)
        return frame

    def follow(self):
        """Do what is asked until it is done; return what was reported about fields."""
        diagnostic = []
        for _ in range(400):
            if self.work.is_done:
                return diagnostic
            self.rest(16)
            if self.work.diagnostic and self.work.diagnostic not in diagnostic:
                diagnostic.append(self.work.diagnostic)
            for field in self.asked(CLEAR):
                self.put(field, -12.0)
            for field in self.asked()[:1]:
                self.put(field, 84.0)
                if not self.asked(CLEAR):
                    self.clear(field)
        raise AssertionError("did not end: " + str(self.work.request))


def test_one_dead_field_does_not_block_the_others():
    learned = Procedure(SQUARE7).learned[0]
    for reads in ({5: 3}, {learned: 4095}, {40: 2048}, {11: None}, {30: 3300}, {5: 3, 11: None, learned: 2048}):
        for work in (Procedure(SQUARE7, "fr4", serial=7), QuickStart(SQUARE7, "fr4", serial=7)):
            diagnostic = BrokenHands(work, reads).follow()
            names = " ".join([SQUARE7.NAMES[field] for field in sorted(reads)])
            assert {"code": "fields_left_out", "fields": names} in diagnostic, (reads, diagnostic)
            assert work.request == {"code": "calibration_done_without", "fields": names}
            table = stored.decode(work.record(), SQUARE7)
            assert all([table.doubt(field) for field in reads])
            if not isinstance(work, QuickStart):
                assert table.num_known == SQUARE7.FIELDS - len(reads)
            for field in (1, 24, 48):
                assert abs(table.mass_cg(field, Weights(SQUARE7).table.code16(field, 8400)) - 8400) < 100


def test_clear_the_board_says_which_field_it_waits_for():
    hands = BrokenHands(Procedure(SQUARE7), {11: None})
    assert hands.work.request == {"code": "clear_board"} and hands.work.diagnostic == about("field_moves", 11)
    hands = BrokenHands(Procedure(SQUARE7), {30: 3300})
    assert hands.work.diagnostic == about("field_not_empty", 30) | {"reads": 3300}
    hands.rest(16 * 100)
    assert hands.work.stage == TARE, "a piece may stand there, and hands have time to take it off"
    del hands.reads[30]
    hands.rest()
    assert hands.work.stage == LEARN and not any(hands.work.left_out)


def test_a_field_whose_screw_was_never_turned_is_named_with_its_target():
    for reads in (2515, 2704):
        hands = BrokenHands(Procedure(SQUARE7), {30: reads})
        hands.rest(100)
        assert hands.work.diagnostic == about("turn_screw", 30) | {"reads": reads, "wanted": 2620}
        assert hands.work.stage == TARE and not any(hands.work.left_out), "people have time to turn it"
        del hands.reads[30]
        hands.rest()
        assert hands.work.stage == LEARN


def test_a_board_that_never_lies_still_is_named():
    restless = dict.fromkeys(range(30))
    hands = BrokenHands(Procedure(SQUARE7), restless)
    hands.rest(1200)
    assert hands.work.diagnostic == {"code": "board_restless", "fields": 30} and hands.work.stage == TARE
    hands.reads.clear()
    hands.rest()
    assert hands.work.stage == LEARN


def test_two_towers_are_nearer_to_the_nominal_mass_than_one():
    hands = Hands()
    hands.learn()
    for field in hands.asked():
        hands.put(field, 84.0)
        hands.grams[field] = 0.0
    twice = hands.asked()
    for at, field in enumerate(twice):
        off_centre = 0.2 if at % 2 else -0.2
        hands.put(field, 85.0 + off_centre)
        hands.grams[field] = 0.0
    table = stored.decode(hands.work.record(), SQUARE7)
    for field in range(SQUARE7.FIELDS):
        wanted = 8450 + (0 if field not in twice else 10 if twice.index(field) % 2 else -10)
        assert abs(table.mass_cg(field, hands.table.code16(field, wanted)) - 8400) < 12, field


def test_a_tower_that_was_taken_when_few_were_known_is_held_against_all_in_the_end():
    hands = Hands()
    soft = hands.work.learned
    hands.learn()
    for field in soft:  # the first three cells are so soft that a tower of six elsewhere rises as much
        hands.work.spans16[field] = hands.work.spans16[field] * 80 // 100
    hands.put(0, 72.0)
    hands.clear(0)
    assert 0 not in hands.asked(), "no other cell says more"
    for field in hands.asked():
        for _ in range(2):
            if field in hands.asked():
                hands.put(field, 84.0)
                hands.clear(field)
    assert hands.asked() == [0] and hands.work.stage == TOWERS
    hands.put(0, 84.0)
    assert hands.work.stage == AGAIN


def test_a_surface_that_was_calibrated_before_shows_a_missing_piece_on_any_cell():
    old16 = [9000] * SQUARE7.FIELDS
    old16[5] = 9000 * 85 // 100  # a stiff cell: a tower of six rises there as on the softest ones
    hands = Hands(Procedure(SQUARE7, old_spans16=old16))
    hands.learn()
    hands.put(5, 84.0)
    assert hands.work.diagnostic == about("count_pieces", 5), "it has never read so much"


def test_finished_puts_are_kept_and_taken_up_again():
    hands = Hands()
    hands.learn()
    for field in hands.asked()[:10]:
        hands.put(field, 84.0)
        hands.clear(field)
    copies = [unfinished.encode(hands.work, number) for number in (3, 4)]
    number, record = unfinished.latest([copies[1], copies[0][:-1] + b"?"], SQUARE7.FIELDS)
    assert (number, unfinished.puts_in(record), unfinished.material_of(record)) == (4, 13, "fr4")
    assert unfinished.latest([record], 48) == unfinished.latest([b"", record[:-9]], SQUARE7.FIELDS) == (0, b"")
    assert len(record) <= 510, "there is no more room for it"
    again = Procedure(SQUARE7, "fr4", serial=8)
    unfinished.take_up(again, record)
    assert again.progress == (13, 67)
    later = Hands(again)
    assert later.work.stage == TOWERS and len(later.asked()) == 36, "tared anew, then it goes on"
    for _ in range(36 + 18):
        field = later.asked()[0]
        later.put(field, 84.0)
        later.clear(field)
    table = stored.decode(later.work.record(), SQUARE7)
    assert table.thermistor == 8000
    for field in (0, 24, 48):
        assert abs(table.mass_cg(field, later.table.code16(field, 4200)) - 4200) < 40


def test_full_table_of_one_field_leaves_all_others():
    hands = Hands(FieldTable(SQUARE7, Weights(SQUARE7).table, 17))
    assert hands.asked() == [17] and hands.work.request == {"code": "put_piece", "number": 1}
    for _ in range(7):
        hands.put(17, 13.0)  # a field that reads 13 for 12
    assert hands.asked(CLEAR) == [17] and not hands.work.is_done
    hands.clear(17)
    assert hands.work.is_done
    table = stored.decode(hands.work.record(), SQUARE7)
    assert table.serial == 2
    assert abs(table.mass_cg(17, hands.table.code16(17, 9100)) - 8400) < 40
    assert tables.knots16(table, 18) == tables.knots16(hands.table, 18)


def test_quick_check_names_what_is_off_and_does_it_again():
    hands = Hands(QuickCheck(SQUARE7, Weights(SQUARE7).table))
    assert len(hands.asked()) == 49
    hands.put(0, 84.5)
    hands.clear(0)
    hands.put(24, 87.0)
    off_g = hands.work.diagnostic["off_g"]
    assert hands.work.diagnostic == about("field_off", 24) | {"off_g": off_g} and abs(off_g - 3) < 0.2
    assert 24 in hands.asked() and 0 not in hands.asked()
    hands.rest()
    assert 24 in hands.asked(), "the same tower does not count twice"
    assert hands.work.finish() and hands.asked() == [24]
    assert not hands.work.finish(), "what was off cannot be left out"
    hands.clear(24)
    hands.put(24, 86.0)
    assert hands.work.is_done and hands.work.has_changes
    assert sorted(hands.work.residuals_cg) == [0, 24]
    table = stored.decode(hands.work.record(), SQUARE7)
    assert abs(table.mass_cg(24, hands.table.code16(24, 8650)) - 8400) < 30, "the mean of both puts"
    assert tables.knots16(table, 0) == tables.knots16(hands.table, 0)


def test_quick_check_without_findings_changes_nothing():
    hands = Hands(QuickCheck(SQUARE7, Weights(SQUARE7).table))
    assert not hands.work.finish()
    hands.put(3, 84.0)
    assert hands.work.finish() and hands.work.is_done and not hands.work.has_changes


def test_quick_check_weighs_from_what_a_cell_reads_empty_today():
    hands = Hands()
    hands.grams[5] = 2.0  # the springs have crept since the calibration
    hands.work = QuickCheck(SQUARE7, Weights(SQUARE7).table)
    hands.rest()
    hands.put(5, 84.0)
    assert not hands.work.diagnostic and abs(hands.work.residuals_cg[5]) < 30
