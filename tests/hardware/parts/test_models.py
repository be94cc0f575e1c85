"""The models of the parts: closed, as heavy and as thick as computed, fitting into each other, the same every time."""

# ruff: noqa: E402
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from needs import require

require("parts")

from build123d import Box, Part, Pos
from treppe_hardware import fixing, read_hardware
from treppe_hardware.bill import count_parts
from treppe_hardware.descriptions.parameters import SOURCE, read_parameters
from treppe_hardware.parts import cell, export, mass, outlines, pieces, plates

ROOT = Path(__file__).parents[3]
PARTS = read_parameters(ROOT / SOURCE)
HARDWARE = read_hardware(ROOT)
PRINTED = {printed.name: printed for printed in export.printed_parts(PARTS, HARDWARE)}
SHARED = 1e-6  # mm3 that two bodies may share by rounding


def shared(left: Part, right: Part) -> float:
    common = left & right
    return sum(solid.volume for solid in common.solids()) if common else 0.0


@pytest.mark.parametrize("name", PRINTED)
def test_every_part_is_one_closed_body(name):
    part = PRINTED[name].part
    assert part.is_valid
    assert len(part.solids()) == 1
    assert part.volume > 0


@pytest.mark.parametrize("name", PRINTED)
def test_every_mesh_is_closed(name):
    """Each edge of a triangle is shared with exactly one other, the other way round; and it holds the same volume."""
    part = PRINTED[name].part
    points, triangles = part.tessellate(0.02, 0.15)
    places: dict[tuple[float, ...], int] = {}
    number = [places.setdefault((round(p.X, 5), round(p.Y, 5), round(p.Z, 5)), len(places)) for p in points]
    edges: dict[tuple[int, int], int] = {}
    volume = 0.0
    for triangle in triangles:
        a, b, c = (number[corner] for corner in triangle)
        if len({a, b, c}) < 3:
            continue
        for edge in ((a, b), (b, c), (c, a)):
            edges[edge] = edges.get(edge, 0) + 1
        p, q, r = (points[corner] for corner in triangle)
        volume += p.dot(q.cross(r)) / 6
    assert all(edges.get((b, a)) == count for (a, b), count in edges.items())
    assert volume == pytest.approx(part.volume, rel=0.01)


@pytest.mark.parametrize("name", [name for name in PRINTED if name.startswith(("brick", "disc", "square", "triangle"))])
def test_volumes_are_those_that_masses_are_computed_from(name):
    settings, magnet = PARTS.print, PARTS.piece_magnet
    kind = name.split("_")[0]
    if kind in ("brick", "disc"):
        body = PARTS.brick if kind == "brick" else PARTS.disc
        cavities = mass.weight_cavities(PARTS.ballast, PARTS.ball if kind == "brick" else None, settings)
        outline, chamfers = outlines.rounded_square(body), 2 * body.edge**2
    else:
        body = PARTS.square if kind == "square" else PARTS.triangle
        width = magnet.diameter + settings.fit_clearance
        cavities = [mass.pocket(width, PARTS.pieces.pocket_depth, PARTS.pieces.floor, settings)]
        outline = outlines.rounded_square(body) if kind == "square" else outlines.bowed_triangle(body)
        chamfers = PARTS.pieces.edge**2
    computed = mass.body_volume(outline, body.height, chamfers, cavities)
    assert PRINTED[name].part.volume == pytest.approx(computed, rel=0.01)


@pytest.mark.parametrize("name", [name for name in PRINTED if name.startswith(("brick", "disc"))])
def test_bricks_and_discs_weigh_twelve_grams_within_one_percent(name):
    printed = PRINTED[name]
    body = PARTS.brick if name == "brick" else PARTS.disc
    computed = mass.body_volume(
        outlines.rounded_square(body),
        body.height,
        2 * body.edge**2,
        mass.weight_cavities(PARTS.ballast, PARTS.ball if name == "brick" else None, PARTS.print),
    )
    marks_g = (computed - printed.part.volume) * PARTS.print.density_g_mm3
    assert printed.plastic_g + PARTS.ballast.mass_g - marks_g == pytest.approx(12.0, rel=0.01)


