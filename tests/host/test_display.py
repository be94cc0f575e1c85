"""The driver of the display over its simulated chip: what it shows, and that a frame never waits for it."""

import importlib
from pathlib import Path

import pytest
from treppe_sim import display
from treppe_sim.device.ssd1306 import Ssd1306

FIRMWARE = Path(__file__).parents[2] / "firmware"
LETTERS = "".join(map(chr, range(32, 127)))


class Bus:
    """A bus with a display, until it is unplugged; counts the bytes of each tick."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.write_bytes(bytes(range(256)) * 4 + b"\0")
        self.num_bytes = 0
        self.plug()

    def plug(self) -> None:
        self.chip: Ssd1306 | None = Ssd1306(self.path.open("r+b"))

    def unplug(self) -> None:
        self.chip = None

    def writeto(self, address: int, content: bytes) -> None:
        assert address == 0x3C
        if not self.chip:
            raise OSError(5)
        self.num_bytes += len(content)
        self.chip.write(content)

    def lines(self) -> list[str]:
        return display.lines(self.path.read_bytes())


@pytest.fixture
def bus(tmp_path):
    return Bus(tmp_path / "display.img")


@pytest.fixture
def oled(bus, monkeypatch):
    monkeypatch.syspath_prepend(FIRMWARE)
    return importlib.import_module("drivers.oled").Oled(bus)


def tick(oled, times):
    for _ in range(times):
        oled.tick()


def test_every_letter_can_be_read(oled, bus):
    lines = [LETTERS[at : at + 21].rstrip() for at in range(0, len(LETTERS), 21)]
    oled.show(lines)
    tick(oled, 12)
    assert bus.lines() == lines


def test_what_it_has_no_letters_for_is_a_question_mark_and_no_line_is_too_long(oled, bus):
    oled.show(["Ж" * 21, "Z\u00fcge\n\0\x1f\x7f", "\ud83d" * 300, "a" * 300] + ["x"] * 20)
    tick(oled, 12)
    assert bus.lines() == ["?" * 21, "Z??ge????", "?" * 21, "a" * 21] + ["x"] * 4


def test_nothing_shines_before_the_memory_is_filled(oled, bus):
    oled.show(["STEP BY STEP"])
    for _ in range(9):
        oled.tick()
        assert not any(any(row) for row in display.points(bus.path.read_bytes()))
    oled.tick()
    assert bus.lines() == ["STEP BY STEP"]


def test_a_tick_sends_one_line_and_only_what_has_changed(oled, bus):
    oled.show(["a", "b", "c"])
    tick(oled, 20)
    bus.num_bytes = 0
    tick(oled, 100)
    assert bus.num_bytes == 0
    oled.show(["a", "x", "y"])
    for expected in (["a", "x", "c"], ["a", "x", "y"]):
        bus.num_bytes = 0
        oled.tick()
        assert bus.num_bytes == 4 + 129 and bus.lines() == expected
    assert 23 * bus.num_bytes < 3500, "microseconds at 400 kHz"


def test_a_display_that_was_unplugged_shows_again(oled, bus):
    oled.show(["before"])
    tick(oled, 20)
    bus.unplug()
    oled.show(["after"])
    tick(oled, 600)
    bus.plug()
    tick(oled, 600)
    assert bus.lines() == ["after"]


def test_the_chip_stores_points_where_it_is_told_to_and_goes_on_at_the_beginning_of_a_line(bus):
    bus.writeto(0x3C, bytes((0, 0x20, 0x02, 0xB3, 0x0E, 0x17)))  # page 3, column 0x7E
    bus.writeto(0x3C, bytes((0x80, 0xB3, 0x40, 0xA1, 0xA2, 0xA3)))
    memory = bus.path.read_bytes()
    assert (memory[3 * 128 + 126], memory[3 * 128 + 127], memory[3 * 128]) == (0xA1, 0xA2, 0xA3)
    with pytest.raises(ValueError, match="page by page"):
        bus.writeto(0x3C, bytes((0, 0x20, 0)))


@pytest.mark.parametrize("command", [(0xAE,), (0xA0,), (0xC0,), (0xA7,), (0x8D, 0x10), (0xDA, 0x02), (0xA8, 0x1F)])
def test_nothing_can_be_read_from_a_chip_that_is_set_up_otherwise(oled, bus, command):
    oled.show(["STEP"])
    tick(oled, 20)
    assert bus.lines() == ["STEP"]
    bus.writeto(0x3C, bytes((0, *command)))
    assert bus.lines() == [] and not any(map(any, display.points(bus.path.read_bytes())))
