import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from treppe import surfaces
from treppe.sensing.reeds import ReedSensing


def load_driver() -> ModuleType:
    path = Path(__file__).parents[2] / "firmware/drivers/reed_expanders.py"
    spec = importlib.util.spec_from_file_location("reed_expanders", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ReedExpanders: Any = load_driver().ReedExpanders


class Bus:
    """Expanders by address: two bytes each; a missing one raises as MicroPython does."""

    def __init__(self, addresses: range) -> None:
        self.ports = {address: bytearray(b"\xff\xff") for address in addresses}
        self.pulled_up: set[int] = set()

    def writeto_mem(self, address: int, register: int, content: bytes) -> None:
        if address not in self.ports:
            raise OSError(5)
        assert (register, content) == (0x0C, b"\xff\xff")
        self.pulled_up.add(address)

    def readfrom_mem_into(self, address: int, register: int, buffer: bytearray) -> None:
        if address not in self.ports:
            raise OSError(5)
        assert register == 0x12
        buffer[:] = self.ports[address]


def scans(driver: Any, sensing: ReedSensing, count: int) -> None:
    frame = driver.frame()
    for _ in range(count):
        driver.scan(frame)
        sensing.update(frame)


def test_expanders_give_the_frames_of_the_chain() -> None:
    surface = surfaces.load("reed12")
    near, far = Bus(range(0x20, 0x28)), Bus(range(0x20, 0x23))
    driver, sensing = ReedExpanders(near, far), ReedSensing(surface, {})
    assert len(near.pulled_up) == 8 and len(far.pulled_up) == 3
    scans(driver, sensing, 4)
    field = 17
    channel = surface.CHANNELS[field]
    chip, place = divmod(channel, 14)
    near.ports[0x20 + chip][place // 7] &= ~(1 << place % 7)
    scans(driver, sensing, 20)
    assert [n for n, value in enumerate(sensing.image) if value] == [field]
    assert not sensing.faults


def test_a_missing_expander_is_a_fault() -> None:
    near, far = Bus(range(0x20, 0x28)), Bus(range(0x20, 0x20))
    driver, sensing = ReedExpanders(near, far), ReedSensing(surfaces.load("reed12"), {})
    scans(driver, sensing, 10)
    assert sensing.faults
