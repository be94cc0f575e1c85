"""Surfaces: `hardware/surfaces/*.toml` is their single source; the firmware's tables are built from it."""

import math
import re
import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE_FOLDER = Path("hardware/surfaces")
TABLE_FOLDER = Path("firmware/treppe/surfaces")
REED_COUNT = 144
MUX_COUNT = 4
REFERENCE_CHANNELS = (0, 15)
# Directions 1 to 6 of the hexagonal board in axial coordinates (rules of 7 Steps); digit 0 is the centre.
HEX_STEPS = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_COMMON_KEYS: dict[str, type] = {
    "name": str,
    "title": str,
    "sensor": str,
    "grid": str,
    "pitch_mm": int,
    "margin_mm": int,
}
_SQUARE_KEYS: dict[str, type] = {"columns": int, "rows": int, "channels": list, "lamps": list}
_HEX_KEYS: dict[str, type] = {"tiles": list}
_TILE_KEYS: dict[str, type] = {"name": str, "centre": list, "channels": list, "lamps": list, "colours": list}


class SurfaceError(Exception):
    """A surface's description cannot be used: names file, line, key and reason."""


@dataclass(frozen=True, slots=True)
class Surface:
    """One surface as its description says: lists hold one entry a field, in the order of field numbers."""

    name: str
    title: str
    sensor: str
    columns: int
    rows: int
    pitch_mm: int
    names: list[str]
    channels: list[int]
    lamps: list[int]
    places_mm10: list[tuple[int, int]]
    width_mm: int
    height_mm: int
    colours: list[int]


@dataclass(frozen=True, slots=True)
class _Source:
    """The text of one description, to say where a mistake stands."""

    path: Path
    text: str

    def refuse(self, key: str, reason: str, occurrence: int = 0) -> SurfaceError:
        lines = [n for n, line in enumerate(self.text.splitlines(), 1) if re.match(rf"\s*{key}\s*=", line)]
        where = f":{lines[min(occurrence, len(lines) - 1)]}" if lines else ""
        return SurfaceError(f"{self.path}{where}: {key}: {reason}")

    def check_keys(self, table: dict[str, Any], wanted: dict[str, type], occurrence: int = 0) -> None:
        for key in table:
            if key not in wanted:
                raise self.refuse(key, f"unknown key (known: {', '.join(wanted)})", occurrence)
        for key, kind in wanted.items():
            if key not in table:
                raise self.refuse(key, "is missing", occurrence)
            if type(table[key]) is not kind:
                raise self.refuse(key, f"must be of type {kind.__name__}, not {table[key]!r}", occurrence)


def read_surface(path: Path) -> Surface:
    """Return the surface described in the file; raise SurfaceError with line, key and reason."""
    source = _Source(path, path.read_text(encoding="utf-8"))
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise SurfaceError(f"{path}: not readable as TOML: {error}") from error
    grids = {"square": _SQUARE_KEYS, "hex": _HEX_KEYS}
    if table.get("grid") not in grids:
        raise source.refuse("grid", f"must be one of {', '.join(grids)}, not {table.get('grid')!r}")
    source.check_keys(table, _COMMON_KEYS | grids[table["grid"]])
    if table["name"] != path.stem:
        raise source.refuse("name", f"must be the file's name {path.stem!r}, not {table['name']!r}")
    if table["sensor"] not in ("reed", "cell"):
        raise source.refuse("sensor", f"must be one of reed, cell, not {table['sensor']!r}")
    for key in ("pitch_mm", "margin_mm"):
        if not 0 < table[key] <= 100:
            raise source.refuse(key, f"must be between 1 and 100, not {table[key]}")
    surface = _read_square(source, table) if table["grid"] == "square" else _read_hex(source, table)
    _check_channels(source, surface)
    if sorted(surface.lamps) != list(range(len(surface.lamps))):
        wrong = _first_repeated(surface.lamps) or max(surface.lamps)
        raise source.refuse("lamps", f"must number the LEDs 0 to {len(surface.lamps) - 1} once each; see {wrong}")
    return surface


def _read_square(source: _Source, table: dict[str, Any]) -> Surface:
    columns, rows, pitch, margin = (table[key] for key in ("columns", "rows", "pitch_mm", "margin_mm"))
    for key in ("columns", "rows"):
        if not 1 <= table[key] <= 26:
            raise source.refuse(key, f"must be between 1 and 26, not {table[key]}")
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    return Surface(
        name=table["name"],
        title=table["title"],
        sensor=table["sensor"],
        columns=columns,
        rows=rows,
        pitch_mm=pitch,
        names=[f"{chr(97 + column)}{row + 1}" for column, row in cells],
        channels=_flatten(source, "channels", table["channels"], columns, rows),
        lamps=_flatten(source, "lamps", table["lamps"], columns, rows),
        places_mm10=[((margin + column * pitch) * 10, (margin + row * pitch) * 10) for column, row in cells],
        width_mm=2 * margin + (columns - 1) * pitch,
        height_mm=2 * margin + (rows - 1) * pitch,
        colours=[],
    )


def _flatten(source: _Source, key: str, matrix: list[Any], columns: int, rows: int) -> list[int]:
    """Turn a table drawn with north at the top into one value a field, a1 first."""
    if len(matrix) != rows:
        raise source.refuse(key, f"must have {rows} rows, not {len(matrix)}")
    for number, row in zip(range(rows, 0, -1), matrix, strict=True):
        _check_row(source, key, row, columns, f"row {number}", 0)
    return [value for row in reversed(matrix) for value in row]


