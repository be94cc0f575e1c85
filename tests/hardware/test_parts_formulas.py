"""What the parts must reach by computation: mass, fit of magnets, stiffness, stress, damping. Needs no CAD."""

import dataclasses
import json
import math
import re
from pathlib import Path

import design_figures
import pytest
from described import HARDWARE
from treppe_hardware.checks.mechanics import RULES, check_measures
from treppe_hardware.descriptions.parameters import SOURCE, read_parameters
from treppe_hardware.descriptions.source import InvalidDescription
from treppe_hardware.parts import flexure, magnetics, mass, outlines
from treppe_hardware.parts.drawing import to_dxf, to_gerber
from treppe_hardware.parts.spring import openings, sheet, slot

ROOT = Path(__file__).parents[2]
PARTS = read_parameters(ROOT / SOURCE)
CELL, SPRING = PARTS.cell, PARTS.spring
MODEL = json.loads((ROOT / "host/treppe_sim/parameters.json").read_text())
COIN_G = 5.74  # 20 euro cents


def test_what_stands_with_parts_and_with_surfaces_is_one_number() -> None:
    surfaces, parts = HARDWARE.surfaces, HARDWARE.parts
    reed = surfaces["reed12"]
    assert (PARTS.reed.at_least, PARTS.reed.at_most) == tuple(reed.ampere_turns)
    assert PARTS.reed.magnet_gap == reed.magnet_above_mm
    for magnet, name in (
        (PARTS.piece_magnet, reed.magnet.name),
        (PARTS.starter_magnet, surfaces["start4"].magnet.name),
    ):
        assert (magnet.diameter, magnet.thickness) == (parts[name].diameter_mm, parts[name].height_mm)
    assert {kind.inside.name for kind in HARDWARE.kinds.values() if kind.code in "CSTWN"} == {reed.magnet.name}


# Mass of what is weighed


@pytest.mark.parametrize(("weight", "ball"), [(PARTS.brick, PARTS.ball), (PARTS.disc, None)])
def test_bricks_and_discs_have_their_mass_within_one_percent(weight, ball):
    finished = mass.weight_mass_g(weight, PARTS.ballast, ball, PARTS.print)
    assert finished == pytest.approx(weight.mass_g, rel=0.01)
    assert weight.mass_g == MODEL["pieces"]["brick_g"] == MODEL["pieces"]["disc_g"]


@pytest.mark.parametrize(("weight", "ball"), [(PARTS.brick, PARTS.ball), (PARTS.disc, None)])
@pytest.mark.parametrize("ballast_g", [PARTS.ballast.mass_g, COIN_G])
def test_an_infill_that_slicers_can_print_reaches_the_mass_with_either_ballast(weight, ball, ballast_g):
    infill = design_figures.infill_for(weight, ballast_g, PARTS.ballast, ball, PARTS.print)
    assert 0.1 < infill < 0.6
    rounded = dataclasses.replace(weight, infill=round(infill, 2))
    reached = mass.weight_mass_g(rounded, PARTS.ballast, ball, PARTS.print) - PARTS.ballast.mass_g + ballast_g
    assert reached == pytest.approx(weight.mass_g, rel=0.01)


def test_a_print_of_full_infill_weighs_its_volume():
    outline = outlines.circle(30)
    grams = mass.printed_mass_g(outline, 10, 0, [], 1.0, PARTS.print)
    assert grams == pytest.approx(outline.area * 10 * PARTS.print.density_g_mm3)


def test_shell_and_core_of_a_plain_block_by_hand():
    block = dataclasses.replace(PARTS.square, width=30.0, corner=PARTS.print.wall)
    core = (30 - 2 * 1.35) ** 2 * (10 - 2 * 0.8)
    whole = (900 - (4 - math.pi) * 1.35**2) * 10
    grams = mass.printed_mass_g(outlines.rounded_square(block), 10, 0, [], 0.0, PARTS.print)
    assert grams == pytest.approx((whole - core) * PARTS.print.density_g_mm3)


