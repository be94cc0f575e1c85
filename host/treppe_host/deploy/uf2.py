"""Files in the format UF2, which the drive of a Pico in BOOTSEL takes: github.com/microsoft/uf2.

The ROM of an RP2040 starts what begins with a sound block, even if the rest is half of another image. It takes blocks
in any order, and erases a sector with the first block whose number, divided by 16, it has not seen. So `parts` can
erase the first sector at once and write its first block last: a cable that is pulled meanwhile leaves the ROM's loader.
"""

import itertools
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from treppe_host.deploy.contents import Contents, find_contents
from treppe_host.errors import DeployError, in_words

FAMILIES = {"pico": 0xE48BFF56, "pico2": 0xE48BFF59}
"""The numbers by which the ROM's loader knows files for its chip, by Picos: RP2040, and RP2350 with ARM's cores."""
_FLASH_START = 0x10000000
_BLOCK = struct.Struct("<8I476sI")
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY, _PAYLOAD = 0x2000, 256
_SECTOR = 4096
_ERASED = b"\xff"
_PART = 16 * _SECTOR


@dataclass(frozen=True, slots=True)
class Image:
    """A file with an image of MicroPython with the firmware inside, for one kind of Pico."""

    path: Path
    flash: bytes
    pico: str
    contents: Contents


def read_image(path: Path) -> Image:
    """Read an image; raise DeployError where the file is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DeployError(f"no image can be read: {in_words(error)}") from error
    flash, family = _read_blocks(content)
    contents = find_contents(flash)
    pico = next((name for name, number in FAMILIES.items() if number == family), None)
    if not contents or not pico:
        raise DeployError(f"{path} is no image of Treppe's: a .uf2 of a release, or built by make image, is one")
    return Image(path, flash, pico, contents)


def write_uf2(flash: bytes, family: int) -> bytes:
    """Return the bytes of a flash in the format UF2."""
    return b"".join(_blocks([(0, flash)], family))


def parts(image: Image) -> list[bytes]:
    """Return what is to be written, one after the other, into one file on a Pico's drive; see above.

    What the ROM of an RP2350 does with another order has not been tried: it gets the usual one.
    """
    flash = image.flash.ljust(-(-len(image.flash) // _SECTOR) * _SECTOR, _ERASED)
    first = [(at, flash[at : at + _PAYLOAD]) for at in range(0, _SECTOR, _PAYLOAD)]
    rest = [(at, flash[at : at + _PART]) for at in range(_SECTOR, len(flash), _PART)]
    pieces = [(0, _ERASED * _SECTOR), *rest, *reversed(first)] if image.pico == "pico" else [*first, *rest]
    blocks = b"".join(_blocks(pieces, FAMILIES[image.pico]))
    ends = [0, *itertools.accumulate(len(piece) // _PAYLOAD * _BLOCK.size for _, piece in pieces)]
    return [blocks[start:end] for start, end in itertools.pairwise(ends)]


def _blocks(pieces: list[tuple[int, bytes]], family: int) -> Iterator[bytes]:
    """Yield the blocks of pieces of a flash, each given with its place."""
    pages = [
        (start + at, piece[at : at + _PAYLOAD]) for start, piece in pieces for at in range(0, len(piece), _PAYLOAD)
    ]
    for number, (at, page) in enumerate(pages):
        head = (_FIRST, _SECOND, _HAS_FAMILY, _FLASH_START + at, _PAYLOAD, number, len(pages), family)
        yield _BLOCK.pack(*head, page.ljust(_PAYLOAD, b"\0"), _LAST)


def _read_blocks(content: bytes) -> tuple[bytes, int]:
    """Return the bytes of the flash, and the chip's family; nothing and 0 for another kind of file."""
    pages: dict[int, bytes] = {}
    families = set()
    if len(content) % _BLOCK.size:
        return b"", 0
    for first, second, _, address, size, _, _, family, page, last in _BLOCK.iter_unpack(content):
        if (first, second, last) != (_FIRST, _SECOND, _LAST) or size != _PAYLOAD:
            return b"", 0
        pages[address] = page[:size]
        families.add(family)
    addresses = range(_FLASH_START, _FLASH_START + _PAYLOAD * len(pages), _PAYLOAD)
    if len(families) != 1 or pages.keys() != set(addresses):
        return b"", 0
    return b"".join(map(pages.__getitem__, addresses)), families.pop()
