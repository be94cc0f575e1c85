"""Reads the circuit boards of a description; repeats the lines that stand for each field or chip."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from treppe_hardware.descriptions.boards import Board, Component, FieldPlace
from treppe_hardware.descriptions.components import Part, find_part
from treppe_hardware.descriptions.source import Keys, Source, keys_of, nearest

_OHMS = r"\d+([kMR]\d*)?"
_VALUES = {
    "R": _OHMS,
    "R4": _OHMS,
    "R_WIRED": _OHMS,
    "R_PRECISE": _OHMS,
    "C": r"\d+[pnu]\d*",
    "C_WIRED": r"\d+[pnu]\d*",
    "C_10U": r"(\d+u\d*)?",
}
_LINES = ("each_field", "each_chip", "components", "extras")
_OF_COMPONENT = keys_of(Component, "line", "field")
_COMPONENT = Keys(
    _OF_COMPONENT.needed | {"ref": str, "part": str}, _OF_COMPONENT.allowed | {"value": str, "at": list, "why": str}
)
_OF_BOARD = keys_of(Board, "line", "last_fields", "components", "extras")
_BOARD = Keys(_OF_BOARD.needed, _OF_BOARD.allowed | {"chips": int, "like": str} | dict.fromkeys(_LINES, list))


@dataclass(frozen=True, slots=True)
class _Extra:
    part: str
    count: int


def read_boards(
    source: Source, parts: dict[str, Part], places: list[FieldPlace], pico: dict[str, str]
) -> tuple[Board, ...]:
    """Return the boards of a description, with every line that stands for each field or chip repeated.

    `places` are those of the fields on one board with fields, `pico` the nets of the Pico's GP pins.
    """
    boards = []
    for number, table in enumerate(source.table.get("boards", [])):
        place = ("boards", number)
        source.check_keys(table, _BOARD, *place)
        own = {key: value for key, value in table.items() if key not in (*_LINES, "like")}
        components = _read_components(source, parts, number, places, pico)
        twice = _first_repeated([component.ref for component in components])
        if twice:
            raise source.refuse(f"the reference {twice} stands for two parts of {table['name']}", *place)
        extras = []
        for index, row in enumerate(table.get("extras", [])):
            extra = source.build(_Extra, row, *place, "extras", index)
            extras.append((find_part(source, parts, extra.part, *place, "extras", index), extra.count))
        given = {"components": tuple(components), "extras": tuple(extras), "line": source.line(*place)}
        boards.append(source.build(Board, own, *place, last_fields=0, **given))
    return tuple(boards)


def _read_components(
    source: Source, parts: dict[str, Part], board: int, places: list[FieldPlace], pico: dict[str, str]
) -> list[Component]:
    """Return the components of one board: those of each field, of each chip, and the others."""
    components: list[Component] = []
    table = source.table["boards"][board]
    for key, values in _expansions(table, places):
        for index, line in enumerate(table.get(key, [])):
            place = ("boards", board, key, index)
            source.check_keys(line, _COMPONENT, *place)
            _check_words(source, line, place)
            try:
                filled = [_shift(_insert_numbers(line, value), value) for value in values]
            except (KeyError, ValueError, IndexError) as error:
                raise source.refuse(f"no such place holder: {error}", *place) from error
            numbers = [value.get("number", 0) if key == "each_field" else 0 for value in values]
            components += [
                _read_component(source, parts, one, pico, place, number)
                for one, number in zip(filled, numbers, strict=True)
            ]
    return components


def _expansions(table: dict[str, Any], places: list[FieldPlace]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each list of lines, with the values of the place holders for each repetition."""
    yield (
        "each_field",
        [
            {"number": p.number, "chip": p.chip, "input": p.input, "lamp": p.lamp, "lamp_after": p.lamp + 1}
            | {"x": p.x, "y": p.y}
            for p in places
        ],
    )
    chips = range(table.get("chips", 0))
    yield "each_chip", [{"number": chip + 1, "chip": chip, "chip_after": chip + 1} for chip in chips]
    yield "components", [{}]


def _insert_numbers(line: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return the line with numbers in the place of its place holders."""
    filled: dict[str, Any] = {}
    for key, value in line.items():
        if isinstance(value, str):
            filled[key] = value.format(**values) if key not in ("why", "mates") else value
        elif isinstance(value, dict):
            filled[key] = {pin: net.format(**values) for pin, net in value.items()}
        elif isinstance(value, list):
            filled[key] = [net.format(**values) if isinstance(net, str) else net for net in value]
        else:
            filled[key] = value
    return filled


def _shift(line: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return the line of a field's part with its place counted from the board's corner, not from the field's middle."""
    if "x" not in values or "at" not in line or len(line["at"]) != 3:
        return line
    east, north, turn = line["at"]
    return line | {"at": [east + values["x"], north + values["y"], turn]}


def _check_words(source: Source, line: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """Nets are words, and a resistor's or capacitor's value is a number with its unit."""
    nets = line["nets"]
    words = nets.values() if isinstance(nets, dict) else nets if isinstance(nets, list) else [None]
    for word in words:
        if not isinstance(word, str):
            raise source.refuse(f"{line['ref']}: nets must be a list or a table of names, not {nets!r}", *place)
    shape = _VALUES.get(line["part"])
    if shape and not re.fullmatch(shape, line.get("value", "")):
        raise source.refuse(
            f"{line['ref']}: {line.get('value', '')!r} is no value such as 330, 4k7, 100n or 1u", *place
        )


def _read_component(
    source: Source,
    parts: dict[str, Part],
    line: dict[str, Any],
    pico: dict[str, str],
    place: tuple[str | int, ...],
    field_number: int,
) -> Component:
    part = find_part(source, parts, line["part"], *place)
    nets = line["nets"]
    if isinstance(nets, list):
        if len(nets) != len(part.pins):
            raise source.refuse(f"{line['ref']}: {len(nets)} nets for {len(part.pins)} pins of {part.name}", *place)
        ordered = tuple(nets)
    else:
        for pin in nets:
            if pin not in part.pins:
                raise source.refuse(f"{line['ref']}: {part.name} has no pin {pin!r}{nearest(pin, part.pins)}", *place)
        named = (pico if part.name == "PICO" else {}) | nets
        ordered = tuple(named.get(pin, "") for pin in part.pins)
    own = {key: value for key, value in line.items() if key not in ("part", "nets", "why")}
    return source.build(Component, own, *place, part=part, nets=ordered, line=source.line(*place), field=field_number)


def _first_repeated(values: list[str]) -> str:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return ""
