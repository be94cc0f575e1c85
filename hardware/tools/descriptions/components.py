"""The parts of `hardware/components.toml`, and circuits made of them: which pin of which part is on which net."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.tools.descriptions.source import InvalidDescription, Keys, Source, nearest

_OHMS = r"\d+([kMR]\d*)?"
_VALUES = {"R": _OHMS, "R_PRECISE": _OHMS, "C": r"\d+[pnu]"}
_PART = Keys(
    {"title": str, "eur": float, "origin": str},
    {
        "footprint": str,
        "pins": list,
        "power": str,
        "ground": str,
        "inputs": list,
        "outputs": list,
        "fields": list,
        "references": list,
        "high_part": float,
        "high_volts": float,
        "bears_volts": float,
        "typical_ma": float,
        "most_ma": float,
        "diameter_mm": float,
        "height_mm": float,
        "pull_in_mm": dict,
        "hold_mm": dict,
    },
)
_COMPONENT = Keys(
    {"ref": str, "part": str, "nets": object},
    {"value": str, "reads": str, "address": int, "mates": str, "fitted": int, "why": str},
)
_BOARD = Keys(
    {"name": str, "title": str, "count": int},
    {"fields": int, "chips": int, "each_field": list, "each_chip": list, "components": list, "extras": list},
)
_EXTRA = Keys({"part": str, "count": int})


@dataclass(frozen=True, slots=True)
class Part:
    """What can be bought: pin names, pin 1 first, and what its data sheet says."""

    name: str
    title: str
    eur: float
    origin: str
    footprint: str = ""
    pins: tuple[str, ...] = ()
    power: str = ""
    ground: str = ""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    high_part: float = 0.0
    high_volts: float = 0.0
    bears_volts: float = 0.0
    typical_ma: float = 0.0
    most_ma: float = 0.0
    diameter_mm: float = 0.0
    height_mm: float = 0.0
    pull_in_mm: dict[str, float] = field(default_factory=dict)
    hold_mm: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Component:
    """One part on a board. `nets` has one net a pin, in the order of the part's pins; "" is an open pin."""

    ref: str
    part: Part
    value: str
    nets: tuple[str, ...]
    line: int
    reads: int = -1  # the number of this reading chip on its board
    address: int = -1
    mates: str = ""
    fitted: int = -1  # on how many of the boards; -1: on all

    def net(self, pin: str) -> str:
        """Return the net of a pin by its name, empty if it is open."""
        return self.nets[self.part.pins.index(pin)] if pin in self.part.pins else ""


@dataclass(frozen=True, slots=True)
class Board:
    """A circuit board and how many of it are built; `extras` are parts that hang on no net."""

    name: str
    title: str
    count: int
    components: tuple[Component, ...]
    extras: tuple[tuple[Part, int], ...]
    line: int
    fields: int = 0
    chips: int = 0

    def find(self, ref: str) -> Component:
        """Return the component of this reference."""
        return next(component for component in self.components if component.ref == ref)

    def nets(self) -> dict[str, list[tuple[Component, int]]]:
        """Return the pins of each net as (component, index of the pin), in the order of the description."""
        nets: dict[str, list[tuple[Component, int]]] = {}
        for component in self.components:
            for index, net in enumerate(component.nets):
                if net:
                    nets.setdefault(net, []).append((component, index))
        return nets


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """Where a field hangs on its board: number on the board from 1, chip, input of the chip, LED."""

    number: int
    chip: int
    input: int
    lamp: int


def read_parts(path: Path) -> dict[str, Part]:
    """Return the catalogue; raise InvalidDescription."""
    source = Source(path)
    parts = {}
    for name, table in source.table.items():
        source.check_keys(table, _PART, name)
        lists = {key: tuple(value) for key, value in table.items() if isinstance(value, list)}
        for key in ("inputs", "outputs", "fields", "references"):
            for pin in lists.get(key, ()):
                if pin not in lists.get("pins", ()):
                    raise source.refuse(f"there is no pin {pin!r}{nearest(pin, lists.get('pins', ()))}", name, key)
        parts[name] = Part(name=name, **(table | lists))
    return parts


