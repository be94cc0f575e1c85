"""Tracks and vias between the pads of a board."""

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
    """Tracks and vias of each net; the nets for which no way was found."""

    tracks: dict[str, list[Track]] = field(default_factory=dict)
    vias: dict[str, list[Via]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
