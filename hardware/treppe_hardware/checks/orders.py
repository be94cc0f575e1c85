"""Checks of numbers to order by: what a maker's number says of value, package and tolerance is what the part is."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import farads, ohms
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.orders import NUMERIC, Makers, Order
from treppe_hardware.descriptions.source import At

_NEAR = 0.001
_LOOK = "look the number up again, at the maker's or the distributor's page"
_SIZES = {"C_10U": "10u", "C_100U": "100u", "C_1000U": "1000u"}


class _Fault(NamedTuple):
    what: str
    why: str


def check_orders(hardware: Hardware) -> Iterator[Finding]:
    """Check every line of orders.toml against the part that it is for, and against the other lines."""
    seen: dict[str, str] = {}
    for name, order in hardware.orders.items():
        part_name, _, value = name.partition(" ")
        part = hardware.parts.get(part_name)
        faults = [_Fault(f"{name}: there is no part {part_name}", "nobody orders it")]
        if part is not None:
            faults = [
                *_check_numbers(hardware, name, order, part, seen),
                *_check_said(hardware, name, order, part, value),
            ]
        for fault in faults:
            yield Finding(hardware.orders_path, order.line, *fault, _LOOK)


def _check_numbers(hardware: Hardware, name: str, order: Order, part: Part, seen: dict[str, str]) -> Iterator[_Fault]:
    """No number stands at two parts, LCSC's is the maker's, and the part lies in its package as the fab turns it."""
    for number in filter(None, (order.mpn, order.lcsc, order.digikey, order.mouser)):
        if number in seen:
            yield _Fault(f"{name} has the number {number} of {seen[number]}", "one of them is another part")
        seen[number] = name
    known = hardware.lcsc.get(order.lcsc)
    if order.lcsc and known is None:
        yield _Fault(f"{name}: {order.lcsc} is not in lcsc.toml", "nobody has read what LCSC sells by it")
    if known and _plain(known) != _plain(order.mpn):
        yield _Fault(f"{name}: {order.lcsc} is {known}, not {order.mpn}", "the fab places what LCSC's number says")
    corner = re.search(r"-(TL|TR|BL|BR)(?![A-Z0-9])", order.package)
    turn = hardware.fabs.turns.get(part.footprint)
    if order.package and turn and (order.package.split()[0] != order.lcsc or not corner or corner[1] != turn.first):
        yield _Fault(
            f"{name}: {order.lcsc} is turned as {turn.first}, by its package {order.package!r}",
            "another number lies another way round: every one of them then has its supply reversed",
        )
    is_type = re.fullmatch(r"[A-Z]*\d+[A-Z]+[A-Z0-9]*|[A-Z]+\d{3,}", part.name) and not part.resistors
    begins = hardware.makers.begins.get(part.name, f".*{part.name}" if is_type else "")
    if not re.match(begins, order.mpn):
        what = f"{name}: {order.mpn} is another kind, the number begins with {begins}"
        yield _Fault(what, "it has the same case, and another sensitivity, voltage, drop or radio")


def _check_said(hardware: Hardware, name: str, order: Order, part: Part, value: str) -> Iterator[_Fault]:
    """Check what the number of a part says of it; that of its alternative may promise more."""
    makers = hardware.makers
    wanted = _wanted(part, value, makers, hardware.footprints.get(part.footprint))
    for surface in hardware.surfaces.values():
        if surface.sensor_part is part and surface.ampere_turns:
            wanted["ampere_turns"] = "-".join(map(str, surface.ampere_turns))
    maker, other = _alternative(order, makers)
    promises = [(order.mpn, what, found, False) for what, found in decode(order.maker, order.mpn, makers).items()]
    promises += [(other, what, found, True) for what, found in decode(maker, other, makers).items()]
    for number, what, found, is_other in promises:
        if what in wanted and not _fits(what, found, wanted[what], is_other):
            yield _Fault(
                f"{name}: {number} is of {what.replace('_', '-')} {_in_words(found)}, "
                f"the part of {_in_words(wanted[what])}",
                "what is delivered does not fit, or does something else",
            )


def _fits(what: str, found: str | float, wanted: str | float, is_other: bool) -> bool:
    if isinstance(found, str) or isinstance(wanted, str):
        return found == wanted
    if is_other and what in ("volts", "tolerance"):
        return found >= wanted if what == "volts" else found <= wanted
    return abs(found - wanted) <= _NEAR * max(abs(found), abs(wanted), 1e-15)


def _in_words(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _alternative(order: Order, makers: Makers) -> tuple[str, str]:
    """Return maker and number of an order's alternative, its words where any maker will do."""
    first, _, rest = order.alternative.partition(" ")
    maker = next((maker for maker in makers.schemes if first and maker.startswith(first)), "")
    number = re.search(r"\S*\d[^\s,]*", rest)
    return maker, order.alternative if first == "any" else number[0] if number else ""


