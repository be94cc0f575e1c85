"""Reads and writes files on the flash of a simulated board that is switched off, by MicroPython's littlefs."""

import subprocess

from treppe_sim.compiled import DEVICE
from treppe_sim.interpreter import find_micropython

_PROGRAM = """
import os, sys, vfs
sys.path.insert(0, {device!r})
import flash_file
device = flash_file.FlashFile({flash!r})
vfs.umount("/")
if device.is_blank():
    vfs.VfsLfs2.mkfs(device)
vfs.mount(vfs.VfsLfs2(device, progsize=256), "/")
if {content!r} is None:
    with open({name!r}, "rb") as file:
        sys.stdout.write(file.read())
else:
    for folder in {folders!r}:
        if folder not in os.listdir("/"):
            os.mkdir(folder)
    with open({name!r}, "wb") as file:
        file.write({content!r})
vfs.umount("/")
"""


def write_file(board, name: str, content: bytes) -> None:
    """Write a file as `mpremote cp` would."""
    board.files.flash()
    _run(board, name, content)


def read_file(board, name: str) -> bytes:
    """Return a file's content."""
    return _run(board, name, None)


def _run(board, name, content):
    flash = str(board.folder / "flash.img")
    folders = [part for part in name.split("/")[1:-1] if part]
    program = _PROGRAM.format(device=str(DEVICE), flash=flash, name=name, content=content, folders=folders)
    return subprocess.run([find_micropython(), "-c", program], capture_output=True, check=True).stdout
