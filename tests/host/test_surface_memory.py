"""The driver of the surface's memory against the simulated chip: page by page, with the power cut at each of them."""

import importlib.util
import io
from pathlib import Path

import pytest
from treppe import surfaces
from treppe.sensing import stored, storing, tables

ROOT = Path(__file__).parents[2]
SQUARE7 = surfaces.load("square7")
LONGEST = 10_000 * 400_000 // 9 // 1_000_000 - 4  # bytes in the 10 ms of drivers/bus.py, nine bits each, and the place
PAGES = 27  # of 32 bytes, for a length of 2 bytes and a record of 859


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SurfaceMemory = load(ROOT / "firmware/drivers/surface_memory.py").SurfaceMemory
Eeprom = load(ROOT / "host/treppe_sim/device/eeprom.py").Eeprom


class PowerWent(Exception):
    pass


class Bus:
    """I2C with the chip on it, and a clock that only the test moves on."""

    def __init__(self, content=b"\xff" * 4096, writes_left=-1, burn_frames=1):
        self.now_us = 0
        self.file = io.BytesIO(content)
        self.chip = Eeprom(self.file, lambda: self.now_us, writes_left, self._cut)
        self.frame_us = 10_000 // burn_frames
        self.busy = 0

    def _cut(self):
        raise PowerWent

    def readfrom_mem_into(self, address, place, buffer, *, addrsize=8):
        if len(buffer) > LONGEST:
            raise OSError(110)  # the transfer as a whole has this time
        self._find(address, addrsize)
        self.chip.read_into(place, buffer)

    def writeto_mem(self, address, place, content, *, addrsize=8):
        self._find(address, addrsize)
        self.chip.write(place, content)

    def _find(self, address, addrsize):
        if not self.chip.answers(address, addrsize):
            self.busy += 1
            raise OSError(5)

    def save(self, record):
        """Save a record, a step a frame; return how many frames that took."""
        frames = 0
        for _ in storing.save(SurfaceMemory(self), record, SQUARE7):
            frames += 1
            self.now_us += self.frame_us
        return frames


def record(serial):
    codes16 = [code16 + serial for code16 in tables.NOMINAL16] * SQUARE7.FIELDS
    return storing.encode("square7", codes16, serial=serial)


def found(content):
    return stored.choose_copy(SurfaceMemory(Bus(content)).copies(), SQUARE7)


def memory_with(serial):
    bus = Bus()
    bus.save(record(serial))
    return bus.file.getvalue()


def test_both_copies_are_written_a_page_a_frame():
    bus = Bus()
    assert SurfaceMemory(bus).copies() == []
    assert bus.save(record(1)) == bus.chip.writes == 2 * PAGES
    assert SurfaceMemory(bus).copies() == [record(1), record(1)]
    assert bus.busy == 0, "a frame is longer than the chip takes"


def test_slow_chip_is_waited_for():
    bus = Bus(burn_frames=4)
    assert bus.save(record(1)) == 4 * PAGES
    assert SurfaceMemory(bus).copies() == [record(1), record(1)]


def test_power_cut_at_every_page_leaves_the_old_or_the_new_one():
    before = memory_with(1)
    for writes in range(2 * PAGES):
        bus = Bus(before, writes)
        with pytest.raises(PowerWent):
            bus.save(record(2))
        table, diagnostic = found(bus.file.getvalue())
        assert (table.serial, diagnostic) == (1 if writes < PAGES else 2, {}), writes
        # And once more after the cut, with another cut anywhere: never nothing.
        again = Bus(bus.file.getvalue(), (7 * writes) % (2 * PAGES))
        with pytest.raises(PowerWent):
            again.save(record(3))
        assert found(again.file.getvalue())[0].serial in (1, 2, 3)


def test_memory_that_is_gone_or_worn_is_named():
    bus = Bus()
    bus.chip.answers = lambda address, addrsize: False
    with pytest.raises(OSError, match="memory_silent"):
        bus.save(record(1))
    bus = Bus(memory_with(1))
    burn = bus.chip.write
    bus.chip.write = lambda place, content: burn(place, b"\0" + content[1:] if place == 2368 else content)
    frames = SurfaceMemory(bus).write(1, record(2))
    with pytest.raises(OSError, match="memory_forgets"):
        while True:
            next(frames)
            bus.now_us += 10_000
    assert found(bus.file.getvalue())[0].serial == 1


def test_kinds_of_records_lie_beside_each_other():
    bus = Bus()
    written = {}
    for kind, size in (("learned", 510), ("unfinished", 510), ("calibration", 1022)):
        written[kind] = [bytes([number + size % 7]) * size for number in range(2)]
        for number in range(2):
            for _ in SurfaceMemory(bus, kind).write(number, written[kind][number]):
                bus.now_us += bus.frame_us
    for kind, copies in written.items():
        assert SurfaceMemory(bus, kind).copies() == copies
        with pytest.raises(ValueError, match="record_length"):
            next(SurfaceMemory(bus, kind).write(0, copies[0] + b"1"))
