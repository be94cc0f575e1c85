"""Files with an image that a Pico's ROM would start; only what they say of themselves makes sense in them."""

import random
from pathlib import Path

from pico_rom import checksum
from treppe_host.deploy.contents import describe, find_contents
from treppe_host.deploy.uf2 import FAMILIES, write_uf2

TEXTS = {"board.py": "from treppe import VERSION\n", "treppe/__init__.py": "VERSION = 1\n"}
SAID = describe(TEXTS, "recipe")
CONTENTS = find_contents(SAID.encode())
assert CONTENTS
DIGEST = CONTENTS.digest


def flash_of(size: int, seed: int = 1) -> bytes:
    """Return the bytes of a flash, with an image of TEXTS in it."""
    chance = random.Random(seed)
    start = chance.randbytes(252)
    content = start + checksum(start) + chance.randbytes(size)
    said = SAID.encode()
    return content[:5000] + said + content[5000 + len(said) :]


def write_image(path: Path, family: int = FAMILIES["pico"], size: int = 30_000) -> Path:
    """Write the file of an image; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write_uf2(flash_of(size), family))
    return path