def _check_row(source: _Source, key: str, row: Any, count: int, place: str, occurrence: int) -> None:
    if not isinstance(row, list) or len(row) != count or any(type(value) is not int for value in row):
        raise source.refuse(key, f"{place} must be a list of {count} numbers, not {row!r}", occurrence)


def _read_hex(source: _Source, table: dict[str, Any]) -> Surface:
    names, channels, lamps, colours, axial = [], [], [], [], []
    for number, tile in enumerate(table["tiles"]):
        source.check_keys(tile, _TILE_KEYS, number)
        _check_row(source, "centre", tile["centre"], 2, f"tile {tile['name']}", number)
        for key in ("channels", "lamps", "colours"):
            _check_row(source, key, tile[key], len(HEX_STEPS), f"tile {tile['name']}", number)
        q, r = tile["centre"]
        axial += [(q + dq, r + dr) for dq, dr in HEX_STEPS]
        names += [f"{tile['name']}{digit}" for digit in range(len(HEX_STEPS))]
        channels += tile["channels"]
        lamps += tile["lamps"]
        colours += tile["colours"]
    if twice := _first_repeated(axial):
        raise source.refuse("centre", f"two tiles cover the hex {twice}")
    pitch, margin = table["pitch_mm"], table["margin_mm"]
    east = [pitch * (q + r / 2) for q, r in axial]
    north = [-pitch * math.sqrt(3) / 2 * r for q, r in axial]
    return Surface(
        name=table["name"],
        title=table["title"],
        sensor=table["sensor"],
        columns=0,
        rows=0,
        pitch_mm=pitch,
        names=names,
        channels=channels,
        lamps=lamps,
        places_mm10=[
            (round(10 * (x - min(east) + margin)), round(10 * (y - min(north) + margin)))
            for x, y in zip(east, north, strict=True)
        ],
        width_mm=math.ceil(max(east) - min(east) + 2 * margin),
        height_mm=math.ceil(max(north) - min(north) + 2 * margin),
        colours=colours,
    )


def _check_channels(source: _Source, surface: Surface) -> None:
    for name, channel in zip(surface.names, surface.channels, strict=True):
        if surface.sensor == "reed" and not 0 <= channel < REED_COUNT:
            raise source.refuse("channels", f"field {name}: {channel} is no bit of the chain (0 to {REED_COUNT - 1})")
        if surface.sensor == "cell" and not 0 <= channel < MUX_COUNT * 16:
            raise source.refuse("channels", f"field {name}: {channel} is no channel (0 to {MUX_COUNT * 16 - 1})")
        if surface.sensor == "cell" and channel % 16 in REFERENCE_CHANNELS:
            raise source.refuse("channels", f"field {name}: {channel} is a reference of multiplexer {channel // 16}")
    twice = _first_repeated(surface.channels)
    if twice is not None:
        fields = [n for n, c in zip(surface.names, surface.channels, strict=True) if c == twice]
        raise source.refuse("channels", f"{twice} is given to {' and '.join(fields)}")


def _first_repeated(values: list[Any]) -> Any:
    return next((value for n, value in enumerate(values) if value in values[:n]), None)


def render_module(surface: Surface) -> str:
    """Return the source of the firmware's module for this surface."""
    scalars: dict[str, str | int] = {
        "NAME": surface.name,
        "TITLE": surface.title,
        "SENSOR": surface.sensor,
        "COLUMNS": surface.columns,
        "ROWS": surface.rows,
        "FIELDS": len(surface.names),
        "PITCH_MM10": surface.pitch_mm * 10,
        "WIDTH_MM": surface.width_mm,
        "HEIGHT_MM": surface.height_mm,
    }
    source = f"{SOURCE_FOLDER.as_posix()}/{surface.name}.toml"
    blocks = [
        f'"""{surface.title}: generated from {source} by `treppe hardware build`."""\n',
        "from array import array\n",
        "# fmt: off",
        *(f"{key} = {_quote(value)}" for key, value in scalars.items()),
        _wrap("NAMES = (", ", ".join(_quote(name) for name in surface.names)),
        _wrap("CHANNELS = bytes((", ", ".join(map(str, surface.channels))),
        _wrap("LAMPS = bytes((", ", ".join(map(str, surface.lamps))),
        _wrap('X_MM10 = array("H", (', ", ".join(str(x) for x, y in surface.places_mm10)),
        _wrap('Y_MM10 = array("H", (', ", ".join(str(y) for x, y in surface.places_mm10)),
    ]
    if surface.colours:
        blocks.append(_wrap("COLOURS = bytes((", ", ".join(map(str, surface.colours))))
    return "\n".join(blocks) + "\n"


def _quote(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _wrap(opening: str, values: str) -> str:
    closing = ")" * opening.count("(")
    lines = textwrap.wrap(values, 100, break_long_words=False)
    return "\n".join([opening, *(f"    {line}" for line in lines), closing])


def build(root: Path) -> list[Path]:
    """Write the firmware's tables from the descriptions under `root`; return the files that changed."""
    changed = []
    for source in sorted((root / SOURCE_FOLDER).glob("*.toml")):
        module = root / TABLE_FOLDER / f"{source.stem}.py"
        text = render_module(read_surface(source))
        if not module.exists() or module.read_text(encoding="utf-8") != text:
            module.write_text(text, encoding="utf-8")
            changed.append(module)
    return changed
