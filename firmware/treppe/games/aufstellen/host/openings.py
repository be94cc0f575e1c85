"""Who wins Aufstellen's openings if nobody errs, of up to six pieces on the board; `make solve` finds it."""

from collections.abc import Iterator
from functools import cache
from lzma import decompress
from pathlib import Path

from treppe.games import State
from treppe.games.aufstellen import rules
from treppe.games.aufstellen.host import evaluation

MOST = 6
"""The most pieces of an opening; each of them is different from the others."""
KEPT = Path(__file__).with_name("openings.bin")
"""The file: a bit for each position at its `place`, whether the player to move wins; then one, whether nobody does."""
PLANE = 16**MOST // 16
"""Number of bytes before the second bits: no place is so high."""
KNOWN = 0.5
"""By how much a win without errors raises a chance: to 75 % in the mean, for 74 of 100 stored games were won so."""
_SUPPLY, _TURN = 16, 22  # as in rules.py
_COMING = (1, 5, 3, 4, 2, 6)  # the pieces, as they stand in a position, in the order in which they come


def _images() -> Iterator[tuple[int, ...]]:
    """Return where each centre goes as the board is turned and mirrored."""
    turned = tuple(range(16))
    for _ in range(4):
        turned = tuple(turned[centre % 4 * 4 + 3 - centre // 4] for centre in range(16))
        yield turned
        yield tuple(turned[centre ^ 3] for centre in range(16))


_IMAGES = tuple(_images())


def place(state: State) -> int:
    """Return the place of a position in the file: the lowest number of its images, a digit to base 16 a piece.

    The digits are 1 to 16, so that positions of fewer pieces have numbers of their own.
    """
    centres = [centre for centre in map(state.position[:16].find, _COMING) if centre >= 0]
    numbers = []
    for image in _IMAGES:
        number = 0
        for centre in centres:
            number = 16 * number + image[centre] + 1
        numbers.append(number)
    return min(numbers)


@cache
def _bits() -> bytes:
    return decompress(KEPT.read_bytes())


def points(state: State) -> float:
    """Return what the player to move gets in a position that is kept: 1 if he wins, a half if nobody can force it."""
    at = place(state)
    won, drawn = (_bits()[first + (at >> 3)] >> (at & 7) & 1 for first in (0, PLANE))
    return won + drawn / 2


def keeps(state: State, actions: int) -> bool:
    """Tell whether a position is kept, and all those that follow within so many actions."""
    return state.options["diagonals"] and 10 - sum(state.position[_SUPPLY:_TURN]) + actions <= MOST


def chances(state: rules.State) -> list[float]:
    """Return the players' chances in a position that is kept: mostly by who wins, for a quarter as usual."""
    mover, won = state.current_player(), points(state)
    return [
        round(KNOWN * (won if player == mover else 1 - won) + (1 - KNOWN) * (0.25 + chance / 2), 4)
        for player, chance in enumerate(evaluation.chances(state))
    ]
