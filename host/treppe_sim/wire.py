"""The world's end of the line to the simulated board; `device/channel.py` is the other end."""

import struct
from dataclasses import dataclass

SLEEP, FLASH_CUT, RESET, END = range(4)

_REQUEST = struct.Struct("<HBBIQ30s2xHH480s")
REQUEST_BYTES = _REQUEST.size
_ANSWER_HEADER = struct.Struct("<HBBHH")
SENSOR_BYTES = 128


@dataclass(slots=True)
class Request:
    """A board's message when it goes to sleep: its clock, the length of its sleep, and its outputs."""

    number: int
    kind: int
    wait_us: int
    now_us: int
    pins: bytes
    tone_hz: int
    tone_duty: int
    strip: bytes

    @classmethod
    def unpack(cls, content: bytes) -> "Request":
        """Take a request apart."""
        number, kind, _, wait_us, now_us, pins, tone_hz, tone_duty, strip = _REQUEST.unpack(content)
        return cls(number, kind, wait_us, now_us, pins, tone_hz, tone_duty, strip)


def write_answer(number: int, buttons: int, supplies: int, identity: int, supply_third: int, sensors: bytes) -> bytes:
    """Put an answer together; `supplies`: 1 for the 5 V supply, 2 while the last lamp passes on what it gets, 4 for
    a controller of revision A.

    Voltages are in sixteenths of a converter code, `sensors` as the chips take them.
    """
    header = _ANSWER_HEADER.pack(number, buttons, supplies, identity, supply_third)
    return header + sensors.ljust(SENSOR_BYTES, b"\0")


def interrupt(answer: bytes) -> bytes:
    """Return the answer with which a sleep ends in Ctrl-C."""
    return answer[:3] + bytes([answer[3] | 128]) + answer[4:]
