"""An image of MicroPython with the firmware inside: one file that makes a bare Pico a board.

python -m tools.image FILE [pico2]    builds it from Debian's sources; docs/pico.md lists the packages

Compiled code runs from the flash and takes no memory.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from treppe_host.deploy.contents import MODULE, describe
from treppe_host.deploy.uf2 import FAMILIES, write_uf2
from treppe_host.errors import DeployError
from treppe_sim.compiled import compiler, sources
from treppe_sim.versions import IN_IMAGE

SOURCES = "TREPPE_IMAGE_SOURCES"
"""Environment variable with a folder that has the sources already."""
_ROOT = Path("build/image")


BOARDS = {"pico": "RPI_PICO", "pico2": "RPI_PICO2"}
"""MicroPython's names of the Picos that get an image. A Pico W takes the first; nobody has run the second."""
MOST_BYTES = {"pico": 640 * 1024, "pico2": 1024 * 1024}
"""Where files begin, MICROPY_HW_FLASH_STORAGE_BYTES before the flash ends: a longer image would lie under them."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file of Debian's archive, and its hashes; snapshot.debian.org keeps it for good under the shorter one."""

    path: str
    sha256: str
    sha1: str

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


MICROPYTHON = Source(
    f"m/micropython/micropython_{IN_IMAGE}+ds.orig.tar.xz",
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
_PATCHES = {
    # A board without a network needs no TLS, and Debian's source of MicroPython lacks it.
    "ports/rp2/CMakeLists.txt": (
        ("set(MICROPY_SSL_MBEDTLS ON)", "set(MICROPY_SSL_MBEDTLS OFF)"),
        ("    mbedtls/mbedtls_port.c\n", ""),
        ("target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)\n", ""),
    ),
    "ports/rp2/mpconfigport.h": (
        # The second core stays asleep; without threads the interpreter need not ask which core it runs on.
        ("MICROPY_PY_THREAD                       (1)", "MICROPY_PY_THREAD (0)"),
        ("MICROPY_SSL_MBEDTLS                     (1)", "MICROPY_SSL_MBEDTLS (0)"),
        ("MICROPY_PY_HASHLIB_SHA1                 (1)", "MICROPY_PY_HASHLIB_SHA1 (0)"),
        # A module's `__file__` takes a place among its names, and nobody asks for it.
        ("MICROPY_PY_CRYPTOLIB                    (1)", "MICROPY_PY_CRYPTOLIB (0)\n#define MICROPY_PY___FILE__ (0)"),
        # A Pico's files are in littlefs, and no sensor speaks over one wire.
        ("MICROPY_VFS_FAT                         (1)", "MICROPY_VFS_FAT (0)"),
        ("MICROPY_PY_ONEWIRE                      (1)", "MICROPY_PY_ONEWIRE (0)"),
    ),
    # Two buffers of 512 bytes instead of 1,024: the largest file that littlefs keeps within a folder's block has 512.
    "extmod/vfs_lfsx.c": (("(4 * MAX(read_size, prog_size))", "(2 * MAX(read_size, prog_size))"),),
    # MicroPython before 1.29 means to run these from the memory, but names files that its build does not make. Its
    # parser, which it means, too, stays in the flash: only the prompt needs it.
    "ports/rp2/memmap_mp_rp2040.ld": (("*gc.c.obj", "*py/gc.c.o"), ("*vm.c.obj", "*py/vm.c.o")),
}
_MANIFEST = 'freeze("$(PORT_DIR)/modules", "rp2.py")\nfreeze("{modules}", opt=2)\n'


def build_image(target: Path, pico: str = "pico", root: Path = _ROOT) -> None:
    """Build the image below `root` and write it; raise DeployError with the missing tool."""
    root = root.resolve()
    for tool in ("arm-none-eabi-gcc", "cmake", "dpkg-deb", "g++", "make"):
        if not shutil.which(tool):
            raise DeployError(f"an image wants {tool}, which is not installed: docs/pico.md names Debian's packages")
    port = unpack(root) / "ports/rp2"
    modules = root / "modules"
    shutil.rmtree(modules, ignore_errors=True)
    for name, text in frozen_files().items():
        place = modules / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    manifest = root / "manifest.py"
    manifest.write_text(_MANIFEST.format(modules=modules))
    # A fixed date makes the image the same each time; the other variable hides a repository around it from the build.
    environment = os.environ | {"SOURCE_DATE_EPOCH": "946684800", "GIT_CEILING_DIRECTORIES": str(root)}
    environment["MICROPY_MPYCROSS"] = compiler()
    made = port / f"build-{BOARDS[pico]}"
    options = (f"MICROPY_BOARD={BOARDS[pico]}", "PICO_NO_PICOTOOL=1", f"MICROPY_FROZEN_MANIFEST={manifest}")
    with (root / "build.log").open("w") as log:
        for command in (
            ["cmake", "-S", str(port), "-B", str(made), *(f"-D{option}" for option in options)],
            ["make", "-C", str(made), f"-j{os.cpu_count()}"],
        ):
            if subprocess.run(command, env=environment, stdout=log, stderr=log).returncode:
                raise DeployError(f"the image was not built; {log.name} says why")
    image = (made / "firmware.bin").read_bytes()
    check_room(len(image), pico)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(write_uf2(image, FAMILIES[pico]))
    print(f"{target}: {len(image):,} bytes, of {MOST_BYTES[pico]:,} before the board's files begin")


def check_room(num_bytes: int, pico: str) -> None:
    """Check that an image ends before a Pico's files begin, else it never starts; raise DeployError."""
    if num_bytes > MOST_BYTES[pico]:
        raise DeployError(f"the image has {num_bytes:,} bytes, of {MOST_BYTES[pico]:,} before a {pico}'s files begin")


def frozen_files() -> dict[str, str]:
    """Return the files in an image by their names: Treppe's own firmware, and the module that describes it."""
    texts = sources(with_others=False)
    return {**texts, MODULE: describe(texts, Path(__file__).read_text("utf-8"))}


def unpack(root: Path) -> Path:
    """Fetch missing sources, unpack and patch them; return MicroPython's folder."""
    patches = hashlib.sha256(repr(_PATCHES).encode()).hexdigest()
    folder = root / f"micropython-{patches[:8]}"  # what has other patches is not taken for it
    if folder.exists():
        return folder
    root.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetch(MICROPYTHON, root)) as archive:
        archive.extractall(root / "unpacked", filter="data")
    unpacked = root / f"unpacked/micropython-{IN_IMAGE}"
    for source, library in ((PICO_SDK, "pico-sdk"), (TINYUSB, "tinyusb")):
        package = root / library
        subprocess.run(["dpkg-deb", "-x", str(fetch(source, root)), str(package)], check=True)
        shutil.copytree(package / "usr/src" / library, unpacked / "lib" / library, symlinks=True, dirs_exist_ok=True)
    (unpacked / "lib/micropython-lib/README.md").touch()  # the build wants the folder, and uses nothing in it
    for name, changes in _PATCHES.items():
        text = (unpacked / name).read_text()
        for old, new in changes:
            if old not in text:
                raise DeployError(f"{name} of MicroPython is not as expected: no {old!r}")
            text = text.replace(old, new)
        (unpacked / name).write_text(text)
    return unpacked.rename(folder)


def fetch(source: Source, root: Path) -> Path:
    """Return the path of a file of sources, fetched unless it is there; raise DeployError if its hash is wrong."""
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
            raise DeployError(f"{source.name} cannot be fetched; a folder that has it can be named in {SOURCES}")
    if hashlib.sha256(kept.read_bytes()).hexdigest() != source.sha256:
        raise DeployError(f"{kept} is not the expected file: its hash differs")
    return kept


if __name__ == "__main__":
    try:
        build_image(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "pico")
    except DeployError as error:
        sys.exit(f"treppe: {error}")
