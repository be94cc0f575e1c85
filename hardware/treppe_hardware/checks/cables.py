"""The cables between boards: how far apart two plugs lie, through the wood too, and which of those sold reaches."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from treppe_hardware.boards.layout import PlacedPart
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Placed
from treppe_hardware.descriptions.components import Part

_BEND_MM = 20.0  # out of a plug and round
_THROUGH_WOOD_MM = 12.0  # a board on the wood sends its cable through it
_BESIDE_MM = 230.0  # the controller stands beside the surface: what reaches it is long enough [E]


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable between two plugs, the length that it needs, and the shortest one that is sold so long."""

    one: Placed
    other: Placed
    needed_mm: float
    part: Part | None

    @property
    def ends(self) -> str:
        """Both plugs, for people."""
        return f"{self.one.where} {self.one.component.ref} to {self.other.where} {self.other.component.ref}"


def cables(circuit: Circuit) -> list[Cable]:
    """Return every cable of a surface, in the order of the description."""
    known = sorted((part for part in circuit.parts.values() if part.length_mm), key=lambda part: part.length_mm)
    found = []
    for one, other in circuit.met:
        needed = _needed_mm(circuit, one, other)
        fitting = [part for part in known if part.footprint == one.component.part.footprint]
        reaching = next((part for part in fitting if part.length_mm >= needed), None)
        found.append(Cable(one, other, needed, reaching))
    return found


def check_cables(circuit: Circuit) -> Iterator[Finding]:
    """Check that a cable of the catalogue reaches between any two plugs that meet, and that each meets one."""
    met = Counter(id(placed) for pair in circuit.met for placed in pair)
    for placed in {id(placed): placed for pair in circuit.met for placed in pair}.values():
        if met[id(placed)] > 1:
            yield mistake("plug-taken-twice", placed, f"{placed.name} has cables to {met[id(placed)]} plugs")
    for cable in cables(circuit):
        if cable.part is None:
            what = (
                f"{cable.one.name} lies {cable.needed_mm:.0f} mm of cable from {cable.other.name}, "
                "and no cable is so long"
            )
            yield mistake("cable-too-short", cable.one, what)


def _needed_mm(circuit: Circuit, one: Placed, other: Placed) -> float:
    places = [_plug_place(circuit, placed) for placed in (one, other)]
    slack = sum(_BEND_MM + (_THROUGH_WOOD_MM if placed.board.fields else 0) for placed in (one, other))
    if None in places:
        return _BESIDE_MM + slack
    (x1, y1), (x2, y2) = places  # type: ignore[misc]
    return math.hypot(x2 - x1, y2 - y1) + slack


def _plug_place(circuit: Circuit, placed: Placed) -> tuple[float, float] | None:
    """Return where a plug lies on the plate; boards without fields hang under the wood, on their faces."""
    component, board, footprints = placed.component, placed.board, circuit.footprints
    if component.at is None or not board.origins or component.part.footprint not in footprints:
        return None
    x, y = PlacedPart(component, footprints[component.part.footprint], *component.at).point(0, 0)
    west, south = board.origins[placed.number - 1]
    return west + x, south + (y if board.fields else board.size_mm[1] - y)
