"""The simulated board's console in virtual time: two pipes, emptied whenever the board sleeps."""

import contextlib
import os

from treppe_sim.console import HostEnd


class Pipes:
    """What the firmware reads and writes as its console: `stdin` and `stdout` are its ends."""

    def __init__(self) -> None:
        """Open both pipes."""
        self.device_path = None  # it is no terminal
        self.stdin, self._to_board = os.pipe()
        self._from_board, self.stdout = os.pipe()
        os.set_blocking(self._to_board, False)
        os.set_blocking(self._from_board, False)
        self._waiting = b""

    def read(self) -> bytes:
        """Return what the board has said."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._from_board, 65536)
        return b""

    def carry(self, client: HostEnd | None, now_s: float) -> None:
        """Carry bytes to and from the host; without one, what the board says is lost."""
        said = self.read()
        if client:
            if said:
                client.feed(said, now_s)
            client.tick(now_s)
            self._waiting += client.take_output()
        if self._waiting:
            with contextlib.suppress(BlockingIOError):
                self._waiting = self._waiting[os.write(self._to_board, self._waiting) :]

    def close(self) -> None:
        """Take the pipes away."""
        for descriptor in (self.stdin, self.stdout, self._to_board, self._from_board):
            os.close(descriptor)
