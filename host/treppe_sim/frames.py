"""Frames as drivers give them to sensing, made of what the world's sensors feel, for boards without drivers."""

import random
import sys
from array import array
from functools import cache
from operator import itemgetter

from treppe_sim.device.converter import convert

# A sum of four samples of one burst, in codes: 0.97 of the converter each, 0.71 of the Hall, which lasts 8 us while
# samples come each 2 us. Four independent ones would have 2.4.
SUM_NOISE = 3.1
_NOISE = 4096
_LOWEST_SUM = 16  # more than the noise ever takes away


class ReedFrames:
    """Scans as the chain of shift registers gives them: what is felt, and the echo of what was sent."""

    def __init__(self) -> None:
        self._frame = bytearray(20)
        self._echo = 255

    def __call__(self, felt: bytes) -> bytearray:
        """Return the next frame of what is felt."""
        self._echo ^= 255
        self._frame[:18] = felt[:18]
        self._frame[18] = self._frame[19] = self._echo
        return self._frame


class CellFrames:
    """Frames as the multiplexers give them: sums of four conversions, each with its noise.

    All 64 sums are one number, two bytes each, to which their noise is added at once.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._noise = _noise()
        self._felt = b""
        self._sums = 0

    def __call__(self, felt: bytes) -> "array[int]":
        """Return the next frame of what is felt."""
        if felt != self._felt:
            self._felt = felt
            self._sums = _as_one(array("H", itemgetter(*array("H", felt))(_sums_of_four())).tobytes())
        first = 2 * int(self._random.random() * (_NOISE - 64))
        noise = _as_one(self._noise[first : first + 128])
        return array("H", (self._sums + noise).to_bytes(128, sys.byteorder))


def _as_one(sums: bytes) -> int:
    return int.from_bytes(sums, sys.byteorder)


@cache
def _noise() -> bytes:
    """Return noise of sums of four samples, each `_LOWEST_SUM` more than it is: no sum borrows from its neighbour."""
    source = random.Random("converter")
    return array("H", [_LOWEST_SUM + round(source.gauss(0, SUM_NOISE)) for _ in range(_NOISE)]).tobytes()


@cache
def _sums_of_four() -> list[int]:
    """Return sums of four conversions by sixteenths of a code, less `_LOWEST_SUM`.

    They are without the noise that has let them resolve a part of a code.
    """
    off = range(-24, 25, 4)
    codes = [convert(max(0, sixteenths)) for sixteenths in range(off[0], 65536 + off[-1])]
    around = zip(*(codes[first - off[0] :] for first in off), strict=False)
    return [max(0, round(4 * sum(samples) / len(off)) - _LOWEST_SUM) for samples in around]
