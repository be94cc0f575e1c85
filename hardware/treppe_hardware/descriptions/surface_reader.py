"""Reads the surfaces in `hardware/surfaces/*.toml`, and refuses impossible ones."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from treppe_hardware.descriptions.board_reader import read_boards
from treppe_hardware.descriptions.boards import Board, FieldPlace
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.controller import SENSORS, read_supplies
from treppe_hardware.descriptions.source import Keys, Source
from treppe_hardware.descriptions.surface import HEX_STEPS, Surface, Within

# The most fields in the firmware's frames.
REED_COUNT = 144
MUX_COUNT = 4

PIECES = {"reed": ("stones",), "cell": ("bricks", "discs")}
"""What games on a surface are played with, by its sensor."""

_TOP: dict[str, type] = dict.fromkeys(("name", "title", "sensor", "pieces", "grid", "reader"), str)
_TOP |= dict.fromkeys(("plate", "sensor_part", "magnet", "lamp"), dict)
_TOP |= {"pitch_mm": int, "margin_mm": int, "identity_part": float, "supplies": list, "boards": list}
_MAY: dict[str, type] = {"within": dict, "controller": str, "functions": dict, "drawn": bool, "field_names": list}
_GRIDS = {
    "square": Keys(_TOP | {"columns": int, "rows": int, "channels": list, "lamps": list}, _MAY),
    "hex": Keys(_TOP | {"tiles": list}, _MAY),
}
_TILE = Keys({"name": str, "centre": list, "channels": list, "lamps": list, "colours": list})
_PLATE = Keys({"width_mm": int, "height_mm": int, "thickness_mm": float, "material": str})
_SENSOR_PART = Keys({"part": str}, {"ampere_turns": list, "upright": bool})
_MAGNET = Keys({"part": str, "above_sensor_mm": float})
_LAMP = Keys({"part": str, "offset_mm": list})


def read_surface(
    path: Path, parts: dict[str, Part], library: Path | None = None, pico: dict[str, str] | None = None
) -> Surface:
    """Return the surface described in the file; raise InvalidDescription with line, key and reason.

    `library` is the folder of the surfaces that a variant may be based on; `pico` the nets of a Pico's GP pins, for one
    that sits on a board of the surface itself.
    """
    source = Source(path, library)
    table = source.table
    _check_values(source, path.stem)
    found = {key: _part(source, parts, table[key]["part"], key) for key in ("sensor_part", "magnet", "lamp")}
    reader = _part(source, parts, table["reader"], "reader")
    fields = _read_fields(source, reader)
    return Surface(
        source=source,
        name=table["name"],
        title=table["title"],
        sensor=table["sensor"],
        pieces=table["pieces"],
        pitch_mm=table["pitch_mm"],
        **fields,
        width_mm=table["plate"]["width_mm"],
        height_mm=table["plate"]["height_mm"],
        reader=reader,
        sensor_part=found["sensor_part"],
        ampere_turns=table["sensor_part"].get("ampere_turns", []),
        is_upright=table["sensor_part"].get("upright", True),
        magnet=found["magnet"],
        magnet_above_mm=table["magnet"]["above_sensor_mm"],
        lamp=found["lamp"],
        lamp_offset_mm=(table["lamp"]["offset_mm"][0], table["lamp"]["offset_mm"][1]),
        plate_mm=table["plate"]["thickness_mm"],
        material=table["plate"]["material"],
        identity_part=table["identity_part"],
        supplies=read_supplies(source),
        boards=_drawn(
            table,
            _count_last_fields(
                read_boards(source, parts, _first_board(source, table, fields, reader), pico or {}),
                len(fields["names"]),
            ),
        ),
        within=_read_within(source, table, fields),
        controller=table.get("controller", "controller.toml"),
        functions=table.get("functions", {}),
    )


def _check_values(source: Source, name: str) -> None:
    """Refuse unknown keys, and values that no surface can have."""
    table = source.table
    source.check_known(table, {**_MAY, **_GRIDS["square"].needed, **_GRIDS["hex"].needed, "base": str})
    source.check_choice(str(table.get("grid")), _GRIDS, "grid")
    source.check_keys(table, _GRIDS[table["grid"]])
    for key, keys in (("plate", _PLATE), ("sensor_part", _SENSOR_PART), ("magnet", _MAGNET), ("lamp", _LAMP)):
        source.check_keys(table[key], keys, key)
    if table["name"] != name:
        raise source.refuse(f"must be the file's name {name!r}, not {table['name']!r}", "name")
    source.check_choice(table["sensor"], SENSORS, "sensor")
    source.check_choice(table["pieces"], PIECES[table["sensor"]], "pieces")
    for key in ("pitch_mm", "margin_mm"):
        source.check_range(table[key], 1, 100, key)
    source.check_range(table["identity_part"], 0.1, 0.9, "identity_part")
    if "ampere_turns" in table["sensor_part"]:
        _check_row(source, table["sensor_part"]["ampere_turns"], 2, "ampere_turns", "sensor_part")
    _check_row(source, table["lamp"]["offset_mm"], 2, "the offset", "lamp")


def _read_fields(source: Source, reader: Part) -> dict[str, Any]:
    """Return the facts about the fields for a Surface."""
    table = source.table
    if not reader.fields:
        raise source.refuse(f"{reader.name} reads no fields", "reader")
    fields = _read_square(source, table) if table["grid"] == "square" else _read_hex(source, table)
    if "field_names" in table:
        if len(table["field_names"]) != len(fields["names"]):
            raise source.refuse(f"must be {len(fields['names'])} names", "field_names")
        fields["names"] = table["field_names"]
    _check_channels(source, table["sensor"], fields, reader)
    _check_lamps(source, fields)
    return fields


def _part(source: Source, parts: dict[str, Part], name: str, key: str) -> Part:
    source.check_choice(name, parts, key)
    return parts[name]


def _read_within(source: Source, table: dict[str, Any], fields: dict[str, Any]) -> Within | None:
    if "within" not in table:
        return None
    within = source.build(Within, table["within"], "within")
    if within.empty_channel in fields["channels"]:
        raise source.refuse(f"channel {within.empty_channel} is a field's", "within")
    return within


def _drawn(table: dict[str, Any], boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """Return the boards, without the places of their parts if a variant drops those of its base."""
    if table.get("drawn", True):
        return boards
    return tuple(
        replace(
            board,
            size_mm=(0.0, 0.0),
            origins=(),
            components=tuple(replace(component, at=None) for component in board.components),
        )
        for board in boards
    )


def _count_last_fields(boards: tuple[Board, ...], fields: int) -> tuple[Board, ...]:
    """Return the boards, each with the number of fields on the last of its kind."""
    return tuple(
        replace(board, last_fields=max(0, fields - board.fields * (board.count - 1))) if board.fields else board
        for board in boards
    )


def _first_board(source: Source, table: dict[str, Any], fields: dict[str, Any], reader: Part) -> list[FieldPlace]:
    """Return the places of the fields on the first of the boards that carry fields."""
    for number, board in enumerate(table["boards"]):
        if not isinstance(board, dict) or type(board.get("fields", 0)) is not int:
            raise source.refuse("must be tables, with a whole number of fields", "boards", number)
    carrying: dict[str, Any] = max(table["boards"], key=lambda board: int(board.get("fields", 0)), default={})
    channels, places = fields["channels"], fields["places_mm10"]
    chosen = sorted(range(len(channels)), key=lambda field: fields["lamps"][field])[: carrying.get("fields", 0)]
    size = len(reader.fields)
    west, south = (carrying.get("origins") or [[0, 0]])[0]
    return [
        FieldPlace(
            number,
            channels[field] // size,
            channels[field] % size,
            fields["lamps"][field],
            places[field][0] / 10 - west,
            places[field][1] / 10 - south,
        )
        for number, field in enumerate(chosen, 1)
    ]


def _read_square(source: Source, table: dict[str, Any]) -> dict[str, Any]:
    columns, rows, pitch, margin = (table[key] for key in ("columns", "rows", "pitch_mm", "margin_mm"))
    for key in ("columns", "rows"):
        source.check_range(table[key], 1, 26, key)
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    return {
        "columns": columns,
        "rows": rows,
        "names": [f"{chr(97 + column)}{row + 1}" for column, row in cells],
        "channels": _flatten(source, "channels", table["channels"], columns, rows),
        "lamps": _flatten(source, "lamps", table["lamps"], columns, rows),
        "places_mm10": [((margin + column * pitch) * 10, (margin + row * pitch) * 10) for column, row in cells],
        "colours": [],
    }


def _flatten(source: Source, key: str, matrix: list[Any], columns: int, rows: int) -> list[int]:
    """Turn a table drawn with north at the top into one value a field, a1 first."""
    if len(matrix) != rows:
        raise source.refuse(f"must have {rows} rows, not {len(matrix)}", key)
    for index, row in enumerate(matrix):
        _check_row(source, row, columns, f"row {rows - index}", key, index)
    return [value for row in reversed(matrix) for value in row]


def _check_row(source: Source, row: Any, count: int, what: str, *place: str | int) -> None:
    if not isinstance(row, list) or len(row) != count or any(type(value) is not int for value in row):
        raise source.refuse(f"{what} must be a list of {count} numbers, not {row!r}", *place)


def _read_hex(source: Source, table: dict[str, Any]) -> dict[str, Any]:
    names, axial = [], []
    lists: dict[str, list[int]] = {"channels": [], "lamps": [], "colours": []}
    for number, tile in enumerate(table["tiles"]):
        source.check_keys(tile, _TILE, "tiles", number)
        _check_row(source, tile["centre"], 2, f"tile {tile['name']}", "tiles", number, "centre")
        for key, values in lists.items():
            _check_row(source, tile[key], len(HEX_STEPS), f"tile {tile['name']}", "tiles", number, key)
            values += tile[key]
        q, r = tile["centre"]
        axial += [(q + dq, r + dr) for dq, dr in HEX_STEPS]
        names += [f"{tile['name']}{digit}" for digit in range(len(HEX_STEPS))]
        if len(set(axial)) < len(axial):
            raise source.refuse(f"tile {tile['name']} covers a hex of another tile", "tiles", number, "centre")
    pitch, margin = table["pitch_mm"], table["margin_mm"]
    east = [pitch * (q + r / 2) for q, r in axial]
    north = [-pitch * math.sqrt(3) / 2 * r for q, r in axial]
    places = [
        (round(10 * (x - min(east) + margin)), round(10 * (y - min(north) + margin)))
        for x, y in zip(east, north, strict=True)
    ]
    return {"columns": 0, "rows": 0, "names": names, "places_mm10": places, **lists}


def _check_channels(source: Source, sensor: str, fields: dict[str, Any], reader: Part) -> None:
    """Every field needs an input of a chip for itself."""
    size = len(reader.fields)
    references = {reader.fields.index(pin) for pin in reader.references}
    most = REED_COUNT if sensor == "reed" else MUX_COUNT * size
    channels = fields["channels"]
    for field, (name, channel) in enumerate(zip(fields["names"], channels, strict=True)):
        place = _field_place(fields, field, "channels")
        if not 0 <= channel < most:
            raise source.refuse(f"field {name}: {channel} is no channel (0 to {most - 1})", *place)
        if channel % size in references:
            raise source.refuse(f"field {name}: {channel} is a reference of multiplexer {channel // size}", *place)
        if channel in channels[:field]:
            other = fields["names"][channels.index(channel)]
            raise source.refuse(f"{channel} is given to {other} and {name}", *place)


def _check_lamps(source: Source, fields: dict[str, Any]) -> None:
    """The chain of LEDs has no gaps: its numbers are those of the fields, once each."""
    lamps = fields["lamps"]
    for field, (name, lamp) in enumerate(zip(fields["names"], lamps, strict=True)):
        if lamp in lamps[:field] or not 0 <= lamp < len(lamps):
            missing = min(set(range(len(lamps))) - set(lamps))
            reason = f"must number the LEDs 0 to {len(lamps) - 1} once each: {name} has {lamp}, {missing} is missing"
            raise source.refuse(reason, *_field_place(fields, field, "lamps"))


def _field_place(fields: dict[str, Any], field: int, key: str) -> tuple[str | int, ...]:
    if fields["columns"]:
        return key, fields["rows"] - 1 - field // fields["columns"]
    return "tiles", field // len(HEX_STEPS), key
