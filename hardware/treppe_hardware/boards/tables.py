"""What a fab that solders is sent: the bill and the placement of each board, in its columns, turned as it counts.

Places are millimetres east and north of the board's south-west corner, as the Gerbers have them.
"""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.fabs import Fab, Fabs, Turn
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.orders import Order, order_of
from treppe_hardware.descriptions.source import InvalidDescription


@dataclass(frozen=True, slots=True)
class FabLine:
    """One line of a fab's bill: equal parts of one board."""

    value: str
    footprint: str
    refs: tuple[str, ...]
    order: Order | None


def is_placed(component: Component, footprints: dict[str, Footprint]) -> bool:
    """True for what the fab solders: what lies flat, can be bought, and is not left to the hand."""
    return not (footprints[component.part.footprint].is_through or component.hand) and component.part.eur > 0


def fab_lines(components: list[Component], orders: dict[str, Order], footprints: dict[str, Footprint]) -> list[FabLine]:
    """Return the lines of the bill of what a fab places, in the order of the description."""
    alike: dict[tuple[str, str], list[Component]] = {}
    for one in components:
        if is_placed(one, footprints):
            alike.setdefault((one.part.name, one.value), []).append(one)
    return [
        FabLine(value or name, found[0].part.footprint, tuple(one.ref for one in found), order_of(orders, found[0]))
        for (name, value), found in alike.items()
    ]


def rotation(one: PlacedPart, fab: Fab, turn: Turn) -> float:
    """Return a part's rotation as a fab counts it; parts below are mirrored from west to east."""
    if not one.is_bottom:
        return (one.turn + turn.of(fab)) % 360
    if fab.bottom == "seen":
        return (turn.of(fab) - one.turn) % 360
    return (one.turn + 180) % 360  # KiCad mirrors from north to south


def render_bom(fab: Fab, lines: list[FabLine]) -> str:
    """Return the bill in the columns of a fab."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([heading for heading, _ in fab.bom])
    for line in lines:
        order = line.order
        cells = {
            "value": line.value,
            "refs": ",".join(line.refs),
            "footprint": line.footprint,
            "count": str(len(line.refs)),
            "type": "SMD",
            "lcsc": order.lcsc if order else "",
            "maker": order.maker if order else "",
            "mpn": order.mpn if order else "",
        }
        writer.writerow([cells[column] for _, column in fab.bom])
    return out.getvalue()


def render_cpl(fab: Fab, board: Board, refs: set[str], footprints: dict[str, Footprint], turns: dict[str, Turn]) -> str:
    """Return the placement of some parts in the columns of a fab; raise InvalidDescription without a turn."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([heading for heading, _ in fab.cpl])
    for one in place(board, footprints):
        component, footprint = one.component, one.footprint.name
        if component.ref not in refs:
            continue
        if footprint not in turns:
            raise InvalidDescription(f"{board.name} {component.ref}: fabs.toml has no [turns.{footprint}]")
        cells = {
            "ref": component.ref,
            "value": component.value or component.part.name,
            "footprint": footprint,
            "x": f"{one.x:.3f}mm" if fab.wants_lcsc else f"{one.x:.3f}",
            "y": f"{one.y:.3f}mm" if fab.wants_lcsc else f"{one.y:.3f}",
            "side": component.side.capitalize(),
            "rotation": f"{rotation(one, fab, turns[footprint]):g}",
        }
        writer.writerow([cells[column] for _, column in fab.cpl])
    return out.getvalue()


def population_names(name: str, board: Board) -> dict[str, list[Component]]:
    """Return what is fitted by the name of its files: the board's, with its numbers where boards of it differ."""
    populations = board.populations()
    if len(populations) == 1:
        return {name: next(iter(populations.values()))}
    return {
        f"{name}_{on[0]}" + (f"-{on[-1]}" if len(on) > 1 else ""): components for on, components in populations.items()
    }


def write_tables(
    name: str,
    board: Board,
    fabs: Fabs,
    orders: dict[str, Order],
    footprints: dict[str, Footprint],
    folder: Path,
) -> list[tuple[Fab, Path, Path]]:
    """Write bill and placement for every fab into folders of theirs; return them as (fab, bill, placement)."""
    written = []
    for fab in fabs.by_name.values():
        own = folder / fab.name
        own.mkdir(parents=True, exist_ok=True)
        for label, components in population_names(name, board).items():
            lines = fab_lines(components, orders, footprints)
            refs = {ref for line in lines for ref in line.refs}
            bom, cpl = own / f"{label}_bom.csv", own / f"{label}_cpl.csv"
            bom.write_text(render_bom(fab, lines), encoding="utf-8")
            cpl.write_text(render_cpl(fab, board, refs, footprints, fabs.turns), encoding="utf-8")
            written.append((fab, bom, cpl))
    return written


def joints_by_hand(components: list[Component], footprints: dict[str, Footprint]) -> dict[str, int]:
    """Return the joints that are soldered by hand, by reference: of all that the fab does not place."""
    return {
        one.ref: len(footprints[one.part.footprint].pads)
        for one in components
        if one.part.eur > 0 and not is_placed(one, footprints)
    }
