from binascii import crc32

from fakes_table import TYPICAL_CODES, typical_blob, typical_calibration
from treppe import surfaces
from treppe.sensing import calibration, stored, storing, tables

SQUARE7 = surfaces.load("square7")


def _refusal(blob):
    try:
        stored.decode(blob, SQUARE7)
    except calibration.CalibrationError as error:
        return str(error)
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
    assert len(typical_blob(SQUARE7)) == 810


def test_other_surfaces_are_refused():
    assert "of the surface hex49; this one is square7" in _refusal(typical_blob(surfaces.load("hex49")))


def test_damage_is_refused():
    blob = typical_blob(SQUARE7)
    assert "809 bytes instead of 810" in _refusal(blob[:-1])
    assert "wrong checksum" in _refusal(blob[:100] + b"\0" + blob[101:])
    assert "no calibration" in _refusal(b"")
    assert "no calibration" in _refusal(b"\xff" * 804)


def test_other_versions_and_forms_are_named():
    body = bytearray(typical_blob(SQUARE7)[:-4])
    body[4] = 9
    assert "version 9" in _refusal(_signed(body))
    body[4], body[6] = 2, 7
    assert "7 knots" in _refusal(_signed(body))


def test_table_that_does_not_rise_is_refused_with_its_field():
    codes = [round(16 * code) for code in TYPICAL_CODES] * SQUARE7.FIELDS
    codes[9 * 8 + 3] = codes[9 * 8 + 2]
    message = _refusal(storing.encode("square7", codes))
    assert "field c2: the code does not rise from 24 g (2749.3) to 36 g (2749.3)" in message


def test_nominal_table_is_the_typical_cell():
    table = tables.nominal(SQUARE7)
    for knot, code in enumerate(TYPICAL_CODES):
        assert abs(table.mass_cg(17, round(code * 16)) - 1200 * knot) <= 20
