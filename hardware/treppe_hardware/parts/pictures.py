"""The guide's pictures of the parts: `python -m treppe_hardware.parts.pictures FOLDER`."""

import sys
from pathlib import Path

from build123d import Box, Cylinder, Part, Pos, Rot, Sphere
from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware import fixing
from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import Hardware, read_hardware
from treppe_hardware.descriptions.parameters import Parameters, read_parameters
from treppe_hardware.fixing import rooms
from treppe_hardware.parts import cell, pieces, plates
from treppe_hardware.parts.assemblies import case_bodies, surface_bodies
from treppe_hardware.parts.populated import populated
from treppe_hardware.parts.render import Colour, Scene, draw

WIDTH = 1200
SHOWN = 117.6  # mm of the tower surface in its picture: three fields
OWNER_COLOURS: tuple[Colour, ...] = tuple(colour.parts for colour in PLAYERS)
WHITE, WOOD, GLASS = (236, 234, 226), (214, 178, 128), (120, 196, 200)
BRASS, MAGNET, STEEL = (206, 168, 82), (128, 132, 142), (176, 184, 194)
NYLON, OIL, GLOW = (240, 236, 214), (236, 196, 84), (90, 255, 130)
CUP, STEM, HEAD, BOARD = (96, 112, 136), (226, 126, 66), (232, 232, 222), (46, 112, 78)


def cut(part: Part) -> Part:
    """Return the northern half of a part."""
    return part - Pos(0, -500, 0) * Box(1000, 1000, 1000)


def playing_pieces(parameters: Parameters) -> Scene:
    """All shapes of the reed surface in four colours, and one of each cut open."""
    scene = Scene(turn=18, rise=38)
    shapes = (("cylinder", parameters.cylinder), ("square", parameters.square), ("triangle", parameters.triangle))
    for row, (shape, body) in enumerate(shapes):
        for owner, colour in enumerate(OWNER_COLOURS):
            part = pieces.playing_piece(parameters, shape, body, owner)
            scene.add(Pos(42 * owner, -42 * row, 0) * part, colour)
        part = cut(pieces.playing_piece(parameters, shape, body, 0))
        scene.add(Pos(42 * 4 + 8, -42 * row, 0) * part, OWNER_COLOURS[0])
        magnet = parameters.piece_magnet
        room = Cylinder(magnet.diameter / 2, magnet.thickness)
        scene.add(Pos(42 * 4 + 8, -42 * row, parameters.pieces.floor + magnet.thickness / 2) * cut(room), MAGNET)
    return scene


def stones(parameters: Parameters) -> Scene:
    """Stones of Cubes: each owner's, both sides, a white one, one cut open."""
    scene = Scene(turn=14, rise=46)
    height = parameters.stone.height
    for owner, colour in enumerate(OWNER_COLOURS):
        for row, number in enumerate((3 + owner % 2 * 3, 5, 2 + owner)):
            part = pieces.stone(parameters, owner, number)
            if row == 1:
                part = Pos(0, 0, height) * Rot(180, 0, 0) * part
            scene.add(Pos(38 * owner, -38 * row, 0) * part, colour)
    for row in range(2):
        scene.add(Pos(38 * 4, -38 * row, 0) * pieces.stone(parameters), WHITE)
    scene.add(Pos(38 * 4, -76, 0) * cut(pieces.stone(parameters)), WHITE)
    magnet = parameters.piece_magnet
    scene.add(Pos(38 * 4, -76, height / 2) * cut(Cylinder(magnet.diameter / 2, magnet.thickness)), MAGNET)
    return scene


