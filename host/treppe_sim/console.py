"""What simulated boards of any runtime have in common: the process of their firmware, and the host's end of a link."""

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from treppe_sim.errors import BoardHangs
from treppe_sim.wire import Request

PATIENCE_MS = 30_000


class HostEnd(Protocol):
    """The host's end of the link, in step with virtual time."""

    def feed(self, received: bytes, now_s: float) -> None:
        """Take what the board has sent."""

    def tick(self, now_s: float) -> None:
        """Carry out the calls whose time has come."""

    def take_output(self) -> bytes:
        """Hand over what is to be sent to the board."""


class Controller:
    """The running firmware, a process. It is at work, or asleep with its request unanswered."""

    _process: "subprocess.Popen[bytes]"
    _errors_path: Path

    def request(self, timeout_ms: float = PATIENCE_MS, others: Iterable[Any] = ()) -> Request | None:
        """Wait until the board sleeps; None if it does not in time, or one of `others` can be read before."""
        raise NotImplementedError

    def next_request(self) -> Request:
        """Wait until the board sleeps; raise BoardHangs if it never does."""
        request = self.request()
        if request is None:
            raise BoardHangs("the firmware has not slept for 30 s")
        return request

    def send_answer(self, content: bytes) -> None:
        """Wake the board up; one that has died in its sleep is found out by the next request."""
        raise NotImplementedError

    def is_blocked(self) -> bool:
        """Tell whether the board really sleeps, which its request says a moment earlier; True if unknown."""
        return True

    def worked_s(self) -> float:
        """Return the processor's time that the firmware has taken; always 0 where nothing waits for that."""
        return 0.0

    def last_words(self) -> str:
        """Return the interpreter's error output so far, mostly a traceback."""
        return self._errors_path.read_text("utf-8", "replace").strip()

    def cut(self) -> None:
        """Take the power away at once."""
        self._process.kill()
        self._process.wait()


@dataclass(slots=True)
class Supplies:
    """The files that are flash, surface's memory and display, and the console: Pipes or Relay of the same runtime."""

    flash: Path
    memory: Path | None
    display: Path | None
    errors: Path
    console: Any
    is_virtual: bool
    seed: int
    identity: str
