"""Flat parts as files for a laser: DXF for plates and single parts, Gerber for a stencil maker. Nothing but text."""

import math
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(slots=True)
class Drawing:
    """Closed lines and circles in mm; the laser cuts away the inside of each line but the outermost one."""

    outlines: list[list[Point]] = field(default_factory=list)
    circles: list[tuple[Point, float]] = field(default_factory=list)

    def moved(self, east: float, north: float) -> "Drawing":
        """Return a copy, shifted."""
        return Drawing(
            [[(x + east, y + north) for x, y in line] for line in self.outlines],
            [((x + east, y + north), radius) for (x, y), radius in self.circles],
        )

    def add(self, other: "Drawing") -> None:
        """Take over another drawing's lines."""
        self.outlines += other.outlines
        self.circles += other.circles


def turned(points: list[Point], radians: float) -> list[Point]:
    """Return the points turned about the origin."""
    c, s = math.cos(radians), math.sin(radians)
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def arc(centre: Point, radius: float, start: float, end: float, step: float = 0.03) -> list[Point]:
    """Return points on an arc from one angle (radians) to another, whichever way round, both ends included."""
    count = max(2, math.ceil(abs(end - start) / step))
    angles = [start + (end - start) * i / count for i in range(count + 1)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def to_dxf(drawing: Drawing) -> str:
    """Return the drawing as DXF R12, in mm, which every program reads."""
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009", "9", "$INSUNITS", "70", "4", "0", "ENDSEC"]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for outline in drawing.outlines:
        lines += ["0", "POLYLINE", "8", "CUT", "66", "1", "10", "0.0", "20", "0.0", "30", "0.0", "70", "1"]
        for x, y in outline:
            lines += ["0", "VERTEX", "8", "CUT", "10", f"{x:.4f}", "20", f"{y:.4f}", "30", "0.0"]
        lines += ["0", "SEQEND", "8", "CUT"]
    for (x, y), radius in drawing.circles:
        lines += ["0", "CIRCLE", "8", "CUT", "10", f"{x:.4f}", "20", f"{y:.4f}", "30", "0.0", "40", f"{radius:.4f}"]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])


def to_gerber(drawing: Drawing) -> str:
    """Return all openings as filled regions of a paste layer (RS-274X, mm)."""
    lines = ["G04 Openings of a stencil*", "%FSLAX46Y46*%", "%MOMM*%", "%TF.FileFunction,Paste,Top*%", "%LPD*%", "G01*"]
    for outline in drawing.outlines + [arc(c, r, 0, 2 * math.pi) for c, r in drawing.circles]:
        commands = ["D02", *["D01"] * len(outline)]
        lines.append("G36*")
        lines += [
            f"X{round(x * 1e6)}Y{round(y * 1e6)}{command}*"
            for (x, y), command in zip([*outline, outline[0]], commands, strict=True)
        ]
        lines.append("G37*")
    return "\n".join([*lines, "M02*", ""])