def weights(parameters: Parameters) -> Scene:
    """A tower of bricks with a ball, a brick and a disc cut open, a stack of discs."""
    scene = Scene(turn=22, rise=24)
    brick = pieces.weight(parameters, parameters.brick, parameters.ball)
    for level in range(4):
        scene.add(Pos(0, 0, parameters.brick.height * level) * brick, WOOD)
    on_top = parameters.brick.height * 4 - parameters.ball.seat_depth + parameters.ball.diameter / 2
    scene.add(Pos(0, 0, on_top) * Sphere(parameters.ball.diameter / 2), GLASS)
    ballast = parameters.ballast
    blank = Pos(0, 0, ballast.floor + ballast.thickness / 2) * Cylinder(ballast.diameter / 2, ballast.thickness)
    disc = pieces.weight(parameters, parameters.disc, None, DISCS[3].pips)
    for east, part, colour in ((44, brick, WOOD), (86, disc, DISCS[3].parts)):
        scene.add(Pos(east, -8, 0) * cut(part), colour)
        scene.add(Pos(east, -8, 0) * cut(blank), BRASS)
    for level, looks in enumerate(DISCS):
        stack = pieces.weight(parameters, parameters.disc, None, looks.pips)
        scene.add(Pos(130, 0, parameters.disc.height * level) * stack, looks.parts)
    return scene


def cell_cut(parameters: Parameters) -> Scene:
    """A cell cut open, with its names."""
    measures = parameters.cell
    scene = Scene(turn=0, rise=14)
    board = Pos(0, 0, -0.8) * Box(46, 46, 1.6)
    plate = Pos(0, 0, measures.plate_bottom + measures.plate_thickness / 2) * Box(46, 46, measures.plate_thickness)
    plate -= Cylinder(parameters.tower_plate.neck_hole_diameter / 2, 200)
    hall = Pos(0, 0, 0.55) * Box(3, 1.6, 1.1)
    colours = (CUP, MAGNET, NYLON, STEM, STEEL, NYLON, CUP, STEEL, CUP, HEAD)
    for part, colour in zip(cell.assembled(parameters), colours, strict=True):
        scene.add(cut(part), colour)
    oil = Cylinder(measures.groove_outer_radius, measures.oil_level - measures.cup_floor)
    oil -= Cylinder(measures.groove_inner_radius, 100)
    oil = Pos(0, 0, (measures.oil_level + measures.cup_floor) / 2) * oil - cell.stem(parameters)
    for part, colour in ((board, BOARD), (plate, WOOD), (hall, (40, 40, 44)), (oil, OIL)):
        scene.add(cut(part), colour)
    upper = measures.lower_spring + measures.spring_distance
    scene.label((0, 0, 0.6), "Hall sensor on the circuit board", 1)
    scene.label((2.0, 0, measures.magnet_bottom + 1), "magnet, 4.8 mm above it", 1)
    scene.label((2.2, 0, 13), "trim screw, nylon M6", 1)
    scene.label((-7.1, 0, 6.2), "skirt in its groove of oil", -1)
    scene.label((-9.2, 0, measures.cup_rim - 0.3), "rim: hard stop after 2.3 mm", -1)
    scene.label((-8.0, 0, measures.flange_bottom + 0.7), "stem with flange", -1)
    scene.label((-13, 0, measures.lower_spring), "lower spring", -1)
    scene.label((-13, 0, upper), "upper spring, same way round", -1)
    scene.label((18, 0, 18.5), "spacer ring", 1)
    scene.label((5, 0, 16.2), "sleeve", 1)
    scene.label((18, 0, upper + 1.2), "clamp ring", 1)
    scene.label((18, 0, 9.0), "cup", 1)
    scene.label((-21, 0, measures.plate_bottom + 1.5), "plate", -1)
    scene.label((-14, 0, measures.head_bottom + 1.5), "head: the platform", -1)
    scene.label((4.4, 0, measures.head_bottom + 2.4), "seat of the ball", 1)
    return scene


def cell_apart(parameters: Parameters) -> Scene:
    """A cell pulled apart along its axis."""
    scene = Scene(turn=25, rise=24)
    lifts = (0, 17, 22, 36, 49, 55, 55, 62, 70, 78)
    marked = (  # radius and height of the label's point
        ("cup", 19, 10),
        ("magnet 5 x 2", 2.5, 6.5),
        ("trim screw, nylon M6", 2.5, 12),
        ("stem", 9.4, 11),
        ("lower spring", 18.8, 15),
        ("sleeve", 6, 21),
        ("spacer ring", 19, 17),
        ("upper spring", 18.8, 22),
        ("clamp ring", 19, 23),
        ("head", 18.5, 32),
    )
    colours = (CUP, MAGNET, NYLON, STEM, STEEL, NYLON, CUP, STEEL, CUP, HEAD)
    right = scene.axes()[0]
    for part, lift, (name, radius, height), colour in zip(
        cell.assembled(parameters), lifts, marked, colours, strict=True
    ):
        scene.add(Pos(0, 0, lift) * part, colour)
        scene.label((radius * right[0], radius * right[1], height + lift), name, 1)
    return scene