def test_ballast_fits_its_pocket_and_is_covered():
    ballast = PARTS.ballast
    assert ballast.pocket_diameter - 22.25 >= PARTS.print.fit_clearance  # the coin, wider than the blank
    assert ballast.pocket_depth - 2.14 >= 0.1
    for weight, sunk in ((PARTS.brick, PARTS.ball.seat_depth), (PARTS.disc, 0.4)):
        assert weight.height - ballast.floor - ballast.pocket_depth - sunk >= 2 * PARTS.print.skin
        assert (weight.width - ballast.pocket_diameter) / 2 >= 2 * PARTS.print.wall


def test_the_marble_rests_on_the_rim_of_no_hole():
    ball = PARTS.ball
    rim = math.sqrt(ball.seat_depth * (2 * ball.seat_radius - ball.seat_depth))
    assert rim > CELL.driver_hole_diameter / 2 + 1.0
    assert math.degrees(math.asin(rim / ball.seat_radius)) > 20  # the board may tilt this far before it rolls
    assert ball.mass_g == pytest.approx(math.pi / 6 * ball.diameter**3 * 0.0025, rel=0.01)


# Magnets and reeds


@pytest.mark.parametrize(("ampere_turns", "radius"), [(10, 10.0), (15, 9.2), (20, 8.8)])
def test_capture_radius_agrees_with_the_study_of_reeds(ampere_turns, radius):
    computed = design_figures.capture_radius_mm(PARTS.piece_magnet, PARTS.reed, PARTS.reed.magnet_gap, ampere_turns)
    assert computed == pytest.approx(radius, rel=0.06)


@pytest.mark.parametrize("extra_gap", [0.0, 1.4])  # a piece, and a stone with its magnet in the middle
def test_magnets_close_their_own_reed_and_not_the_neighbours(extra_gap):
    reed, gap = PARTS.reed, PARTS.reed.magnet_gap + extra_gap
    pull_in = design_figures.capture_radius_mm(PARTS.piece_magnet, reed, gap, reed.at_most)
    hold = design_figures.capture_radius_mm(PARTS.piece_magnet, reed, gap, reed.at_least * reed.drop_out)
    assert pull_in >= 0.22 * 40
    assert hold <= 0.72 * 40


@pytest.mark.parametrize(
    ("reach", "body"),
    [
        (design_figures.reach_of_square, PARTS.cylinder),
        (design_figures.reach_of_square, PARTS.square),
        (design_figures.reach_of_square, PARTS.stone),
        (design_figures.reach_of_triangle, PARTS.triangle),
    ],
)
def test_a_piece_anywhere_within_its_field_is_seen_and_pieces_in_the_middle_never_touch(reach, body):
    surely_seen = PARTS.reed.closes_within - 3 * PARTS.reed.closes_sd
    assert design_figures.worst_offset_mm(reach, body) <= surely_seen
    assert max(reach(body, degrees) for degrees in range(360)) < design_figures.HALF_FIELD


def test_outlines_agree_with_their_own_reach():
    for outline, reach, body in (
        (outlines.rounded_square(PARTS.square), design_figures.reach_of_square, PARTS.square),
        (outlines.bowed_triangle(PARTS.triangle), design_figures.reach_of_triangle, PARTS.triangle),
    ):
        mean_reach = sum(reach(body, degrees / 10) for degrees in range(3600)) / 3600
        assert outline.perimeter == pytest.approx(2 * math.pi * mean_reach, rel=1e-4)  # Cauchy


def test_loose_magnets_are_dangerous_so_no_pocket_is_open():
    for magnet in (PARTS.piece_magnet, PARTS.cell_magnet):
        assert design_figures.flux_index(magnet) > design_figures.SAFE_FLUX_INDEX
    pieces, magnet = PARTS.pieces, PARTS.piece_magnet
    assert pieces.floor >= 0.6
    assert pieces.pocket_depth - magnet.thickness >= 0.1
    for body, sunk in ((PARTS.cylinder, 1), (PARTS.square, 1), (PARTS.triangle, 1), (PARTS.stone, 2)):
        solid = body.height - pieces.pocket_depth - sunk * pieces.mark_depth
        assert solid / (2 if sunk == 2 else 1) - (pieces.floor if sunk == 1 else 0) >= PARTS.print.skin


