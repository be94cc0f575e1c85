"""Checks of footprints: numbers of pins, pads for every pin, room on the board."""

from collections.abc import Iterator
from itertools import combinations

from treppe_hardware.boards.layout import has_layout, is_on_board, place
from treppe_hardware.boards.silk import extent
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit, finding_at
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.source import InvalidDescription, nearest

# Numbers of pins, copied from the makers' data sheets a second time to find slips in components.toml.
_PINOUTS = {
    "74HC165": {"PL": 1, "CP": 2, "D4": 3, "Q7N": 7, "GND": 8, "Q7": 9, "DS": 10, "D0": 11, "CE": 15, "VCC": 16},
    "74LVC125": {"1OE": 1, "1A": 2, "1Y": 3, "2Y": 6, "GND": 7, "3Y": 8, "4Y": 11, "4OE": 13, "VCC": 14},
    "74AHCT125": {"1OE": 1, "1A": 2, "1Y": 3, "2Y": 6, "GND": 7, "3Y": 8, "4Y": 11, "4OE": 13, "VCC": 14},
    "CD74HC4067": {"COM": 1, "I7": 2, "I0": 9, "S0": 10, "S1": 11, "GND": 12, "S3": 13, "S2": 14, "E": 15, "VCC": 24},
    "MCP23017": {"B0": 1, "VDD": 9, "VSS": 10, "SCL": 12, "SDA": 13, "AD0": 15, "RESET": 18, "A0": 21, "A7": 28},
    "DRV5055A3": {"VCC": 1, "OUT": 2, "GND": 3},
    "WS2812B": {"VDD": 1, "DOUT": 2, "GND": 3, "DIN": 4},
    "24C32": {"A0": 1, "A2": 3, "GND": 4, "SDA": 5, "SCL": 6, "WP": 7, "VCC": 8},
    "TLV1117LV33": {"GND": 1, "VOUT": 2, "VIN": 3},
    "AO3401A": {"G": 1, "S": 2, "D": 3},
    "2N7002": {"G": 1, "S": 2, "D": 3},
    "PICO": {"GP0": 1, "GP15": 20, "GP16": 21, "GP22": 29, "GP26": 31, "AGND": 33, "3V3": 36, "VSYS": 39, "VBUS": 40},
}  # fmt: skip

# What a pin needs to go through, mm: its diagonal and 0.1 (makers' drawings, copied a second time).
_HOLES_MM = {"PICO": 0.9, "BOX_2x20": 0.9, "BOX_2x7": 0.9, "XH_2": 0.9, "XH_3": 0.9, "VH_4": 1.6, "JACK": 1.0}
_HOLES_MM |= {"BUTTON": 0.9, "BUTTON_17": 0.9, "PIEZO": 0.8, "OLED": 0.9, "REED": 0.8, "CP_D10_P5": 0.8}
_RING_MM = 0.25
_ROWS = 8  # pins from which on a package has two rows with a pitch


def check_footprints(circuit: Circuit, footprints: dict[str, Footprint]) -> list[Finding]:
    """Check how the parts of a surface and its controller sit on their boards."""
    return [*_check_pinouts(circuit), *_check_pads(circuit, footprints), *_check_room(circuit, footprints)]


def _check_pinouts(circuit: Circuit) -> Iterator[Finding]:
    for placed in {one.component.part.name: one for one in circuit.placed}.values():
        part = placed.component.part
        for pin, number in _PINOUTS.get(part.name, {}).items():
            if len(part.pins) < number or part.pins[number - 1] != pin:
                found = part.pins.index(pin) + 1 if pin in part.pins else "nowhere"
                yield finding_at(
                    placed,
                    f"{part.name} has {pin} on pin {number}, components.toml on {found}",
                    "the data sheet numbers it so; a board made by another number does not work",
                    f"put the `pins` of {part.name} in the order of its data sheet",
                )
                break


def _check_pads(circuit: Circuit, footprints: dict[str, Footprint]) -> Iterator[Finding]:
    for placed in {one.component.part.name: one for one in circuit.placed}.values():
        part = placed.component.part
        if part.footprint not in footprints:
            yield finding_at(
                placed,
                f"{part.name}: there is no footprint {part.footprint!r}{nearest(part.footprint, footprints)}",
                "no machine can place it on a board",
                "correct the name, or describe it in footprints.toml",
            )
        elif bad := _bad_hole(footprints[part.footprint]):
            yield finding_at(
                placed,
                f"{part.name}: {bad}",
                "the part does not go in, or its pad tears off",
                "see the maker's drawing",
            )
        elif bad := _bad_pitch(footprints[part.footprint]):
            yield finding_at(
                placed,
                f"{part.footprint}: {bad}",
                "the pins do not meet their pads",
                "see the maker's drawing: a row of pins is about as long as its body",
            )
        elif {pad.name for pad in footprints[part.footprint].pads} != {str(at + 1) for at in range(len(part.pins))}:
            yield finding_at(
                placed,
                f"{part.name} has {len(part.pins)} pins, its footprint {part.footprint} has other pads",
                "a pin without a pad is not connected",
                "choose the footprint of its package",
            )


def _bad_hole(footprint: Footprint) -> str:
    """Return which pad has a hole that is too small for its pin, or leaves too little copper; empty if none."""
    for pad in footprint.pads:
        ring = (min(pad.width, pad.height) - min(pad.drill, pad.slot or pad.drill)) / 2
        if pad.drill and min(pad.drill, pad.slot or pad.drill) < _HOLES_MM.get(footprint.name, 0.0):
            return f"pad {pad.name} has a hole of {pad.drill:g} mm, its pin needs {_HOLES_MM[footprint.name]:g} mm"
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


def _check_room(circuit: Circuit, footprints: dict[str, Footprint]) -> Iterator[Finding]:
    """No two parts of one side of a board stand on each other, none over the edge."""
    for board, path in circuit.boards:
        if not has_layout(board):
            continue
        try:
            parts = place(board, footprints)
        except InvalidDescription as error:
            yield Finding(path, board.line, str(error), "its place cannot be drawn", "write `at` and a known footprint")
            continue
        extents = [(one, extent(one)) for one in parts]
        for one, (west, south, east, north) in extents:
            is_jack = one.footprint.name == "JACK"
            corners = [(x, y) for x in (west, east) for y in (south, north)]
            if not is_jack and not all(is_on_board(board, x, y) for x, y in corners):
                yield Finding(
                    path,
                    one.component.line,
                    f"{board.name} {one.component.ref} reaches over the board's edge",
                    "it cannot be soldered, or it is cut",
                    "move it inwards",
                )
        for (one, a), (other, b) in combinations(extents, 2):
            meets = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
            through = (
                one.footprint.is_through
                and other.footprint.is_through
                and one.footprint.name == "REED" == other.footprint.name
            )
            if meets and (one.is_bottom == other.is_bottom or through):
                yield Finding(
                    path,
                    max(one.component.line, other.component.line),
                    f"{board.name} {one.component.ref} and {other.component.ref} stand in one place",
                    "one of them cannot be soldered",
                    "move one of them (`at`)",
                )
