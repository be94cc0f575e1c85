"""Asks a running board, over any link, for all facts that the doctor judges."""

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from treppe_host.errors import BoardError, CommandRefused

Command = Callable[..., dict[str, Any]]
"""Sends one command with its fields and returns the answer; raises BoardError."""

_PINGS = 20
_FRAMES = 16
_TEST_S = 20.0  # so long: the board plays on meanwhile, and the PC may be busy
_PAUSE_S = 0.1


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """Counts of the link: the host's since the link was opened, the board's since power-on."""

    lines: int
    bad_lines: int
    repeats: int
    board_bad_lines: int
    board_resends: int
    trips_s: tuple[float, ...]
    """Round trip of each ping, in seconds."""

    @property
    def median_s(self) -> float:
        """Median of the round trips, in seconds."""
        return median(self.trips_s)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a running board."""

    hello: dict[str, Any]
    status: dict[str, Any]
    figures: dict[str, Any]
    tests: list[dict[str, Any]]
    """Results of its self-test, each with its state and a code; empty for a firmware without a self-test."""
    frames: list[bytes]
    link: LinkFigures

    def codes(self) -> list[float]:
        """Return the converter's codes by multiplexer * 16 + channel, the mean of some frames."""
        return [sum(sums) / 4 / len(self.frames) for sums in zip(*self._sums(), strict=True)]

    def noises(self) -> list[float]:
        """Return the standard deviation of each code from frame to frame, in the same order."""
        return [_deviation(sums) / 4 for sums in zip(*self._sums(), strict=True)]

    def _sums(self) -> list[tuple[int, ...]]:
        return [struct.unpack("<64H", frame) for frame in self.frames]


def ask(
    hello: dict[str, Any], command: Command, count_lines: Callable[[], tuple[int, int, int]], is_empty: bool = False
) -> Answers:
    """Ask a board for all facts; `count_lines` returns the numbers of lines, bad lines and repeated commands.

    `is_empty`: the user says that no piece stands on the board. Raises BoardError.
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


def _test(command: Command, is_empty: bool) -> list[dict[str, Any]]:
    """Return the results of the board's self-test, which takes some frames."""
    end = time.monotonic() + _TEST_S
    try:
        command("self_test", **({"empty": True} if is_empty else {}))
        while time.monotonic() < end:
            time.sleep(_PAUSE_S)
            answer = command("self_test")
            if answer["tests"]:
                tests: list[dict[str, Any]] = answer["tests"]
                return tests
    except CommandRefused:
        return []
    raise BoardError({"code": "self_test_endless"})


def _deviation(values: tuple[int, ...]) -> float:
    mean = sum(values) / len(values)
    variance: float = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return float(variance**0.5)
