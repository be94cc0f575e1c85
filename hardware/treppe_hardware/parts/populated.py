"""Circuit boards with their parts, as bodies: z = 0 is the board's upper side."""

from collections.abc import Iterator
from dataclasses import dataclass

from build123d import Align, BuildLine, BuildSketch, Cylinder, Part, Polyline, Pos, Rot, extrude, make_face
from build123d import Box as Block

from treppe_hardware.boards.layout import PlacedPart, outline, place
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Box, Footprint
from treppe_hardware.fixing import BOARD_MM

_LEAD_MM, _LEAD_RADIUS_MM = 1.5, 0.6  # a lead with its solder sticks out so far on the other side [E]
_FLAT_MM = 0.1  # pads for a probe have no body
_UP = (Align.CENTER, Align.CENTER, Align.MIN)


@dataclass(frozen=True, slots=True)
class PlacedBody:
    """A body where it sits; bodies of one `group` belong to one thing that is bought or printed."""

    name: str
    part: Part
    group: str

    def moved(self, location: Pos, prefix: str = "") -> "PlacedBody":
        """Return the body at another place."""
        return PlacedBody(prefix + self.name, location * self.part, prefix + self.group)


def bare_board(board: Board, holes: bool = True) -> Part:
    """Return the board itself with its edge and its holes, below z = 0."""
    with BuildSketch() as sketch:
        with BuildLine():
            Polyline(*outline(board), close=True)
        make_face()
    piece = Pos(0, 0, -BOARD_MM) * extrude(sketch.sketch, BOARD_MM)
    drills = [Pos(x, y, -BOARD_MM) * Cylinder(d / 2, BOARD_MM, align=_UP) for x, y, d in board.holes]
    return piece - drills if holes and drills else piece


def populated(board: Board, footprints: dict[str, Footprint], number: int = 1, fields: int = 0) -> list[PlacedBody]:
    """Return a board and its parts with their plugs in, as it is the `number`th of its kind.

    With `fields`, of the whole surface, the last board lacks the parts of fields beyond them.
    """
    bodies = [PlacedBody("board", bare_board(board), "board")]
    for placed in place(board, footprints):
        component = placed.component
        is_beyond = fields and component.field and (number - 1) * board.fields + component.field > fields
        if board.carries(component, number) and not is_beyond:
            bodies += list(_bodies_of(placed))
    return bodies


def _bodies_of(placed: PlacedPart) -> Iterator[PlacedBody]:
    ref, footprint = placed.component.ref, placed.footprint
    boxes = [box for box in footprint.bodies if box.top > _FLAT_MM]
    for number, box in enumerate((*boxes, *footprint.mated)):
        yield PlacedBody(f"{ref}.{number}", _room(placed, box), ref)
    for pad in footprint.pads:
        if pad.drill:
            x, y = placed.point(pad.x, pad.y)
            bottom = 0.0 if placed.is_bottom else -BOARD_MM - _LEAD_MM
            lead = Cylinder(min(_LEAD_RADIUS_MM, max(pad.drill, pad.slot)), _LEAD_MM, align=_UP)
            yield PlacedBody(f"{ref} pin {pad.name}", Pos(x, y, bottom) * lead, ref)


def _room(placed: PlacedPart, box: Box) -> Part:
    """Return the room of a part, or of its plug, where it stands or hangs."""
    x, y = placed.point((box.west + box.east) / 2, (box.south + box.north) / 2)
    width, depth, height = box.east - box.west, box.north - box.south, box.top - box.bottom
    room = (
        Cylinder(width / 2, height, align=_UP) if placed.footprint.is_round else Block(width, depth, height, align=_UP)
    )
    bottom = -BOARD_MM - box.top if placed.is_bottom else box.bottom
    return Pos(x, y, bottom) * Rot(0, 0, placed.turn) * room
