"""Reads what a fab would be sent, as its upload does: bill, placement and Gerbers against each other.

Nothing of the descriptions is used but the fab's table: where a part lies and how it is turned comes from the pads that
the Gerbers name, so that a frame or a turn that is wrong in one of the files shows.
"""

import csv
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from treppe_hardware.descriptions.fabs import Fab, Turn

_NEAR_MM = 0.3  # between the middle of the pads and the place in the file
Point = tuple[float, float]


@dataclass(slots=True)
class GerberPart:
    """The pads of one part on one side, as the Gerbers have them: all middles, those of pin 1, nets by pad."""

    pads: list[Point] = field(default_factory=list)
    first: list[Point] = field(default_factory=list)
    nets: dict[str, str] = field(default_factory=dict)

    @property
    def middle(self) -> Point:
        """The middle of the box round all pads."""
        xs, ys = zip(*self.pads, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def read_gerber_parts(folder: Path) -> dict[str, dict[str, GerberPart]]:
    """Return the parts by side ("top", "bottom") and reference, from the attributes of the copper."""
    sides: dict[str, dict[str, GerberPart]] = {}
    for side, letter in (("top", "F"), ("bottom", "B")):
        parts = sides.setdefault(side, {})
        text = _layer(folder, f"{letter}_Cu")
        scale = 10 ** -int(re.search(r"%FSLAX\d(\d)Y", text)[1])  # type: ignore[index]
        pad: tuple[str, str] | None = None
        net = ""
        for line in text.splitlines():
            if found := re.match(r"%TO\.P,([^,*]+),([^,*]+)", line):
                pad = found[1], found[2]
            elif found := re.match(r"%TO\.N,([^*]*)\*", line):
                net = found[1]
            elif line.startswith(("%TD*%", "%TD.P*%")):
                pad = None
            elif pad and (place := re.match(r"X(-?\d+)Y(-?\d+)D03\*", line)):
                part = parts.setdefault(pad[0], GerberPart())
                point = int(place[1]) * scale, int(place[2]) * scale
                part.pads.append(point)
                part.nets[pad[1]] = net
                if pad[1] == "1":
                    part.first.append(point)
    return sides


def nets_of_gerbers(folder: Path) -> dict[tuple[str, str], str]:
    """Return the net of each pad as the copper names it: what the fab itself would test against."""
    sides = read_gerber_parts(folder).values()
    return {(ref, pad): net for parts in sides for ref, part in parts.items() for pad, net in part.nets.items()}


def _layer(folder: Path, name: str) -> str:
    return next(folder.glob(f"*{name}.gbr")).read_text(encoding="utf-8")


def read_outline(folder: Path) -> list[tuple[Point, Point]]:
    """Return the lines of the board's edge."""
    text = _layer(folder, "Edge_Cuts")
    scale = 10 ** -int(re.search(r"%FSLAX\d(\d)Y", text)[1])  # type: ignore[index]
    lines, at = [], (0.0, 0.0)
    for x, y, how in re.findall(r"X(-?\d+)Y(-?\d+)D0([12])\*", text):
        point = int(x) * scale, int(y) * scale
        if how == "1":
            lines.append((at, point))
        at = point
    return lines


def is_inside(outline: list[tuple[Point, Point]], point: Point) -> bool:
    """True if a line from a point eastwards crosses the edge an odd number of times."""
    x, y = point
    crossed = sum(
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in outline
    )
    return crossed % 2 == 1


def check_upload(fab: Fab, bom: Path, cpl: Path, gerbers: Path, turns: dict[str, Turn]) -> list[str]:
    """Return what a fab would refuse or solder wrongly, in words."""
    lines, faults = _read_table(bom, fab.bom)
    places, more = _read_table(cpl, fab.cpl)
    if faults + more:
        return faults + more
    footprint_of: dict[str, str] = {}
    listed: Counter[str] = Counter()
    for row in lines:
        refs = [ref for ref in row["refs"].split(",") if ref]
        listed.update(refs)
        footprint_of |= dict.fromkeys(refs, row["footprint"])
        wanted = "lcsc" if fab.wants_lcsc else "mpn"
        number = row[wanted]
        if number and fab.wants_lcsc and not re.fullmatch(r"C\d+", number):
            faults.append(f"{', '.join(refs)}: {number!r} is no number of LCSC")
    placed = Counter(row["ref"] for row in places)
    faults += [f"{ref} stands {count} times in {bom.name}" for ref, count in listed.items() if count > 1]
    faults += [f"{ref} stands {count} times in {cpl.name}" for ref, count in placed.items() if count > 1]
    faults += [f"{ref} is in {bom.name} and not in {cpl.name}" for ref in listed if ref not in placed]
    faults += [f"{ref} is in {cpl.name} and not in {bom.name}" for ref in placed if ref not in listed]
    outline, parts = read_outline(gerbers), read_gerber_parts(gerbers)
    for row in places:
        faults += _check_place(row, fab, footprint_of, outline, parts, turns)
    return faults


def _check_place(
    row: dict[str, str],
    fab: Fab,
    footprint_of: dict[str, str],
    outline: list[tuple[Point, Point]],
    parts: dict[str, dict[str, GerberPart]],
    turns: dict[str, Turn],
) -> list[str]:
    ref = row["ref"]
    x, y = (float(row[axis].removesuffix("mm")) for axis in ("x", "y"))
    side = row["side"].lower()
    if not is_inside(outline, (x, y)):
        return [f"{ref} at {x:g}, {y:g} lies outside of the board"]
    part = parts.get(side, {}).get(ref)
    if part is None:
        return [f"{ref} has no pads on the {side} side"]
    if math.dist(part.middle, (x, y)) > _NEAR_MM:
        return [f"{ref} is placed at {x:g}, {y:g}, its pads lie round {part.middle[0]:.2f}, {part.middle[1]:.2f}"]
    turn = turns.get(footprint_of.get(ref, ""))
    if turn is None:
        return [f"{ref}: nothing is known of how the fab counts {footprint_of.get(ref, 'it')}"]
    corner = turn.first if turn.of(fab) or fab.wants_lcsc else _kicad_corner(turn)
    if not _lies_in(corner, _turned_back(part, float(row["rotation"]), side, fab), turn.symmetric):
        return [f"{ref} is turned by {row['rotation']}: pin 1 would lie elsewhere than its pad"]
    return []


def _kicad_corner(turn: Turn) -> str:
    """Return the corner of pin 1 in KiCad's library, from that of a fab that turns it."""
    clockwise = ["TL", "TR", "BR", "BL"] if len(turn.first) > 1 else ["L", "T", "R", "B"]
    return clockwise[(clockwise.index(turn.first) - turn.jlcpcb // 90) % 4]


def _turned_back(part: GerberPart, degrees: float, side: str, fab: Fab) -> Point:
    """Return where pin 1 lies from the middle before the fab turns the part, as it is seen from its own side."""
    middle = part.middle
    first = [(x - middle[0], y - middle[1]) for x, y in part.first]
    x, y = sum(x for x, _ in first) / len(first), sum(y for _, y in first) / len(first)
    if side == "bottom" and fab.bottom == "seen":
        x = -x
    elif side == "bottom":
        degrees -= 180
    angle = math.radians(-degrees)
    x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return (-x, y) if side == "bottom" and fab.bottom != "seen" else (x, y)


def _lies_in(corner: str, point: Point, symmetric: bool) -> bool:
    x, y = point
    is_there = {"T": y > 0.05, "B": y < -0.05, "L": x < -0.05, "R": x > 0.05}
    opposite = {"T": "B", "B": "T", "L": "R", "R": "L"}
    found = all(is_there[letter] for letter in corner)
    return found or (symmetric and all(is_there[opposite[letter]] for letter in corner))


def _read_table(path: Path, columns: tuple[tuple[str, str], ...]) -> tuple[list[dict[str, str]], list[str]]:
    """Return the rows of a table by our names of its columns, and what is wrong with its headings."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    missing = [heading for heading, _ in columns if rows and heading not in rows[0]]
    if missing or not rows:
        return [], [f"{path.name} lacks the column {heading}" for heading in missing] or [f"{path.name} is empty"]
    return [{column: row[heading] for heading, column in columns} for row in rows], []
