"""What lies on a flash is never formatted because of a read; what is blank is, also after a cut."""

import subprocess

from treppe_sim.compiled import firmware_folder
from treppe_sim.interpreter import find_micropython

PROGRAM = """
import os, sys
sys.path.insert(0, {firmware!r})
import vfs
from drivers import file_system, flash

class Cut(Exception):
    pass

class Clock:
    waits = []
    def sleep_ms(self, ms):
        self.waits.append(ms)

class Device:
    # A flash in memory; the next `bad` reads have wrong bits, and after `left` writes and erasures the power goes.
    def __init__(self, blocks=32, size=4096):
        self.size, self.blocks, self.bad, self.left, self.pattern = size, blocks, 0, -1, 16
        self.data = bytearray(b"\\xff" * (blocks * size))
    def readblocks(self, block, piece, offset=0):
        at = block * self.size + offset
        piece[:] = self.data[at : at + len(piece)]
        if self.bad:
            self.bad -= 1
            for place in range(0, len(piece), 7):
                piece[place] ^= self.pattern
    def writeblocks(self, block, piece, offset=None):
        if offset is None:
            offset = 0
            self.ioctl(6, block)
        at = block * self.size + offset
        for place in range(len(piece) if self.lasts() else len(piece) // 5):
            self.data[at + place] &= piece[place]
        if not self.left:
            raise Cut
    def ioctl(self, operation, argument):
        if operation == 4:
            return self.blocks
        if operation == 5:
            return self.size
        if operation == 6:
            at = argument * self.size
            size = self.size if self.lasts() else self.size // 3
            self.data[at : at + size] = b"\\xff" * size
            if not self.left:
                raise Cut
        return 0
    def lasts(self):
        self.left -= 1
        return self.left != 0

def mount(device, name):
    before = bytes(device.data)
    file_system.mount(device)
    if flash.lost[0]:
        assert device.data == before, name + ": nothing was written"
        return None
    with open("/" + name, "a") as file:
        file.write(name)
    found = os.listdir("/")
    vfs.umount("/")
    return found

file_system.time = Clock()
for pattern in (1, 16, 255):
    for bad in list(range(12)) + [40, 100, 1000]:
        device = Device()
        assert mount(device, "game") == ["game"]
        kept = bytes(device.data)
        device.bad, device.pattern = bad, pattern
        found = mount(device, "more")
        assert found == ["game", "more"] or found is None and device.data == kept, (bad, pattern, found)
        device.bad = 0
        assert mount(device, "more") == ["game", "more"], "what a power cut leaves is read by the next start"
for head in (b"\\0" * 4096, b"C program" * 455, bytes(range(256)) * 16):
    for rest in (b"\\xff", b"\\0"):
        device = Device()
        device.data[: len(head)] = head
        device.data[8192:] = rest * (len(device.data) - 8192)
        assert mount(device, "game") is None
device = Device()
device.data[100_000] = 254
assert mount(device, "game") is None, "a single bit somewhere"
for left in range(1, 6):
    device = Device()
    device.left = left
    try:
        mount(device, "game")
    except Cut:
        device.left = -1
        assert mount(device, "game") is not None, left
print(max(Clock.waits), "good")
"""


def test_only_a_blank_flash_is_formatted() -> None:
    program = PROGRAM.format(firmware=str(firmware_folder()))
    command = [find_micropython(), "-X", "heapsize=8m", "-c", program]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert run.stdout == "800 good\n", run.stdout + run.stderr
