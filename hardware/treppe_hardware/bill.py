"""The bill of materials: how many of each part, counted from the descriptions, as CSV and Markdown."""

import csv
import io
from collections import Counter
from dataclasses import dataclass, replace

from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware.checks.cables import cables
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.descriptions.boards import Board, runs
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.orders import Order
from treppe_hardware.descriptions.pieces import box_for
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.templates import render_page

_ORDER_HEAD = ["maker", "maker_number", "lcsc", "digikey", "alternative", "usd_each", "seen"]


@dataclass(frozen=True, slots=True)
class Line:
    """The number of one part in one unit (controller, a surface, its pieces)."""

    unit: str
    part: Part
    value: str
    quantity: int
    places: str
    order: Order | None = None

    @property
    def eur(self) -> float:
        """The price of all of them, an estimate."""
        return self.quantity * self.part.eur

    def ordered_eur(self, units: int) -> float:
        """Return the price of so many units, an estimate: boards come in fives."""
        packs = -(-self.quantity * units // self.part.sold_by)
        return packs * self.part.sold_by * self.part.eur

    @property
    def title(self) -> str:
        """The part's name for an order."""
        length = f", {self.part.length_mm / 10:g} cm" if self.part.length_mm else ""
        return f"{self.value} {self.part.title}{length}".strip()


def count_parts(hardware: Hardware) -> list[Line]:
    """Return the bill of everything: the controller, each surface, and the pieces of its games."""
    lines = count_boards("controller", hardware.controller.boards)
    for surface in hardware.surfaces.values():
        lines += count_boards(surface.name, surface.boards)
        lines += _count_cables(hardware, surface)
        lines += _count_pieces(hardware, surface)
    orders = hardware.orders
    return [replace(line, order=orders.get(f"{line.part.name} {line.value}".strip())) for line in lines]


def count_boards(unit: str, boards: tuple[Board, ...]) -> list[Line]:
    """Return the bill of some boards: a line a part and value."""
    counts: Counter[tuple[str, str]] = Counter()
    places: dict[tuple[str, str], list[str]] = {}
    parts: dict[str, Part] = {}
    for board in boards:
        for component in board.components:
            key = (component.part.name, component.value)
            parts[component.part.name] = component.part
            number = board.fitted(component)
            counts[key] += number
            places.setdefault(key, []).append(f"{board.name} {component.ref}")
        for part, number in board.extras:
            parts[part.name] = part
            counts[part.name, ""] += number * board.count
            places.setdefault((part.name, ""), [])
    return [
        Line(unit, parts[name], value, counts[name, value], _shorten(places[name, value]))
        for name, value in counts
        if parts[name].eur > 0
    ]


def _count_cables(hardware: Hardware, surface: Surface) -> list[Line]:
    """Return the cables of a surface: of each kind and length how many, and between which plugs."""
    circuit = Circuit(hardware.controller_of(surface), surface, hardware.footprints, hardware.parts)
    ends: dict[str, list[str]] = {}
    for cable in cables(circuit):
        if cable.part:
            ends.setdefault(cable.part.name, []).append(cable.ends)
    return [Line(surface.name, hardware.parts[name], "", len(all_), "; ".join(all_)) for name, all_ in ends.items()]


def _shorten(places: list[str]) -> str:
    """Return "tile U1-U2, U5; base C1" for a list of references."""
    by_board: dict[str, list[str]] = {}
    for place in places:
        board, ref = place.split(" ")
        by_board.setdefault(board, []).append(ref)
    ranges = {
        board: ["-".join(dict.fromkeys((run[0], run[-1]))) for run in runs(refs)] for board, refs in by_board.items()
    }
    return "; ".join(f"{board} {', '.join(found)}" for board, found in ranges.items())


def _count_pieces(hardware: Hardware, surface: Surface) -> list[Line]:
    stands_for = surface.within.surface if surface.within else surface.name
    if surface.within and surface.within.empty_channel >= 0 and len(surface.names) == 1:
        return []  # a single cell is for measuring, not for play
    wanted = box_for(catalogue.names_on(stands_for))
    unit = f"{surface.name} pieces"
    lines = []
    inside: Counter[str] = Counter()
    for code, number in wanted.items():
        kind = hardware.kinds[code[0]]
        colour = ""
        if len(code) > 1:
            colour = _colour_of(code)
        lines.append(Line(unit, kind.part, f"{kind.title}, {colour}:" if colour else f"{kind.title}:", number, code))
        magnetic = bool(kind.inside.pull_in_mm)
        inside[surface.magnet.name if magnetic and surface.sensor == "reed" else kind.inside.name] += number
    lines += [Line(unit, hardware.parts[name], "", number, "in the pieces") for name, number in inside.items()]
    return lines + _count_printed(hardware, unit, catalogue.names_on(stands_for))


def _count_printed(hardware: Hardware, unit: str, names: list[str]) -> list[Line]:
    """Return the lines of printed sheets and sewn bags, a line a group of equal things."""
    lines = []
    for name in names:
        counts: Counter[tuple[str, str]] = Counter()
        for thing in facts.of(name).all_printed():
            counts[thing.group, hardware.sheets.part(thing.kind).name] += thing.count
        for (group, part), number in counts.items():
            lines.append(Line(unit, hardware.parts[part], f"{group}:", number, catalogue.title(name)))
    return lines


def _colour_of(code: str) -> str:
    if code[0] == "D":
        disc = DISCS[int(code[1])]
        return f"{disc.name}, {disc.pips} {'pip' if disc.pips == 1 else 'pips'}"
    return PLAYERS[int(code[1])].name


def render_csv(lines: list[Line]) -> str:
    """Return the bill as CSV, a line a part and unit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["unit", "part", "value", "title", "quantity", "eur_each_estimate", "eur_sum_estimate", "places"]
    writer.writerow([*head, *_ORDER_HEAD])
    for line in lines:
        sums = [f"{line.part.eur:.2f}", f"{line.eur:.2f}"]
        what = [line.unit, line.part.name, line.value, line.part.title, line.quantity]
        writer.writerow([*what, *sums, line.places, *_order_cells(line)])
    return out.getvalue()


def _order_cells(line: Line) -> list[str]:
    order = line.order
    if order is None:
        return [""] * len(_ORDER_HEAD)
    usd = f"{order.usd:.3f}" if order.usd else ""
    return [order.maker, order.mpn, order.lcsc, order.digikey, order.alternative, usd, order.seen]


def ordered(lines: list[Line], count: int, unit: str = "") -> float:
    """Return the price of so many of one unit, or of all, in EUR: an estimate."""
    return sum(line.ordered_eur(count) for line in lines if unit in ("", line.unit))


def render_markdown(lines: list[Line]) -> str:
    """Return the bill as Markdown: a table a unit, sums first."""
    units = {unit: [line for line in lines if line.unit == unit] for unit in dict.fromkeys(line.unit for line in lines)}
    return render_page("bill.md", units=units, all=lines, ordered=ordered)
