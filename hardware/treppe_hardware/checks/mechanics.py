"""Checks of what is screwed, glued, printed and laid together: lengths, heights, counts, masses."""

import math
import re
import tomllib
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from treppe_hardware.boards.layout import PlacedPart, is_on_board, place
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.parameters import SOURCE
from treppe_hardware.descriptions.piece_parameters import Ball, Weight
from treppe_hardware.descriptions.source import At, InvalidDescription, Source
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.fixing import (
    BOARD_MM,
    NEAR_EDGE_MM,
    PEG_MM,
    boards_below,
    boards_on_top,
    foot_places,
    holes_of,
    peg_places,
    places,
    rooms,
    spacer_places,
    stack_height,
    washer_height,
)
from treppe_hardware.parts.flexure import LAYERS, cell_stiffness_gf_mm, curved_arm
from treppe_hardware.parts.magnetics import code

_STIFFNESS_SPREAD = 0.25  # of a cell's goal: what trimming and the fit of each cell take
_MOST_CODE = 4000
_GRIP_MM, _NUT_MM, _CASE_GRIP_MM = 4.0, 1.8, 3.0  # what the last part of a stack must hold of a screw at least
_LEFT_MM = 0.5  # of a floor under a screw
_SCREW_HOLE_MM = 3.0
_NEAR_MM = 0.12  # places of hexes are rounded
_PEG_PLAY_MM = (0.05, 0.3)
_LEAST_APART_G = 4.0  # of two kinds that are weighed
_MASS_G = 0.5
_SAME_MM = 1e-6
RULES = tomllib.loads(Path(__file__).with_name("measures.toml").read_text("utf-8"))["rule"]
"""Which measures must be smaller than which others."""


def _measure(hardware: Hardware, *keys: str) -> At:
    """Return where a measure of a part stands."""
    return Source(hardware.orders_path.parents[1] / SOURCE).at(*keys)


def _extras(surface: Surface, name: str) -> Iterator[tuple[Board, Part, int]]:
    """Yield the parts without a net whose names begin so: for each board, how many are on all of its kind."""
    for board in surface.boards:
        yield from ((board, part, count * board.count) for part, count in board.extras if part.name.startswith(name))


def check_springs(hardware: Hardware) -> Iterator[Finding]:
    """The springs are as stiff as the cell reckons with, of the sheet that is ordered, and there are enough of them."""
    spring, goal = hardware.measures.spring, hardware.measures.cell.goal_gf_mm
    stiffness = cell_stiffness_gf_mm(spring, curved_arm(spring))
    if abs(stiffness / goal - 1) > _STIFFNESS_SPREAD:
        what = f"springs of {spring.thickness:g} mm give {stiffness:.0f} gf/mm, goal_gf_mm of the cell is {goal:g}"
        yield mistake("spring-stiffness", _measure(hardware, "spring", "thickness"), what)
    on_sheet = spring.sheet_columns * spring.sheet_rows
    for surface in hardware.surfaces.values():
        for board, part, count in _extras(surface, "STENCIL"):
            match = re.search(r"([\d.]+) mm steel.* into (\d+) ", part.title)
            if match and (float(match[1]), int(match[2])) != (spring.thickness, on_sheet):
                what = f"{part.name} is {part.title!r}, parts.toml has {on_sheet} springs of {spring.thickness:g} mm"
                yield mistake("stencil-differs", _measure(hardware, "spring", "thickness"), what)
            needed = LAYERS * len(surface.names)
            if count * on_sheet < needed:
                what = f"{surface.name} orders {count} {part.name} of {on_sheet} springs, its cells need {needed}"
                yield mistake("springs-missing", At(surface.source.path, board.line), what)


def check_screws(hardware: Hardware) -> Iterator[Finding]:
    """Each screw goes through all that it holds, holds in the last, and ends in it; as many as there are holes."""
    measures = hardware.measures
    wood, frame = measures.wood, measures.tile_frame
    for surface in hardware.surfaces.values():
        above, below = stack_height(measures, surface), washer_height(measures, surface)
        tile, room, grip = wood.thickness + below + BOARD_MM, frame.boss_height, _GRIP_MM
        if surface.sensor_part.switches_mt:
            tile, room, grip = tile + above, surface.plate_mm, _NUT_MM
        stacks = {
            "TILE_SCREW": (tile, room, grip),
            "PLATE_SCREW": (surface.plate_mm + above + BOARD_MM, wood.thickness, _GRIP_MM),
            "PILLAR_SCREW": (wood.pillar_height + BOARD_MM, wood.thickness, _GRIP_MM),
        }
        for name, stack in stacks.items():
            for board, part, count in _extras(surface, name):
                at = At(surface.source.path, board.line)
                yield from _check_length(board, part, at, *stack)
                holes = len(spacer_places(surface))
                if name == "TILE_SCREW":
                    holes = board.count * sum(diameter >= _SCREW_HOLE_MM for _, _, diameter in board.holes)
                if name != "PILLAR_SCREW" and count != holes:
                    what = f"{surface.name} {board.name}: {count} {part.name} for {holes} holes"
                    yield mistake("screws-uncounted", at, what)
    for case in rooms(hardware).values():
        for part, _ in case.board.extras:
            if part.name.startswith("CASE_SCREW"):
                at, depth = At(case.path, case.board.line), case.below + measures.case.floor - _LEFT_MM
                yield from _check_length(case.board, part, at, BOARD_MM, depth, _CASE_GRIP_MM)


