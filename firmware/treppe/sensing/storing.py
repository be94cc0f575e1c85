"""Writes a calibration into the surface's memory; stored.py has its form."""

import struct
from array import array
from binascii import crc32

from treppe import surfaces
from treppe.alphabet.codes import diagnostic_of
from treppe.sensing.calibration import KNOT_G, KNOTS, MATERIALS, THERMISTOR_AT_25_C, Calibration, CalibrationError
from treppe.sensing.stored import HEADER, ORIGIN, VERSION, decode
from treppe.sensing.tables import knots16


def encode(
    surface_name: str,
    codes16,
    material: str = "steel",
    thermistor: int = THERMISTOR_AT_25_C,
    serial: int = 1,
    doubts: bytes = b"",
) -> bytes:
    """Return the stored form of KNOTS codes a field, field after field, in sixteenths of an ADC code.

    `doubts`: see Calibration; none: all fields are sure. Raises CalibrationError for what is no 16-bit number.
    """
    for at, code in enumerate(codes16):
        if not isinstance(code, int) or not 0 <= code <= 65535:
            name = surfaces.load(surface_name).NAMES[at // KNOTS]
            raise CalibrationError({"code": "calibration_code", "field": name, "value": str(code)})
    fields = len(codes16) // KNOTS
    header = struct.pack(HEADER, b"TCAL", VERSION, fields, KNOTS, KNOT_G, surface_name.encode())
    header += struct.pack(ORIGIN, MATERIALS.index(material), 0, thermistor, serial)
    # In place: a board that streams it has little room.
    at = len(header)
    body = bytearray(at + 2 * len(codes16) + fields + 4)
    body[:at] = header
    for code in codes16:
        struct.pack_into("<H", body, at, code)
        at += 2
    body[at : at + len(doubts)] = doubts
    struct.pack_into("<I", body, at + fields, crc32(memoryview(body)[: at + fields]))
    return bytes(body)


def record_of(table: Calibration, surface_name: str) -> bytes:
    """Return the stored form of a table."""
    fields = table.fields
    codes16 = array("H", bytes(2 * KNOTS * fields))
    for field in range(fields):
        codes16[field * KNOTS : (field + 1) * KNOTS] = array("H", knots16(table, field))
    return encode(surface_name, codes16, table.material, table.thermistor, table.serial, table.doubts)


def next_serial(table: Calibration) -> int:
    """Return the serial number of the record that comes after this table's: 1 to 65535, and round again."""
    return table.serial % 65535 + 1


def save(memory, record: bytes, surface):
    """Replace both copies in `memory`, one after the other, so that a power cut leaves a good one.

    A generator: each step writes one page, between two of them some milliseconds have to pass. `memory`:
    `copies() -> list[bytes]` and the generator `write(number, record)` of copy 0 or 1. Raises CalibrationError, before
    anything is written if the record is bad, and OSError if the memory does not keep what it is given: then the old
    record counts. Returns what went wrong with the second copy, a code with its values, empty if nothing: the new one
    counts all the same.
    """
    decode(record, surface)
    copies = memory.copies()
    first = 1 if copies and _is_good(copies[0], surface) else 0  # the only good copy is overwritten last
    yield from memory.write(first, record)
    try:
        yield from memory.write(1 - first, record)
    except OSError as error:
        return diagnostic_of(error)
    return {}


def _is_good(record: bytes, surface) -> bool:
    try:
        decode(record, surface)
    except CalibrationError:
        return False
    return True
