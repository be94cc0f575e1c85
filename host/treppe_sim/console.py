"""Protocols of the parts of a runtime for simulated boards: a process, a console in virtual time, USB in real time."""

from collections.abc import Iterable
from typing import Any, Protocol

from treppe_sim.wire import Request


class HostEnd(Protocol):
    """The host's end of the link, in step with virtual time."""

    def feed(self, received: bytes, now_s: float) -> None:
        """Take what the board has sent."""

    def tick(self, now_s: float) -> None:
        """Carry out the calls whose time has come."""

    def take_output(self) -> bytes:
        """Hand over what is to be sent to the board."""


class Controller(Protocol):
    """The running firmware, see controller.Controller."""

    def request(self, timeout_ms: float, others: Iterable[Any]) -> Request | None:
        """Wait until the board sleeps; None if it does not in time, or one of `others` can be read before."""

    def next_request(self) -> Request:
        """Wait until the board sleeps; raise BoardHangs if it never does."""

    def answer(self, content: bytes) -> None:
        """Wake the board up."""

    def is_blocked(self) -> bool:
        """Tell whether the board really sleeps, which its request says a moment earlier."""

    def worked_s(self) -> float:
        """Return the processor's time that the firmware has taken."""

    def cut(self) -> None:
        """Take the power away at once."""


class Pipes(Protocol):
    """The console in virtual time, see sockets.SocketPipes."""

    def read(self) -> bytes:
        """Return the board's new output."""

    def carry(self, client: HostEnd | None, now_s: float) -> None:
        """Carry bytes to and from the host; without one, the board's output is lost."""

    def close(self) -> None:
        """Take it away."""


class Relay(Protocol):
    """The USB in real time, see relay.Relay."""

    port: str
    recent: bytes

    def power_up(self) -> None:
        """Make it what it is at the start."""

    def plug(self) -> None:
        """Connect the cable."""

    def unplug(self) -> None:
        """Pull the cable."""

    def sources(self) -> list[Any]:
        """Return the further files that the controller's `request` shall wait for."""

    @property
    def is_interrupting(self) -> bool:
        """Tell whether a Ctrl-C waits until the firmware has slept for a while."""

    def pump(self, now_s: float, is_asleep: bool, controller: Controller) -> None:
        """Move what there is in both directions."""

    def close(self) -> None:
        """Take the port away."""
