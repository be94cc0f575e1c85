"""Functions that the host sends to a Pico's prompt and calls there. They return values that JSON can hold.

Nothing here needs more than 2 kB in one piece: after some hundred files a Pico has no larger one left, though most of
its memory is free. The host's own lines at the prompt use these imports, too.
"""

import binascii
import gc
import hashlib
import json
import os
import sys

import machine

_FOLDER = 0x4000
_PIECE = 1024


def facts() -> list:
    """Return machine, release and version of compiled files of MicroPython, the board's id, free heap, free flash."""
    python = os.uname()
    identity = binascii.hexlify(machine.unique_id()).decode()
    mpy = getattr(sys.implementation, "_mpy", 0)  # before 1.19 there is none
    return [python.machine, python.release, mpy, identity, gc.mem_free(), free_bytes()]


def image_digest() -> str:
    """Return the digest of the firmware in this MicroPython's image; empty if there is none in it."""
    try:
        from image import DIGEST  # type: ignore[import-not-found] # only an image has it
    except ImportError:
        return ""
    return DIGEST


# Files.


def kind_of(path: str) -> str:
    """Return the kind of a path: `file`, `folder`, or nothing."""
    try:
        return "folder" if os.stat(path)[0] & _FOLDER else "file"
    except OSError:
        return ""


def free_bytes() -> int:
    """Return the free bytes of the flash, like drivers/flash.py, which a Pico may not have yet."""
    status = os.statvfs("/")
    free = status[3] if status[3] <= status[2] else status[3] - (1 << 32)
    return status[0] * (free + 2 * _count_folders())


def _count_folders():
    folders = [""]
    for folder in folders:
        for entry in os.ilistdir(folder or "/"):
            if entry[1] == _FOLDER and len(entry) > 3:
                folders.append(folder + "/" + entry[0])
    return len(folders) - 1


def hash_of(path: str) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        piece = file.read(_PIECE)
        while piece:
            digest.update(piece)
            piece = file.read(_PIECE)
    return binascii.hexlify(digest.digest()).decode()


def print_hashes_below(folder: str):
    """Print the SHA-256 of each file below a folder by its path in it, a line a file; none if there is no folder."""
    for path in _files_below(folder) if kind_of(folder) else ():
        print(json.dumps({path: hash_of(folder + "/" + path)}))


def _files_below(folder, start=""):
    for entry in os.ilistdir(folder):
        if entry[1] == _FOLDER:
            yield from _files_below(folder + "/" + entry[0], start + entry[0] + "/")
        else:
            yield start + entry[0]


def remove(path: str):
    """Delete a file, or a folder with its content, if it exists."""
    if kind_of(path) == "folder":
        for name in list(os.ilistdir(path)):
            remove(path + "/" + name[0])
        os.rmdir(path)
    elif kind_of(path):
        os.remove(path)


def make_folders(path: str):
    """Make the folders that lead to a path."""
    parts = path.split("/")[1:-1]
    for count in range(1, len(parts) + 1):
        folder = "/" + "/".join(parts[:count])
        if not kind_of(folder):
            os.mkdir(folder)


def write(path: str, mode: str, *pieces: str):
    """Write bytes, given in pieces of base64, to a file opened in this mode."""
    with open(path, mode) as file:
        for piece in pieces:
            file.write(binascii.a2b_base64(piece))


# All bytes of the flash above the code, also where they are no files.


def has_files() -> bool:
    """Tell whether the flash has a file system that could be read."""
    return os.statvfs("/")[2] > 0  # blocks; without a file system there are none


def flash_size() -> int:
    """Return the bytes of the flash above the code."""
    flash = _flash()
    return flash.ioctl(4, 0) * flash.ioctl(5, 0)


def print_flash(place: int, count: int):
    """Print so many pieces of 1 kB from a place on, a line of base64 each."""
    for piece in _pieces(place, count):
        print(binascii.b2a_base64(piece).decode().strip())


def flash_hash() -> str:
    """Return the SHA-256 of the flash."""
    digest = hashlib.sha256()
    for piece in _pieces(0, flash_size() // _PIECE):
        digest.update(piece)
    return binascii.hexlify(digest.digest()).decode()


def _flash():
    import _rp2  # whatever is no Pico has none

    return _rp2.Flash()


def _pieces(place, count):
    flash, piece = _flash(), bytearray(_PIECE)
    size = flash.ioctl(5, 0)
    for at in range(place, place + count * _PIECE, _PIECE):
        flash.readblocks(at // size, piece, at % size)
        yield piece


def format_flash():
    """Begin with an empty file system."""
    import vfs

    if has_files():
        vfs.umount("/")
    vfs.VfsLfs2.mkfs(_flash(), progsize=256)
    vfs.mount(vfs.VfsLfs2(_flash(), progsize=256, mtime=False), "/")  # type: ignore[abstract]  # so the stubs


# Parts.


def surface_memory(sda: int, scl: int, place: int) -> str:
    """Return 1 kB of the surface's memory at these pins as base64, from a place on; empty if it does not answer.

    The bus gives up a transfer after 50 ms; this takes 23.
    """
    bus = machine.I2C(0, sda=machine.Pin(sda), scl=machine.Pin(scl), freq=400_000)
    content = bytearray(_PIECE)
    try:
        bus.readfrom_mem_into(0x50, place, content, addrsize=16)
    except OSError:
        return ""
    return binascii.b2a_base64(bytes(content)).decode().strip()


def supply_mv() -> int:
    """Return the voltage behind the diode, in mV; a third of it is at GP29."""
    return machine.ADC(machine.Pin(29)).read_u16() * 9900 // 65535


def identity_level(enable_a: int, enable_b: int, converter: int) -> int:
    """Return the reading of the surface's divider at a pin, of 65535.

    These two pins switch both multiplexers off first, for they share the pin.
    """
    for number in (enable_a, enable_b):
        machine.Pin(number, machine.Pin.OUT, value=1)
    return machine.ADC(machine.Pin(converter)).read_u16()
