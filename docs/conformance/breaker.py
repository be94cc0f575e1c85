"""A line that breaks: it cuts, doubles, flips, drops, delays and stalls, the same for the same seed."""

import random

_LONGEST_STALL = 200


class Breaker:
    """One direction of a link; of each line `rate` is the chance of trouble. `faults` counts them."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rate = rate
        self.faults = 0
        self._chance = random.Random(seed)
        self._late: list[bytes] = []
        self._stalled = b""
        self._stall = 0  # calls for which nothing goes through

    def carry(self, stream: bytes) -> bytes:
        """Return what arrives of these bytes, and of earlier ones that were late."""
        self._stall -= self._stall > 0
        if self._stall and self.rate:
            self._stalled += stream
            return b""
        stream, self._stalled = self._stalled + stream, b""
        arrived = b"".join(self._late) if self._chance.random() < 0.2 else b""
        if arrived:
            self._late.clear()
        for line in stream.splitlines(keepends=True):
            if not line.strip() or self._chance.random() >= self.rate:  # boards fill up with empty lines
                arrived += line
                continue
            self.faults += 1
            place = self._chance.randrange(len(line))
            flipped = line[:place] + bytes([line[place] ^ 1 << self._chance.randrange(8)]) + line[place + 1 :]
            fate = self._chance.choice(("cut", "double", "flip", "drop", "late", "stall"))
            if fate in ("late", "stall"):
                self._late.append(line)
            if fate == "stall":
                self._stall = self._chance.randrange(2, _LONGEST_STALL)
            arrived += {"cut": line[:place], "double": line + line, "flip": flipped}.get(fate, b"")
        return arrived
