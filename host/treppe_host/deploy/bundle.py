"""The files for a board: the firmware, compiled for its MicroPython and processor.

python -m treppe_host.deploy.bundle package    writes firmware/package.json
python -m treppe_host.deploy.bundle zip FILE   writes the compiled files as an archive
"""

import hashlib
import json
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from treppe import VERSION
from treppe_sim.compiled import compile_files, firmware_files, sources
from treppe_sim.interpreter import firmware_folder

LAUNCHER = "main.py"
"""The file that MicroPython runs first: source, outside the trees from which it chooses one."""
PICO = "armv6m"
SMALL = "small"
"""The folder of small files, see board.py. littlefs keeps a file of up to 512 bytes in the blocks of its folder, and
reads these blocks again for each file that it looks for: a start would last a second longer."""
_SMALL_BYTES = 512
_AT_TOP = ("board.mpy", "pins.mpy")
"""The file that the launcher looks for in a tree."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Compiled files by their path in a tree on the board, and the launcher beside the trees."""

    files: dict[str, bytes]
    launcher: bytes
    digest: str = ""
    """The digest of an image with the same firmware, see image.py; empty if there is none."""

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {path: hashlib.sha256(content).hexdigest() for path, content in self.files.items()}


def build(architecture: str = PICO, *, for_engine: bool = False) -> Bundle:
    """Compile the firmware for a processor, by mpy-cross's name of it; `for_engine`: with the text protocol."""
    texts = sources(for_engine=for_engine)
    files = compile_files(texts, architecture)
    del files[LAUNCHER.replace(".py", ".mpy")]
    placed = {_place(name, content): content for name, content in files.items()}
    return Bundle(placed, texts[LAUNCHER].encode(), digest_of(texts))


def digest_of(texts: Mapping[str, str]) -> str:
    """Return a digest of the sources, which tells this firmware from another one."""
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:16]


def _place(name: str, content: bytes) -> str:
    return f"{SMALL}/{name}" if len(content) <= _SMALL_BYTES and name not in _AT_TOP else name


def package_json() -> str:
    """Return the content of firmware/package.json, which `mpremote mip install` reads."""
    urls = [[name, name] for name in firmware_files()]
    return json.dumps({"urls": urls, "deps": [], "version": VERSION}, indent=1) + "\n"


def write_zip(target: Path) -> None:
    """Write the compiled files for a Pico as an archive; copied unchanged to its flash, they run."""
    bundle = build()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**bundle.files, LAUNCHER: bundle.launcher}.items()):
            # A fixed date makes the archive the same each time.
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content)


def main(words: list[str]) -> None:
    """Run the command line of this module."""
    if words[0] == "package":
        (firmware_folder() / "package.json").write_text(package_json())
    elif words[0] == "zip":
        write_zip(Path(words[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
