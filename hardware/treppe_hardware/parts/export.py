"""Every part as STEP and STL, flat parts as DXF and Gerber: `python -m treppe_hardware.parts.export FOLDER`."""

import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from build123d import Compound, Part, export_step, export_stl
from treppe.games import catalogue
from treppe.games.host.palette import DISCS

from treppe_hardware import fixing
from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.descriptions.description import Hardware, read_hardware
from treppe_hardware.descriptions.parameters import SOURCE, Parameters, read_parameters
from treppe_hardware.descriptions.pieces import box_for, users_of
from treppe_hardware.fixing import foot_places, rooms
from treppe_hardware.parts import bases, cases, cell, pieces, plates
from treppe_hardware.parts.drawing import to_dxf, to_gerber
from treppe_hardware.parts.mass import piece_mass_g, weight_mass_g
from treppe_hardware.parts.outlines import bowed_triangle, rounded_square
from treppe_hardware.parts.populated import populated
from treppe_hardware.parts.spring import sheet, spring_drawing
from treppe_hardware.templates import render_page

TIMESTAMP = "2026-01-01T00:00:00"  # in every STEP file, so that building again changes nothing
CELLS = 49
PRINT_LIST = Path("hardware/guide/print_list.md")


@dataclass(frozen=True, slots=True)
class Printed:
    """A part to be printed: file name, model, how many, for what, infill (0 to 1), plastic that each takes."""

    name: str
    part: Part
    count: int
    use: str
    infill: float
    plastic_g: float


def printed_parts(parameters: Parameters, hardware: Hardware) -> Iterator[Printed]:
    """Yield every printed part, enough for all nine games, for the reed surface and for one tower surface."""
    yield from _pieces_with_magnets(parameters)
    yield from _pieces_to_weigh(parameters)

    def solid(name: str, part: Part, count: int, use: str) -> Printed:
        return Printed(name, part, count, use, 1.0, parameters.print.density_g_mm3 * part.volume)

    for part in (cell.cup, cell.stem, cell.sleeve, cell.spacer_ring, cell.clamp_ring, cell.head):
        yield solid(f"cell_{part.__name__}", part(parameters), CELLS, "towers")
    towers = [surface for surface in hardware.surfaces.values() if surface.sensor == "cell"]
    most_spacers = max(len(fixing.spacer_places(surface)) for surface in towers)
    yield solid("tower_spacer", plates.spacer(parameters), most_spacers, "towers")
    reeds = hardware.surfaces["reed12"]
    tiles = len(reeds.places_mm10) // parameters.tile_frame.fields**2
    frame = plates.tile_frame(parameters, reeds.pitch_mm, reeds.boards[0])
    yield solid("reed_tile_frame", frame, tiles, "reeds")
    based = [surface for surface in hardware.surfaces.values() if surface.name not in rooms(hardware)]
    feet = max(len(foot_places(parameters.wood, surface)) for surface in based)
    yield solid("foot", bases.foot(parameters.wood), feet, "a surface")
    yield solid("pillar", bases.pillar(parameters.wood), 4, "reeds, towers")
    for name, room in rooms(hardware).items():
        yield solid(f"{name}_tray", cases.tray(parameters.case, room, hardware.footprints), 1, name)
        yield solid(f"{name}_lid", cases.lid(parameters.case, room, hardware.footprints), 1, name)
    for surface in based:
        height = plates.rim_height(parameters, surface)
        for bar, count in plates.rim_bars(parameters.rim, surface).items():
            part = plates.rim_bar(parameters, bar, height)
            yield solid(f"rim_{surface.name}_{bar.name}", part, count, surface.name)


def _playing_pieces(parameters: Parameters, wanted: dict[str, int], prefix: str, use: str) -> Iterator[Printed]:
    """Yield cylinders, squares and triangles of every owner that is wanted."""
    shapes = (
        ("cylinder", parameters.cylinder, rounded_square),
        ("square", parameters.square, rounded_square),
        ("triangle", parameters.triangle, bowed_triangle),
    )
    for shape, body, outline in shapes:
        mass_g = piece_mass_g(outline(body), body.height, 1, parameters.pieces.floor, parameters)
        plastic_g = mass_g - parameters.piece_magnet.mass_g
        for owner, colour in enumerate(pieces.OWNERS):
            if count := wanted.get(f"{shape[0].upper()}{owner}", 0):
                part = pieces.playing_piece(parameters, shape, body, owner)
                yield Printed(f"{prefix}{shape}_{colour}", part, count, use, parameters.pieces.infill, plastic_g)


