import binascii

from fakes_link import Random
from treppe.link.line import (
    BAD,
    GOOD,
    LINE_LIMIT,
    LONG,
    WAITING,
    BadLine,
    LineCollector,
    decode,
    encode,
    is_intact,
    seal,
)

MESSAGES = (
    {},
    {"ack": 57},
    {"m": "lamps", "roles": "..l.g!?w0123"},
    {"c": 1, "do": "new", "game": "step", "options": {"players": 2}, "seats": ["Zoë", '\x7f\n\r"\\']},
)


def collect(collector, stream):
    found = []
    for byte in stream:
        ending = collector.feed(byte)
        if ending == GOOD:
            found.append(collector.message())
        elif ending in (BAD, LONG):
            found.append(None)
    return found


def test_round_trip_in_printable_ascii():
    for message in MESSAGES:
        line = encode(message)
        assert decode(line) == message
        assert line[-1] == 10 and all([32 <= byte < 127 for byte in line[:-1]]), line
        assert collect(LineCollector(), line) == [message]


def test_only_what_is_not_printable_is_escaped():
    assert encode({"a": "\x7f \xe9~"}).startswith(b'{"a":"\\u007f \\u00e9~"} ')


def test_carriage_returns_and_empty_lines_do_not_matter():
    line = encode({"ack": 57})
    assert decode(line[:-1] + b"\r\n") == {"ack": 57}
    assert collect(LineCollector(), b"\r\n\n" + line[:-1] + b"\r\n") == [{"ack": 57}]


def test_a_line_of_other_bytes_than_printable_ascii_is_damaged():
    for body in (b'{"ack":\r57}', b'{"ack":\t57}', b'{"x":"\xc3\xa9"}', b'{"x":"\x7f"}'):
        assert collect(LineCollector(), seal(body.decode())) == [None]


def test_every_truncation_and_every_changed_byte_is_rejected():
    line = encode(MESSAGES[2])
    for length in range(1, len(line) - 1):
        assert collect(LineCollector(), line[:length] + b"\n") == [None], length
        assert not is_intact(line[:length]), length
    for place in range(len(line) - 1):
        for flip in (1, 2, 32, 128):
            changed = bytearray(line)
            changed[place] ^= flip
            if changed[place] not in (10, 13):
                assert collect(LineCollector(), changed) == [None], (place, flip)


def test_intact_lines_that_are_no_objects_are_bad():
    for body in (b"[1]", b"57", b"null", b"{", b"", b"\xff"):
        line = body + f" {binascii.crc32(body):08x}\n".encode()
        try:
            decode(line)
        except BadLine:
            continue
        raise AssertionError(body)


def test_lines_too_long_are_dropped_and_the_next_one_counts():
    collector = LineCollector(64)
    assert collect(collector, b"x" * 500 + b"\n" + encode({"ack": 1})) == [None, {"ack": 1}]
    exact = encode({"x": "y" * 46})
    assert len(exact) == 64 and collect(collector, exact) == [{"x": "y" * 46}]
    assert collect(collector, encode({"x": "y" * 47})) == [None]
    assert [collector.feed(byte) for byte in encode({"x": "y" * 47})][-1] == LONG
    assert len(encode(MESSAGES[3])) < LINE_LIMIT


def test_noise_never_makes_a_message():
    random = Random(7)
    collector = LineCollector()
    found = collect(collector, bytes([random.below(256) for _ in range(20000)]) + b"\n" + encode({"ack": 2}))
    assert found[-1] == {"ack": 2} and not any(found[:-1])


def test_waiting_until_the_newline():
    collector = LineCollector()
    line = encode({"ack": 3})
    assert [collector.feed(byte) for byte in line] == [WAITING] * (len(line) - 1) + [GOOD]