def spring(parameters: Parameters) -> Scene:
    """One spring seen from above."""
    scene = Scene(turn=0, rise=90)
    scene.add(cell.spring_plate(parameters, 0), STEEL)
    return scene


def tile_frame(parameters: Parameters, hardware: Hardware) -> Scene:
    """The frame over one reed tile."""
    scene = Scene(turn=28, rise=42)
    scene.add(plates.tile_frame(parameters, 40, hardware.surfaces["reed12"].boards[0]), WHITE)
    return scene


def reed_apart(parameters: Parameters, hardware: Hardware) -> Scene:
    """The layers under the south-western tile of the reed surface, pulled apart."""
    scene = Scene(turn=24, rise=22)
    shown = Pos(85, 85, -200) * Box(170, 170, 800)
    wanted = {"wood": (0, WOOD, "wood with openings for plugs"), "plate": (120, WOOD, "plate")}
    wanted |= {"frame.1": (75, WHITE, "frame: a well a field"), "foot.1": (-70, CUP, "foot")}
    for body in surface_bodies(parameters, hardware, hardware.surfaces["reed12"], (1,)):
        found = _tile_part(body.name) or wanted.get(body.name)
        if found is None:
            continue
        lift, colour, label = found
        part = Pos(0, 0, lift) * (body.part & shown)
        scene.add(part, colour, 0.1)
        if label:
            box = part.bounding_box()
            scene.label((box.max.X, box.min.Y, (box.min.Z + box.max.Z) / 2), label, 1)
    return scene


def _tile_part(name: str) -> tuple[int, Colour, str] | None:
    """Return lift, colour and label of a part of the tile, or of the base under the wood."""
    if " pin " in name:
        return None
    if name.startswith("tile."):
        return (35, BOARD, "tile with reeds, lamps, chips") if name.endswith("board") else (35, STEEL, "")
    if name.startswith("base "):
        return (-45, BOARD, "base, its plugs down") if name.endswith("board") else (-45, STEEL, "")
    return (-25, NYLON, "") if name.startswith("pillar") else None


def case_apart(parameters: Parameters, hardware: Hardware, name: str) -> Scene:
    """A board between its tray and its lid."""
    scene = Scene(turn=-24, rise=32)
    for body in case_bodies(parameters, hardware, name):
        lift = {"tray": -50, "lid": 45}.get(body.name, 0)
        colour = {"tray": CUP, "lid": HEAD, "board": BOARD}.get(body.name, STEEL)
        if " pin " not in body.name:
            scene.add(Pos(0, 0, lift) * body.part, colour, 0.1)
    return scene