def _pieces_with_magnets(parameters: Parameters) -> Iterator[Printed]:
    wanted = box_for(catalogue.names())
    yield from _playing_pieces(parameters, wanted, "", "reeds")
    yield from _playing_pieces(parameters.of_starter(), box_for(catalogue.names_on("start4")), "starter_", "start4")
    infill = parameters.pieces.infill
    body = parameters.stone
    middle = (body.height - parameters.pieces.pocket_depth) / 2
    mass_g = piece_mass_g(rounded_square(body), body.height, 2, middle, parameters)
    plastic_g = mass_g - parameters.piece_magnet.mass_g
    for owner, colour in enumerate(pieces.OWNERS):
        for number in pieces.NUMBERS:
            part = pieces.stone(parameters, owner, number)
            yield Printed(f"stone_{colour}_{number}", part, 1, users_of("N"), infill, plastic_g)
    yield Printed("stone_white", pieces.stone(parameters), wanted["W"], users_of("W"), infill, plastic_g)


def _pieces_to_weigh(parameters: Parameters) -> Iterator[Printed]:
    wanted = box_for(catalogue.names())
    ballast, settings = parameters.ballast, parameters.print
    body = parameters.brick
    plastic_g = weight_mass_g(body, ballast, parameters.ball, settings) - ballast.mass_g
    brick = pieces.weight(parameters, body, parameters.ball)
    yield Printed("brick", brick, wanted["B"], users_of("B"), body.infill, plastic_g)
    body = parameters.disc
    plastic_g = weight_mass_g(body, ballast, None, settings) - ballast.mass_g
    for number in range(pieces.DISC_COLOURS):
        disc = pieces.weight(parameters, body, None, DISCS[number].pips)
        yield Printed(f"disc_{number}", disc, wanted[f"D{number}"], users_of("D"), body.infill, plastic_g)
    tray = pieces.ball_tray(parameters)
    yield Printed("ball_tray", tray, 1, users_of("O"), 1.0, settings.density_g_mm3 * tray.volume)


def flat_parts(parameters: Parameters, hardware: Hardware) -> dict[str, str]:
    """Return the files for the laser and the stencil maker, by name."""
    files = {
        "spring.dxf": to_dxf(spring_drawing(parameters.spring)),
        "spring_sheet.dxf": to_dxf(sheet(parameters.spring)),
        "spring_sheet.gtp": to_gerber(sheet(parameters.spring)),
    }
    for surface in hardware.surfaces.values():
        if surface.name not in rooms(hardware):
            drawing = bases.base_drawing(parameters, surface, hardware.footprints)
            files[f"wood_{surface.name}.dxf"] = to_dxf(drawing)
        if surface.sensor == "cell":
            files[f"plate_{surface.name}.dxf"] = to_dxf(plates.tower_plate(parameters, surface))
    return files


def print_list(printed: list[Printed]) -> str:
    """Return the table of printed parts: number and infill; files of one kind share a line."""
    kinds: dict[tuple[str, str, str, float], list[Printed]] = {}
    for item in printed:
        size = item.part.bounding_box().size
        extent = f"{size.X:.1f} x {size.Y:.1f} x {size.Z:.1f}"
        kinds.setdefault((item.name.removeprefix("starter_").split("_")[0], extent, item.use, item.infill), []).append(
            item
        )
    rows = []
    for (_, size, use, infill), items in kinds.items():
        words_of_all = zip(*(item.name.split("_") for item in items), strict=False)
        same = [words[0] for words in itertools.takewhile(lambda words: len(set(words)) == 1, words_of_all)]
        name = "_".join(same) + (f"_* ({len(items)} files)" if len(items) > 1 else "")
        rows.append((name, sum(item.count for item in items), use, size, 100 * infill, items[0].plastic_g))
    total = sum(item.plastic_g * item.count for item in printed) / 1000
    return render_page("parts.md", rows=rows, printed=printed, total=total)


def export(folder: Path, root: Path = Path()) -> None:
    """Write all files into the folder, and the print list into the guide."""
    parameters, hardware = read_parameters(root / SOURCE), read_hardware(root)
    folder.mkdir(parents=True, exist_ok=True)
    printed = list(printed_parts(parameters, hardware))
    for item in printed:
        export_stl(item.part, folder / f"{item.name}.stl", tolerance=0.02, angular_tolerance=0.15)
        export_step(item.part, folder / f"{item.name}.step", timestamp=TIMESTAMP)
    export_step(cell.spring_plate(parameters, 0.0), folder / "spring.step", timestamp=TIMESTAMP)
    export_step(Compound(children=cell.assembled(parameters)), folder / "cell_assembled.step", timestamp=TIMESTAMP)
    for name, board in boards_with_layout(hardware).items():
        bodies = [body.part for body in populated(board, hardware.footprints)]
        export_step(Compound(children=bodies), folder / f"board_{name}.step", timestamp=TIMESTAMP)
    for name, text in flat_parts(parameters, hardware).items():
        (folder / name).write_text(text, encoding="ascii")
    (root / PRINT_LIST).write_text(print_list(printed), encoding="utf-8")


if __name__ == "__main__":
    export(Path(sys.argv[1]))
