"""The rules and the search, compiled to machine code from the same files that run without a compiler.

Cython compiles Python files as they are; the types of their names, which make them fast, stand in a `.pxd` of the
same name beside the file, or for firmware in the folder `host` beside it, which no board gets. What is compiled is kept
in the data folder, in a folder named by the sources, game by game. Where Cython or a C compiler is missing the same
files run as they are, several times slower.
"""

import ast
import functools
import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path

import treppe
from treppe.games import catalogue
from treppe_sim.folders import data_folder

VARIABLE = "TREPPE_COMPILE"
PROGRAM = "treppe_host.programs.worker"
_MARK = "{}.ready"  # of a game whose modules are all there
_SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
_PARSING = threading.Lock()  # CPython 3.11 counts the depth of syntax trees for all threads together, and gives up
_FLAGS = ["-O1", "-g0", "-w"] if os.name == "posix" else []
_ROOTS = (Path(treppe.__file__).parents[1], Path(__file__).parents[2])
_DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the house's annotations are MicroPython's: an int is any int
    "boundscheck": True,
    "cdivision": True,  # the rules divide nothing that is negative
}


class RulesNotCompiled(Exception):
    """The rules cannot be compiled here; the text says why."""


def find_compiled(game: str) -> Path | None:
    """Return the folder in which a game is ready compiled, to stand first on a Python's path; None if there is none."""
    folder = _folder()
    return folder if _mark(folder, game).exists() else None


def find_any() -> Path | None:
    """Return the folder if any game is ready compiled there: most likely the one that is played next is, too."""
    folder = _folder()
    return folder if any(folder.glob(_MARK.format("*"))) else None


def build_games(*games: str) -> Path:
    """Compile the search and the rules of some games, as far as that is not done; return the folder.

    Raises RulesNotCompiled.
    """
    folder = _folder()
    files = {name: path for game in games for name, path in _files(game).items()}
    with tempfile.TemporaryDirectory(dir=data_folder()) as made:
        for name, path in files.items():
            _copy_missing(Path(made, name), path)
            _copy_missing(folder / name, path)
        for package in {str(parent) for name in files for parent in Path(name).parents}:
            for name in ("__init__.py", "__init__.pxd"):
                Path(made, package, name).touch()
                (folder / package / name).touch()
        known = {path.relative_to(folder).as_posix().split(".")[0] for path in folder.rglob(f"*{_SUFFIX}")}
        parts = [name.removesuffix(".pxd") for name in files if name.endswith(".pxd")]
        missing = [part for part in parts if part not in known]
        compile_modules(Path(made), missing)
        for part in missing:
            os.replace(Path(made, part + _SUFFIX), folder / (part + _SUFFIX))  # another process may have been quicker
    for game in games:
        _mark(folder, game).touch()
    return folder


def _copy_missing(target: Path, source: Path) -> None:
    """Copy a file that is not there yet, in one step: a program that plays another game may be reading here."""
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        half = target.with_name(f"{target.name}.{os.getpid()}")
        half.write_bytes(source.read_bytes())
        os.replace(half, target)


def _mark(folder: Path, game: str) -> Path:
    return folder / _MARK.format(game)


@functools.cache
def build_in_background(game: str) -> None:
    """Begin to compile a game in a process of its own, for the next time it is needed; once in a program's life.

    Not where TREPPE_COMPILE=no.
    """
    if os.environ.get(VARIABLE) != "no" and importlib.util.find_spec("Cython") and not find_compiled(game):
        command = [sys.executable, "-P", "-m", __name__, game]
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@functools.cache
def _folder() -> Path:
    """Return the folder for what is compiled from today's files."""
    digest = hashlib.sha256(f"{sys.version} {_cython_version()}".encode())
    files = {name: path for game in catalogue.names() for name, path in _files(game).items()}
    for name, path in sorted({**files, "": Path(__file__)}.items()):
        digest.update(name.encode() + path.read_bytes())
    folder = data_folder() / "programs" / digest.hexdigest()[:24]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _cython_version() -> str:
    try:
        return (importlib.util.find_spec("Cython") and __import__("Cython").__version__) or ""
    except ImportError:
        return ""


@functools.cache
def _files(game: str) -> dict[str, Path]:
    """Return the modules that a search in this game runs, and their declarations, by their place below the folder."""
    files: dict[str, Path] = {}
    known = [f"treppe.games.{game}.{part}" for part in ("rules", "host.evaluation", "host.openings", "host.proof")]
    waiting = [PROGRAM, *known]
    while waiting:
        relative = waiting.pop().replace(".", "/")
        for root in _ROOTS:
            path = next((p for p in (root / f"{relative}.py", root / relative / "__init__.py") if p.exists()), None)
            if path and path.relative_to(root).as_posix() not in files:
                files[path.relative_to(root).as_posix()] = path
                waiting += _imports(path)
    for name, path in list(files.items()):
        for folder in (path.parent, path.parent / "host"):
            declaration = folder / f"{path.stem}.pxd"
            if declaration.exists():
                files[name.removesuffix(".py") + ".pxd"] = declaration
        if path.with_suffix(".bin").exists():
            files[name.removesuffix(".py") + ".bin"] = path.with_suffix(".bin")
    return files


@functools.cache
def _imports(path: Path) -> list[str]:
    """Return the modules of the house that a file imports, wherever in it."""
    names = []
    with _PARSING:
        tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [name for name in names if name.split(".")[0] in ("treppe", "treppe_host")]


def compile_modules(place: Path, parts: list[str]) -> None:
    """Compile these modules below a folder, each beside its source."""
    try:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
        from setuptools import Distribution, Extension
        from setuptools.errors import BaseError
    except ImportError as error:
        raise RulesNotCompiled(f"{error.name} is missing: pip install 'treppe[fast]'") from None
    here = Path.cwd()
    os.chdir(place)
    try:
        modules = [Extension(part.replace("/", "."), [f"{part}.py"], extra_compile_args=_FLAGS) for part in parts]
        made = cythonize(modules, compiler_directives=_DIRECTIVES, quiet=True)  # type: ignore[no-untyped-call]
        command = Distribution({"ext_modules": made}).get_command_obj("build_ext")
        command.inplace = True
        command.ensure_finalized()
        command.run()
    except (CompileError, BaseError) as error:
        raise RulesNotCompiled(f"cannot be compiled: {error}") from None
    finally:
        os.chdir(here)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    print(build_games(*sys.argv[1:]))
