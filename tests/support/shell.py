"""`treppe` as a user runs it, with its data in a folder of the test."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from treppe_host import cli
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from waiting import LIMIT_S


class Shell:
    """The command in a process, with its data in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"TREPPE_DATA": str(folder / "data"), "COLUMNS": "200", "NO_COLOR": "1"}
        self.environment["PYTHONSAFEPATH"] = "1"  # as the command itself sets it, for good
        self.environment["PYTHONIOENCODING"] = "utf-8"

    def start(self, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "treppe_host.cli", *words]
        out = subprocess.PIPE
        # A job in the background of a shell ignores Ctrl-C, and hands that on to what it starts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return subprocess.Popen(
                command, stdin=out, stdout=out, stderr=out, text=True, env=self.environment, cwd=self.folder
            )
        finally:
            signal.signal(signal.SIGINT, before)

    def run(self, *words: str, typed: str = "") -> str:
        status, out, errors = self.do(*words, typed=typed)
        assert status == 0, errors
        return out

    def run_apart(self, *words: str, typed: str = "") -> str:
        """Run a command in a process of its own."""
        process = self.start(*words)
        out, errors = process.communicate(typed, timeout=LIMIT_S)
        assert process.returncode == 0, errors
        return out

    def fail(self, *words: str) -> str:
        """Return the one line in which a command fails."""
        status, _, errors = self.do(*words)
        return self.complaint(status, errors)

    def end(self, process: subprocess.Popen[str]) -> str:
        """Return the one line in which a process ends."""
        _, errors = process.communicate(timeout=LIMIT_S)
        return self.complaint(process.returncode, errors)

    def complaint(self, status: int, errors: str) -> str:
        assert status in (1, 2), errors
        assert errors.count("\n") == 1 and errors.startswith("treppe: "), errors
        return errors

    def do(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        """Run a command in this process, which has imported everything; return status, output and complaints."""
        out, errors = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(self.folder):
            for name, value in self.environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["treppe", *words])
            patch.setattr(threading, "excepthook", threading.excepthook)  # the program has one of its own
            for name, stream in (("stdin", io.StringIO(typed)), ("stdout", out), ("stderr", errors)):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as end:
                cli.main()
        return int(end.value.code or 0), out.getvalue(), errors.getvalue()


def store_game(file: Path, events: list[Message]) -> None:
    file.parent.mkdir(exist_ok=True)
    store = Store(f"sqlite:///{file}")
    store.connect_board({"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 1})
    stamps = [{"e": number, "boot": 1, "ms": 1000 * number} for number in range(1, len(events) + 1)]
    store.add_events("b1", [stamp | event for stamp, event in zip(stamps, events, strict=True)])
    store.close()


def start(**options: object) -> Message:
    seats = ["Ann", "Bob"]
    return {"k": "start", "game": "step", "options": options, "seats": seats, "firmware": "0.1.0"}


def action(player: int, word: str) -> Message:
    return {"k": "action", "player": player, "word": word}
