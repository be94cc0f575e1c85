"""The sheet beside a board's files: what to upload and tick at each fab, what it costs, what stays for the hand."""

from dataclasses import dataclass
from pathlib import Path

from hardware.tools.boards.fab_check import lines_without_number
from hardware.tools.boards.layout import place
from hardware.tools.boards.silk import extent
from hardware.tools.boards.tables import fab_lines, is_placed, joints_by_hand, population_names
from hardware.tools.descriptions.boards import Board, Component
from hardware.tools.descriptions.fabs import Costs, Fab
from hardware.tools.descriptions.footprints import Footprint
from hardware.tools.descriptions.orders import Order

_HELD_MM = 3.0  # what a conveyor takes of two opposite edges [E]
_TICK = "Tick *edge rails by the fab*, two of 5 mm, with their fiducials."


@dataclass(frozen=True, slots=True)
class PlacingCost:
    """What a fab asks beside parts and bare boards, EUR [E]: placing, postage, and the lines that cost a feeder."""

    placing: float
    postage: float
    extended: int


def placing_cost(
    components: list[Component], costs: Costs, orders: dict[str, Order], footprints: dict[str, Footprint]
) -> PlacingCost:
    """Return what placing costs; parts of the second board that the fab populates with the first are among it."""
    lines = fab_lines(components, orders, footprints)
    extended = sum(line.order is None or not line.order.stocked for line in lines)
    price = {one.ref: one.part.eur for one in components}
    second = (costs.boards - 1) * sum(price[ref] for line in lines for ref in line.refs)
    placing = costs.set_up + costs.stencil + costs.each_extended_line * extended + second
    return PlacingCost(placing, costs.postage, extended)


def render_order_sheet(
    name: str,
    board: Board,
    costs: Costs,
    orders: dict[str, Order],
    footprints: dict[str, Footprint],
    written: list[tuple[Fab, Path, Path]],
) -> str:
    """Return the sheet as Markdown."""
    text = [
        f"# Ordering {board.title}, revision {board.revision}",
        "",
        "Nobody has ordered it yet: look at the fab's preview of places before you pay.",
        "",
        f"Bare board: upload `{name}_gerbers.zip`. Two layers, 1.6 mm, {_size(board)}, one design, any colour,",
        "HASL lead-free, 35 um of copper; leave everything else as the fab proposes it.",
    ]
    if board.saw_mm:
        text += [
            "",
            f"Board {board.count} of {board.count} is sawn off {board.saw_mm:g} mm north of its southern edge.",
        ]
    for fab, bom, cpl in written:
        missing = lines_without_number(fab, bom)
        text += ["", f"**{fab.title}**: `{bom.parent.name}/{bom.name}` and `{cpl.name}`. {fab.sheet}."]
        if missing:
            text += [f"**Not ready**: choose a part for {'; '.join(missing)} by hand."]
    for label, components in population_names(name, board).items():
        cost = placing_cost(components, costs, orders, footprints)
        sides = sorted({one.side for one in components if is_placed(one, footprints)})
        joints = joints_by_hand(components, footprints)
        text += [
            "",
            f"## {label}",
            "",
            f"- Sides that the fab populates: {' and '.join(sides) or 'none'}.",
            f"- {rails(board, components, footprints)}",
            f"- Placing about {cost.placing:.0f} EUR for {costs.boards} boards ({cost.extended} lines cost a feeder), "
            f"postage about {cost.postage:.0f} EUR [E].",
            f"- By hand: {sum(joints.values())} joints"
            + (": " + ", ".join(f"{ref} {count}" for ref, count in joints.items()) if joints else "")
            + ".",
        ]
    return "\n".join(text) + "\n"


def rails(board: Board, components: list[Component], footprints: dict[str, Footprint]) -> str:
    """Return whether a placing machine can hold the board by two opposite edges, or wants rails beside them."""
    placed = {one.ref for one in components if is_placed(one, footprints)}
    width, height = board.size_mm
    room: dict[str, list[tuple[float, str]]] = {"west and east": [], "south and north": []}
    for one in place(board, footprints):
        if one.component.ref in placed:
            west, south, east, north = extent(one)
            room["west and east"].append((min(west, width - east), one.component.ref))
            room["south and north"].append((min(south, height - north), one.component.ref))
    if board.edge:
        return (
            "**Rails**: the outline is no rectangle. Tick *edge rails by the fab*, two of 5 mm, with their fiducials."
        )
    for edges, found in room.items():
        if found and min(found)[0] >= _HELD_MM:
            return f"Rails: none; the {edges} edges are free for {_HELD_MM:g} mm."
    near = sorted({ref for found in room.values() for distance, ref in found if distance < _HELD_MM})
    return f"**Rails**: {', '.join(near[:6])} lie nearer than {_HELD_MM:g} mm to the edge. {_TICK}"


def _size(board: Board) -> str:
    return f"{board.size_mm[0]:g} x {board.size_mm[1]:g} mm"
