"""Shows a test only the programs and packages that its marks name, whatever else this machine has.

So a test that needs more than Python, make and git fails where somebody forgets to say so, and not first on the machine
of a stranger. `PATH` leads to links of the allowed programs; programs by their whole path and imports are looked at as
they happen. What processes of the test import is not seen, nor is a module that an earlier test has imported.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

_ROOT = Path(__file__).parents[2]
BASE = frozenset((
    "sh", "bash", "env", "git", "make", "python3", "basename", "cat", "chmod", "cp", "cut", "date", "dirname", "expand",
    "find", "grep", "gzip", "head", "id", "ln", "ls", "mkdir", "mktemp", "mv", "printf", "ps", "pwd", "rm", "sed",
    "sha256sum", "sleep", "sort", "stty", "tail", "tar", "test", "touch", "tr", "true", "tty", "uname", "wc", "xargs",
))  # fmt: skip
"""What a minimal Debian has with Python, make and git, as far as tests and programs of Treppe use it."""


class Reach:
    """What the test that runs now may reach: a finder of modules, and a listener to the interpreter's audit events."""

    def __init__(self) -> None:
        self._path = os.environ.get("PATH", os.defpath)
        self._links = Path(tempfile.mkdtemp(prefix="treppe-path-"))
        self._own = (sys.prefix, str(_ROOT), tempfile.gettempdir(), str(self._links))
        self._python = os.path.realpath(sys.executable)
        self._modules = set(sys.stdlib_module_names) | _locked_modules()
        self._allowed: frozenset[str] | None = None
        """Programs beside the basic ones, `*` for packages; None between tests, when fixtures begin and end at will."""
        sys.meta_path.insert(0, self)
        sys.addaudithook(self._hear)

    def allow(self, names: Sequence[str] | None) -> None:
        """Let the test that follows reach these programs; `*` all packages, `$PATH` all programs, None whatever is."""
        self._allowed = None if names is None else frozenset(names)
        is_whole = names is None or "$PATH" in names
        os.environ["PATH"] = self._path if is_whole else os.pathsep.join(map(str, map(self._linked, (BASE, names))))

    def close(self) -> None:
        """Remove the links."""
        self.allow(None)
        shutil.rmtree(self._links, ignore_errors=True)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return None, so that others find the module. Raises ModuleNotFoundError for one that is not allowed."""
        if self._allowed is None or path is not None or name in self._modules or "*" in self._allowed:
            return None
        found = PathFinder.find_spec(name)
        origin = str(found and (found.origin or next(iter(found.submodule_search_locations or ()), "")))
        package = re.search(r"(?:site|dist)-packages/(\w+)", origin)
        if not package or package[1] in self._modules:  # what a locked package has brought in a folder of its own
            return None
        raise ModuleNotFoundError(f"No module named {name!r} is allowed here: name what it needs", name=name)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if (
            self._allowed is None
            or "$PATH" in self._allowed
            or event not in ("subprocess.Popen", "os.exec", "os.posix_spawn")
        ):
            return
        program = os.fsdecode(arguments[0] or arguments[1][0])  # type: ignore[arg-type, index]
        if "/" not in program or self._is_base(program) or self._allowed & {program, Path(program).name}:
            return
        raise FileNotFoundError(f"{program} is not allowed here: name what the test needs")

    def _is_base(self, program: str) -> bool:
        return program == "/bin/sh" or program.startswith(self._own) or os.path.realpath(program) == self._python

    def _linked(self, names: Sequence[str] | frozenset[str]) -> Path:
        """Return the folder of links to those of these programs that are here."""
        folder = self._links / re.sub(r"\W", "_", "base" if names is BASE else "+".join(sorted(names)))[:200]
        if not folder.exists():
            folder.mkdir()
            for name in sorted({*names} - {"*"}):
                found = name if name.startswith("/") else shutil.which(name, path=f"{self._path}:/usr/sbin:/sbin")
                if found and Path(found).exists():
                    (folder / Path(found).name).symlink_to(found)
        return folder


def _locked_modules() -> set[str]:
    """Return the modules that come with a virtual environment and the packages of requirements.lock."""
    lock = (_ROOT / "requirements.lock").read_text()
    locked = {"pip", "setuptools", "treppe", *re.findall(r"^([a-z0-9.-]+)(?:\[.*\])?==", lock, re.M)}
    normal = {
        module: {re.sub(r"[-_.]+", "-", each).lower() for each in packages}
        for module, packages in packages_distributions().items()
    }
    return {module for module, packages in normal.items() if packages & locked}
