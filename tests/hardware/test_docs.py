import re
from pathlib import Path

import pytest
from described import HARDWARE
from treppe_hardware import read_variant
from treppe_hardware.bill import count_parts, ordered
from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.boards.steps import soldering_steps
from treppe_hardware.boards.tables import is_placed
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.checks.power import light_ma

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "hardware"
README = (FOLDER / "README.md").read_text()
GUIDE = (FOLDER / "build_guide.md").read_text()


@pytest.mark.parametrize("name", ["README.md", "build_guide.md", "guide/mechanics.md", "guide/starter.md"])
def test_links_lead_somewhere(name: str) -> None:
    text = (FOLDER / name).read_text()
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", text):
        if "://" not in target:
            path = (FOLDER / name).parent / target if target else FOLDER / name
            assert path.exists(), f"{name}: {target}"
            assert not anchor or anchor in headings(path), f"{name}: {target}#{anchor}"


def headings(path: Path) -> list[str]:
    """Return what a link to each heading of a page is called on the web."""
    lines = [line.lstrip("#").strip().lower() for line in path.read_text().splitlines() if line.startswith("#")]
    return [re.sub(r"[^a-z0-9 _-]", "", line).replace(" ", "-") for line in lines]


def test_prices_are_those_of_the_bill() -> None:
    lines = count_parts(HARDWARE)
    sums = {unit: ordered(lines, 1, unit) for unit in {line.unit for line in lines}}
    order = ("start4", "reed12", "square7", "hex49", "cell1")
    electronics = " | ".join(f"{sums[name]:.0f}" for name in order)
    pieces = " | ".join(f"{sums[f'{name} pieces']:.0f}" for name in order[:4])
    assert f"| all but the pieces, EUR [E] | {electronics} |" in README
    assert f"| pieces, EUR [E] | {pieces} | - |" in README
    assert f"costs about {sums['controller']:.0f} EUR" in README
    for name, unit in (("reed surface", "reed12"), ("tower surface", "square7"), ("one weighing cell", "cell1")):
        assert re.search(rf"^\| {name} \| \d+ h \| {sums[unit]:.0f} EUR", GUIDE, re.M), name


def test_the_starters_guide_tells_what_an_order_costs() -> None:
    guide = (FOLDER / "guide/starter.md").read_text()
    assert f"five boards {ordered(count_parts(HARDWARE), 1, 'start4'):.0f} EUR" in guide
    printed = (FOLDER / "guide/print_list.md").read_text()
    grams = [float(row) for row in re.findall(r"^\| start4_(?:tray|lid) .*\| ([\d.]+) \|$", printed, re.M)]
    assert len(grams) == 2 and f"{sum(grams):.0f} g of plastic" in guide


def test_the_two_tiles_are_compared_by_what_they_cost_and_draw() -> None:
    fab = read_variant(ROOT, ROOT / "hardware/variants/hall12.toml")
    hall = [line for line in count_parts(fab) if line.unit == "hall12"]
    reed = [line for line in count_parts(HARDWARE) if line.unit == "reed12"]
    sensors = [
        next(line for line in lines if line.part.name == part)
        for lines, part in ((reed, "REED"), (hall, "HALL_SWITCH"))
    ]
    assert f"| sensors, EUR [E] | {sensors[0].eur:.0f} | {sensors[1].eur:.0f} |" in README
    sums = [ordered(lines, 1) for lines in (reed, hall)]
    placed = f"placing {len(fab.surfaces['hall12'].boards[0].components)} parts"
    both = f"{sums[0]:.0f} | {sums[1]:.0f}"
    assert f"| all but the pieces, EUR [E] | {both}, and what the fab takes for {placed}" in README
    assert f"| nothing open, {144 * 3.3 / 10:.0f} mA all closed" in README
    assert f"| {144 * sensors[1].part.typical_ma:.1f} mA, and as much" in README


def test_sizes_and_light_are_those_of_the_descriptions() -> None:
    for surface in HARDWARE.surfaces.values():
        assert f"{surface.width_mm} x {surface.height_mm} mm" in README
    reed = light_ma(Circuit(HARDWARE.controller, HARDWARE.surfaces["reed12"]))[0]
    assert f"{reed:.0f} mA (reed), nothing (towers)" in README


def test_parts_that_the_guide_names_exist() -> None:
    """References such as R12 or U5 belong to a board that has them."""
    boards = HARDWARE.controller.boards + tuple(board for one in HARDWARE.surfaces.values() for board in one.boards)
    known = {component.ref for board in boards for component in board.components}
    text = (FOLDER / "build_guide.md").read_text()
    named = set(re.findall(r"\b(?:R|C|Q|D|J|JP|U|F|RN|SW|LS)\d+\b", text)) - {"Q7"}  # a pin of the 74HC165
    assert named <= known, sorted(named - known)


def test_every_stage_has_a_section() -> None:
    text = (FOLDER / "build_guide.md").read_text()
    stages = re.findall(r"^\| (\d+) \|", text, re.MULTILINE)
    assert stages == [str(number) for number in range(1, 12)]
    for number in stages:
        assert re.search(rf"^## .*\b{number}\. ", text, re.MULTILINE), number


def test_the_guides_show_a_picture_of_each_step_of_the_boards_that_hands_solder() -> None:
    """Of alike boards one is shown, the others are linked as pages."""
    shown = GUIDE + (FOLDER / "guide/starter.md").read_text()
    for page in (FOLDER / "generated/steps").glob("*.md"):
        steps = re.findall(r"\]\((\S+\.svg)\)", page.read_text())
        assert steps
        missing = [step for step in steps if f"generated/steps/{step}" not in shown]
        by_fab = {"hall12_tile_1.svg", "start4_board_1.svg"}
        assert set(missing) <= by_fab or f"generated/steps/{page.name})" in shown, missing


def test_flat_parts_come_before_tall_ones_and_none_is_left_out() -> None:
    for name, board in boards_with_layout(HARDWARE).items():
        steps = soldering_steps(board, HARDWARE.footprints, set())
        soldered = [one.ref for step in steps for one in step.components]
        assert sorted(soldered) == sorted(one.ref for one in board.components if one.part.eur > 0), name
        bodies = {one.ref: HARDWARE.footprints[one.part.footprint].bodies for one in board.components}
        heights = [
            (step.side, is_placed(one, HARDWARE.footprints), max(box.top for box in bodies[one.ref]))
            for step in steps
            for one in step.components
        ]
        for side in ("top", "bottom"):
            for placed in (True, False):
                mine = [height for where, how, height in heights if where == side and how is placed]
                assert mine == sorted(mine), (name, side)


def test_test_points_that_the_guides_name_carry_the_names_they_say() -> None:
    boards = boards_with_layout(HARDWARE)
    guides = {"controller": GUIDE[GUIDE.index("## 1. Supply") : GUIDE.index("## 4. ")]}
    guides["square7_base"] = GUIDE[GUIDE.index("## 7. ") : GUIDE.index("## 8. ")]
    guides["start4_board"] = (FOLDER / "guide/starter.md").read_text()
    for name, text in guides.items():
        labels = {one.ref: one.label for one in boards[name].components if one.part.name == "PAD"}
        named = re.findall(r"`(\w+)` \((TP\d)\)", text)
        assert named and all(labels[ref] == label for label, ref in named), name
    for board in ("hex49_base", "cell1_plate"):
        same = {one.ref: one.label for one in boards[board].components if one.part.name == "PAD"}
        assert same == {"TP1": "3V3A", "TP2": "3V3H", "TP3": "GND"}, "the guide names them once for all"
