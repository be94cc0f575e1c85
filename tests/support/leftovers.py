"""What tests may leave behind: no process, and nothing of Treppe in the home folder, which is one of their own."""

import os
import shutil
import signal
import tempfile
import uuid
from pathlib import Path

_MARK = "TREPPE_TEST_RUN"


def begin() -> Path:
    """Give this process an empty home folder, and a mark by which its children are known; return the folder."""
    pip = Path.home() / ".config/pip/pip.conf"
    if pip.exists():
        os.environ.setdefault("PIP_CONFIG_FILE", str(pip))
    os.environ.setdefault("TREPPE_DATA", str(Path(__file__).parents[2] / "build/test-data"))
    home = Path(tempfile.mkdtemp(prefix="treppe-home-"))
    os.environ["HOME"], os.environ[_MARK] = str(home), uuid.uuid4().hex
    return home


def end(home: Path) -> list[str]:
    """Remove the home folder, kill children that still run; return what was left of both."""
    found = [path.relative_to(home) for path in home.rglob("*") if path.is_file()]
    left = [f"~/{path}" for path in found if "treppe" in str(path)]  # browsers and tools may keep settings
    shutil.rmtree(home, ignore_errors=True)
    for process in children():
        left.append(process.joinpath("cmdline").read_text().replace("\0", " ")[:200])
        os.kill(int(process.name), signal.SIGKILL)
    return left


def children() -> list[Path]:
    """Return the folders in /proc of processes that this one, or a child of it, has started and that still run."""
    mark = f"{_MARK}={os.environ[_MARK]}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.name != str(os.getpid()) and mark in process.joinpath("environ").read_bytes().split(b"\0"):
                found.append(process)
        except OSError:  # it has ended, or is somebody else's
            continue
    return found
