"""The sheet beside a board's files: what to upload and tick at each fab, what it costs, what stays for the hand."""

from dataclasses import dataclass
from pathlib import Path

from treppe_hardware.boards.layout import place
from treppe_hardware.boards.silk import extent
from treppe_hardware.boards.tables import FabLine, fab_lines, is_placed, joints_by_hand, population_names
from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.fabs import Costs, Fab
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.orders import Order
from treppe_hardware.templates import render_page

_SOLD_BY = 5
_HELD_MM = 3.0  # what a conveyor takes of two opposite edges [E]
_TICK = "Tick *edge rails by the fab*, two of 5 mm, with their fiducials."


_NO_MARKS = "JLCPCB asks for fiducials with standard assembly alone (its help, article 48, 2023)."


@dataclass(frozen=True, slots=True)
class PlacingCost:
    """What a fab asks beside parts and bare boards, EUR [E]: placing of so many boards, postage, feeders."""

    placing: float
    postage: float
    extended: int
    placed: int


def placing_cost(
    components: list[Component], count: int, costs: Costs, orders: dict[str, Order], footprints: dict[str, Footprint]
) -> PlacingCost:
    """Return what placing `count` boards costs; parts of boards that the fab populates beyond these are among it."""
    lines = fab_lines(components, orders, footprints)
    extended = sum(line.order is None or not line.order.stocked for line in lines)
    price = {one.ref: one.part.eur for one in components}
    placed = max(count, costs.boards)
    beyond = (placed - count) * sum(price[ref] for line in lines for ref in line.refs)
    pads = {one.ref: len(footprints[one.part.footprint].pads) for one in components}
    joints = placed * sum(pads[ref] for line in lines for ref in line.refs)
    placing = costs.set_up + costs.stencil + costs.each_extended_line * extended + beyond + costs.each_joint * joints
    return PlacingCost(placing, costs.postage, extended, placed)


def render_order_sheet(
    name: str,
    board: Board,
    costs: Costs,
    orders: dict[str, Order],
    footprints: dict[str, Footprint],
    written: list[tuple[Fab, Path, Path]],
) -> str:
    """Return the sheet as Markdown."""
    populations = population_names(name, board)
    counts = dict(zip(populations, map(len, board.populations()), strict=True))
    bare = -(-board.count // _SOLD_BY) * _SOLD_BY
    uploads = []
    for fab, bom, cpl in written:
        label = bom.stem.removesuffix("_bom")
        components = populations[label]
        sides, lines = _sides(components, footprints), fab_lines(components, orders, footprints)
        ticks = fab.sheet.format(
            kind="economic" if len(sides) == 1 else "standard",
            sides=f"{' and '.join(sides)} side{'s' * (len(sides) > 1)}",
            placed=max(counts[label], costs.boards),
            bare=bare,
        )
        turned = [(line.refs[0], line.order) for line in lines if line.order and line.order.package]
        only = [f"{ref} is {order.lcsc or order.mpn}" for ref, order in turned]
        missing = [_wanted(line) for line in lines if not _has_number(line, fab)]
        uploads.append({"fab": fab, "bom": bom, "cpl": cpl, "ticks": ticks, "only": only, "missing": missing})
    parts = [
        {
            "label": label,
            "sides": _sides(components, footprints),
            "rails": rails(board, components, footprints),
            "cost": placing_cost(components, counts[label], costs, orders, footprints),
            "joints": joints_by_hand(components, footprints),
        }
        for label, components in populations.items()
    ]
    return render_page("order.md", name=name, board=board, bare=bare, uploads=uploads, populations=parts, tax=costs.tax)


def rails(board: Board, components: list[Component], footprints: dict[str, Footprint]) -> str:
    """Return whether a placing machine can hold the board by two opposite edges, or needs rails beside them."""
    placed = {one.ref for one in components if is_placed(one, footprints)}
    width, height = board.size_mm
    room: dict[str, list[tuple[float, str]]] = {"west and east": [], "south and north": []}
    for one in place(board, footprints):
        if one.component.ref in placed:
            west, south, east, north = extent(one)
            room["west and east"].append((min(west, width - east), one.component.ref))
            room["south and north"].append((min(south, height - north), one.component.ref))
    if board.edge:
        return f"**Rails**: the outline is no rectangle. {_TICK}"
    if len(_sides(components, footprints)) > 1:
        return f"**Rails**: both sides are populated, and standard assembly needs fiducials. {_TICK}"
    for edges, found in room.items():
        if found and min(found)[0] >= _HELD_MM:
            return f"Rails and fiducials: none; the {edges} edges are free for {_HELD_MM:g} mm. {_NO_MARKS}"
    near = sorted({ref for found in room.values() for distance, ref in found if distance < _HELD_MM})
    return f"**Rails**: {', '.join(near[:6])} lie nearer than {_HELD_MM:g} mm to the edge. {_TICK}"


def _has_number(line: FabLine, fab: Fab) -> bool:
    return line.order is not None and bool(line.order.lcsc if fab.wants_lcsc else line.order.mpn)


def _wanted(line: FabLine) -> str:
    number = f", {line.order.maker} {line.order.mpn}" if line.order else ""
    return f"{', '.join(line.refs)} ({line.value}{number})"


def _sides(components: list[Component], footprints: dict[str, Footprint]) -> list[str]:
    return sorted({one.side for one in components if is_placed(one, footprints)}, reverse=True)
