"""Order numbers: `hardware/orders.toml`."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from treppe_hardware.descriptions.boards import Component
from treppe_hardware.descriptions.source import Source


@dataclass(frozen=True, slots=True)
class Order:
    """A maker's number, distributors' numbers, and a price with the day on which it was seen (0: none was found).

    `alternative` is another maker's part that fits the same pads and does the same.
    """

    maker: str
    mpn: str
    lcsc: str = ""
    digikey: str = ""
    mouser: str = ""
    alternative: str = ""
    usd: float = 0.0
    seen: str = ""
    package: str = ""  # its number and the package in that library, where other numbers lie another way round
    stocked: bool = False  # on a fab's feeders: no fee a line
    line: int = 1


NUMERIC = ("power", "volts", "tolerance", "wide", "high")
"""What a scheme says in numbers."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """What a maker's numbers of one pattern say: its named groups, by `codes`, and `says` for all of them."""

    number: str
    unit: float = 1.0
    says: dict[str, str] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Makers:
    """How the numbers of some parts begin, makers' words for our footprints, their schemes of numbers."""

    begins: dict[str, str]
    packages: dict[str, str]
    schemes: dict[str, tuple[Scheme, ...]]


def order_of(orders: dict[str, Order], component: Component) -> Order | None:
    """Return the numbers of a component by its part and value, None if there are none."""
    return orders.get(f"{component.part.name} {component.value}".strip())


def read_orders(path: Path) -> dict[str, Order]:
    """Return the numbers by part, or by part and value with a blank between; raise InvalidDescription."""
    source = Source(path)
    return {name: source.build(Order, table, name, line=source.line(name)) for name, table in source.table.items()}


def read_makers(path: Path) -> Makers:
    """Return what makers' numbers say; raise InvalidDescription."""
    source = Source(path)
    makers = source.build(Makers, source.table)
    for maker, schemes in makers.schemes.items():
        for scheme in schemes:
            try:
                re.compile(scheme.number)
                for what in NUMERIC:
                    for text in (scheme.says.get(what, "0"), *scheme.codes.get(what, {}).values()):
                        float(text)
            except (re.error, ValueError) as error:
                raise source.refuse(f"{maker}, {scheme.number!r}: {error}", "schemes") from error
    return makers


def read_lcsc(path: Path) -> dict[str, str]:
    """Return the maker's numbers by LCSC's, as they were read in public lists; raise InvalidDescription."""
    source = Source(path)
    for name, number in source.table.items():
        if not isinstance(number, str):
            raise source.refuse(f"must be a maker's number, not {number!r}", name)
    return dict(source.table)