def _check_length(board: Board, part: Part, at: At, through: float, room: float, grip: float) -> Iterator[Finding]:
    """Check one screw: it goes `through` so much, and holds with `grip` or more in `room`."""
    length = re.search(r"screw M?3x(\d+)", part.title)
    if length and not through + grip <= int(length[1]) <= through + room:
        what = f"{board.name}: {part.name} is {length[1]} mm long, it goes through {through:.1f} mm and {grip:g} to "
        yield mistake("screw-length", at, f"{what}{room:g} mm more")


def check_pegs(hardware: Hardware) -> Iterator[Finding]:
    """The pegs of each cell's foot meet holes of its board in which they neither stick nor shift."""
    cell = hardware.measures.cell
    if abs(cell.peg_distance / 2 - PEG_MM) > _NEAR_MM:
        what = f"the pegs of a cell's foot are {cell.peg_distance:g} mm apart, the boards' holes {2 * PEG_MM:g} mm"
        yield mistake("peg-elsewhere", _measure(hardware, "cell", "peg_distance"), what)
    for surface in hardware.surfaces.values():
        laid = boards_on_top(surface) if surface.sensor == "cell" else []
        holes = [
            (spot, diameter)
            for one in laid
            for spot, (_, _, diameter) in zip(holes_of(one), one.board.holes, strict=True)
        ]
        for peg in peg_places(surface) if laid else ():
            near = [diameter for spot, diameter in holes if math.dist(spot, peg) < _NEAR_MM]
            if not any(_PEG_PLAY_MM[0] <= diameter - cell.peg_diameter <= _PEG_PLAY_MM[1] for diameter in near):
                found = f"a hole of {near[0]:g} mm" if near else "no hole"
                what = f"{surface.name}: {found} for the peg of {cell.peg_diameter:g} mm at {peg[0]:g}, {peg[1]:g} mm"
                yield mistake("peg-hole", At(surface.source.path, laid[0].board.line), what)
                break


def check_heights(hardware: Hardware) -> Iterator[Finding]:
    """What stands on a board is lower than what lies over it, and buttons reach through that."""
    for surface in hardware.surfaces.values():
        limit = stack_height(hardware.measures, surface)
        for laid in boards_on_top(surface)[:1] if surface.name not in rooms(hardware) else ():
            for one, top in _tops(hardware, laid.board):
                if top > limit:
                    what = f"{laid.board.name} {one.component.ref} is {top:g} mm high, the plate {limit:g} mm above"
                    yield mistake("part-too-high", At(surface.source.path, one.component.line), what)
        if surface.sensor == "cell" and boards_on_top(surface):
            yield from _check_under_cells(hardware, surface)
    for room in rooms(hardware).values():
        for one, top in _tops(hardware, room.board):
            at = At(room.path, one.component.line)
            if one.component.label and one.component.part.contacts and top < room.above + room.lid:
                ends = room.above + room.lid
                what = f"{room.board.name} {one.component.ref} is {top:g} mm high, the lid ends at {ends:g}"
                yield mistake("button-under-lid", at, what)
            if one.component.part.name in room.reached and not _is_reached(room.board, one):
                what = f"{room.board.name} {one.component.ref}: its socket opens inside the board"
                yield mistake("socket-inside", at, what)


def _tops(hardware: Hardware, board: Board) -> Iterator[tuple[PlacedPart, float]]:
    """Yield the parts on the upper side with their heights."""
    try:
        parts = place(board, hardware.footprints)
    except InvalidDescription:
        return  # another check says so
    for one in parts:
        if not one.is_bottom:
            yield one, max(box.top for box in one.footprint.bodies)


def _is_reached(board: Board, one: PlacedPart) -> bool:
    """True if the end of a socket where its plug goes in lies at the board's edge; without `mated` any end will do."""
    bodies, boxes = one.footprint.bodies, one.footprint.mated or one.footprint.bodies
    sides = {
        (0, 1): (max(box.north for box in boxes), max(box.north for box in bodies)),
        (1, 0): (max(box.east for box in boxes), max(box.east for box in bodies)),
        (0, -1): (-min(box.south for box in boxes), -min(box.south for box in bodies)),
        (-1, 0): (-min(box.west for box in boxes), -min(box.west for box in bodies)),
    }
    longest = max(reach - body for reach, body in sides.values())
    ends = [
        (x * (far + NEAR_EDGE_MM), y * (far + NEAR_EDGE_MM))
        for (x, y), (far, body) in sides.items()
        if far - body == longest
    ]
    return any(not is_on_board(board, *one.point(*end)) for end in ends)