def test_the_rooms_for_magnets_and_ballast_are_closed_all_round():
    """A closed room is a shell of its own inside the body's outer one."""
    names = ["cylinder_blue", "triangle_green", "square_red", "starter_square_red", "starter_triangle_blue"]
    for name in [*names, "stone_white", "stone_yellow_6", "brick", "disc_6"]:
        (solid,) = PRINTED[name].part.solids()
        assert len(solid.shells()) == 2, name


def test_walls_round_the_magnet():
    magnet_radius = (PARTS.piece_magnet.diameter + PARTS.print.fit_clearance) / 2
    slab = Pos(0, 0, PARTS.pieces.floor + 1) * Box(100, 100, 0.5)
    for name in ("cylinder_red", "square_red", "triangle_red"):
        ring = PRINTED[name].part & slab
        outer = max(ring.faces().sort_by(lambda face: face.center().Z)[-1].wires(), key=lambda wire: wire.length)
        assert outer.distance_to(Pos(0, 0, slab.bounding_box().max.Z) * Box(0.01, 0.01, 0.01)) - magnet_radius >= 2.7


# The cell, put together


def moved(part: Part, down: float) -> Part:
    return Pos(0, 0, -down) * part


@pytest.mark.parametrize("travel", [0.0, 1.5, 2.25])
def test_what_moves_touches_nothing_that_stands(travel):
    standing = [cell.cup(PARTS), cell.spacer_ring(PARTS), cell.clamp_ring(PARTS)]
    moving = [cell.stem(PARTS), cell.sleeve(PARTS), cell.head(PARTS), cell.trim_screw(PARTS), cell.cell_magnet(PARTS)]
    surface = HARDWARE.surfaces["cell1"]
    plate = plates.plate_body(plates.tower_plate(PARTS, surface), surface.plate_mm)
    middle = fixing.places(surface)[0]
    standing.append(Pos(-middle[0], -middle[1], PARTS.cell.plate_bottom) * plate)
    for still in standing:
        for part in moving:
            assert shared(still, moved(part, travel)) < SHARED


def test_the_flange_stops_on_the_rim():
    """Under its own mass the platform has already come down a little; from there it is the stop's gap."""
    sag = PARTS.cell.platform_g / PARTS.cell.goal_gf_mm
    reach = sag + PARTS.cell.stop_gap
    assert shared(cell.cup(PARTS), moved(cell.stem(PARTS), reach - 0.01)) < SHARED
    assert shared(cell.cup(PARTS), moved(cell.stem(PARTS), reach + 0.05)) > 1.0


def test_the_parts_of_the_cell_lie_on_each_other_without_cutting():
    fixed = [part for number, part in enumerate(cell.assembled(PARTS)) if number not in (1, 2)]
    for number, part in enumerate(fixed):
        for other in fixed[number + 1 :]:
            assert shared(part, other) < SHARED


def test_the_platform_weighs_what_the_model_of_the_cell_says():
    moving = [cell.stem(PARTS), cell.sleeve(PARTS), cell.head(PARTS), cell.trim_screw(PARTS)]
    plastic = sum(part.volume for part in moving) * PARTS.print.density_g_mm3
    springs = 2 * cell.spring_plate(PARTS, 0).volume * 0.0079 / 3  # a third of each goes along
    assert plastic + springs + PARTS.cell_magnet.mass_g == pytest.approx(PARTS.cell.platform_g, rel=0.05)


def test_the_spring_is_one_sheet_with_three_arms():
    spring = cell.spring_plate(PARTS, 0)
    assert len(spring.solids()) == 1
    thickness = spring.bounding_box().size.Z
    assert thickness == pytest.approx(PARTS.spring.thickness)
    assert len(spring.faces().sort_by()[-1].inner_wires()) == PARTS.spring.arms + 1


# Surfaces


@pytest.mark.parametrize("name", ["square7", "hex49", "cell1"])
def test_spacers_and_cells_stand_clear_of_each_other(name):
    surface = HARDWARE.surfaces[name]
    spacers, middles = fixing.spacer_places(surface), fixing.places(surface)
    assert len(spacers) >= 4
    radius = PARTS.tower_plate.spacer_diameter / 2
    for x, y in spacers:
        gaps = [((x - a) ** 2 + (y - b) ** 2) ** 0.5 - radius - PARTS.cell.outer_radius for a, b in middles]
        assert min(gaps) > 0.4
        assert radius <= x <= surface.width_mm - radius
        assert radius <= y <= surface.height_mm - radius