def check_turns(hardware: Hardware) -> Iterator[Finding]:
    """Pin 1 of each footprint lies where the fab's own, turned as we say, has it."""
    for name, turn in hardware.fabs.turns.items():
        pad = next(one for one in hardware.footprints[name].pads if one.name == "1")
        x, y = {"L": -1, "R": 1}.get(turn.first[-1], 0), {"T": 1, "B": -1}.get(turn.first[0], 0)
        for _ in range(turn.jlcpcb // 90):
            x, y = -y, x
        if not turn.symmetric and (x * pad.x < 0 or y * pad.y < 0 or (x and not pad.x)):
            what = f"{name}: pin 1 lies at {pad.x:g}, {pad.y:g}, the fab's at {turn.first}, turned by {turn.jlcpcb}"
            yield mistake("turn-differs", At(hardware.orders_path.with_name("fabs.toml"), turn.line), what)


def _plain(number: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", number.upper())


def _wanted(part: Part, value: str, makers: Makers, footprint: Footprint | None) -> dict[str, str | float]:
    """Return what the description says of a part: ohms or farads, package, tolerance in percent, volts, size in mm."""
    wanted: dict[str, str | float] = {}
    if part.resistors and value:
        wanted["ohms"] = ohms(value)
    if part.name in ("C", "C_10U") or part.footprint.startswith("CP_"):
        wanted["farads"] = farads(value or _SIZES.get(part.name, "100n"))
    if part.tolerance and wanted.get("ohms") and part.name in ("R", "R_PRECISE", "R4"):
        wanted["tolerance"] = part.tolerance
    if package := makers.packages.get(part.footprint, re.sub(r"-(8|14|16|24W)$", "", part.footprint)):
        wanted["package"] = package
    if part.rated_volts:
        wanted["volts"] = part.rated_volts
    if footprint:
        body = footprint.bodies[0]
        width, depth = body.east - body.west, body.north - body.south
        wanted |= {"size": f"{width:g}x{depth:g}", "wide": width, "high": max(box.top for box in footprint.bodies)}
    elif part.diameter_mm:
        wanted["size"] = f"{part.diameter_mm:g}x{part.height_mm:g}"
    return wanted


def decode(maker: str, number: str, makers: Makers) -> dict[str, str | float]:
    """Return what a maker's number says, by the maker's scheme; nothing where there is none that fits."""
    for scheme in makers.schemes.get(maker, ()):
        found = re.search(scheme.number, number)
        if not found:
            continue
        groups = {what: scheme.codes.get(what, {}).get(text, text) for what, text in found.groupdict().items()}
        factor = 10.0 ** int(groups.pop("power", "0")) * scheme.unit
        facts: dict[str, str | float] = {**scheme.says, **groups}
        for what in facts.keys() & {"ohms", "farads"}:
            facts[what] = ohms(str(facts[what]).replace("K", "k")) * factor
        for what in facts.keys() & set(NUMERIC):
            facts[what] = float(facts[what])
        return facts
    return {}