def _check_under_cells(hardware: Hardware, surface: Surface) -> Iterator[Finding]:
    """What lies under a cell is low and beside its foot; the light of a field passes beside the cell's head."""
    cell = hardware.measures.cell
    reach = math.hypot(*surface.lamp_offset_mm) - hardware.measures.tower_plate.light_hole_diameter / 2
    if reach < cell.head_radius:
        what = f"{surface.name}: the light hole begins {reach:.1f} mm from the cell's axis, its head reaches "
        yield mistake("light-under-head", surface.source.at("lamp"), what + f"{cell.head_radius:g} mm")
    laid = boards_on_top(surface)[0]
    middles = [(x - laid.west, y - laid.south) for x, y in places(surface)]
    for one, top in _tops(hardware, laid.board):
        body = one.footprint.bodies[0]
        corners = [one.point(x, y) for x in (body.west, body.east) for y in (body.south, body.north)]
        middle = min(middles, key=lambda spot: math.dist(spot, (one.x, one.y)))
        far = max(math.dist(corner, middle) for corner in corners)
        near = min(math.dist(corner, middle) for corner in corners)
        is_in_foot = near < cell.foot_radius and far > cell.foot_inner_radius
        if is_in_foot or (far <= cell.foot_inner_radius and top > cell.sensor_height):
            where = f"{near:.1f} to {far:.1f} mm from a cell's axis, {top:g} mm high"
            what = f"{laid.board.name} {one.component.ref} lies {where}"
            yield mistake("part-under-cell", At(surface.source.path, one.component.line), what)


def check_feet(hardware: Hardware) -> Iterator[Finding]:
    """No board that hangs under the wood takes the place of a foot."""
    wood = hardware.measures.wood
    for surface in hardware.surfaces.values():
        for laid in boards_below(surface):
            width, depth = laid.board.size_mm
            for x, y in foot_places(wood, surface):
                nearest = max(laid.west, min(x, laid.west + width)), max(laid.south, min(y, laid.south + depth))
                if math.dist(nearest, (x, y)) < wood.foot_diameter / 2:
                    what = f"{surface.name} {laid.board.name} hangs where the foot at {x:g}, {y:g} mm stands"
                    yield mistake("board-at-foot", At(surface.source.path, laid.board.line), what)


def check_cell_magnets(hardware: Hardware) -> Iterator[Finding]:
    """A cell's magnet hangs as high and is as large as parts.toml has it, and full load stays within the converter."""
    cell, magnet = hardware.measures.cell, hardware.measures.cell_magnet
    full = code(magnet, cell, cell.full_load_g, cell.goal_gf_mm)
    if full > _MOST_CODE:
        what = f"a full cell reads code {full:.0f}, {_MOST_CODE} are the most of converter and sensor"
        yield mistake("cell-beyond-range", _measure(hardware, "cell", "gap_empty"), what)
    for surface in hardware.surfaces.values():
        part = surface.magnet
        ours = surface.magnet_above_mm, part.diameter_mm, part.height_mm
        theirs = cell.gap_empty, magnet.diameter, magnet.thickness
        if surface.sensor == "cell" and ours != theirs:
            what = f"{surface.name}: {part.name} {ours[0]:g} mm above the sensor, parts.toml has one of "
            what += f"{theirs[1]:g} x {theirs[2]:g} mm, {theirs[0]:g} mm above it"
            yield mistake("cell-magnet-differs", surface.source.at("magnet"), what)


def check_measures(hardware: Hardware) -> Iterator[Finding]:
    """One measure of a part is smaller than another one by what lies between: the rows of measures.toml."""

    def total(names: str) -> float:
        return sum(float(name if name[0].isdigit() else attrgetter(name)(measures)) for name in names.split(" + "))

    measures = hardware.measures
    for rule in RULES:
        low, high = total(rule["low"]), total(rule["high"])
        if low + rule.get("apart", 0.0) > high + _SAME_MM:
            what = f"{rule['low']} is {low:g} mm, {rule['high']} {high:g} mm"
            what += f", {rule['apart']:g} mm must lie between" if "apart" in rule else ""
            at = _measure(hardware, *rule["low"].split(" + ")[-1].split("."))
            yield mistake("measure-beyond", at, what, why=rule["why"])


def check_masses(hardware: Hardware) -> Iterator[Finding]:
    """What is weighed has the mass of its model, and a ball another one than a brick."""
    models: dict[str, Weight | Ball] = {
        "B": hardware.measures.brick,
        "D": hardware.measures.disc,
        "O": hardware.measures.ball,
    }
    kinds, path = hardware.kinds, hardware.orders_path.with_name("pieces.toml")
    for letter, model in models.items():
        kind = kinds.get(letter)
        if kind and abs(kind.mass_g - model.mass_g) > _MASS_G:
            what = f"{kind.title} has {kind.mass_g:g} g, parts.toml {model.mass_g:g} g"
            yield mistake("mass-differs", At(path, kind.line), what)
    if {"B", "O"} <= kinds.keys() and abs(kinds["B"].mass_g - kinds["O"].mass_g) < _LEAST_APART_G:
        what = f"{kinds['O'].title} and {kinds['B'].title} have {kinds['O'].mass_g:g} and {kinds['B'].mass_g:g} g"
        yield mistake("masses-alike", At(path, kinds["O"].line), what)
