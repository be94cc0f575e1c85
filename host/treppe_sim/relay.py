"""The simulated board's USB: one terminal for the firmware, another for the host, and the bytes between them.

The firmware's terminal must stay open as long as the board lives (closing it kills the interpreter); the
host's may come and go. Between them bytes pass as over a Pico's USB: without a host they are lost; if the host
does not read, they pile up until the board's writes wait; after half a second a waiting piece is lost.

Ctrl-C interrupts a Pico between two bytecodes. Here it would come at any moment, and during garbage collection it would
leave a broken heap, or end the interpreter. So it waits until the firmware really sleeps and has slept for a while, for
the firmware announces its sleep a moment earlier.
"""

import contextlib
import math
import os
import select
import termios
import threading
import tty
from pathlib import Path

from treppe_sim.console import Controller

_PATIENCE_S = 0.5
_PORT_BYTES = 256  # a Pico's own room for what is on its way to the host
_PIECE = 4096
_RECENT = 2000
_INTERRUPT = b"\x03"
_FIRST_SLEEPS = 50  # belong to the start; an interrupt there has ended the interpreter
_SLEEPLESS_S = 1.0  # of the processor, then Ctrl-C is sent anyway: a program at the prompt may never sleep


class Relay:
    """Two pseudo-terminals; `pump` moves the bytes that have come on either side, and never waits."""

    def __init__(self, port: Path):
        """Open the firmware's terminal; the host's appears at the path `port` when plugged."""
        self._port = port
        self.port = str(port)
        self._lock = threading.Lock()  # the cable is pulled by one thread while another pumps
        # The firmware's side stays open here, too: nothing is lost between two runs.
        self._device, slave = _open_terminal()
        self.stdin = self.stdout = slave
        self.device_path = os.ttyname(slave)
        self._settings = termios.tcgetattr(slave)
        # Byte 3 interrupts the firmware, and does not throw away what is on its way; no other byte is a signal.
        self._settings[3] |= termios.ISIG | termios.NOFLSH
        self._settings[6][termios.VQUIT] = self._settings[6][termios.VSUSP] = _no_byte(slave)
        self.power_up()
        self._host: int | None = None
        self.recent = b""  # what the firmware said last, whether a host heard it or not
        self._to_host = b""
        self._to_device = b""
        self._blocked_since_s: float | None = None
        self._is_behind = False

    def power_up(self) -> None:
        """Make the firmware's terminal what it is at the start: a prompt that was cut off has changed it."""
        termios.tcsetattr(self.stdin, termios.TCSANOW, self._settings)
        self._is_asleep = False
        self._num_sleeps = 0
        self._worked_s = math.inf  # of the processor, at the last sleep

    def plug(self) -> None:
        """Connect the cable."""
        with self._lock:
            if self._host is None:
                self._host, slave = _open_terminal()
                self._port.unlink(missing_ok=True)
                self._port.symlink_to(os.ttyname(slave))
                os.close(slave)

    def unplug(self) -> None:
        """Pull the cable: the port vanishes, and what was in it."""
        with self._lock:
            if self._host is not None:
                self._port.unlink(missing_ok=True)
                os.close(self._host)
            self._host = None
            self._to_host = self._to_device = b""

    def close(self) -> None:
        """Take both terminals away; firmware that still runs is hung up on."""
        self.unplug()
        os.close(self.stdin)
        os.close(self._device)

    def sources(self) -> list[int]:
        """Return the descriptors from which the next `pump` could read."""
        with self._lock:
            found = [] if self._to_host else [self._device]
            if self._host is not None and not self._to_device and self._has_reader():
                found.append(self._host)
            return found

    def pump(self, now_s: float, is_asleep: bool, controller: Controller) -> None:
        """Move what there is in both directions; the firmware is asleep, or at work. The controller looks closely."""
        is_still = is_asleep and self._is_asleep  # since the last time, too
        self._num_sleeps += is_asleep and not is_still
        self._is_asleep = is_asleep
        if is_asleep:
            self._worked_s = controller.worked_s()
        with self._lock:
            if not self._to_host:
                self._take_from_device(_PORT_BYTES if self._is_behind else _PIECE)
            if self._to_host:
                self._pass_to_host(now_s)
            if not self._to_device and self._host is not None:
                self._to_device = _read(self._host, _PIECE)
            if self._to_device:
                self._pass_to_device(is_still, controller)

    @property
    def is_interrupting(self) -> bool:
        """Tell whether a Ctrl-C waits until the firmware has slept for a while."""
        return _INTERRUPT in self._to_device and self._has_started()

    def _pass_to_host(self, now_s: float) -> None:
        if self._host is None or not self._has_reader():
            self._to_host = b""
            self._is_behind = False
            self._blocked_since_s = None
            return
        written = _write(self._host, self._to_host)
        self._to_host = self._to_host[written:]
        self._is_behind = bool(self._to_host)
        if written or self._blocked_since_s is None:
            self._blocked_since_s = now_s
        elif now_s - self._blocked_since_s > _PATIENCE_S:
            self._take_from_device(_PIECE)  # a write that waits goes on only when its terminal is nearly empty
            self._blocked_since_s = now_s

    def _take_from_device(self, size: int) -> None:
        self._to_host = _read(self._device, size)
        self.recent = (self.recent + self._to_host)[-_RECENT:]

    def _pass_to_device(self, is_still: bool, controller: Controller) -> None:
        ready, interrupt, _ = self._to_device.partition(_INTERRUPT)
        if interrupt and self._may_interrupt(is_still, controller):
            ready = self._to_device
        if ready:
            self._to_device = self._to_device[_write(self._device, ready) :]

    def _may_interrupt(self, is_still: bool, controller: Controller) -> bool:
        """Tell whether the firmware sleeps, is at its prompt (there byte 3 is one like others), or never sleeps.

        A busy computer may keep the firmware from its sleep for seconds, so its own processor time counts.
        """
        if not termios.tcgetattr(self.stdin)[3] & termios.ISIG:
            return True
        if not self._has_started():
            return False
        if self._is_asleep:
            return is_still and controller.is_blocked()
        return controller.worked_s() - self._worked_s > _SLEEPLESS_S

    def _has_started(self) -> bool:
        """Tell whether the firmware has opened its terminal, and its start is over."""
        return bool(os.tcgetpgrp(self._device)) and self._num_sleeps >= _FIRST_SLEEPS

    def _has_reader(self) -> bool:
        assert self._host is not None
        poll = select.poll()
        poll.register(self._host, 0)
        return not poll.poll(0)  # POLLHUP: no program has the other side open


def _open_terminal() -> tuple[int, int]:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave


def _no_byte(terminal: int) -> bytes:
    """Return what stands for no byte at all where a byte would be a signal."""
    return os.fpathconf(terminal, "PC_VDISABLE").to_bytes(1, "little")


def _read(terminal: int, size: int) -> bytes:
    with contextlib.suppress(OSError):  # no terminal, or no program has the other side open
        return os.read(terminal, size)
    return b""


def _write(terminal: int, content: bytes) -> int:
    with contextlib.suppress(BlockingIOError):
        return os.write(terminal, content)
    return 0
