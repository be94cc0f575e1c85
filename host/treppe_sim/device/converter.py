"""The RP2040's analog converter: which 12-bit code a voltage gives. Runs in CPython too, for calibration.

Four codes are about nine codes wide (erratum E11; RP2040 data sheet), the others a little narrow: flat steps
at 512, 1536, 2560 and 3584, and a deviation that shrinks to nothing half-way between two of them.
"""


def convert(sixteenths: int) -> int:
    """Return the code (0..4095) for a voltage given in sixteenths of the ideal code."""
    off = sixteenths % 16384 - 8192
    if off > 72:
        sixteenths += (off - 72) * 8184 // 8120 + 8 - off
    elif off < -72:
        sixteenths -= (-off - 72) * 8184 // 8120 + 8 + off
    else:
        sixteenths -= off
    code = sixteenths + 8 >> 4
    if code < 0:
        return 0
    return code if code < 4096 else 4095
