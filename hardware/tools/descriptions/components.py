"""The parts of `hardware/components.toml`, and circuits made of them: which pin of which part is on which net."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.tools.descriptions.source import InvalidDescription, Keys, Source, nearest

_OHMS = r"\d+([kMR]\d*)?"
_VALUES = {"R": _OHMS, "R4": _OHMS, "R_PRECISE": _OHMS, "C": r"\d+[pnu]\d*", "C_10U": r"(\d+u\d*)?"}
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
        "resistors": list,
        "gates": list,
        "conducts": list,
        "contacts": list,
        "clamps": list,
        "open_drain": list,
        "output_only": list,
        "comes_from": dict,
        "switch": dict,
        "supply_volts": list,
        "decoupled": bool,
        "pulls_up": bool,
        "heat_k_per_w": float,
        "volts": float,
        "switches_mt": list,
        "high_part": float,
        "high_volts": float,
        "bears_volts": float,
        "typical_ma": float,
        "most_ma": float,
        "sold_by": int,
        "diameter_mm": float,
        "height_mm": float,
        "pull_in_mm": dict,
        "hold_mm": dict,
    },
)
_COMPONENT = Keys(
    {"ref": str, "part": str, "nets": object},
    {
        "value": str,
        "address": int,
        "mates": str,
        "loop": list,
        "on": list,
        "at": list,
        "side": str,
        "why": str,
    },
)
_BOARD = Keys(
    {"name": str, "title": str, "count": int},
    {
        "like": str,
        "fields": int,
        "chips": int,
        "each_field": list,
        "each_chip": list,
        "components": list,
        "extras": list,
        "revision": str,
        "size_mm": list,
        "origins": list,
        "holes": list,
        "tracks": dict,
        "pours": list,
        "currents": list,
        "edge": list,
        "notches": list,
        "texts": list,
    },
)
_POUR = Keys({"net": str}, {"area": list, "layers": list})
_CURRENT = Keys({"net": str, "amps": float, "from": str, "to": list})
SIDES = ("top", "bottom")
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
    resistors: tuple[tuple[str, str], ...] = ()
    gates: tuple[tuple[str, str], ...] = ()
    conducts: tuple[tuple[str, str], ...] = ()
    contacts: tuple[str, ...] = ()
    clamps: tuple[str, ...] = ()
    open_drain: tuple[str, ...] = ()
    output_only: tuple[str, ...] = ()
    comes_from: dict[str, list[str]] = field(default_factory=dict)
    switch: dict[str, str] = field(default_factory=dict)
    supply_volts: tuple[float, ...] = ()
    decoupled: bool = False
    pulls_up: bool = False
    heat_k_per_w: float = 0.0
    volts: float = 0.0
    switches_mt: tuple[float, ...] = ()
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
    sold_by: int = 1
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
    address: int = -1
    mates: str = ""  # plug at the other end of the cable: board.reference, or board.number.reference
    loop: tuple[tuple[int, int], ...] = ()  # pins that a plug without a cable joins on the last board
    on: tuple[int, ...] = ()  # numbers of the boards that carry it; empty: all
    at: tuple[float, float, float] | None = None  # east, north (mm on the board), degrees against the clock
    side: str = "top"
    field: int = 0  # number of the field on its board that it belongs to

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
    revision: str = ""
    size_mm: tuple[float, float] = (0.0, 0.0)
    origins: tuple[tuple[float, float], ...] = ()  # south-west corner of each board on the plate
    holes: tuple[tuple[float, float, float], ...] = ()  # east, north, diameter
    tracks: dict[str, float] = field(default_factory=dict)
    pours: tuple[dict[str, Any], ...] = ()
    currents: tuple[dict[str, Any], ...] = ()
    edge: tuple[tuple[float, float], ...] = ()  # corners against the clock; without them a rectangle
    notches: tuple[float, ...] = ()  # east, on the southern and northern edge
    texts: tuple[tuple[float, float, str], ...] = ()

    def carries(self, component: Component, number: int) -> bool:
        """True if the component is fitted on the board of this number, from 1."""
        return not component.on or number in component.on

    def fitted(self, component: Component, fields: int) -> int:
        """Return on how many of the boards the component is fitted; the last one may carry fewer of the fields."""
        if component.field:
            return sum(number * self.fields + component.field <= fields for number in range(self.count))
        return sum(self.carries(component, number + 1) for number in range(self.count))

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
    x: float = 0.0  # on the board, mm
    y: float = 0.0


def read_parts(path: Path) -> dict[str, Part]:
    """Return the catalogue; raise InvalidDescription."""
    source = Source(path)
    parts = {}
    for name, table in source.table.items():
        source.check_keys(table, _PART, name)
        lists: dict[str, Any] = {key: tuple(value) for key, value in table.items() if isinstance(value, list)}
        for key in ("resistors", "gates", "conducts"):
            lists |= {key: tuple((pair[0], pair[1]) for pair in table[key])} if key in table else {}
        for key in ("inputs", "outputs", "fields", "references", "contacts", "open_drain", "output_only", "clamps"):
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
                    filled = [_shift(line, value) for line, value in zip(filled, values, strict=True)]
                except (KeyError, ValueError, IndexError) as error:
                    raise source.refuse(f"no such place holder: {error}", *here) from error
                numbers = [value.get("number", 0) if key == "each_field" else 0 for value in values]
                components += [
                    _read_component(source, parts, one, pico, here, number)
                    for one, number in zip(filled, numbers, strict=True)
                ]
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
                revision=table.get("revision", ""),
                size_mm=_rows(source, [table.get("size_mm", [0, 0])], 2, *place, "size_mm")[0],
                origins=_rows(source, table.get("origins", []), 2, *place, "origins"),
                holes=_rows(source, table.get("holes", []), 3, *place, "holes"),
                tracks=table.get("tracks", {}),
                pours=_read_tables(source, table.get("pours", []), _POUR, *place, "pours"),
                currents=_read_tables(source, table.get("currents", []), _CURRENT, *place, "currents"),
                edge=_rows(source, table.get("edge", []), 2, *place, "edge"),
                notches=tuple(table.get("notches", [])),
                texts=tuple((text[0], text[1], text[2]) for text in table.get("texts", [])),
            )
        )
    return tuple(boards)


def _expansions(table: dict[str, Any], places: list[FieldPlace]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """For each list of lines: with which numbers its lines are repeated."""
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


def _fill(line: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
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


def _numbers(source: Source, row: Any, count: int, *place: str | int) -> tuple[float, ...]:
    if not isinstance(row, list) or len(row) != count or any(type(value) not in (int, float) for value in row):
        raise source.refuse(f"must be {count} numbers, not {row!r}", *place)
    return tuple(row)


def _rows(source: Source, rows: list[Any], count: int, *place: str | int) -> tuple[Any, ...]:
    return tuple(_numbers(source, row, count, *place) for row in rows)


def _read_tables(source: Source, tables: list[Any], keys: Keys, *place: str | int) -> tuple[dict[str, Any], ...]:
    for table in tables:
        source.check_keys(table, keys, *place)
    return tuple(tables)


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
    if "at" in line:
        _numbers(source, line["at"], 3, *place)
    source.check_choice(line.get("side", "top"), SIDES, *place)


def _find_part(source: Source, parts: dict[str, Part], name: str, *place: str | int) -> Part:
    if name not in parts:
        raise source.refuse(f"there is no part {name!r} in components.toml{nearest(name, parts)}", *place)
    return parts[name]


def _read_component(
    source: Source,
    parts: dict[str, Part],
    line: dict[str, Any],
    pico: dict[str, str],
    place: tuple[str | int, ...],
    field_number: int,
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
        address=line.get("address", -1),
        mates=line.get("mates", ""),
        loop=tuple((first, second) for first, second in line.get("loop", [])),
        on=tuple(line.get("on", [])),
        at=(line["at"][0], line["at"][1], line["at"][2]) if "at" in line else None,
        side=line.get("side", "top"),
        field=field_number,
    )


def _first_repeated(values: list[str]) -> str:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return ""


__all__ = ["Board", "Component", "FieldPlace", "InvalidDescription", "Part", "read_boards", "read_parts"]
