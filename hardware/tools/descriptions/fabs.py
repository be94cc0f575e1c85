"""The fabs of `hardware/fabs.toml`: the columns that they read, their rotations by footprint, what placing costs."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.tools.descriptions.source import Keys, Source

SOURCE = "fabs.toml"
_FAB = Keys(
    {"title": str, "bom": list, "cpl": list, "bottom": str, "wants_lcsc": bool, "sheet": str, "source": str},
)
_TURN = Keys({"library": str, "jlcpcb": int, "first": str, "source": str}, {"symmetric": bool})
_COSTS = Keys(
    {
        "set_up": float,
        "stencil": float,
        "each_extended_line": float,
        "postage": float,
        "boards": int,
        "source": str,
    }
)


@dataclass(frozen=True, slots=True)
class Fab:
    """A fab: (heading, our column) of its bill and of its placement, and how it counts rotations."""

    name: str
    title: str
    bom: tuple[tuple[str, str], ...]
    cpl: tuple[tuple[str, str], ...]
    bottom: str
    wants_lcsc: bool
    sheet: str
    source: str


@dataclass(frozen=True, slots=True)
class Turn:
    """How a footprint lies in KiCad's library and at the fab: degrees to add, and the corner of pin 1 at rotation 0."""

    library: str
    jlcpcb: int
    first: str
    source: str
    symmetric: bool = False

    def of(self, fab: Fab) -> int:
        """Return the degrees that a fab adds to ours: most take KiCad's rotation, which is ours."""
        return self.jlcpcb if fab.name == "jlcpcb" else 0


@dataclass(frozen=True, slots=True)
class Costs:
    """What placing costs beside the parts, EUR, for so many boards."""

    set_up: float = 0.0
    stencil: float = 0.0
    each_extended_line: float = 0.0
    postage: float = 0.0
    boards: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True)
class Fabs:
    """All fabs by name, the turns by footprint, the costs of placing."""

    by_name: dict[str, Fab] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)
    costs: Costs = field(default_factory=Costs)


def read_fabs(path: Path) -> Fabs:
    """Return the fabs; raise InvalidDescription."""
    source = Source(path)
    fabs, turns = {}, {}
    for name, table in source.table.items():
        if name == "turns":
            for footprint, turn in table.items():
                source.check_keys(turn, _TURN, "turns", footprint)
                turns[footprint] = Turn(**turn)
        elif name != "costs":
            source.check_keys(table, _FAB, name)
            source.check_choice(table["bottom"], ("seen", "kicad"), name, "bottom")
            columns = {key: _columns(source, table[key], name, key) for key in ("bom", "cpl")}
            fabs[name] = Fab(name=name, **(table | columns))
    costs = source.table.get("costs", {})
    source.check_keys(costs, _COSTS, "costs")
    return Fabs(fabs, turns, Costs(**costs))


def _columns(source: Source, rows: list[Any], *place: str) -> tuple[tuple[str, str], ...]:
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not all(isinstance(word, str) for word in row):
            raise source.refuse(f"a column is its heading and what stands below it, not {row!r}", *place)
    return tuple((row[0], row[1]) for row in rows)