@pytest.mark.parametrize("name", [name for name in HARDWARE.surfaces if name != "start4"])
def test_the_bill_has_two_screws_for_each_bar_of_the_rim(name):
    bars = sum(plates.rim_bars(PARTS.rim, HARDWARE.surfaces[name]).values())
    (line,) = [line for line in count_parts(HARDWARE) if line.unit == name and line.part.name == "RIM_SCREW"]
    assert line.quantity == 2 * bars


def test_a_plate_has_its_holes_and_no_hole_cuts_another():
    surface = HARDWARE.surfaces["hex49"]
    drawing = plates.tower_plate(PARTS, surface)
    assert len(drawing.circles) == 2 * 49 + len(fixing.spacer_places(surface))
    for number, ((x, y), radius) in enumerate(drawing.circles):
        for (a, b), other in drawing.circles[number + 1 :]:
            assert ((x - a) ** 2 + (y - b) ** 2) ** 0.5 >= radius + other + 1.0


@pytest.mark.parametrize("name", list(HARDWARE.surfaces))
def test_bars_go_round_the_whole_surface_and_can_be_printed(name):
    surface = HARDWARE.surfaces[name]
    bars = plates.rim_bars(PARTS.rim, surface)
    assert sum(bar.length * count for bar, count in bars.items()) == 2 * (surface.width_mm + surface.height_mm)
    assert all(bar.length + 2 * PARTS.rim.wall <= 180 for bar in bars)
    assert sum(count for bar, count in bars.items() if bar.is_first) == 4


def test_a_reed_slips_into_its_holder():
    frame = PRINTED["reed_tile_frame"].part
    reed = Pos(20, 20, 7) * Box(PARTS.reed.glass_diameter * 0.7, PARTS.reed.glass_diameter * 0.7, 20)
    assert shared(frame, reed) < SHARED
    wire = Pos(20 + 1.9 * 0.7071, 20 + 1.9 * 0.7071, 7) * Box(0.5, 0.5, 20)
    assert shared(frame, wire) < SHARED


# Files


def test_the_print_list_in_the_guide_is_up_to_date():
    assert (ROOT / export.PRINT_LIST).read_text(encoding="utf-8") == export.print_list(list(PRINTED.values()))


def test_two_exports_are_the_same_to_the_byte(tmp_path):
    script = (
        "import sys; from pathlib import Path; from build123d import export_step, export_stl;"
        "from treppe_hardware.parts import cell, export, pieces;"
        "from treppe_hardware.descriptions.parameters import read_parameters;"
        "p = read_parameters(); out = Path(sys.argv[1]); out.mkdir();"
        "parts = [cell.cup(p), cell.spring_plate(p, 0.0), pieces.stone(p, 3, 6)];"
        "[(export_stl(x, out / f'{i}.stl', 0.02, 0.15), export_step(x, out / f'{i}.step', timestamp=export.TIMESTAMP))"
        " for i, x in enumerate(parts)]"
    )
    digests = []
    for run in ("first", "second"):
        subprocess.run([sys.executable, "-c", script, str(tmp_path / run)], cwd=ROOT, check=True)
        files = sorted((tmp_path / run).iterdir())
        digests.append([(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files])
    assert digests[0] == digests[1]


def test_the_drawings_open_in_a_reader_of_dxf(tmp_path):
    ezdxf = pytest.importorskip("ezdxf")
    for name, text in export.flat_parts(PARTS, HARDWARE).items():
        if name.endswith(".dxf"):
            path = tmp_path / name
            path.write_text(text)
            assert not ezdxf.readfile(path).audit().has_errors, name
    lines = [entity.dxftype() for entity in ezdxf.readfile(tmp_path / "spring.dxf").modelspace()]
    assert lines.count("CIRCLE") == 2
    assert lines.count("POLYLINE") == PARTS.spring.arms


def test_marks_of_the_owners_differ():
    volumes = {round(pieces.owner_mark(owner, 9.0).area, 2) for owner in range(4)}
    assert len(volumes) == 4
