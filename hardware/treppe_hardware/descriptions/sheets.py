"""`hardware/sheets.toml`: papers, and the sizes of things cut from them, and of the sewn bag."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treppe.games.host import printed

from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.source import Keys, Source

SOURCE = "sheets.toml"
SIZE_OF = {
    "card": (printed.SHIFT, printed.PASS, printed.SWAP, printed.DEPENDENCE, printed.OVERVIEW),
    "disc": (printed.POINT,),
    "screen": (printed.SCREEN,),
    "tile": (
        *(printed.TAKE, printed.MOVE, printed.ANYWHERE, printed.CLIMB),
        *(printed.NEW_HAND, printed.COLOURS, printed.ONE_COLOUR, printed.STRAIGHT),
        *(printed.ONE_LEVEL, printed.STEPS_UP, printed.HIGHEST),
    ),
}
_MEASURES = {"part": str, "width": float, "height": float, "corner": float, "border": float}
_BAG = {"part": str, "width": float, "height": float, "seam": float, "tunnel": float, "cord": float}
_TOP = {"margin": float, "gap": float, "papers": dict, "card": dict, "tile": dict, "disc": dict, "screen": dict}


@dataclass(frozen=True, slots=True)
class Size:
    """A thing to cut out, in mm; `border` stays white, `wing` is folded back on either side."""

    name: str
    width: float
    height: float
    corner: float
    border: float
    wing: float = 0.0

    @property
    def is_round(self) -> bool:
        """Whether it is a disc."""
        return 2 * self.corner >= self.width


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag of two pieces of cloth, in mm, finished and flat; the tunnel for the cord is above its height."""

    width: float
    height: float
    seam: float
    tunnel: float
    cord: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """All of the file: papers by name (width, height), sizes by the kind of what is printed, the bag."""

    margin: float
    gap: float
    papers: dict[str, tuple[float, float]]
    kinds: dict[str, Size]
    bag: Bag
    parts: dict[str, Part]
    """The part to make or buy for each of these, and for the bag."""

    def part(self, kind: str) -> Part:
        """Return the part to make or buy for a kind of printed thing."""
        return self.parts[self.kinds[kind].name if kind in self.kinds else "bag"]


def read_sizes(path: Path, parts: dict[str, Part]) -> Sizes:
    """Return the sizes in the file; raise InvalidDescription."""
    source = Source(path)
    table: dict[str, Any] = source.table
    source.check_keys(table, Keys({**_TOP, "bag": dict}))
    kinds: dict[str, Size] = {}
    for name, those in SIZE_OF.items():
        source.check_keys(table[name], Keys(_MEASURES, {"wing": float} if name == "screen" else {}), name)
        kinds |= dict.fromkeys(those, Size(name, **_measures(table[name])))
    source.check_keys(table["bag"], Keys(_BAG), "bag")
    made_as = {}
    for name in (*SIZE_OF, "bag"):
        source.check_choice(table[name]["part"], parts, name)
        made_as[name] = parts[table[name]["part"]]
    papers = {}
    for name, value in table["papers"].items():
        if not (isinstance(value, list) and len(value) == 2 and all(isinstance(one, int | float) for one in value)):
            raise source.refuse(f"must be [width, height] in mm, not {value!r}", "papers", name)
        papers[name] = (float(value[0]), float(value[1]))
    return Sizes(table["margin"], table["gap"], papers, kinds, Bag(**_measures(table["bag"])), made_as)


def _measures(table: dict[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in table.items() if key != "part"}
