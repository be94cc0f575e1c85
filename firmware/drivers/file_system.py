"""The file system on the flash, littlefs: mounted before anything else, by `_boot.py` of the image."""

import os

import vfs
from treppe.runtime import const

from drivers import flash

_HEADS = const(2)  # blocks in which littlefs keeps what it needs to begin
_PIECE = const(256)


def mount(device) -> None:
    """Mount a flash at `/`, formatted before if it has no file system; note whether that has lost what it held.

    Files get no times: a board has no clock that knows them. Times are a third of a folder's entries, and littlefs
    compares each with each when it writes a folder anew.
    """
    try:
        files = vfs.VfsLfs2(device, progsize=_PIECE, mtime=False)  # type: ignore[abstract]  # so the stubs
    except OSError:
        flash.lost[0] = not _is_blank(device)
        vfs.VfsLfs2.mkfs(device, progsize=_PIECE)
        files = vfs.VfsLfs2(device, progsize=_PIECE, mtime=False)  # type: ignore[abstract]  # so the stubs
    vfs.mount(files, "/")
    os.chdir("/")


def _is_blank(device) -> bool:
    """Tell whether nothing has ever been written where a file system begins."""
    piece, erased = bytearray(_PIECE), b"\xff" * _PIECE
    size = device.ioctl(5, 0)
    for block in range(_HEADS):
        for offset in range(0, size, _PIECE):
            device.readblocks(block, piece, offset)
            if piece != erased:
                return False
    return True
