"""Quick twins of firmware functions that a Pico runs as machine code; where CPython would loop, they search.

Viper is nothing to CPython: what takes a Pico as long as a few lines of Python takes CPython as long as a hundred.
`stand_in` puts a twin in the place of each; that they return the same is tested.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import gt, itemgetter, lt
from typing import Any

from treppe.games import board12
from treppe.sensing import FAULTY, cells, next_active
from treppe.table.hands import images, position
from treppe.table.show import targets

_BYTE_BITS = 8


def stand_in() -> None:
    """Let the firmware's modules call the twins, those that are loaded and those that import from them later."""
    for name, module in list(sys.modules.items()):
        if name.startswith("treppe."):
            names = vars(module)
            for original, twin in TWINS.items():
                if names.get(original.__name__) is original:
                    names[original.__name__] = twin


def _next_active(start: int, activity: bytearray, first: int, last: int) -> int:
    found = _between(first, last).search(activity, start)
    return found.start() if found else len(activity)


@cache
def _between(first: int, last: int) -> re.Pattern[bytes]:
    return re.compile(rb"[\x%02x-\x%02x]" % (first, last))


def _next_difference(start: int, ours: bytes, theirs: bytes) -> int:
    count = len(ours)
    differs = int.from_bytes(ours[start:], "little") ^ int.from_bytes(theirs[start:count], "little")
    return start + ((differs & -differs).bit_length() - 1) // _BYTE_BITS if differs else count


def _difference(image: bytes, expected: bytes, activity: bytes) -> dict[int, int]:
    found = {}
    field = _next_difference(0, expected, image)
    while field < len(expected):
        if activity[field] != FAULTY:
            found[field] = image[field] - expected[field]
        field = _next_difference(field + 1, expected, image)
    return found


def _largest(numbers: bytes) -> int:
    return max(numbers, default=0)


def _places_of(number: int, numbers: bytes) -> Iterator[int]:
    place = numbers.find(number)
    while place >= 0:
        yield place
        place = numbers.find(number, place + 1)


def _places(firsts: bytes, lasts: bytes, first: int, last: int) -> list[int]:
    return [move for move in _places_of(first, firsts) if lasts[move] == last]


def _count_ends(field: int, is_lift: bool, firsts: bytes, lasts: bytes, counts: bytearray) -> None:
    for move in _places_of(field, lasts):
        counts[move] += 1
    if is_lift:
        for move in _places_of(field, firsts):
            counts[move] += lasts[move] != field


def _light(out: bytearray, fields: bytes, others: bytes, other: int, role: int) -> None:
    lit = set(fields) if other == targets.ANY else {fields[move] for move in _places_of(other, others)}
    for field in lit - {position.BEYOND}:
        out[field] = role


def _occupied(position: bytes, bare: int = 0) -> bytearray:
    return bytearray(position[:144].translate(_marks(bare)))


@cache
def _marks(bare: int) -> bytes:
    return bytes(code not in (0, bare) for code in range(256))


def _ends(actions: list[int]) -> tuple[bytes, bytes]:
    return bytes([action >> 8 & 255 for action in actions]), bytes([action & 255 for action in actions])


def _next_restless(first: int, frame: Any, channels: bytes, low: Any, high: Any, out: bytearray) -> int:
    readings = _of_fields(channels)(frame)
    if not (first or any(out) or any(map(lt, readings, low)) or any(map(gt, readings, high))):
        return len(out)  # mostly: nothing moves
    field = first
    for reading, lowest, highest, is_followed in zip(
        readings[first:], low[first:], high[first:], out[first:], strict=True
    ):
        if is_followed or not lowest <= reading <= highest:
            return field
        field += 1
    return field


@cache
def _of_fields(channels: bytes) -> Callable[[Any], tuple[int, ...]]:
    return itemgetter(*channels)


TWINS: dict[Callable[..., Any], Callable[..., Any]] = {
    next_active: _next_active,
    images.next_difference: _next_difference,
    images.difference: _difference,
    images.largest: _largest,
    position._places: _places,
    position._count_ends: _count_ends,
    targets.light: _light,
    board12.occupied: _occupied,
    board12.ends: _ends,
    cells._next_restless: _next_restless,
}
"""The twin of each function."""
