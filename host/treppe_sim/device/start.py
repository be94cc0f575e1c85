"""Power comes: the line to the world is opened, the flash mounted at `/`, and the firmware starts as on a Pico.

Arguments: folder of the firmware, file of the flash, of the surface's memory (or -), of the display (or -),
what comes after the firmware, clock (real or virtual), seed, board's id in hex, the line's descriptor, how many
flash operations there are until the power goes (-1: it stays), the word that has outlived a reset, and how many
milliseconds the flash takes to erase a block.
"""

import binascii
import sys
import time

import _rp2
import channel
import chips
import eeprom
import flash_file
import machine
import vfs

firmware, flash, memory, display, end, clock, seed, identity = sys.argv[1:9]
line, operations, channel.scratch[0], erase_ms = (int(argument) for argument in sys.argv[9:])

channel.open_line(line)
time.set_clock(clock == "virtual")
chips.make_noise(int(seed))
machine.identity[:] = binascii.unhexlify(identity)
channel.exchange(channel.SLEEP, 0, 0)  # now the pins feel the world
device = flash_file.FlashFile(flash, operations, erase_ms)
_rp2.Flash = lambda: device
chips.memory[0] = None if memory == "-" else eeprom.Eeprom(open(memory, "r+b"), time.now_us)
if display != "-":
    import ssd1306

    chips.display[0] = ssd1306.Ssd1306(open(display, "r+b"))

# Whatever runs on the board, the PC's files are safe from it; and a module's path, which MicroPython keeps, is short.
vfs.umount("/")
vfs.mount(vfs.VfsPosix(__file__.rsplit("/", 1)[0]), "/sim", readonly=True)
vfs.mount(vfs.VfsPosix(firmware), "/pc", readonly=True)
sys.path[:] = ["/sim", "/pc", ".frozen"]

import main
from drivers import file_system

file_system.mount(device)

try:
    main.start()
finally:
    if end != "-":
        channel.exchange(channel.END, time.now_us(), 0)
