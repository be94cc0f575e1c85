"""Files in the format UF2, which the drive of a Pico in BOOTSEL takes: github.com/microsoft/uf2."""

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


@dataclass(frozen=True, slots=True)
class Image:
    """A file with an image of MicroPython with the firmware inside, for one kind of Pico."""

    path: Path
    content: bytes
    pico: str
    contents: Contents


def read_image(path: Path) -> Image:
    """Read an image; raise DeployError where the file is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DeployError(f"no image can be read: {in_words(error)}") from error
    flash, family = _payload(content)
    contents = find_contents(flash)
    pico = next((name for name, number in FAMILIES.items() if number == family), None)
    if not contents or not pico:
        raise DeployError(f"{path} is no image of Treppe's: a .uf2 of a release, or built by make image, is one")
    return Image(path, content, pico, contents)


def write_uf2(content: bytes, family: int) -> bytes:
    """Return the bytes of a flash in the format UF2."""
    return b"".join(_blocks(content, family))


def _blocks(content: bytes, family: int) -> Iterator[bytes]:
    count = -(-len(content) // _PAYLOAD)
    for number in range(count):
        at = number * _PAYLOAD
        piece = content[at : at + _PAYLOAD].ljust(_PAYLOAD, b"\0")
        head = (_FIRST, _SECOND, _HAS_FAMILY, _FLASH_START + at, _PAYLOAD, number, count, family)
        yield _BLOCK.pack(*head, piece, _LAST)


def _payload(content: bytes) -> tuple[bytes, int]:
    """Return the bytes of the flash, and the chip's family; nothing and 0 for another kind of file."""
    pieces = []
    families = set()
    if len(content) % _BLOCK.size:
        return b"", 0
    for first, second, _, _, size, _, _, family, piece, last in _BLOCK.iter_unpack(content):
        if (first, second, last) != (_FIRST, _SECOND, _LAST) or size > len(piece):
            return b"", 0
        pieces.append(piece[:size])
        families.add(family)
    return b"".join(pieces), families.pop() if len(families) == 1 else 0
