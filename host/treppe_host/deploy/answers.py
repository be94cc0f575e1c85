"""What a running board is asked for its doctor: by a command at a time, over whatever link there is."""

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from treppe_host.errors import BoardError, CommandRefused

Command = Callable[..., dict[str, Any]]
"""Does one command (its name, its fields) and returns the answer; raises BoardError."""

_PINGS = 20
_FRAMES = 16
_TEST_S = 20.0  # of a board that plays on meanwhile, beside a PC that is busy
_PAUSE_S = 0.1


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """How well the link does: counted since it was opened, the board's since it was switched on."""

    lines: int
    bad_lines: int
    repeats: int
    board_bad_lines: int
    board_resends: int
    trips_s: tuple[float, ...]
    """There and back, of each ping."""

    @property
    def median_s(self) -> float:
        """Half of the pings were quicker."""
        return median(self.trips_s)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a running board says."""

    hello: dict[str, Any]
    status: dict[str, Any]
    figures: dict[str, Any]
    tests: list[dict[str, str]]
    """Of its self-test, each with name, state and text; none from a firmware that has no such test."""
    frames: list[bytes]
    link: LinkFigures

    def codes(self) -> list[float]:
        """Return the converter's codes by multiplexer * 16 + channel, the mean of some frames."""
        return [sum(sums) / 4 / len(self.frames) for sums in zip(*self._sums(), strict=True)]

    def noises(self) -> list[float]:
        """Return the standard deviation of the codes from frame to frame, likewise."""
        return [_deviation(sums) / 4 for sums in zip(*self._sums(), strict=True)]

    def _sums(self) -> list[tuple[int, ...]]:
        return [struct.unpack("<64H", frame) for frame in self.frames]


def ask(
    hello: dict[str, Any], command: Command, count_lines: Callable[[], tuple[int, int, int]], is_empty: bool = False
) -> Answers:
    """Ask a board for everything; `count_lines` tells lines, bad ones, and repeated commands.

    `is_empty`: somebody has said that nothing stands on the board. Raises BoardError.
    """
    trips = []
    for _ in range(_PINGS):
        began = time.monotonic()
        command("ping")
        trips.append(time.monotonic() - began)
    status = command("status")
    tests = _test(command, is_empty)
    frames = [bytes.fromhex(command("frame")["hex"]) for _ in range(_FRAMES)]
    figures = command("figures")
    lines, bad_lines, repeats = count_lines()
    link = LinkFigures(lines, bad_lines, repeats, figures["bad_lines"], figures["resends"], tuple(trips))
    return Answers(hello, status, figures, tests, frames, link)


def _test(command: Command, is_empty: bool) -> list[dict[str, str]]:
    """Let the board test itself, which takes some frames, and return what it found."""
    end = time.monotonic() + _TEST_S
    try:
        command("self_test", **({"empty": True} if is_empty else {}))
        while time.monotonic() < end:
            time.sleep(_PAUSE_S)
            answer = command("self_test")
            if answer["tests"]:
                tests: list[dict[str, str]] = answer["tests"]
                return tests
    except CommandRefused:
        return []
    raise BoardError("the board does not come to the end of its self-test")


def _deviation(values: tuple[int, ...]) -> float:
    mean = sum(values) / len(values)
    variance: float = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return float(variance**0.5)
