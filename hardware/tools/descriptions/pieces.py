"""What the nine games are played with: `hardware/pieces.toml`."""

from dataclasses import dataclass
from pathlib import Path

from hardware.tools.descriptions.components import Part
from hardware.tools.descriptions.source import Keys, Source

_TOP = Keys({"kinds": list, "games": dict})
_KIND = Keys({"code": str, "title": str, "part": str, "inside": str, "mass_g": float})


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: first letter of its code, what it is bought or printed as, what lies in it or under it."""

    code: str
    title: str
    part: Part
    inside: Part
    mass_g: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """Kinds by letter; for each game, how many it needs of each code at most."""

    kinds: dict[str, Kind]
    games: dict[str, dict[str, int]]

    def wanted(self, games: list[str]) -> dict[str, int]:
        """Return how many of each code one box of pieces needs to serve all these games, one at a time."""
        wanted: dict[str, int] = {}
        for game in games:
            for code, count in self.games[game].items():
                wanted[code] = max(wanted.get(code, 0), count)
        return dict(sorted(wanted.items()))


def read_pieces(path: Path, parts: dict[str, Part]) -> Pieces:
    """Return what the file describes; raise InvalidDescription."""
    source = Source(path)
    source.check_keys(source.table, _TOP)
    kinds = {}
    for number, line in enumerate(source.table["kinds"]):
        source.check_keys(line, _KIND, "kinds", number)
        for key in ("part", "inside"):
            source.check_choice(line[key], parts, "kinds", number)
        part, inside = parts[line["part"]], parts[line["inside"]]
        kinds[line["code"]] = Kind(line["code"], line["title"], part, inside, line["mass_g"])
    for game, codes in source.table["games"].items():
        for code, count in codes.items():
            if code[0] not in kinds or type(count) is not int:
                raise source.refuse(f"{code} = {count!r} is no count of a known kind", "games", game)
    return Pieces(kinds, source.table["games"])