# The weighing cell


@pytest.mark.parametrize("point", MODEL["codes"], ids=lambda point: f"{point['g']} g")
def test_codes_agree_with_the_model_that_the_firmware_is_tested_with(point):
    assert magnetics.code(PARTS.cell_magnet, CELL, point["g"], CELL.goal_gf_mm) == pytest.approx(point["code"], abs=0.5)


def test_a_turn_of_the_trim_screw_is_fine_enough():
    """The pitch of M6 is 1 mm; 30 codes are allowed, so a quarter of that must be a turn that a hand can make."""
    assert design_figures.codes_per_mm(PARTS.cell_magnet, CELL) * 10 / 360 < 30 / 4


def test_stiffness_is_the_goal_by_the_curved_beam():
    stiffness = flexure.cell_stiffness_gf_mm(SPRING, flexure.curved_arm(SPRING))
    assert stiffness == pytest.approx(CELL.goal_gf_mm, rel=0.03)
    assert CELL.goal_gf_mm == MODEL["cell"]["spring_gf_per_mm"]


def test_the_straight_beam_alone_would_mislead():
    """A wound arm is much stiffer than a straight one of its length: beyond the 40 % that an estimate may be off."""
    straight = flexure.cell_stiffness_gf_mm(SPRING, design_figures.straight_arm(SPRING))
    assert 0.4 < straight / CELL.goal_gf_mm < 0.6


def test_the_curved_beam_becomes_the_straight_one_when_it_hardly_bends():
    nearly_straight = dataclasses.replace(
        SPRING, hub_radius=400.0, rim_radius=410.0, turn_degrees=5.0, arm_width=0.5, corner=0.001
    )
    curved, straight = flexure.curved_arm(nearly_straight), design_figures.straight_arm(nearly_straight)
    assert curved.stiffness_n_mm == pytest.approx(straight.stiffness_n_mm, rel=0.01)
    assert curved.stress_mpa_per_mm == pytest.approx(straight.stress_mpa_per_mm, rel=0.01)


def test_the_published_straight_spring_has_its_published_figures():
    """Six arms of 30 x 3 x 0.15 mm: 434 N/m, and 262 MPa at 2.7 mm."""
    e, width, t, length = 193000, 3.0, 0.15, 30.0
    assert 6 * e * width * t**3 / length**3 * 1000 == pytest.approx(434, rel=0.01)
    assert 3 * e * t / length**2 * 2.7 == pytest.approx(262, rel=0.01)


def test_stress_at_the_stop_is_below_forty_percent_of_yield():
    assert flexure.curved_arm(SPRING).stress_mpa_per_mm * CELL.stop_gap < 0.4 * SPRING.yield_mpa


def test_even_a_spring_forty_percent_too_soft_carries_a_full_tower_without_its_stop():
    assert CELL.full_load_g / (0.6 * CELL.goal_gf_mm) > CELL.stop_gap  # so it must be measured first
    assert CELL.full_load_g / (0.7 * CELL.goal_gf_mm) < CELL.stop_gap


@pytest.mark.parametrize("load_g", [0, 12, 48, 84])
def test_damping_is_enough_at_every_load(load_g):
    ratio = design_figures.damping_ratio(CELL, load_g, CELL.goal_gf_mm)
    assert MODEL["cell"]["zeta_at_full_load"] <= ratio < 1


