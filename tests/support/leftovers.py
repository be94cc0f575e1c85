"""Checks that tests leave nothing behind: no process, and no file of Treppe in the home folder that they are given.

A guard beside pytest ends its children also where pytest itself is killed. Run as a program this file is that guard.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

_MARK = "TREPPE_TEST_RUN"
_LOOK_S = 0.5


@dataclass(frozen=True)
class Run:
    """A run of tests: its home folder, and the guard, which looks whether this process still lives."""

    home: Path
    guard: subprocess.Popen[bytes]


def begin() -> Run:
    """Give this process an empty home folder, a mark by which its children are known, and a guard."""
    pip = Path.home() / ".config/pip/pip.conf"
    if pip.exists():
        os.environ.setdefault("PIP_CONFIG_FILE", str(pip))
    os.environ.setdefault("TREPPE_DATA", str(Path(__file__).parents[2] / "build/test-data"))
    home = Path(tempfile.mkdtemp(prefix="treppe-home-"))
    mark = uuid.uuid4().hex
    command = [sys.executable, "-I", "-S", __file__, str(os.getpid()), mark, str(home)]
    # In a session of its own, so that neither Ctrl-C nor the end of the process group reaches it; and without a mark.
    guard = subprocess.Popen(
        command, start_new_session=True, env={}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    os.environ["HOME"], os.environ[_MARK] = str(home), mark
    return Run(home, guard)


def end(run: Run) -> list[str]:
    """Remove the home folder, kill children that still run; return what was left of both."""
    found = [path.relative_to(run.home) for path in run.home.rglob("*") if path.is_file()]
    # Browsers and tools may keep settings, and name them after the checkout's folder, which people call treppe.
    left = [f"~/{path}" for path in found if any(part.lstrip(".").startswith("treppe") for part in path.parts)]
    left += _clear(os.environ[_MARK], run.home)
    run.guard.kill()
    run.guard.wait()
    return left


def children(mark: str) -> list[Path]:
    """Return the folders in /proc of other processes that have this mark, as all have that a marked one starts.

    Python's own helper for processes that it starts afresh is none of them: it ends with the one that it helps.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_marked = f"{_MARK}={mark}".encode() in process.joinpath("environ").read_bytes().split(b"\0")
            is_helper = b"multiprocessing.resource_tracker" in process.joinpath("cmdline").read_bytes()
        except OSError:  # it has ended, or is somebody else's
            continue
        if is_marked and not is_helper and process.name != str(os.getpid()):
            found.append(process)
    return found


def _clear(mark: str, home: Path) -> list[str]:
    """Kill all processes with this mark, also those that they start meanwhile; return their commands."""
    commands = {}
    while processes := children(mark):
        for process in processes:
            with contextlib.suppress(OSError):  # it has ended
                commands.setdefault(process, process.joinpath("cmdline").read_text().replace("\0", " ")[:200])
                os.kill(int(process.name), signal.SIGKILL)
        time.sleep(0.01)
    shutil.rmtree(home, ignore_errors=True)
    return list(commands.values())


def _guard(parent: int, mark: str, home: Path) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_S)
    _clear(mark, home)


if __name__ == "__main__":
    _guard(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
