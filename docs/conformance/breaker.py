"""A line that breaks: it cuts, doubles, flips, drops and delays what goes through it, the same for the same seed."""

import random


class Breaker:
    """One direction of a link; of each line `rate` is the chance of trouble. `faults` counts them."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rate = rate
        self.faults = 0
        self._chance = random.Random(seed)
        self._late: list[bytes] = []

    def carry(self, stream: bytes) -> bytes:
        """Return what arrives of these bytes, and of earlier ones that were late."""
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
            fate = self._chance.choice(("cut", "double", "flip", "drop", "late"))
            if fate == "late":
                self._late.append(line)
            arrived += {"cut": line[:place], "double": line + line, "flip": flipped}.get(fate, b"")
        return arrived