def test_the_oil_never_runs_over():
    skirt = CELL.skirt_outer_radius**2 - CELL.skirt_inner_radius**2
    groove = CELL.groove_outer_radius**2 - CELL.groove_inner_radius**2
    risen = CELL.oil_level + CELL.stop_gap * skirt / (groove - skirt)
    assert CELL.cup_rim - risen >= 0.5


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule['low']} < {rule['high']}")
def test_a_measure_beyond_another_is_found(rule):
    table, key = rule["low"].split(" + ")[-1].split(".")
    own = getattr(PARTS, table)
    grown = dataclasses.replace(PARTS, **{table: dataclasses.replace(own, **{key: getattr(own, key) + 30})})
    found = [finding.what for finding in check_measures(dataclasses.replace(HARDWARE, measures=grown))]
    assert any(what.startswith(f"{rule['low']} is ") and f", {rule['high']} " in what for what in found)
    assert list(check_measures(HARDWARE)) == []


def test_critical_walls_are_thick_enough_to_print():
    line = PARTS.print.wall / 3
    walls = {
        "groove, inside": CELL.groove_wall,
        "skirt": CELL.skirt_outer_radius - CELL.skirt_inner_radius,
        "stem round the thread": CELL.stem_radius - CELL.tap_hole_diameter / 2,
        "neck": CELL.neck_radius - SPRING.bore_diameter / 2,
        "reed holder": PARTS.tile_frame.wall,
    }
    assert {name: wall for name, wall in walls.items() if wall < 2 * line} == {}
    assert CELL.cup_floor_thickness >= PARTS.print.skin


def test_reeds_stand_at_the_height_that_their_magnets_need():
    plate = 3.0
    top_of_reed = PARTS.tile_frame.height + plate + PARTS.pieces.floor - PARTS.reed.magnet_gap
    assert 0.2 <= PARTS.tile_frame.height - top_of_reed <= 1.0
    assert top_of_reed >= PARTS.reed.glass_length + 2.0


# The spring as a drawing


def test_slots_stay_between_hub_and_rim_and_never_meet():
    radii = [math.hypot(*point) for point in slot(SPRING)]
    assert min(radii) >= SPRING.hub_radius - 0.01
    assert max(radii) <= SPRING.rim_radius + 0.01
    assert design_figures.slot_width_mm(SPRING) >= 1.0
    first, second, _ = openings(SPRING).outlines
    nearest = min(math.dist(a, b) for a in first for b in second)
    assert nearest == pytest.approx(SPRING.arm_width, abs=0.05)


def test_what_is_cut_and_what_stays_make_up_the_whole_disc():
    def area(points):
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))) / 2

    ring = math.pi * (SPRING.rim_radius**2 - SPRING.hub_radius**2)
    cut = sum(area(points) for points in openings(SPRING).outlines)
    assert 0.15 < cut / ring < 0.35


def test_a_sheet_fits_the_usable_part_of_a_stencil_and_fifty_cells_need_four():
    points = [point for outline in sheet(SPRING).outlines for point in outline]
    for axis, usable in ((0, 190), (1, 290)):
        assert max(p[axis] for p in points) - min(p[axis] for p in points) <= usable
    assert math.ceil(2 * 49 / (SPRING.sheet_columns * SPRING.sheet_rows)) == 4


def test_files_for_the_stencil_maker_are_well_formed():
    drawing = sheet(SPRING)
    gerber, dxf = to_gerber(drawing), to_dxf(drawing)
    assert gerber.count("G36*") == gerber.count("G37*") == len(drawing.outlines) + len(drawing.circles)
    assert all(re.fullmatch(r"(X-?\d+Y-?\d+D0[12]\*|G\d\d.*\*|%.*\*%|M02\*)", line) for line in gerber.splitlines())
    assert dxf.count("\nPOLYLINE\n") == dxf.count("\nSEQEND\n") == len(drawing.outlines)


# The file itself


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("arm_width = 3.5", "arm_widht = 3.5", r"parts\.toml:\d+: arm_widht: unknown key.*arm_width"),
        ("arm_width = 3.5", "arm_width = -1.0", r"parts\.toml:\d+: arm_width: must be above 0"),
        ("arm_width = 3.5", 'arm_width = "3.5"', r"parts\.toml:\d+: arm_width: must be a number"),
        ("arm_width = 3.5", "", r"parts\.toml:\d+: .*arm_width.*missing"),
    ],
)
def test_a_bad_measure_is_named_with_its_line(tmp_path, old, new, complaint):
    path = tmp_path / "parts.toml"
    text = (ROOT / SOURCE).read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(InvalidDescription, match=complaint):
        read_parameters(path)


