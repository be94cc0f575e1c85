import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from described import HARDWARE
from treppe_hardware import InvalidDescription, fixing
from treppe_hardware.bread import Breadboard, strip_of
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.parameters import read_parameters
from treppe_hardware.drawings.pdf import render_pdf
from treppe_hardware.drawings.plates import drilling, printing
from treppe_hardware.drawings.shapes import Circle, render_svg
from treppe_hardware.kicad import render_schematic

ROOT = Path(__file__).parents[2]
BOARDS = HARDWARE.controller.boards + tuple(board for one in HARDWARE.surfaces.values() for board in one.boards)


@pytest.mark.long
def test_svg_is_well_formed(generated: dict[Path, bytes]) -> None:
    drawings = {path: content for path, content in generated.items() if path.suffix == ".svg"}
    assert len(drawings) > 10
    for path, content in drawings.items():
        assert ElementTree.fromstring(content).tag.endswith("svg"), path


def test_templates_have_the_size_of_the_plate() -> None:
    for surface in HARDWARE.surfaces.values():
        for sheet in (drilling(surface), printing(surface)):
            root = ElementTree.fromstring(render_svg(sheet))
            assert root.get("width") == f"{surface.width_mm}mm"
            assert root.get("viewBox") == f"0 0 {surface.width_mm} {surface.height_mm}"


def test_every_field_is_drilled_where_the_firmware_has_it() -> None:
    for surface in HARDWARE.surfaces.values():
        holes = {(round(s.x * 10), round(s.y * 10)) for s in drilling(surface).shapes if isinstance(s, Circle)}
        assert surface.sensor_part.switches_mt or set(surface.places_mm10) <= holes
        east, north = surface.lamp_offset_mm
        assert {(round(x + 10 * east), round(y + 10 * north)) for x, y in surface.places_mm10} <= holes


def test_a_tower_surface_has_holes_for_pegs_and_screws_as_the_mechanical_parts_want_them() -> None:
    parts = read_parameters(ROOT / "hardware/parts/parts.toml")
    for name in ("square7", "hex49", "cell1"):
        surface = HARDWARE.surfaces[name]
        circles = [shape for shape in drilling(surface).shapes if isinstance(shape, Circle)]
        holes = {(round(circle.x, 1), round(circle.y, 1)): 2 * circle.radius for circle in circles}
        for x, y in fixing.places(surface):
            assert holes[round(x, 1), round(y, 1)] == parts.tower_plate.neck_hole_diameter
            for side in (-0.5, 0.5):
                hole = holes[round(x + side * parts.cell.peg_distance, 1), round(y, 1)]
                assert 0.1 <= hole - parts.cell.peg_diameter <= 0.3
        for x, y in fixing.spacer_places(surface):
            assert holes[round(x, 1), round(y, 1)] == parts.tower_plate.screw_hole_diameter


def test_pages_cover_the_plate() -> None:
    pdf = render_pdf(drilling(HARDWARE.surfaces["reed12"]))
    assert pdf.count(b"/Type /Page\n") == 6
    assert b"100 mm: measure it" in pdf and b"page C2" in pdf
    assert render_pdf(drilling(HARDWARE.surfaces["cell1"])).count(b"/Type /Page\n") == 1


def read_expression(text: str) -> list[object]:
    """Return a KiCad file as nested lists of words."""
    stack: list[list[object]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.strip('"'))
    assert len(stack) == 1, "brackets do not match"
    return stack[0]


def find(items: list[object], name: str) -> list[list[object]]:
    return [item for item in items if isinstance(item, list) and item and item[0] == name]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.title)
