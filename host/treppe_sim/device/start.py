"""Power comes: the flash is mounted at `/`, the line to the world opened, and main.py runs.

Arguments: folder of the firmware, file of the flash, file of the surface's memory (or -), terminal (or -),
clock (real or virtual), seed, board's id in hex, the line's two file descriptors, and how many flash operations
there are until the power goes (-1: it stays).
"""

import binascii
import sys
import time

import channel
import chips
import flash_file
import machine
import vfs

firmware, flash, chips.memory_file[0], terminal, clock, seed, identity, from_world, to_world, operations = sys.argv[1:]

# The first terminal a session leader opens becomes its controlling one: Ctrl-C in it interrupts the firmware.
console = None if terminal == "-" else open(terminal, "rb")
channel.open_line(int(from_world), int(to_world))
time.set_clock(clock == "virtual")
chips.make_noise(int(seed))
machine.identity[:] = binascii.unhexlify(identity)
channel.exchange(channel.SLEEP, 0, 0)  # now the pins feel the world
device = flash_file.FlashFile(flash, int(operations))

simulation = __file__.rsplit("/", 1)[0]
vfs.umount("/")
vfs.mount(vfs.VfsPosix("/"), "/pc")
if device.is_blank():
    vfs.VfsLfs2.mkfs(device)
vfs.mount(vfs.VfsLfs2(device, progsize=256), "/")
sys.path[:] = ["/pc" + simulation, "/pc" + firmware, ".frozen", "/lib"]

import main

main.main()