# The guide


def test_the_guide_quotes_what_is_computed():
    guide = (ROOT / "hardware/guide/mechanics.md").read_text(encoding="utf-8")
    arm, straight = flexure.curved_arm(SPRING), design_figures.straight_arm(SPRING)
    stress, goal = arm.stress_mpa_per_mm, CELL.goal_gf_mm
    infills = [
        100 * design_figures.infill_for(weight, grams, PARTS.ballast, ball, PARTS.print)
        for grams in (PARTS.ballast.mass_g, COIN_G)
        for weight, ball in ((PARTS.brick, PARTS.ball), (PARTS.disc, None))
    ]
    pause = PARTS.pieces.floor + PARTS.pieces.pocket_depth
    pause_of_stone = (PARTS.stone.height + PARTS.pieces.pocket_depth) / 2
    damping = [design_figures.damping_ratio(CELL, load, goal) for load in range(0, 85, 4)]
    worst = max(
        design_figures.worst_offset_mm(design_figures.reach_of_square, PARTS.square),
        design_figures.worst_offset_mm(design_figures.reach_of_triangle, PARTS.triangle),
    )
    for quoted in (
        f"curved beam {flexure.cell_stiffness_gf_mm(SPRING, arm):.1f},",
        f"| {flexure.cell_stiffness_gf_mm(SPRING, straight):.0f} gf/mm |",
        f"| {stress * CELL.stop_gap:.0f} MPa, {100 * stress * CELL.stop_gap / SPRING.yield_mpa:.0f} % of yield |",
        f"| {stress * CELL.full_load_g / goal:.0f} MPa |",
        f"| {CELL.full_load_g / goal:.1f} mm |",
        f"{min(damping):.2f} to {max(damping):.2f} of critical",
        f"one turn of the screw is {design_figures.codes_per_mm(PARTS.cell_magnet, CELL):.0f} codes",
        f"{design_figures.flux_index(PARTS.piece_magnet):.0f} kG2 mm2",
        "brick {:.0f} %, disc {:.0f} % with brass;\n   brick {:.0f} %, disc {:.0f} % with the coin".format(*infills),
        f"{PARTS.ballast.mass_g:.2f} g [C]",
        f"layer at {pause:.1f} mm** (stones: at {pause_of_stone:.1f} mm)",
        f"Pause after {PARTS.ballast.floor + PARTS.ballast.pocket_depth:.1f} mm",
        f"at most {worst:.1f} mm off",
        f"flange and cup: {CELL.stop_gap} mm empty, {CELL.stop_gap - CELL.full_load_g / goal:.2f} mm with 84 g",
        f"a Gerber paste layer with {SPRING.sheet_columns * SPRING.sheet_rows} springs",
    ):
        assert quoted in guide, quoted


def test_rooms_end_between_two_layers():
    """The printer pauses after a layer of 0.2 mm: a room must begin and end there."""
    edges = [
        PARTS.pieces.floor,
        PARTS.pieces.floor + PARTS.pieces.pocket_depth,
        (PARTS.stone.height - PARTS.pieces.pocket_depth) / 2,
        (PARTS.stone.height + PARTS.pieces.pocket_depth) / 2,
        PARTS.ballast.floor,
        PARTS.ballast.floor + PARTS.ballast.pocket_depth,
    ]
    assert [edge for edge in edges if abs(edge / 0.2 - round(edge / 0.2)) > 1e-6] == []


def test_links_and_pictures_of_the_guide_exist():
    guide = ROOT / "hardware/guide/mechanics.md"
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", guide.read_text(encoding="utf-8")):
        assert (guide.parent / target).exists(), target
