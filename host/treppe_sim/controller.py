"""One run of the firmware, from power on to power off: a MicroPython process and the line to it."""

import os
import select
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from treppe_sim.compiled import LAUNCHER, compiled_folder
from treppe_sim.console import PATIENCE_MS, Controller, Supplies
from treppe_sim.errors import BoardDied
from treppe_sim.interpreter import find_micropython
from treppe_sim.wire import REQUEST_BYTES, Request

_HEAP = "heapsize=4m"  # what a Pico has is measured on an emulated one: `make bench-pico`


class MicropythonController(Controller):
    """The running firmware, see Controller."""

    def __init__(self, supplies: Supplies, operations_left: int = -1, scratch: int = 0):
        """Switch on; after `operations_left` operations on the flash the power goes (-1: never).

        `scratch` is the word that has outlived a reset.
        """
        self._errors_path = supplies.errors
        compiled = compiled_folder()
        terminal = supplies.console.device_path
        command = [find_micropython(), "-X", _HEAP]
        # After Ctrl-C a Pico shows its prompt.
        command += ["-i"] if terminal else []
        command += [str(compiled / LAUNCHER), str(compiled), str(supplies.flash)]
        command += [str(supplies.memory or "-"), str(supplies.display or "-"), terminal or "-"]
        command += ["virtual" if supplies.is_virtual else "real", str(supplies.seed), supplies.identity]
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        command += [str(theirs_in), str(theirs_out), str(operations_left), str(scratch)]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MICROPY")}
        with supplies.errors.open("wb") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=supplies.console.stdin,
                stdout=supplies.console.stdout,
                stderr=errors,
                pass_fds=(theirs_in, theirs_out),
                env=environment,
                start_new_session=True,  # the terminal's Ctrl-C is for the parent
            )
        os.close(theirs_in)
        os.close(theirs_out)
        self._from_board = ours_in
        self._to_board: BinaryIO = os.fdopen(ours_out, "wb", buffering=0)

    def request(self, timeout_ms: float = PATIENCE_MS, others: Iterable[int] = ()) -> Request | None:
        """See Controller."""
        poll = select.poll()
        for descriptor in (self._from_board, *others):
            poll.register(descriptor, select.POLLIN)
        if not any(descriptor == self._from_board for descriptor, _ in poll.poll(timeout_ms)):
            return None
        content = os.read(self._from_board, REQUEST_BYTES)
        if len(content) < REQUEST_BYTES:
            raise BoardDied(self.last_words() or "The firmware ended.")
        return Request.read(content)

    def send_answer(self, content: bytes) -> None:
        """See Controller."""
        try:
            self._to_board.write(content)
        except BrokenPipeError:
            pass

    def is_blocked(self) -> bool:
        """See Controller."""
        state = self._state()
        return not state or state[0] == "S"

    def worked_s(self) -> float:
        """Return the processor's time that the firmware has taken; the clock's where that is unknown."""
        state = self._state()
        return sum(map(int, state[11:13])) / os.sysconf("SC_CLK_TCK") if state else time.monotonic()

    def _state(self) -> list[str]:
        """Return what Linux tells of the process from its state on (proc(5)), nothing elsewhere."""
        try:
            return Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return []

    def cut(self) -> None:
        """See Controller."""
        super().cut()
        os.close(self._from_board)
        self._to_board.close()