def test_the_schematic_connects_what_the_description_says(board: Board) -> None:
    """Pins and labels meet at places, as KiCad sees it."""
    (sheet,) = read_expression(render_schematic(board))
    assert isinstance(sheet, list)
    library: dict[object, dict[str, tuple[float, float]]] = {}
    for symbol in find(find(sheet, "lib_symbols")[0], "symbol"):
        pins = [pin for unit in find(symbol, "symbol") for pin in find(unit, "pin")]
        places = [(str(find(pin, "number")[0][1]), find(pin, "at")[0]) for pin in pins]
        library[symbol[1]] = {number: (float(str(at[1])), float(str(at[2]))) for number, at in places}
    labels: dict[tuple[float, float], str] = {}
    for label in find(sheet, "global_label"):
        at = find(label, "at")[0]
        labels[float(str(at[1])), float(str(at[2]))] = str(label[1])
    seen: dict[str, set[tuple[str, str]]] = {}
    identities = []
    for symbol in find(sheet, "symbol"):
        x, y = (float(str(value)) for value in find(symbol, "at")[0][1:3])
        ref = next(str(item[2]) for item in find(symbol, "property") if item[1] == "Reference")
        identities.append(find(symbol, "uuid")[0][1])
        for number, (dx, dy) in library[find(symbol, "lib_id")[0][1]].items():
            net = labels.get((round(x + dx, 3), round(y - dy, 3)))
            if net:
                seen.setdefault(net, set()).add((ref, number))
    assert len(set(identities)) == len(board.components)
    expected = {net: {(one.ref, str(index + 1)) for one, index in pins} for net, pins in board.nets().items()}
    assert seen == expected


def test_a_breadboard_makes_the_nets_that_are_described() -> None:
    """By strips, rails, jumpers and what is joined inside Pico and buttons, pins meet where they have one net."""
    for name in ("bread16", "gpio16"):
        bread = Breadboard(HARDWARE.variants[name].boards[0], HARDWARE.variants[name].names)
        group = {strip: {strip} for strip in bread.net_of}
        joins = [(strip_of(wire.start), strip_of(wire.end)) for wire in bread.wires if not wire.is_lead]
        pins = [(ref, pin, hole) for ref, holes in bread.holes.items() for pin, hole in holes]
        nets = {hole: bread.board.find_component(ref).nets[pin] for ref, pin, hole in pins}
        for ref in [one.ref for one in bread.board.components if one.part.footprint in ("PICO", "BUTTON")]:
            own = [(nets[hole], strip_of(hole)) for other, _, hole in pins if other == ref and nets[hole]]
            joins += [(strip, beside) for net, strip in own for same, beside in own if net == same]
        for one, other in joins:
            merged = group[str(one)] | group[str(other)]
            group.update(dict.fromkeys(merged, merged))
        found: dict[str, set[frozenset[str]]] = {}
        for hole, net in nets.items():
            if net:
                found.setdefault(net, set()).add(frozenset(group[str(strip_of(hole))]))
        assert [net for net, groups in found.items() if len(groups) > 1] == []
        assert len({one for groups in found.values() for one in groups}) == len(found), "no two nets are one"
        leads = [wire for wire in bread.wires if wire.is_lead]
        assert sum(wire.net.startswith("FIELD_") for wire in leads) == 16 and len(leads) == 21, leads
        assert sum(len(wires) for _, _, wires in bread.steps()) == len(bread.wires)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("i22", "i16", "R1: LAMP_0 and FIELD_0_12 would meet in one strip (T16)"),
        ("i22", "k22", "R1: there is no hole k22"),
        ("i22", "i17", "R1: its wires are 3 holes apart"),
        ("g29", "g24", "D17: g24 is taken by D17"),
    ],
)
def test_a_hole_that_cannot_be_is_refused(old: str, new: str, said: str) -> None:
    board = HARDWARE.variants["gpio16"].boards[0]
    changed = [
        replace(one, holes=tuple(new if hole == old else hole for hole in one.holes)) for one in board.components
    ]
    with pytest.raises(InvalidDescription) as refusal:
        Breadboard(replace(board, components=tuple(changed)), [])
    assert said in str(refusal.value)
