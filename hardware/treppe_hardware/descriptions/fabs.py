"""The fabs of `hardware/fabs.toml`: the columns that they read, their rotations by footprint, what placing costs."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from treppe_hardware.descriptions.source import Source

_MOST_TAX = 0.3  # a part of the price, not a factor


@dataclass(frozen=True, slots=True)
class Fab:
    """A fab: (heading, our column) of its bill and of its placement, and how it counts rotations."""

    name: str
    title: str
    bom: tuple[tuple[str, str], ...]
    cpl: tuple[tuple[str, str], ...]
    bottom: Literal["seen", "kicad"]
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
    line: int = 1

    def of(self, fab: Fab) -> int:
        """Return the degrees that a fab adds to ours: most take KiCad's rotation, which is ours."""
        return self.jlcpcb if fab.name == "jlcpcb" else 0


@dataclass(frozen=True, slots=True)
class Costs:
    """What placing costs beside the parts, EUR; `boards` is the least number that a fab populates."""

    set_up: float = 0.0
    stencil: float = 0.0
    each_extended_line: float = 0.0
    each_joint: float = 0.0
    tax: float = 0.0
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
                turns[footprint] = source.build(Turn, turn, "turns", footprint, line=source.line(f"turns.{footprint}"))
        elif name != "costs":
            fabs[name] = source.build(Fab, table, name, name=name)
    costs = source.build(Costs, source.table.get("costs", {}), "costs")
    source.check_range(costs.tax, 0, _MOST_TAX, "costs", "tax")
    return Fabs(fabs, turns, costs)
