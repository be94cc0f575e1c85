"""Modules of a checkout that lie over those of the image, as files in `/overlay`; `treppe flash` puts them there.

`/overlay/list` names in its first line the image over which they lie, then each module behind the SHA-256 of its file,
a module after those that it imports: MicroPython would find the rest of a package only beside it, so each is loaded
here, under its name, before the firmware starts. The next image makes the whole void.
"""

import binascii
import hashlib
import os
import sys

FOLDER = "/overlay"
LIST = FOLDER + "/list"
_PIECE = 512


def load() -> dict:
    """Load all modules; return what is wrong with them as a code, empty if nothing is. What is wrong is left out."""
    try:
        with open(LIST) as file:
            lines = file.read().split("\n")
    except OSError:
        return {}
    if lines[0] != _image():
        _remove()
        return {"code": "overlay_old"}
    wanted = [line.split(" ") for line in lines[1:] if line]
    for digest, name in wanted:
        if _digest(_path(name)) != digest:
            return {"code": "overlay_broken", "name": name}
    for _, name in wanted:
        _take(name)
    return {}


def _image() -> str:
    try:
        from image import DIGEST  # type: ignore[import-not-found]  # only an image has it
    except ImportError:
        return ""
    return DIGEST


def _path(name: str) -> str:
    return FOLDER + "/" + name.replace(".", "_") + ".mpy"


def _digest(path: str) -> str:
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


def _take(name: str) -> None:
    """Load a module's file, and let it be the module of this name."""
    flat = name.replace(".", "_")
    sys.path.insert(0, FOLDER)
    module = __import__(flat)
    sys.path.remove(FOLDER)
    sys.modules[name] = sys.modules.pop(flat)
    package, _, last = name.rpartition(".")
    if package:
        setattr(__import__(package, None, None, ("",)), last, module)


def _remove() -> None:
    """Remove the files: they belong to an earlier image."""
    for name in os.listdir(FOLDER):
        os.remove(FOLDER + "/" + name)
    os.rmdir(FOLDER)
