"""Front and back of each printed thing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from treppe.games.host import printed
from treppe.games.host.printed import Printed

from treppe_hardware.descriptions.sheets import Size, Sizes
from treppe_hardware.drawings.shapes import Sheet
from treppe_hardware.sheets import cards
from treppe_hardware.sheets.screens import inside, outside
from treppe_hardware.sheets.symbols import PLUM, SLATE
from treppe_hardware.sheets.tiles import tile, tile_back
from treppe_hardware.sheets.words import Words

_CARDS: dict[str, Callable[[Printed, Words, Size], Sheet]] = {
    **dict.fromkeys(cards.FIGURES, cards.held),
    printed.DEPENDENCE: cards.dependence,
    printed.OVERVIEW: cards.overview,
    printed.POINT: cards.point,
}


@dataclass(frozen=True, slots=True)
class Face:
    """One thing to be cut out: what it is, and both its sides; things that are alike share their drawings."""

    thing: Printed
    size: Size
    front: Sheet
    back: Sheet


def faces_of(thing: Printed, words: Words, sizes: Sizes, beside: list[Printed]) -> list[Face]:
    """Return a face for each piece of a thing, none for a sewn one; `beside` are all things of its game."""
    if thing.kind not in sizes.kinds:
        return []
    size = sizes.kinds[thing.kind]
    front, back = draw(thing, words, size, beside)
    return [Face(thing, size, front, back)] * thing.count


def draw(thing: Printed, words: Words, size: Size, beside: list[Printed]) -> tuple[Sheet, Sheet]:
    """Return the two sides of a thing."""
    if thing.kind == printed.SCREEN:
        return outside(thing, words, size), inside(thing, beside, words, size)
    if thing.kind not in _CARDS:
        return tile(thing, words, size), _tile_back(thing.group, words.title(thing.group), size)
    front = _CARDS[thing.kind](thing, words, size)
    if thing.kind == printed.POINT:
        return front, front
    if thing.kind == printed.OVERVIEW:
        return front, cards.example(words, size)
    is_dependence = thing.kind == printed.DEPENDENCE
    return front, _back(words.back, size, is_dependence)


@cache
def _back(title: str, size: Size, is_dependence: bool) -> Sheet:
    """Return the back of cards, the same drawing for all of them."""
    return cards.back(title, size, PLUM if is_dependence else SLATE, is_dependence)


@cache
def _tile_back(group: str, title: str, size: Size) -> Sheet:
    return tile_back(group, title, size)
