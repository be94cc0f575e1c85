"""Checks of what is said twice: labels and nets, names and lengths, headings and columns, numbers and sizes agree."""

import re
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.source import At

_COLUMNS = {"x": r"\bX\b", "y": r"\bY\b", "rotation": r"rotation", "side": r"layer|side", "ref": r"designator"}
"""What a fab calls a column of placements, by ours."""

_REFERENCE_V, _NEAR_V = 3.3, 0.1


def check_pieces(hardware: Hardware) -> Iterator[Finding]:
    """Check that all pieces with a magnet have the same one."""
    insides = [kind.inside.name for kind in hardware.kinds.values() if kind.inside.name.startswith("MAGNET")]
    common = max(set(insides), key=insides.count, default="")
    for kind in hardware.kinds.values():
        inside = kind.inside.name
        if inside in insides and inside != common:
            what = f"{kind.title} has {inside} inside, other pieces {common}"
            yield mistake("magnet-differs", At(hardware.orders_path.with_name("pieces.toml"), kind.line), what)


def check_columns(hardware: Hardware) -> Iterator[Finding]:
    """Each heading of a fab's placements gets the column that it names."""
    for fab in hardware.fabs.by_name.values():
        for heading, column in fab.cpl:
            if column in _COLUMNS and not re.search(_COLUMNS[column], heading, re.IGNORECASE):
                what = f"{fab.name}: the column {heading!r} of placements gets our {column}"
                yield mistake("column-swapped", _place(hardware, "fabs.toml", f'["{heading}", "{column}"]'), what)


def check_measurements(hardware: Hardware) -> Iterator[Finding]:
    """What a builder measures at a pad has the name that the pad has on the boards of that surface."""
    for row in hardware.measurements:
        for name in sorted(hardware.surfaces.keys() & row.get("surfaces", ())):
            boards: tuple[Board, ...] = hardware.boards(hardware.surfaces[name])
            labels = {(one.ref, one.label) for board in boards for one in board.components if one.label}
            for label, ref in re.findall(r"(\w+) \((TP\d+)\)", row["what"]):
                if (ref, label) not in labels:
                    what = f"stage {row['stage']} of {name}: {ref} is not {label} on any board"
                    yield mistake("pad-misnamed", _place(hardware, "measurements.toml", f"{label} ({ref})"), what)


def check_sizes(hardware: Hardware) -> Iterator[Finding]:
    """A ribbon is as long as its name says, a magnet as large as its number."""
    for part in hardware.parts.values():
        label = re.search(r"_(\d+)CM$", part.name)
        if label and part.length_mm and part.length_mm != 10 * int(label[1]):
            what = f"{part.name} is {part.length_mm:g} mm long"
            yield mistake("length-differs", _place(hardware, "components.toml", f"[{part.name}]"), what)
    for name, order in hardware.orders.items():
        size = re.fullmatch(r"S-(\d+)-(\d+)-N", order.mpn)
        magnet = hardware.parts.get(name)
        if size and magnet and (magnet.diameter_mm, magnet.height_mm) != (int(size[1]), int(size[2])):
            what = (
                f"{name}: {order.mpn} is {int(size[1])} x {int(size[2])} mm, the part "
                f"{magnet.diameter_mm:g} x {magnet.height_mm:g}"
            )
            yield mistake("magnet-size", At(hardware.orders_path, order.line), what)


def _place(hardware: Hardware, file: str, text: str) -> At:
    """Return a file of the hardware and the first line in it that has a text."""
    path = hardware.orders_path.with_name(file)
    lines = path.read_text("utf-8").splitlines()
    return At(path, next((number for number, line in enumerate(lines, 1) if text in line), 1))


def check_identity_reads(hardware: Hardware) -> Iterator[Finding]:
    """The volts at GP28 that a builder is asked for are those that each surface gives there."""
    for row in hardware.measurements:
        for name, volts in re.findall(r"(\w+) ([\d.]+)(?=,| V)", row["reads"]) if "GP28" in row["what"] else ():
            surface = hardware.surfaces.get(name)
            if surface and abs(float(volts) - surface.identity_part * _REFERENCE_V) > _NEAR_V:
                given = f"{surface.identity_part * _REFERENCE_V:.2f} V of {name}"
                what = f"stage {row['stage']}: GP28 reads {given}, not {volts}"
                yield mistake("identity-misread", _place(hardware, "measurements.toml", row["reads"]), what)