def tower(parameters: Parameters, hardware: Hardware) -> Scene:
    """A corner of the square tower surface with heads, a tower and a ball; the plate's south is left open."""
    scene = Scene(turn=208, rise=38)
    surface = hardware.surfaces["square7"]
    measures = parameters.cell
    plate = plates.plate_body(plates.tower_plate(parameters, surface), surface.plate_mm)
    window = Pos(SHOWN / 2, SHOWN / 2, 0) * Box(SHOWN, SHOWN, 500)
    scene.add(Pos(0, 0, measures.plate_bottom) * (plate & window), WOOD, 0.1)
    head, cup = cell.head(parameters), cell.cup(parameters)
    brick = pieces.weight(parameters, parameters.brick, parameters.ball)
    top = measures.head_bottom + measures.head_thickness
    for number, (x, y) in enumerate(fixing.places(surface)):
        if x > 120 or y > 120:
            continue
        place = Pos(x, y, 0)
        scene.add(place * cup, CUP, 0.1)
        scene.add(place * cell.clamp_ring(parameters), CUP, 0.1)
        scene.add(place * cell.spacer_ring(parameters), CUP, 0.1)
        scene.add(place * head, HEAD, 0.1)
        levels = {1: 1, 8: 3, 14: 2, 15: 5, 9: 1}.get(number, 0)
        for level in range(levels):
            scene.add(Pos(x, y, top + level * parameters.brick.height) * brick, WOOD, 0.1)
        if number in (1, 7, 9):
            light = (x + surface.lamp_offset_mm[0], y + surface.lamp_offset_mm[1])
            hole = parameters.tower_plate.light_hole_diameter / 2
            scene.add(Pos(*light, measures.plate_bottom + 1.6) * Cylinder(hole, 3.0), GLOW)
        if number in (0, 14):
            height = top + levels * parameters.brick.height - parameters.ball.seat_depth + parameters.ball.diameter / 2
            scene.add(
                Pos(x, y, height) * Sphere(parameters.ball.diameter / 2), GLASS if number else OWNER_COLOURS[1], 0.1
            )
    for x, y in fixing.spacer_places(surface):
        if x < 120 and y < 120:
            scene.add(Pos(x, y, 0) * plates.spacer(parameters), NYLON, 0.1)
    for board, thickness, colour in ((-0.8, 1.6, BOARD), (-7.6, 12.0, WOOD)):
        scene.add(Pos(SHOWN / 2, SHOWN / 2, board) * Box(SHOWN, SHOWN, thickness), colour)
    return scene


def populated_board(board: Board, hardware: Hardware, is_bottom: bool) -> Scene:
    """A board with its parts and plugs, seen from above or, turned over, from below."""
    scene = Scene(turn=-14, rise=52)
    over = Rot(0, 180, 0) if is_bottom else Rot(0, 0, 0)
    for body in populated(board, hardware.footprints):
        if " pin " in body.name:
            continue
        colour = BOARD if body.name == "board" else _part_colour(board, body.group)
        scene.add(over * body.part, colour, 0.15)
    return scene


def _part_colour(board: Board, ref: str) -> Colour:
    part = next(one.part for one in board.components if one.ref == ref)
    chip, plug, lamp = (52, 54, 60), (238, 236, 226), (250, 244, 200)
    if part.footprint.startswith(("SO", "D_", "JACK", "BUTTON", "PIEZO", "BOX", "PICO")):
        return chip
    return lamp if part.footprint.startswith("LED") else plug if part.footprint.startswith(("XH", "VH")) else STEEL


def write_boards(folder: Path) -> None:
    """Write pictures of all boards from both sides into the folder."""
    hardware = read_hardware(Path())
    folder.mkdir(parents=True, exist_ok=True)
    for name, board in boards_with_layout(hardware).items():
        for side in ("top", "bottom"):
            scene = populated_board(board, hardware, side == "bottom")
            draw(scene, WIDTH, folder / f"{name}_{side}.png")


def write_all(folder: Path) -> None:
    """Write all pictures into the folder."""
    parameters, hardware = read_parameters(), read_hardware(Path())
    folder.mkdir(parents=True, exist_ok=True)
    draw(playing_pieces(parameters), WIDTH, folder / "pieces.png")
    draw(stones(parameters), WIDTH, folder / "stones.png")
    draw(weights(parameters), WIDTH, folder / "weights.png")
    draw(cell_cut(parameters), WIDTH, folder / "cell_cut.png", label_width=0.24)
    draw(cell_apart(parameters), 800, folder / "cell_apart.png", label_width=0.2)
    draw(spring(parameters), 700, folder / "spring.png")
    draw(tile_frame(parameters, hardware), WIDTH, folder / "tile_frame.png")
    draw(reed_apart(parameters, hardware), WIDTH, folder / "reed_apart.png", label_width=0.24)
    for name in rooms(hardware):
        draw(case_apart(parameters, hardware, name), WIDTH, folder / f"{name}_apart.png")
    draw(tower(parameters, hardware), WIDTH, folder / "tower.png")


if __name__ == "__main__":
    write_boards(Path(sys.argv[2])) if sys.argv[1] == "--boards" else write_all(Path(sys.argv[1]))
