"""Loads the firmware's modules: those of the image, and over them what a checkout has changed, the overlay.

One after the other, each after those that it imports: loaded by each other they would lie deep in the stack, whose 8 kB
the firmware needs itself.

`treppe flash` lays the overlay as files into `/overlay`. Its `list` names in the first line the image over which they
lie, and the SHA-256 of all other lines; then in each line a module to load, and behind those that have a file the
file's SHA-256. MicroPython would look for all of a package in one folder, so files get their names here. The next image
makes the overlay void.
"""

import binascii
import hashlib
import os
import sys

import drivers
import starts

FOLDER = "/overlay"
LIST = FOLDER + "/list"
_PIECE = 512
_HOME = drivers.__path__[: -len("drivers")]  # type: ignore[index]  # on a board a text

try:
    from image import DIGEST, MODULES  # type: ignore[import-not-found]
except ImportError:  # no image: the simulated board's modules load each other
    DIGEST = MODULES = ""


class _Folder:
    """Stands for a package that has no file itself."""


def load_modules() -> dict:
    """Load all modules; return what is wrong with the overlay, which then does not count, as a code; mostly nothing."""
    lines, broken = _read_list()
    is_suspect = lines and not starts.may_load("overlay", "list")
    if broken or is_suspect or not lines:
        lines = MODULES.split()
    for line in lines:
        name, _, digest = line.partition(" ")
        if digest:
            _load_file(name)
        else:
            __import__(name)
    return {"code": "overlay_broken", "name": broken} if broken else {}


def identity() -> str:
    """Return a text that tells this firmware from any other: the digests of image and overlay."""
    try:
        with open(LIST) as file:
            return DIGEST + " " + file.readline().strip()
    except (OSError, ValueError):
        return DIGEST


def _read_list() -> tuple[list[str], str]:
    """Return the lines of the overlay of this image, none if there is none; and what of it is not as it should be."""
    try:
        with open(LIST, "rb") as file:
            first, _, rest = file.read().partition(b"\n")
    except OSError:
        return [], ""
    image, _, digest = first.partition(b" ")
    if image != DIGEST.encode():
        _remove(first)
        return [], ""
    if binascii.hexlify(hashlib.sha256(rest).digest()) != digest:
        return [], "list"
    lines = rest.decode().strip().split("\n")
    for line in lines:
        name, _, digest = line.partition(" ")
        if digest and _digest_of(_path(name) + ".mpy") != digest:
            return [], name
    return lines, ""


def _remove(first: bytes) -> None:
    """Remove the overlay of an earlier image, if its list begins like this in a second reading, too."""
    try:
        with open(LIST, "rb") as file:
            if file.read(len(first)) != first:
                return
        for name in os.listdir(FOLDER):
            os.remove(FOLDER + "/" + name)
        os.rmdir(FOLDER)
    except OSError:  # what else lies there, such as folders, stays
        pass


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
    """Load a module's file, and let it be the module of this name, whether or not there is one already."""
    flat = name.replace(".", "_")
    sys.modules.pop(flat, None)
    sys.path.insert(0, FOLDER)
    module = __import__(flat)
    sys.path.pop(0)
    module.__name__ = name
    path = _HOME + name.replace(".", "/")  # type: ignore[operator]
    module.__path__ = path  # type: ignore[assignment]  # others in a package are there
    sys.modules[name] = sys.modules.pop(flat)
    package, _, last = name.rpartition(".")
    if package:
        setattr(_package(package), last, module)


def _package(name: str):
    """Return a package, which a game of its own folder is only now."""
    try:
        return __import__(name, None, None, ("",))
    except ImportError:
        sys.modules[name] = _Folder()  # type: ignore[assignment, operator]
        return sys.modules[name]
