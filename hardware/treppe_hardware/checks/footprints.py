"""Checks of footprints: numbers of pins, pads for every pin, room on the board."""

import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from treppe_hardware.boards.layout import is_on_board, place
from treppe_hardware.boards.silk import extent
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.source import At, InvalidDescription, nearest

_SHEETS = tomllib.loads(Path(__file__).with_name("datasheets.toml").read_text("utf-8"))
_RING_MM = 0.25
_ROWS = 8  # pins from which on a package has two rows with a pitch


def check_pinouts(circuit: Circuit) -> Iterator[Finding]:
    """The pins of a part are numbered as its data sheet numbers them."""
    for placed in {one.component.part.name: one for one in circuit.placed}.values():
        part = placed.component.part
        for pin, number in _SHEETS["pins"].get(part.name, {}).items():
            if len(part.pins) < number or part.pins[number - 1] != pin:
                found = part.pins.index(pin) + 1 if pin in part.pins else "nowhere"
                what = f"{part.name} has {pin} on pin {number}, components.toml on {found}"
                yield mistake("pin-number", placed, what, name=part.name)
                break


def check_pads(circuit: Circuit) -> Iterator[Finding]:
    """Each part has a footprint whose holes, pitch and pads are those of its pins."""
    footprints = circuit.footprints
    for placed in {one.component.part.name: one for one in circuit.placed}.values():
        part = placed.component.part
        if part.footprint not in footprints:
            what = f"{part.name}: there is no footprint {part.footprint!r}{nearest(part.footprint, footprints)}"
            yield mistake("footprint-missing", placed, what)
        elif bad := _bad_hole(footprints[part.footprint]):
            yield mistake("pad-hole", placed, f"{part.name}: {bad}")
        elif bad := _bad_pitch(footprints[part.footprint]):
            yield mistake("pin-pitch", placed, f"{part.footprint}: {bad}")
        elif {pad.name for pad in footprints[part.footprint].pads} != {str(at + 1) for at in range(len(part.pins))}:
            what = f"{part.name} has {len(part.pins)} pins, its footprint {part.footprint} has other pads"
            yield mistake("pads-uncounted", placed, what)


def _bad_hole(footprint: Footprint) -> str:
    """Return which pad has a hole that is too small for its pin, or leaves too little copper; empty if none."""
    for pad in footprint.pads:
        ring = (min(pad.width, pad.height) - min(pad.drill, pad.slot or pad.drill)) / 2
        if pad.drill and min(pad.drill, pad.slot or pad.drill) < _SHEETS["holes"].get(footprint.name, 0.0):
            return (
                f"pad {pad.name} has a hole of {pad.drill:g} mm, its pin needs {_SHEETS['holes'][footprint.name]:g} mm"
            )
        if pad.drill and ring < _RING_MM:
            return f"pad {pad.name} has a ring of {ring:.2f} mm round its hole, {_RING_MM:g} mm hold"
    return ""


def _bad_pitch(footprint: Footprint) -> str:
    """Return how two rows of pins differ from their body's length, by more than half of a pitch; empty if they fit."""
    ys = sorted({round(pad.y, 3) for pad in footprint.pads})
    if len(footprint.pads) < _ROWS or len(footprint.pads) != 2 * len(ys) or footprint.is_through:
        return ""
    body, pitch = footprint.bodies[0], ys[1] - ys[0]
    length, rows = body.north - body.south, len(ys) * pitch
    return (
        f"pins {pitch:g} mm apart are {rows:g} mm in a row, its body {length:g}"
        if abs(rows - length) > pitch / 2
        else ""
    )


def check_room(circuit: Circuit) -> Iterator[Finding]:
    """No two parts of one side of a board stand on each other, none over the edge."""
    for board, path in circuit.boards:
        if not board.has_layout:
            continue
        try:
            parts = place(board, circuit.footprints)
        except InvalidDescription as error:
            yield mistake("place-missing", At(path, board.line), str(error))
            continue
        extents = [(one, extent(one)) for one in parts]
        for one, (west, south, east, north) in extents:
            is_jack = one.footprint.name == "JACK"
            corners = [(x, y) for x in (west, east) for y in (south, north)]
            if not is_jack and not all(is_on_board(board, x, y) for x, y in corners):
                what = f"{board.name} {one.component.ref} reaches over the board's edge"
                yield mistake("over-edge", At(path, one.component.line), what)
        for (one, a), (other, b) in combinations(extents, 2):
            meets = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
            through = (
                one.footprint.is_through
                and other.footprint.is_through
                and one.footprint.name == "REED" == other.footprint.name
            )
            if meets and (one.is_bottom == other.is_bottom or through):
                what = f"{board.name} {one.component.ref} and {other.component.ref} stand in one place"
                yield mistake("one-place", At(path, max(one.component.line, other.component.line)), what)
