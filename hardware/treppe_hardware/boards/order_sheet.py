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
    text = [
        f"# Ordering {board.title}, revision {board.revision}",
        "",
        "Nobody has ordered it yet: look at the fab's preview of places before you pay.",
        "",
        f"Bare board: upload `{name}_gerbers.zip`. Two layers, 1.6 mm, {_size(board)}, {bare} pieces, one design,",
        "any colour, HASL lead-free, 35 um of copper; leave everything else as the fab proposes it.",
    ]
    if board.saw_mm:
        text += [
            "",
            f"Board {board.count} of {board.count} is sawn off {board.saw_mm:g} mm north of its southern edge.",
        ]
    for fab, bom, cpl in written:
        components = populations[bom.stem.removesuffix("_bom")]
        sides, lines = _sides(components, footprints), fab_lines(components, orders, footprints)
        kind = "economic" if len(sides) == 1 else "standard"
        ticks = fab.sheet.format(
            kind=kind,
            sides=f"{' and '.join(sides)} side{'s' * (len(sides) > 1)}",
            placed=max(counts[bom.stem.removesuffix("_bom")], costs.boards),
            bare=bare,
        )
        text += ["", f"**{fab.title}**: `{bom.parent.name}/{bom.name}` and `{cpl.name}`. {ticks}."]
        only = [
            f"{one.refs[0]} is {one.order.lcsc or one.order.mpn}" for one in lines if one.order and one.order.package
        ]
        if only:
            text += [f"**No other number** for these, which would lie another way round: {'; '.join(only)}."]
        missing = [_wanted(line) for line in lines if not _has_number(line, fab)]
        if missing:
            text += [
                f"**Not ready**: we know no number of this fab's for {'; '.join(missing)}. Look for the maker's number "
                "among its parts; what it does not have, leave out and solder by hand."
            ]
    for label, components in populations.items():
        cost = placing_cost(components, counts[label], costs, orders, footprints)
        joints = joints_by_hand(components, footprints)
        text += [
            "",
            f"## {label}",
            "",
            f"- Sides that the fab populates: {' and '.join(_sides(components, footprints))}.",
            f"- {rails(board, components, footprints)}",
            f"- Placing about {cost.placing:.0f} EUR for {cost.placed} boards ({cost.extended} lines cost a feeder), "
            f"postage about {cost.postage:.0f} EUR, with {costs.tax:.0%} of tax "
            f"{(cost.placing + cost.postage) * (1 + costs.tax):.0f} EUR [E].",
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
        return f"**Rails**: the outline is no rectangle. {_TICK}"
    if len(_sides(components, footprints)) > 1:
        return f"**Rails**: both sides are populated, and standard assembly wants fiducials. {_TICK}"
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


def _size(board: Board) -> str:
    return f"{board.size_mm[0]:g} x {board.size_mm[1]:g} mm"