def read_boards(
    source: Source, parts: dict[str, Part], places: list[FieldPlace], pico: dict[str, str]
) -> tuple[Board, ...]:
    """Return the boards of a description with all their lines written out.

    `places` are those of the fields on one board with fields, `pico` the nets of the Pico's GP pins.
    """
    boards = []
    for number, table in enumerate(source.table.get("boards", [])):
        place = ("boards", number)
        source.check_keys(table, _BOARD, *place)
        components: list[Component] = []
        for key, values in _expansions(table, places):
            for index, line in enumerate(table.get(key, [])):
                here = (*place, key, index)
                source.check_keys(line, _COMPONENT, *here)
                _check_words(source, line, here)
                try:
                    filled = [_fill(line, value) for value in values]
                except (KeyError, ValueError, IndexError) as error:
                    raise source.refuse(f"no such place holder: {error}", *here) from error
                components += [_read_component(source, parts, one, pico, here) for one in filled]
        twice = _first_repeated([component.ref for component in components])
        if twice:
            raise source.refuse(f"the reference {twice} stands for two parts of {table['name']}", *place)
        extras = []
        for index, extra in enumerate(table.get("extras", [])):
            source.check_keys(extra, _EXTRA, *place, "extras", index)
            extras.append((_find_part(source, parts, extra["part"], *place, "extras", index), extra["count"]))
        boards.append(
            Board(
                name=table["name"],
                title=table["title"],
                count=table["count"],
                components=tuple(components),
                extras=tuple(extras),
                line=source.line(*place),
                fields=table.get("fields", 0),
                chips=table.get("chips", 0),
            )
        )
    return tuple(boards)


def _expansions(table: dict[str, Any], places: list[FieldPlace]) -> Iterator[tuple[str, list[dict[str, int]]]]:
    """For each list of lines: with which numbers its lines are repeated."""
    yield (
        "each_field",
        [
            {"number": p.number, "chip": p.chip, "input": p.input, "lamp": p.lamp, "lamp_after": p.lamp + 1}
            for p in places
        ],
    )
    chips = range(table.get("chips", 0))
    yield "each_chip", [{"number": chip + 1, "chip": chip, "chip_after": chip + 1} for chip in chips]
    yield "components", [{}]


def _fill(line: dict[str, Any], values: dict[str, int]) -> dict[str, Any]:
    """Return the line with numbers in the place of its place holders."""
    filled: dict[str, Any] = {}
    for key, value in line.items():
        if isinstance(value, str):
            filled[key] = value.format(**values) if key != "why" else value
        elif isinstance(value, dict):
            filled[key] = {pin: net.format(**values) for pin, net in value.items()}
        elif isinstance(value, list):
            filled[key] = [net.format(**values) for net in value]
        else:
            filled[key] = value
    return filled


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
    if not re.fullmatch(r"\d+|\{chip\}", line.get("reads", "0")):
        raise source.refuse(f"{line['ref']}: reads must be the number of a chip, not {line['reads']!r}", *place)


def _find_part(source: Source, parts: dict[str, Part], name: str, *place: str | int) -> Part:
    if name not in parts:
        raise source.refuse(f"there is no part {name!r} in components.toml{nearest(name, parts)}", *place)
    return parts[name]


def _read_component(
    source: Source, parts: dict[str, Part], line: dict[str, Any], pico: dict[str, str], place: tuple[str | int, ...]
) -> Component:
    part = _find_part(source, parts, line["part"], *place)
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
    return Component(
        ref=line["ref"],
        part=part,
        value=line.get("value", ""),
        nets=ordered,
        line=source.line(*place),
        reads=int(line.get("reads", -1)),
        address=line.get("address", -1),
        mates=line.get("mates", ""),
        fitted=line.get("fitted", -1),
    )


def _first_repeated(values: list[str]) -> str:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return ""


__all__ = ["Board", "Component", "FieldPlace", "InvalidDescription", "Part", "read_boards", "read_parts"]
