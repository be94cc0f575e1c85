import micropython
from fakes_link import MemoryStorage
from treppe.link.journal import Journal
from treppe.link.line import BAD, GOOD, LONG, LineCollector, encode
from treppe.link.link import Link


class SilentConsole:
    def read_into(self, buffer):
        return 0

    def write(self, content):
        return 0


def allocates(function):
    function()
    micropython.heap_lock()
    try:
        function()
    except MemoryError:
        return True
    finally:
        micropython.heap_unlock()
    return False


def feed(collector, line, ending):
    result = 0
    for byte in line:
        result = collector.feed(byte)
    assert result == ending


def test_collecting_and_checking_a_line_allocates_nothing():
    collector = LineCollector()
    good = encode({"c": 12, "do": "lease", "streams": ["lamps", "image", "display"]})
    bad = good.replace(b"lamps", b"limps")
    assert not allocates(lambda: feed(collector, good, GOOD))
    assert not allocates(lambda: feed(collector, bad, BAD))
    long = b"x" * 600 + b"\n"
    assert not allocates(lambda: feed(collector, long, LONG))


def test_checking_stays_within_the_small_ints_of_a_pico():
    # 31 bits there: what shifts beyond them would be allocated. The halves of the checksum stay below 2**20.
    assert (0xFFFF << 4) < 1 << 30


def test_a_tick_with_nothing_to_do_allocates_nothing():
    link = Link(SilentConsole(), Journal(MemoryStorage()), {"board": "b"}, None)
    link._waiting.clear()
    link.stream("lamps", lambda: 1, lambda: {})
    link._streams["lamps"][2] = 1
    link._asked = ["lamps"]
    link.lease_active = True
    assert not allocates(lambda: link.tick(10))
