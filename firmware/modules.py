"""Loads the firmware's modules: those of the image, and over them what a checkout has changed, the overlay.

One after the other, each after those that it imports: loaded by each other they would lie deep in the stack, whose 8 kB
the firmware needs itself.

`treppe flash` lays the overlay as files into `/overlay`. Its `list` names in the first line the image over which they
lie; then in each line a module to load, and behind those that have a file the file's SHA-256. MicroPython would look
for all of a package in one folder, so files get their names here. The next image makes the overlay void.
"""

import binascii
import hashlib
import os
import sys

FOLDER = "/overlay"
LIST = FOLDER + "/list"
_PIECE = 512

try:
    from image import DIGEST, MODULES  # type: ignore[import-not-found]
except ImportError:  # no image: the simulated board's modules load each other
    DIGEST = MODULES = ""


def load() -> dict:
    """Load all modules; return what is wrong with the overlay, which then does not count, as a code; mostly nothing."""
    lines = _read_list()
    complaint = _find_fault(lines) if lines else {}
    if complaint or not lines:
        lines = [""] + MODULES.split()
    for line in lines[1:]:
        name, _, digest = line.partition(" ")
        if digest:
            _load_file(name)
        else:
            __import__(name)
    return complaint


def _read_list() -> list[str]:
    try:
        with open(LIST) as file:
            lines = file.read().strip().split("\n")
    except OSError:
        return []
    if lines[0] == DIGEST:
        return lines
    for name in os.listdir(FOLDER):  # it belongs to an earlier image
        os.remove(FOLDER + "/" + name)
    os.rmdir(FOLDER)
    return []


def _find_fault(lines: list[str]) -> dict:
    for line in lines[1:]:
        name, _, digest = line.partition(" ")
        if digest and _digest_of(_path(name) + ".mpy") != digest:
            return {"code": "overlay_broken", "name": name}
    return {}


def _path(name: str) -> str:
    return FOLDER + "/" + name.replace(".", "_")


def _digest_of(path: str) -> str:
    """Return a file's SHA-256 in hex; empty if there is no such file."""
    found = hashlib.sha256()
    piece = bytearray(_PIECE)
    try:
        with open(path, "rb") as file:
            size = file.readinto(piece)
            while size:
                found.update(memoryview(piece)[:size])
                size = file.readinto(piece)
    except OSError:
        return ""
    return binascii.hexlify(found.digest()).decode()


def _load_file(name: str) -> None:
    """Load a module's file, and let it be the module of this name."""
    flat = name.replace(".", "_")
    sys.path.insert(0, FOLDER)
    module = __import__(flat)
    sys.path.pop(0)
    sys.modules[name] = sys.modules.pop(flat)
    package, _, last = name.rpartition(".")
    if package:
        setattr(__import__(package, None, None, ("",)), last, module)
