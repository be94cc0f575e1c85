"""All parts of a surface or a case in their places; z = 0 is the upper side of the circuit boards."""

from collections.abc import Iterator

from build123d import Align, Cylinder, Pos, Rot
from build123d import Box as Block

from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.fixing import (
    BOARD_MM,
    boards_below,
    boards_on_top,
    foot_places,
    holes_of,
    places,
    rooms,
    spacer_places,
    stack_height,
    washer_height,
    wood_size,
)
from treppe_hardware.parts import bases, cases, cell, plates
from treppe_hardware.parts.drawing import Drawing
from treppe_hardware.parts.populated import PlacedBody, populated

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def case_bodies(parameters: Parameters, hardware: Hardware, name: str) -> list[PlacedBody]:
    """Return a board in its case."""
    room = rooms(hardware)[name]
    bodies = populated(room.board, hardware.footprints)
    bodies.append(PlacedBody("tray", cases.tray(parameters.case, room, hardware.footprints), "tray"))
    return [*bodies, PlacedBody("lid", cases.lid(parameters.case, room, hardware.footprints), "lid")]


def surface_bodies(
    parameters: Parameters, hardware: Hardware, surface: Surface, numbers: tuple[int, ...] = ()
) -> list[PlacedBody]:
    """Return the wood, the boards with these numbers (all of them without), what stands on them, and the plate."""
    top = -BOARD_MM - washer_height(parameters, surface)
    laid = [one for one in boards_on_top(surface) if not numbers or one.number in numbers]
    bodies = list(_underside(parameters, hardware, surface, top))
    for one in laid:
        at = Pos(one.west, one.south, 0)
        found = populated(one.board, hardware.footprints, one.number, len(surface.names))
        moved = [body.moved(at, f"{one.board.name}.{one.number} ") for body in found]
        bodies += [_sawn(body, surface) if body.name.endswith("board") else body for body in moved]
        if surface.sensor == "reed" and not surface.sensor_part.switches_mt:
            width, depth = one.board.size_mm
            frame = plates.tile_frame(parameters, surface.pitch_mm, one.board)
            bodies.append(
                PlacedBody(f"frame.{one.number}", at * Pos(width / 2, depth / 2, 0) * frame, f"frame.{one.number}")
            )
    return bodies + list(_above(parameters, surface))


def _sawn(body: PlacedBody, surface: Surface) -> PlacedBody:
    """Return a board as large as the surface leaves it: the last one of the towers is sawn off."""
    width, height = wood_size(surface)
    room = Pos(width / 2, height / 2, -BOARD_MM) * Block(width, height, BOARD_MM, align=_UP)
    return PlacedBody(body.name, body.part & room, body.group)


def _underside(parameters: Parameters, hardware: Hardware, surface: Surface, top: float) -> Iterator[PlacedBody]:
    wood = parameters.wood
    drawing = bases.base_drawing(parameters, surface, hardware.footprints)
    under = top - wood.thickness
    yield PlacedBody("wood", Pos(0, 0, under) * plates.plate_body(drawing, wood.thickness), "wood")
    for number, (x, y) in enumerate(foot_places(wood, surface), 1):
        yield PlacedBody(f"foot.{number}", Pos(x, y, under) * bases.foot(wood), f"foot.{number}")
    for one in boards_below(surface):
        depth = one.board.size_mm[1]
        hung = Pos(one.west, one.south + depth, under - wood.pillar_height - BOARD_MM) * Rot(180, 0, 0)
        yield from (body.moved(hung, f"{one.board.name} ") for body in populated(one.board, hardware.footprints))
        for number, (x, y) in enumerate(holes_of(one), 1):
            yield PlacedBody(f"pillar.{number}", Pos(x, y, under) * bases.pillar(wood), f"pillar.{number}")


def _above(parameters: Parameters, surface: Surface) -> Iterator[PlacedBody]:
    stack = stack_height(parameters, surface)
    edge = [(0.0, 0.0), (surface.width_mm, 0.0), (surface.width_mm, surface.height_mm), (0.0, surface.height_mm)]
    drawing = plates.tower_plate(parameters, surface) if surface.sensor == "cell" else Drawing([edge])
    yield PlacedBody("plate", Pos(0, 0, stack) * plates.plate_body(drawing, surface.plate_mm), "plate")
    if surface.sensor == "cell":
        for number, (x, y) in enumerate(places(surface), 1):
            yield PlacedBody(f"cup.{number}", Pos(x, y, 0) * cell.cup(parameters), f"cell.{number}")
            yield PlacedBody(f"head.{number}", Pos(x, y, 0) * cell.head(parameters), f"cell.{number}")
        for number, (x, y) in enumerate(spacer_places(surface), 1):
            yield PlacedBody(f"spacer.{number}", Pos(x, y, 0) * plates.spacer(parameters), f"spacer.{number}")
    elif surface.sensor_part.switches_mt:
        for one in boards_on_top(surface):
            for number, (x, y) in enumerate(holes_of(one), 1):
                ring = Cylinder(3.5, stack, align=_UP) - Cylinder(1.6, stack, align=_UP)
                name = f"washer {one.number}.{number}"
                yield PlacedBody(name, Pos(x, y, 0) * ring, name)
