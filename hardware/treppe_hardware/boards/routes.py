"""Tracks and vias between the pads of a board."""

import re
from dataclasses import dataclass, field

VIA, VIA_DRILL = 0.7, 0.35


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper on the top (0) or underside (1)."""

    layer: int
    start: tuple[float, float]
    end: tuple[float, float]
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A hole that joins both sides."""

    x: float
    y: float


@dataclass(slots=True)
class Routes:
    """Tracks and vias of each net."""

    tracks: dict[str, list[Track]] = field(default_factory=dict)
    vias: dict[str, list[Via]] = field(default_factory=dict)


_AT = r"(-?[\d.]+) (-?[\d.]+)"


def read_routes(text: str, height_mm: float) -> Routes:
    """Return the tracks and vias of a .kicad_pcb; `height_mm` is the board's."""
    names = dict(re.findall(r'^  \(net (\d+) "([^"]*)"\)', text, re.MULTILINE))

    def point(x: str, y: str) -> tuple[float, float]:
        return round(float(x) - 100, 4), round(100 + height_mm - float(y), 4)

    routes = Routes()
    track = rf'\(segment \(start {_AT}\) \(end {_AT}\) \(width ([\d.]+)\) \(layer "([FB])\.Cu"\) \(net (\d+)\)'
    for x1, y1, x2, y2, width, side, net in re.findall(track, text):
        found = Track("FB".index(side), point(x1, y1), point(x2, y2), float(width))
        routes.tracks.setdefault(names[net], []).append(found)
    for x, y, net in re.findall(rf"\(via \(at {_AT}\)[^\n]*? \(net (\d+)\)", text):
        routes.vias.setdefault(names[net], []).append(Via(*point(x, y)))
    return routes
