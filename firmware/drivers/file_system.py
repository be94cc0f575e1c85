"""The file system on the flash, littlefs: mounted before anything else, by `_boot.py` of the image."""

import os
import time

import vfs
from treppe.runtime import const

from drivers import flash

_HEADS = const(2)  # blocks in which littlefs keeps what it needs to begin
_PIECE = const(256)
_FORMAT_BYTES = const(64)  # of each head: 59 are written, and no file besides finds room
_WAITS_MS = (
    20,
    50,
    100,
    200,
    400,
    800,
)  # between attempts: a supply that comes up slowly lets the flash read wrong bits


def mount(device) -> None:
    """Mount a flash at `/`, formatted before if it is blank; leave any other that cannot be read as it is, and note so.

    Files get no times: a board has no clock that knows them. Times are a third of a folder's entries, and littlefs
    compares each with each when it writes a folder anew.
    """
    files = _open(device)
    for wait_ms in _WAITS_MS:
        if files:
            break
        if _is_blank(device):
            vfs.VfsLfs2.mkfs(device, progsize=_PIECE)
        else:
            time.sleep_ms(wait_ms)
        files = _open(device)
    flash.lost[0] = files is None
    if files:
        vfs.mount(files, "/")
        os.chdir("/")


def _open(device):
    """Return the file system of a flash; None if there is none that can be read."""
    try:
        return vfs.VfsLfs2(device, progsize=_PIECE, mtime=False)  # type: ignore[abstract]  # so the stubs
    except OSError:
        return None


def _is_blank(device) -> bool:
    """Tell whether all is as an erasure leaves it, but for what a format writes that the power has cut."""
    piece = bytearray(_PIECE)
    size = device.ioctl(5, 0)
    for block in range(device.ioctl(4, 0)):
        for offset in range(0, size, _PIECE):
            device.readblocks(block, piece, offset)
            most = _FORMAT_BYTES if block < _HEADS and offset == 0 else 0
            if _PIECE - piece.count(b"\xff") > most:
                return False
    return True
