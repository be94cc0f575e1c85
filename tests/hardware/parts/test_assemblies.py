"""Boards with all that stands and hangs on them, in frames, on wood, in cases: no two bodies overlap."""

# ruff: noqa: E402
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from needs import require

require("parts")

from build123d import Pos
from treppe_hardware import Hardware, read_hardware
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.parameters import SOURCE, Parameters, read_parameters
from treppe_hardware.parts.assemblies import case_bodies, rooms, surface_bodies
from treppe_hardware.parts.populated import PlacedBody, populated

ROOT = Path(__file__).parents[3]
PARTS = read_parameters(ROOT / SOURCE)
HARDWARE = read_hardware(ROOT)
TOUCH_MM, SHARED_MM3 = 0.01, 0.001


def overlaps(bodies: list[PlacedBody]) -> list[tuple[str, str]]:
    """Return the pairs of things that share room."""
    found = []
    boxes = [body.part.bounding_box() for body in bodies]
    ends = [((box.min.X, box.max.X), (box.min.Y, box.max.Y), (box.min.Z, box.max.Z)) for box in boxes]
    for one, other in combinations(range(len(bodies)), 2):
        pairs = zip(ends[one], ends[other], strict=True)
        if bodies[one].group != bodies[other].group and all(
            a < d - TOUCH_MM and c < b - TOUCH_MM for (a, b), (c, d) in pairs
        ):
            common = bodies[one].part & bodies[other].part
            if common and sum(solid.volume for solid in common.solids()) > SHARED_MM3:
                found.append((bodies[one].name, bodies[other].name))
    return found


def surface(
    name: str, numbers: tuple[int, ...], parts: Parameters = PARTS, hardware: Hardware = HARDWARE
) -> list[PlacedBody]:
    return surface_bodies(parts, hardware, (hardware.surfaces | hardware.variants)[name], numbers)


@pytest.mark.parametrize("name", rooms(HARDWARE))
def test_a_board_fits_into_its_case(name: str) -> None:
    assert overlaps(case_bodies(PARTS, HARDWARE, name)) == []


@pytest.mark.parametrize(
    ("name", "numbers"), [("reed12", (1,)), ("hall12", (1, 2)), ("square7", (1, 4)), ("hex49", (1, 4)), ("cell1", ())]
)
def test_what_a_surface_is_built_of_fits_together(name: str, numbers: tuple[int, ...]) -> None:
    assert overlaps(surface(name, numbers)) == []


def test_openings_under_all_boards_let_their_plugs_through() -> None:
    for name in ("reed12", "hall12", "square7", "hex49"):
        bodies = surface(name, ())
        below = [body for body in bodies if body.part.bounding_box().min.Z < -1.7 and not body.name.startswith("frame")]
        assert overlaps(below) == [], name


def changed(board: Board, ref: str, **how: object) -> Hardware:
    """Return the hardware with one part of the reed tile changed."""
    tile = replace(
        board, components=tuple(replace(part, **how) if part.ref == ref else part for part in board.components)
    )
    reeds = HARDWARE.surfaces["reed12"]
    boards = tuple(tile if one.name == tile.name else one for one in reeds.boards)
    return replace(HARDWARE, surfaces=HARDWARE.surfaces | {"reed12": replace(reeds, boards=boards)})


@pytest.mark.parametrize(
    ("ref", "how", "with_what"),
    [
        ("J1", {"side": "top"}, "frame.1"),
        ("C31", {"at": (79.75, 8, 0)}, "frame.1"),
        ("U1", {"at": (69, 44, 0)}, "frame.1"),
        ("J3", {"at": (99.75, 30, 0)}, ""),
    ],
)
def test_a_part_that_stands_in_the_frame_is_found(ref: str, how: dict[str, object], with_what: str) -> None:
    found = overlaps(surface("reed12", (1,), hardware=changed(HARDWARE.surfaces["reed12"].boards[0], ref, **how)))
    assert (any(with_what in pair and any(ref in name for name in pair) for pair in found)) is bool(with_what), found


def test_wood_without_openings_and_ribs_on_the_board_are_found() -> None:
    low = replace(PARTS, tile_frame=replace(PARTS.tile_frame, rib_bottom=0.1))
    assert ("tile.1 J1 pin 7", "frame.1") in overlaps(surface("reed12", (1,), low))
    thin = replace(PARTS, wood=replace(PARTS.wood, pillar_height=0.5))
    assert overlaps(surface("square7", (1,), thin)) != []


def test_a_round_part_and_one_below_the_board_lie_where_the_board_has_them() -> None:
    board = HARDWARE.surfaces["start4"].boards[0]
    boxes = {body.name: body.part.bounding_box() for body in populated(board, HARDWARE.footprints)}
    heights = {name: (round(boxes[name].min.Z, 2), round(boxes[name].max.Z, 2)) for name in ("board", "LS1.0", "SW1.1")}
    assert heights == {"board": (-1.6, 0), "LS1.0": (-8.1, -1.6), "SW1.1": (0, 7.3)}
    assert round(boxes["LS1.0"].center().X, 2) == 86
    moved = populated(board, HARDWARE.footprints)[0].moved(Pos(5, 0, 0), "here ")
    assert moved.name == "here board" and round(moved.part.bounding_box().min.X, 2) == 5
