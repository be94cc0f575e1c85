"""A calibration in its stored form.

Stored form, little endian: b"TCAL", version, number of fields, knots a field, grams between two knots, the
surface's name padded to 8 bytes with zeros, what the springs are made of (its place in MATERIALS), 0, the thermistor's
reading (sum of four samples) and a serial number, both unsigned 16 bit; then for each field its codes at 0, 12, ...
84 g, each an unsigned 16-bit sixteenth of an ADC code (12 bit); then a byte for each field, by how many per cent its
weights may be off; then CRC-32 of everything before it. 859 bytes for 49 fields.
"""

import struct
from array import array
from binascii import crc32

from treppe.alphabet.codes import diagnostic_of
from treppe.runtime import const
from treppe.sensing.calibration import KNOT_G, KNOTS, MATERIALS, Calibration, CalibrationError
from treppe.sensing.tables import build, nominal

HEADER = "<4sBBBB8s"
_HEADER_SIZE = const(16)
ORIGIN = "<BBHH"
_ORIGIN_SIZE = const(6)
VERSION = 1


def decode(blob: bytes, surface) -> Calibration:
    """Return the calibration stored in `blob` for this surface; raise CalibrationError, a code that says what is wrong.

    >>> from treppe import surfaces
    >>> from treppe.sensing.storing import record_of
    >>> square = surfaces.load("square7")
    >>> decode(record_of(nominal(square), "square7"), square).fields
    49
    >>> decode(record_of(nominal(square), "square7"), surfaces.load("start4"))
    Traceback (most recent call last):
        ...
    treppe.sensing.calibration.CalibrationError: {'code': 'calibration_surface', 'name': 'square7', 'here': 'start4'}
    """
    if len(blob) < _HEADER_SIZE or blob[:4] != b"TCAL":
        raise CalibrationError({"code": "no_calibration"})
    _, version, fields, knots, step_g, name = struct.unpack_from(HEADER, blob, 0)
    if version != VERSION:
        raise CalibrationError({"code": "calibration_version", "version": version, "known": VERSION})
    name = "".join([chr(byte) for byte in name if byte])  # any bytes, for the sum comes later
    if name != surface.NAME:
        raise CalibrationError({"code": "calibration_surface", "name": name, "here": surface.NAME})
    if fields != surface.FIELDS or knots != KNOTS or step_g != KNOT_G:
        raise CalibrationError({"code": "calibration_form", "fields": fields, "knots": knots, "step_g": step_g})
    first = _HEADER_SIZE + _ORIGIN_SIZE
    end = first + surface.FIELDS * KNOTS * 2
    wanted = end + surface.FIELDS + 4
    if len(blob) != wanted:
        raise CalibrationError({"code": "calibration_length", "length": len(blob), "wanted": wanted})
    if struct.unpack_from("<I", blob, wanted - 4)[0] != crc32(blob[:-4]):
        raise CalibrationError({"code": "calibration_sum"})
    table = build(array("H", blob[first:end]), surface.NAMES)
    doubts = blob[end : wanted - 4]
    table.doubts = doubts if any(doubts) else b""
    material, _, table.thermistor, table.serial = struct.unpack_from(ORIGIN, blob, _HEADER_SIZE)
    if material >= len(MATERIALS):
        raise CalibrationError({"code": "calibration_material", "number": material})
    table.material = MATERIALS[material]
    return table


def choose_copy(copies, surface) -> tuple[Calibration, dict]:
    """Return the newest good calibration among the copies, else the typical one and a fault, a code.

    A surface keeps two, and a power cut while one is written spoils that one alone.

    >>> from treppe import surfaces
    >>> from treppe.sensing.storing import record_of
    >>> square = surfaces.load("square7")
    >>> good = record_of(nominal(square), "square7")
    >>> choose_copy([good, good[:99]], square)[1], choose_copy([b"", good[:99]], square)[1]["code"]
    ({}, 'calibration_length')
    """
    diagnostic = {"code": "uncalibrated"}
    for copy in _newest_first(copies):
        try:
            return decode(copy, surface), {}
        except CalibrationError as error:
            diagnostic = diagnostic_of(error)
    return nominal(surface), diagnostic


def _newest_first(copies) -> list[bytes]:
    """Return the two copies, or the one that there is, in the order in which they are tried."""
    order = list(copies)
    # Serial numbers go round, see storing.next_serial.
    if len(order) == 2 and 0 < (_serial(order[1]) - _serial(order[0])) % 65535 < 32768:
        order.reverse()
    return order


def _serial(blob: bytes) -> int:
    """Return the serial number of a record, whole or not."""
    return struct.unpack_from(ORIGIN, blob, _HEADER_SIZE)[3] if len(blob) >= _HEADER_SIZE + _ORIGIN_SIZE else 0
