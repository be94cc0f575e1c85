"""Seven puts start a board; what they leave open is doubted until play has taught it."""

from fakes_sensing import Weights
from treppe import surfaces
from treppe.sensing import stored, storing, tables
from treppe.sensing.calibrating.field_table import FieldTable
from treppe.sensing.calibrating.guided import CLEAR, PUT
from treppe.sensing.calibrating.procedure import QuickStart
from treppe.sensing.cells import CellSensing
from treppe.sensing.masses import mass_of

SQUARE7 = surfaces.load("square7")
WEIGHED = (3, 10, 17, 24, 31, 38, 45)


def asked(work, what=PUT):
    return [field for field in range(SQUARE7.FIELDS) if work.asked[field] == what]


def started():
    """Do what the quick start asks for; return its record and the weights' own table."""
    hands, work = Weights(SQUARE7), QuickStart(SQUARE7, "fr4", serial=7)

    def put(field, grams):
        hands.grams[field] += grams
        for _ in range(16 * 6):
            work.update(hands.fill())

    put(0, 0.0)
    assert asked(work) == [24] and work.progress == (0, 7)
    put(24, 84.0)
    while asked(work, CLEAR):
        put(24, -12.0)
    assert asked(work) == [field for field in WEIGHED if field != 24]
    assert work.request == {"code": "put_towers", "left": 6}
    for field in asked(work):
        put(field, 84.0)
        put(field, -84.0)
    assert work.is_done and work.progress == (7, 7)
    return stored.decode(work.record(), SQUARE7), hands.table


def test_seven_puts_know_seven_fields_and_doubt_the_others():
    table, true = started()
    assert (table.material, table.serial, table.num_known) == ("fr4", 7, 7)
    for field in range(SQUARE7.FIELDS):
        assert (table.doubt(field) == 0) == (field in WEIGHED)
    for field in WEIGHED:
        assert abs(table.mass_cg(field, true.code16(field, 8400)) - 8400) < 60
    assert abs(table.mass_cg(5, true.code16(5, 8400)) - 8400) < 600, "as the board's cells do on the average"


def test_doubts_are_stored_and_end_where_a_field_is_calibrated():
    table, _ = started()
    again = stored.decode(storing.record_of(table, "square7"), SQUARE7)
    assert again.doubts == table.doubts and again.codes == table.codes
    again.settle(5)
    assert again.doubt(5) == 0 and again.num_known == 8
    known = storing.encode("square7", list(tables.NOMINAL16) * SQUARE7.FIELDS, doubts=bytes(49))
    assert stored.decode(known, SQUARE7).num_known == 49
    work = FieldTable(SQUARE7, again, 6)
    work.curve.rises16 = [code16 - tables.NOMINAL16[0] for code16 in tables.NOMINAL16]
    work.zero16[6] = tables.NOMINAL16[0]
    assert stored.decode(work.record(), SQUARE7).doubt(6) == 0


def test_the_more_weight_has_come_the_farther_a_field_in_doubt_may_be_off():
    table, _ = started()
    sensing = CellSensing(SQUARE7, table, {})
    masses = sensing.masses
    for value, stood in ((3, 2), (6, 1), (0, 3)):
        at, at_cg, stood_cg = masses.values.find(bytes([value])), mass_of(value), mass_of(stood)
        allowed_cg = table.doubt(5) * abs(at_cg - stood_cg) // 100 + 200  # 200: what every field may be off, on FR4
        for side in (-1, 1):
            assert masses.may_have_become(5, at, stood_cg, at_cg + side * allowed_cg)
            assert not masses.may_have_become(5, at, stood_cg, at_cg + side * (allowed_cg + 20))
