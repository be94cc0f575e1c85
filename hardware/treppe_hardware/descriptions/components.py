"""The parts of `hardware/components.toml`: pins, and what their data sheets say."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from treppe_hardware.descriptions.source import Source, nearest

Level = Literal["low", "high"]

# Keys whose entries are pins of the part.
_PIN_LISTS = (
    *("inputs", "outputs", "fields", "references", "contacts", "open_drain", "output_only"),
    *("clamps", "suppresses", "straps", "polar", "ties", "rests", "idles", "enables", "needs_uf"),
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part to buy: its pin names, pin 1 first, and figures of its data sheet."""

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
    bipolar: dict[str, str] = field(default_factory=dict)
    reference_volts: float = 0.0
    suppresses: tuple[str, ...] = ()
    supply_volts: tuple[float, ...] = ()
    decoupled: bool = False
    touches: bool = False  # closed by the piece itself or a finger, not by a magnet
    pulls_up: bool = False
    heat_k_per_w: tuple[tuple[float, float], ...] = ()
    drop_volts: float = 0.0
    ties: dict[str, Level] = field(default_factory=dict)
    rests: dict[str, Level] = field(default_factory=dict)
    idles: dict[str, Level] = field(default_factory=dict)
    enables: dict[str, str] = field(default_factory=dict)
    straps: tuple[str, ...] = ()
    base_address: int = 0
    polar: tuple[str, ...] = ()
    amps: float = 0.0
    rated_volts: float = 0.0
    gate_volts: tuple[float, ...] = ()
    needs_uf: dict[str, float] = field(default_factory=dict)
    most_load_nf: float = 0.0
    tolerance: float = 0.0
    length_mm: float = 0.0
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


def read_parts(path: Path) -> dict[str, Part]:
    """Return the catalogue; raise InvalidDescription."""
    source = Source(path)
    parts = {}
    for name, table in source.table.items():
        if "like" in table:
            source.check_choice(table["like"], source.table, name, "like")
            table = source.table[table.pop("like")] | table
        part = source.build(Part, table, name, name=name)
        for key in _PIN_LISTS:
            for pin in table.get(key, ()):
                if pin not in part.pins:
                    raise source.refuse(f"there is no pin {pin!r}{nearest(pin, part.pins)}", name, key)
        _check_values(source, name, table)
        parts[name] = part
    return parts


def _check_values(source: Source, name: str, table: dict[str, Any]) -> None:
    """Raise InvalidDescription where an output is no pin, or a list has not two entries."""
    for enable, output in table.get("enables", {}).items():
        source.check_choice(output, table.get("pins", []), name, f"enables.{enable}")
    for key, count in (("gate_volts", 2), ("polar", 2)):
        if key in table and len(table[key]) != count:
            raise source.refuse(f"must have {count} entries, not {table[key]!r}", name, key)


def find_part(source: Source, parts: dict[str, Part], name: str, *place: str | int) -> Part:
    """Return the part of this name; raise InvalidDescription at a place of the description."""
    if name not in parts:
        raise source.refuse(f"there is no part {name!r} in components.toml{nearest(name, parts)}", *place)
    return parts[name]
