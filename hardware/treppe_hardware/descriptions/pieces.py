"""The kinds of pieces in `hardware/pieces.toml`, and how many of each a box of games needs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from treppe.games import catalogue
from treppe.games.host import facts

from treppe_hardware.descriptions.components import Part, find_part
from treppe_hardware.descriptions.source import Keys, Source, keys_of

ANY_SHAPE = "P"
"""The letter of a piece whose shape a game leaves free."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: first letter of its code, the part to buy or print, the parts in it or under it."""

    code: str
    title: str
    part: Part
    inside: Part
    mass_g: float
    line: int


def box_for(names: Iterable[str]) -> dict[str, int]:
    """Return how many pieces of each kind and colour one box needs to serve all these games, one at a time.

    Where a game leaves the shape free, those of the other games will do; missing ones are squares.
    """
    wanted: Counter[str] = Counter()
    for name in names:
        wanted |= Counter(facts.of(name).largest_material())
    for free in [code for code in wanted if code[0] == ANY_SHAPE]:
        needed, colour = wanted.pop(free), free[1:]
        wanted["S" + colour] += max(0, needed - sum(wanted[shape + colour] for shape in "CST"))
    return dict(sorted((+wanted).items()))


def users_of(letter: str) -> str:
    """Return the titles of the games that need pieces of a kind."""
    users = [name for name in catalogue.names() if any(code[0] == letter for code in facts.of(name).largest_material())]
    return ", ".join(catalogue.title(name) for name in users)


def read_kinds(path: Path, parts: dict[str, Part]) -> dict[str, Kind]:
    """Return the kinds of pieces that the file describes, by their letters; raise InvalidDescription."""
    source = Source(path)
    source.check_keys(source.table, Keys({"kinds": list}))
    kinds = {}
    for number, line in enumerate(source.table["kinds"]):
        place = ("kinds", number)
        source.check_keys(line, keys_of(Kind, "line"), *place)
        found = {key: find_part(source, parts, str(line[key]), *place) for key in ("part", "inside")}
        own = {key: value for key, value in line.items() if key not in found}
        kinds[line["code"]] = source.build(Kind, own, *place, line=source.line(*place), **found)
    return kinds
