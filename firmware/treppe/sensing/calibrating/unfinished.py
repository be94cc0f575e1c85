"""The finished puts of a calibration that people, or a power cut, have stopped: their stored form.

Stored form, little endian: b"TPUT", version (1), number of fields, the springs' material (its place in MATERIALS), how
many curves follow, the thermistor's reading and a number that counts the records, both unsigned 16 bit; for each field
the rise of its tower and of its second tower, unsigned 16-bit sixteenths of an ADC code, 0 where there is none; for
each curve eight rises; then CRC-32 of everything before it.
"""

import struct
from array import array
from binascii import crc32

from treppe.sensing.calibration import KNOTS, MATERIALS

_HEADER = "<4sBBBBHH"
_MAGIC = b"TPUT"


def encode(procedure, number: int) -> bytes:
    """Return the finished puts of a procedure."""
    fields = len(procedure.spans16)
    curves = procedure.curves if not procedure.curves or procedure.curves[-1].is_full else procedure.curves[:-1]
    header = (_MAGIC, 1, fields, MATERIALS.index(procedure.material), len(curves), procedure.thermistor, number)
    seconds16 = [procedure.seconds16.get(field, 0) for field in range(fields)]
    rises16 = [rise16 for curve in curves for rise16 in curve.rises16]
    record = struct.pack(_HEADER, *header)
    for codes in (procedure.spans16, seconds16, rises16):
        record += bytes(array("H", codes))
    return record + struct.pack("<I", crc32(record))


def latest(copies, fields: int) -> tuple[int, bytes]:
    """Return number and record of the newest good copy; 0 and nothing if there is none."""
    found = (0, b"")
    for copy in copies:
        if len(copy) >= 20 and struct.unpack_from("<I", copy, len(copy) - 4)[0] == crc32(copy[:-4]):
            magic, version, count, _, _, _, number = struct.unpack_from(_HEADER, copy, 0)
            if (magic, version, count) == (_MAGIC, 1, fields) and number > found[0]:
                found = (number, copy)
    return found


def material_of(record: bytes) -> str:
    """Return the springs' material, as people have chosen it."""
    return MATERIALS[record[6]]


def puts_in(record: bytes) -> int:
    """Return how many finished puts a record holds."""
    codes16 = array("H", record[12 : 12 + 4 * record[5]])
    return sum([1 for code16 in codes16 if code16])


def take_up(procedure, record: bytes):
    """Give the finished puts of a record to a procedure that has none yet."""
    fields, curves = record[5], record[7]
    codes16 = array("H", record[12:-4])
    procedure.thermistor = struct.unpack_from(_HEADER, record, 0)[5]
    for field in range(fields):
        procedure.spans16[field] = codes16[field]
        if codes16[fields + field]:
            procedure.seconds16[field] = codes16[fields + field]
    for at in range(curves):
        first = 2 * fields + KNOTS * at
        curve = procedure.new_curve(at)
        curve.rises16 = list(codes16[first : first + KNOTS])
        curve.is_full = True
        procedure.curves.append(curve)
    procedure.count()
