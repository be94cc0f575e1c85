"""The footprints of `hardware/footprints.toml`: where the pads of a part lie, and how much room its body takes.

All measures are in mm as seen from above, x east and y north, from the middle of the part.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treppe_hardware.descriptions.source import Keys, Source

_KEYS = Keys({"body": list}, {"pads": list, "mated": list, "chip": dict, "rows": dict, "header": dict})
_KEYS.allowed.update({"pico": bool, "round": bool})
_CHIP = Keys({"pitch": float, "width": float, "height": float})
_ROWS = Keys({"pins": int, "pitch": float, "span": float, "width": float, "height": float})
_HEADER = Keys({"pins": int})
_SHAPES = ("pads", "chip", "rows", "header", "pico")
_GRID = 2.54
_PIN_PAD, _PIN_DRILL = 1.7, 1.0


@dataclass(frozen=True, slots=True)
class Pad:
    """One pad: its pin's name, middle and size; `drill` is 0 where it does not go through the board.

    A slot is `drill` wide and `slot` high.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    slot: float = 0.0


@dataclass(frozen=True, slots=True)
class Box:
    """A box of space: west, south, east, north, and from which to which height above the board."""

    west: float
    south: float
    east: float
    north: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Footprint:
    """Pads and bodies of a part."""

    name: str
    pads: tuple[Pad, ...]
    bodies: tuple[Box, ...]
    mated: tuple[Box, ...]
    is_round: bool

    @property
    def is_through(self) -> bool:
        """True if its pins go through the board."""
        return any(pad.drill for pad in self.pads)

    @property
    def courtyard(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the area that no other part of the same side may touch."""
        xs = [edge for pad in self.pads for edge in (pad.x - pad.width / 2, pad.x + pad.width / 2)]
        ys = [edge for pad in self.pads for edge in (pad.y - pad.height / 2, pad.y + pad.height / 2)]
        xs += [edge for body in self.bodies for edge in (body.west, body.east)]
        ys += [edge for body in self.bodies for edge in (body.south, body.north)]
        return min(xs) - 0.15, min(ys) - 0.15, max(xs) + 0.15, max(ys) + 0.15


def read_footprints(path: Path) -> dict[str, Footprint]:
    """Return the footprints by name; raise InvalidDescription."""
    source = Source(path)
    footprints = {}
    for name, table in source.table.items():
        source.check_keys(table, _KEYS, name)
        shape = [key for key in _SHAPES if key in table]
        if len(shape) != 1:
            raise source.refuse(f"needs exactly one of {', '.join(_SHAPES)}", name)
        footprints[name] = Footprint(
            name=name,
            pads=tuple(_pads(source, table, name, shape[0])),
            bodies=tuple(_read_box(source, row, 5, name, "body") for row in table["body"]),
            mated=tuple(_read_box(source, row, 6, name, "mated") for row in table.get("mated", [])),
            is_round=table.get("round", False),
        )
    return footprints


def _pads(source: Source, table: dict[str, Any], name: str, shape: str) -> list[Pad]:
    if shape == "chip":
        source.check_keys(table["chip"], _CHIP, name, "chip")
        chip = table["chip"]
        half = chip["pitch"] / 2
        return [Pad(pin, x, 0, chip["width"], chip["height"]) for pin, x in (("1", -half), ("2", half))]
    if shape == "rows":
        source.check_keys(table["rows"], _ROWS, name, "rows")
        return _rows(**table["rows"])
    if shape == "header":
        source.check_keys(table["header"], _HEADER, name, "header")
        return _header(table["header"]["pins"])
    if shape == "pico":
        return _pico()
    for row in table["pads"]:
        is_right = isinstance(row, list) and 5 <= len(row) <= 7 and isinstance(row[0], str)
        if not is_right or not all(type(value) in (int, float) for value in row[1:]):
            raise source.refuse(f"a pad is name, x, y, width, height and perhaps a drill, not {row!r}", name, "pads")
    return [Pad(*row) for row in table["pads"]]


def _rows(pins: int, pitch: float, span: float, width: float, height: float) -> list[Pad]:
    """Return two rows: pin 1 in the north-west, southwards, then up the eastern side."""
    half = pins // 2
    north = (half - 1) * pitch / 2
    west = [Pad(str(pin + 1), -span / 2, north - pin * pitch, width, height) for pin in range(half)]
    east = [Pad(str(half + pin + 1), span / 2, pin * pitch - north, width, height) for pin in range(half)]
    return west + east


def _header(pins: int) -> list[Pad]:
    """Return a header of two rows that lies from west to east: odd pins in the south, pin 1 in the west."""
    west = -(pins // 2 - 1) * _GRID / 2
    return [
        Pad(str(pin + 1), west + pin // 2 * _GRID, pin % 2 * _GRID - _GRID / 2, _PIN_PAD, _PIN_PAD, _PIN_DRILL)
        for pin in range(pins)
    ]


def _pico() -> list[Pad]:
    """Return the two rows of a Pico whose USB socket looks north."""
    north, east = 19 * _GRID / 2, 7 * _GRID / 2
    size = (_PIN_PAD, _PIN_PAD, _PIN_DRILL)
    left = [Pad(str(pin + 1), -east, north - pin * _GRID, *size) for pin in range(20)]
    return left + [Pad(str(pin + 21), east, pin * _GRID - north, *size) for pin in range(20)]


def _read_box(source: Source, row: Any, count: int, *place: str) -> Box:
    if not isinstance(row, list) or len(row) != count or any(type(value) not in (int, float) for value in row):
        raise source.refuse(f"must be {count} numbers, not {row!r}", *place)
    bottom = 0.0 if count == 5 else row[4]
    west, south, east, north = row[:4]
    return Box(west, south, east, north, bottom, row[-1])
