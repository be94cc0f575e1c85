"""A bad link, which loses, repeats, delays and cuts lines, and flips bits."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rates:
    """How often: a line is `lost`, `repeated`, `delayed` or `cut`; a byte has a flipped bit."""

    lost: float = 0.0
    repeated: float = 0.0
    delayed: float = 0.0
    cut: float = 0.0
    flipped: float = 0.0
    delay_ms: int = 300
    """A delayed line comes up to so much later, after others."""


class TroubledLine:
    """One direction of a link. It takes sent bytes, and returns those that arrive."""

    def __init__(self, rates: Rates, seed: int) -> None:
        """Take the same trouble for the same seed."""
        self._rates = rates
        self._random = random.Random(seed)
        self._unfinished = b""
        self._late: list[tuple[float, bytes]] = []

    def carry(self, sent: bytes, now_ms: float) -> bytes:
        """Send bytes; return what arrives now. What is no whole line yet waits for its end."""
        *lines, self._unfinished = (self._unfinished + sent).split(b"\n")
        arrived = b"".join(line for due_ms, line in self._late if due_ms <= now_ms)
        self._late = [late for late in self._late if late[0] > now_ms]
        for line in lines:
            arrived += self._pass_on(line + b"\n", now_ms)
        return arrived

    def _pass_on(self, line: bytes, now_ms: float) -> bytes:
        rates, chance = self._rates, self._random.random
        if chance() < rates.lost:
            return b""
        if chance() < rates.cut:
            line = line[: self._random.randrange(len(line))]
        if rates.flipped and chance() < 1 - (1 - rates.flipped) ** len(line):
            place = self._random.randrange(len(line))
            line = line[:place] + bytes([line[place] ^ 1 << self._random.randrange(8)]) + line[place + 1 :]
        if chance() < rates.repeated:
            line += line
        if chance() < rates.delayed:
            self._late.append((now_ms + self._random.uniform(0, rates.delay_ms), line))
            return b""
        return line
