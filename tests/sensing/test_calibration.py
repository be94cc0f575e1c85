from binascii import crc32

from fakes_sensing import TYPICAL_CODES, typical_blob, typical_calibration
from treppe import surfaces
from treppe.sensing import calibration, stored, storing, tables

SQUARE7 = surfaces.load("square7")


def _refusal(blob):
    try:
        stored.decode(blob, SQUARE7)
    except calibration.CalibrationError as error:
        return error.args[0]
    raise AssertionError("was taken")


def _signed(body):
    return bytes(body) + crc32(bytes(body)).to_bytes(4, "little")


def test_masses_and_codes_are_each_others_inverse():
    table = typical_calibration(SQUARE7)
    for mass_cg in range(-500, 10000, 37):
        assert abs(table.mass_cg(5, table.code16(5, mass_cg)) - mass_cg) <= 2


def test_knots_are_met():
    table = typical_calibration(SQUARE7)
    for knot, code in enumerate(TYPICAL_CODES):
        assert abs(table.mass_cg(48, round(code * 16)) - 1200 * knot) <= 1


def test_between_knots_the_curve_of_the_model_is_followed():
    # Codes of the cell's model at 18, 30, ... 78 g.
    for mass_g, code in ((18, 2713.9), (30, 2787.1), (42, 2870.7), (54, 2966.4), (66, 3076.3), (78, 3202.6)):
        assert abs(typical_calibration(SQUARE7).mass_cg(0, round(code * 16)) - 100 * mass_g) <= 5


def test_stored_size():
    assert len(typical_blob(SQUARE7)) == 859


def test_damage_is_refused():
    blob = typical_blob(SQUARE7)
    assert _refusal(blob[:-1]) == {"code": "calibration_length", "length": 858, "wanted": 859}
    assert _refusal(blob[:100] + b"\0" + blob[101:]) == {"code": "calibration_sum"}
    assert _refusal(b"") == {"code": "no_calibration"}
    assert _refusal(b"\xff" * 804) == {"code": "no_calibration"}


def test_other_versions_and_forms_are_named():
    body = bytearray(typical_blob(SQUARE7)[:-4])
    body[4] = 9
    assert _refusal(_signed(body)) == {"code": "calibration_version", "version": 9, "known": 1}
    body[4], body[6] = 1, 7
    assert _refusal(_signed(body))["knots"] == 7


def test_table_that_does_not_rise_is_refused_with_its_field():
    codes = [round(16 * code) for code in TYPICAL_CODES] * SQUARE7.FIELDS
    codes[9 * 8 + 3] = codes[9 * 8 + 2]
    diagnostic = _refusal(storing.encode("square7", codes))
    code16 = codes[9 * 8 + 2]
    assert diagnostic == {"code": "calibration_falls", "field": "c2", "grams": 24, "low16": code16, "high16": code16}


def _scaled(knots16, zero=1.0, rise=1.0):
    return [round(knots16[0] * zero + (code16 - knots16[0]) * rise) for code16 in knots16]


def test_codes_that_no_cell_gives_are_refused_with_their_field():
    typical = [round(16 * code) for code in TYPICAL_CODES]
    uneven = typical[:4] + [typical[4] + 16 * 60] + typical[5:]
    wrong = (
        [code16 // 10 for code16 in typical],
        _scaled(typical, zero=1.1),
        _scaled(typical, zero=0.9),
        _scaled(typical, rise=0.5),
        _scaled(typical, rise=1.8),
        uneven,
    )
    for field in (0, 20, 48):
        for knots in wrong:
            codes = typical * SQUARE7.FIELDS
            codes[8 * field : 8 * field + 8] = knots
            diagnostic = _refusal(storing.encode("square7", codes))
            assert (diagnostic["code"], diagnostic["field"]) == ("calibration_code", SQUARE7.NAMES[field]), diagnostic


def test_gain_of_a_whole_surface_that_is_30_per_cent_off_is_refused():
    typical = [round(16 * code) for code in TYPICAL_CODES]
    for gain in (0.7, 1.3):
        diagnostic = _refusal(storing.encode("square7", _scaled(typical, rise=gain) * SQUARE7.FIELDS))
        assert diagnostic["code"] == "calibration_code" and diagnostic["field"] == "a1-g7"
    for gain in (0.8, 1.2):
        stored.decode(storing.encode("square7", _scaled(typical, rise=gain) * SQUARE7.FIELDS), SQUARE7)


def test_start_falls_back_to_the_copy_that_can_be():
    typical = [round(16 * code) for code in TYPICAL_CODES]
    broken = storing.encode("square7", [code16 // 10 for code16 in typical] + typical * 48, serial=2)
    table, diagnostic = stored.choose_copy([broken, typical_blob(SQUARE7)], SQUARE7)
    assert (table.serial, diagnostic) == (1, {})
    table, diagnostic = stored.choose_copy([broken, broken], SQUARE7)
    assert table.serial == 0 and diagnostic["field"] == "a1"


def test_nominal_table_is_the_typical_cell():
    table = tables.nominal(SQUARE7)
    for knot, code in enumerate(TYPICAL_CODES):
        assert abs(table.mass_cg(17, round(code * 16)) - 1200 * knot) <= 20


def test_points_between_the_weights_lie_on_the_curve_through_them():
    def curve16(grams):
        return round(41920 + 70 * grams + grams * grams / 3)

    knots = [curve16(12 * knot) for knot in range(8)]
    table = stored.decode(storing.encode(SQUARE7.NAME, knots * SQUARE7.FIELDS), SQUARE7)
    for grams in range(0, 85, 6):
        assert abs(table.code16(24, 100 * grams) - curve16(grams)) <= 1, grams
