"""One message a line of printable ASCII: `JSON blank CRC32-as-8-hex newline`."""

import binascii
import json
from array import array

from treppe.link.limits import LINE_BYTES
from treppe.runtime import const, micropython, ptr8, ptr16

PROTOCOL = 3
LINE_LIMIT = LINE_BYTES
"""Longest line a board takes from a host, in bytes with its newline."""

WAITING, GOOD, BAD, LONG = 0, 1, 2, 3

_SEAL = const(9)  # the blank and eight hex digits

# CRC-32 (reflected polynomial EDB88320) of the 16 nibbles in halves of 16 bits: a whole CRC does not fit a
# small int of a 32-bit chip and would be allocated for each byte.
# fmt: off
_HIGH = array("H", (0x0000, 0x1DB7, 0x3B6E, 0x26D9, 0x76DC, 0x6B6B, 0x4DB2, 0x5005,
                    0xEDB8, 0xF00F, 0xD6D6, 0xCB61, 0x9B64, 0x86D3, 0xA00A, 0xBDBD))
_LOW = array("H", (0x0000, 0x1064, 0x20C8, 0x30AC, 0x4190, 0x51F4, 0x6158, 0x713C,
                   0x8320, 0x9344, 0xA3E8, 0xB38C, 0xC2B0, 0xD2D4, 0xE278, 0xF21C))
# fmt: on


class BadLine(ValueError):
    """A line that is no intact message: damaged, cut short, or another program's text."""


def compact(message: dict) -> str:
    r"""Return the message as JSON of printable ASCII without blanks outside strings: the same bytes on both runtimes.

    >>> compact({"name": "Jürgen"})
    '{"name":"J\\u00fcrgen"}'
    """
    text = json.dumps(message, separators=(",", ":"))
    if len(text.encode()) == len(text) and "\x7f" not in text:
        return text
    # MicroPython leaves such characters, which stand inside strings only, as they are.
    return "".join([char if 32 <= ord(char) < 127 else f"\\u{ord(char):04x}" for char in text])


def seal(text: str) -> bytes:
    """Return JSON text as a line with its checksum."""
    body = text.encode()
    return body + f" {binascii.crc32(body):08x}\n".encode()


def encode(message: dict) -> bytes:
    r"""Return the message as one line: JSON, a blank, the CRC-32 of the JSON as eight hex digits, a newline.

    >>> encode({"from": 1})
    b'{"from":1} 7f79d7b1\n'
    """
    return seal(compact(message))


def is_intact(line: bytes) -> bool:
    """Tell whether a line (newline included or not) carries its own checksum.

    >>> line = encode({"from": 1})
    >>> is_intact(line), is_intact(line[:-3]), is_intact(line.replace(b"1", b"2"))
    (True, False, False)
    """
    line = line.rstrip(b"\r\n")
    return line[-_SEAL:] == f" {binascii.crc32(line[:-_SEAL]):08x}".encode()


def decode(line: bytes) -> dict:
    """Return the message of a line; raises BadLine with what was wrong.

    >>> decode(encode({"hello": "s1"}))
    {'hello': 's1'}
    >>> decode(b'{"hello":"s1"}')
    Traceback (most recent call last):
        ...
    treppe.link.line.BadLine: checksum
    """
    if not is_intact(line):
        raise BadLine("checksum")
    return _parse(line.rstrip(b"\r\n")[:-_SEAL])


def _parse(body: bytes) -> dict:
    try:
        message = json.loads(body)
    except (ValueError, RuntimeError) as error:  # RuntimeError: nested too deep
        raise BadLine("JSON: " + str(error))
    if not isinstance(message, dict):
        raise BadLine("no JSON object")
    return message


class LineCollector:
    """Collects bytes to lines in one buffer; collecting and checking allocate nothing."""

    def __init__(self, size: int = LINE_LIMIT):
        self._buffer = bytearray(size - 1)
        self._length = 0  # one more than the buffer holds: too long, wait for the newline
        self._is_complete = False

    def feed(self, byte: int) -> int:
        r"""Take one byte; return GOOD, BAD or LONG when it ends a line that is not empty, else WAITING.

        One buffer serves for all lines, and a byte allocates nothing: a board hears its host while hands move pieces.

        >>> collector = LineCollector()
        >>> [collector.feed(byte) for byte in encode({"from": 1})][-1] == GOOD
        True
        >>> [collector.feed(byte) for byte in b"ready\n"][-1] == BAD
        True
        """
        if self._is_complete:
            self._is_complete = False
            self._length = 0
        if byte != 10:
            if self._length < len(self._buffer):
                self._buffer[self._length] = byte
                self._length += 1
            else:
                self._length = len(self._buffer) + 1
            return WAITING
        if self._length > len(self._buffer):
            self._is_complete = True
            return LONG
        if self._length and self._buffer[self._length - 1] == 13:
            self._length -= 1
        if not self._length:
            return WAITING
        self._is_complete = True
        return GOOD if self._is_intact() else BAD

    def message(self) -> dict:
        """Return the message of the line that was GOOD; raises BadLine if it is no JSON object.

        >>> collector = LineCollector()
        >>> outcomes = [collector.feed(byte) for byte in encode({"from": 7})]
        >>> collector.message()
        {'from': 7}
        """
        return _parse(bytes(self._buffer[: self._length - _SEAL]))

    def _is_intact(self) -> bool:
        buffer, end = self._buffer, self._length - _SEAL
        if end < 0 or buffer[end] != 32:
            return False
        return bool(_is_sealed(buffer, end, _HIGH, _LOW))


@micropython.viper  # a line may have 500 bytes, and interpreted each takes a Pico 0.08 ms
def _is_sealed(line: ptr8, end: int, high_table, low_table) -> int:  # type: ignore[no-untyped-def]
    """Return 1 if the bytes before `end` are printable and have the checksum that stands behind it, after a blank."""
    highs = ptr16(high_table)
    lows = ptr16(low_table)
    high = low = 0xFFFF
    for at in range(end):
        byte = line[at]
        if byte < 32 or byte > 126:
            return 0
        for _ in range(2):
            nibble = (low ^ byte) & 15
            low = (low >> 4 | (high & 15) << 12) ^ lows[nibble]
            high = high >> 4 ^ highs[nibble]
            byte >>= 4
    for place in range(8):
        half = (high if place < 4 else low) ^ 0xFFFF
        digit = half >> (12 - 4 * (place & 3)) & 15
        if line[end + 1 + place] != (digit + 48 if digit < 10 else digit + 87):
            return 0
    return 1
