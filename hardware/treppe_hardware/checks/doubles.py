"""Checks of what is said twice: labels and nets, names and lengths, headings and columns, numbers and sizes agree."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import Hardware

_COLUMNS = {"x": r"\bX\b", "y": r"\bY\b", "rotation": r"rotation", "side": r"layer|side", "ref": r"designator"}
"""What a fab calls a column of placements, by ours."""


def check_doubles(hardware: Hardware) -> Iterator[Finding]:
    """Check the files that belong to no surface alone."""
    yield from _check_pieces(hardware)
    yield from _check_columns(hardware)
    yield from _check_measurements(hardware)
    yield from _check_sizes(hardware)


def check_labels(circuit: Circuit) -> Iterator[Finding]:
    """Check what is printed on the boards of a surface and its controller."""
    for board, path in circuit.boards:
        nets = {net.replace("_", "") for one in board.components for net in one.nets}
        buttons = Counter(one.part.name for one in board.components if one.label and "BUTTON" in one.part.name)
        for one in board.components:
            is_pad = one.part.footprint == "PAD"
            if is_pad and one.label in nets and one.nets[0].replace("_", "") != one.label:
                yield Finding(
                    path,
                    one.line,
                    f"{board.name} {one.ref} is labelled {one.label} and lies on {one.nets[0]}",
                    "who measures there takes one voltage for another",
                    "correct the label, or the net",
                )
            if one.part.name in buttons and one.part.name != buttons.most_common(1)[0][0]:
                yield Finding(
                    path,
                    one.line,
                    f"{board.name} {one.ref} is a {one.part.name}, other buttons are {buttons.most_common(1)[0][0]}",
                    "it is longer or shorter than they are: it does not reach through the lid, or keeps it open",
                    "take one kind",
                )
        rows = 2 * sum(one.part.name == "PICO" for one in board.components)
        for part, count in board.extras:
            if part.name in ("SOCKET_20", "PINS_20") and count != rows:
                yield Finding(
                    path,
                    board.line,
                    f"{board.name}: {count} {part.name} for {rows} rows of pins",
                    "the Pico hangs by one of its rows",
                    "count the rows of all Picos of the board",
                )
        volts = {round((one.volts + one.most_volts) / 2) for one in circuit.supplies.values() if not one.from_}
        for _, _, text in board.texts:
            said = re.search(r"ONLY (\d+) ?V", text)
            if said and int(said[1]) not in volts:
                yield Finding(
                    path,
                    board.line,
                    f"{board.name} says {text!r}, its supplies have {', '.join(map(str, sorted(volts)))} V",
                    "somebody plugs in what is printed there",
                    "correct the text",
                )


def _check_pieces(hardware: Hardware) -> Iterator[Finding]:
    """Check that all pieces with a magnet have the same one."""
    insides = [kind.inside.name for kind in hardware.kinds.values() if kind.inside.name.startswith("MAGNET")]
    common = max(set(insides), key=insides.count, default="")
    for kind in hardware.kinds.values():
        inside = kind.inside.name
        if inside in insides and inside != common:
            yield Finding(
                hardware.orders_path.with_name("pieces.toml"),
                kind.line,
                f"{kind.title} has {inside} inside, other pieces {common}",
                "fields see it from farther or nearer than they are checked for",
                "give all of them the magnet that `magnet` of their surface names",
            )


def _check_columns(hardware: Hardware) -> Iterator[Finding]:
    for fab in hardware.fabs.by_name.values():
        for heading, column in fab.cpl:
            if column in _COLUMNS and not re.search(_COLUMNS[column], heading, re.IGNORECASE):
                yield Finding(
                    *_place(hardware, "fabs.toml", f'["{heading}", "{column}"]'),
                    f"{fab.name}: the column {heading!r} of placements gets our {column}",
                    "every part is placed elsewhere, or the other way round",
                    "give each heading the column that it names",
                )


def _check_measurements(hardware: Hardware) -> Iterator[Finding]:
    """What a builder measures at a pad has the name that the pad has on the boards of that surface."""
    for row in hardware.measurements:
        for name in sorted(hardware.surfaces.keys() & row.get("surfaces", ())):
            boards: tuple[Board, ...] = hardware.boards(hardware.surfaces[name])
            labels = {(one.ref, one.label) for board in boards for one in board.components if one.label}
            for said, ref in re.findall(r"(\w+) \((TP\d+)\)", row["what"]):
                if (ref, said) not in labels:
                    yield Finding(
                        *_place(hardware, "measurements.toml", f"{said} ({ref})"),
                        f"stage {row['stage']} of {name}: {ref} is not {said} on any board",
                        "who measures there reads another voltage, and looks for a fault that is none",
                        "write the label of that pad",
                    )


def _check_sizes(hardware: Hardware) -> Iterator[Finding]:
    """A ribbon is as long as its name says, a magnet as large as its number."""
    for part in hardware.parts.values():
        said = re.search(r"_(\d+)CM$", part.name)
        if said and part.length_mm and part.length_mm != 10 * int(said[1]):
            yield Finding(
                *_place(hardware, "components.toml", f"[{part.name}]"),
                f"{part.name} is {part.length_mm:g} mm long",
                "what is bought by its name does not reach",
                "correct the length, or the name",
            )
    for name, order in hardware.orders.items():
        size = re.fullmatch(r"S-(\d+)-(\d+)-N", order.mpn)
        magnet = hardware.parts.get(name)
        if size and magnet and (magnet.diameter_mm, magnet.height_mm) != (int(size[1]), int(size[2])):
            yield Finding(
                hardware.orders_path,
                order.line,
                f"{name}: {order.mpn} is {int(size[1])} x {int(size[2])} mm, the part "
                f"{magnet.diameter_mm:g} x {magnet.height_mm:g}",
                "fields see it from farther or nearer than they are checked for",
                "look the number up again, at the maker's or the distributor's page",
            )


def _place(hardware: Hardware, file: str, text: str) -> tuple[Path, int]:
    """Return a file of the hardware and the first line in it that has a text."""
    path = hardware.orders_path.with_name(file)
    lines = path.read_text("utf-8").splitlines()
    return path, next((number for number, line in enumerate(lines, 1) if text in line), 1)
