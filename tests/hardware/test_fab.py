"""What a fab is sent: bill and placement agree with each other and with the Gerbers, and mistakes in them are found."""

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from described import HARDWARE
from treppe_hardware.bill import count_parts, ordered
from treppe_hardware.boards.fab import export_gerbers
from treppe_hardware.boards.fab_check import check_upload
from treppe_hardware.boards.kept import KEPT, boards_with_layout
from treppe_hardware.boards.order_sheet import placing_cost, render_order_sheet
from treppe_hardware.boards.tables import joints_by_hand, population_names, write_tables

ROOT = Path(__file__).parents[2]
BOARDS = boards_with_layout(HARDWARE)
FABS = HARDWARE.fabs
MISTAKES = tomllib.loads((ROOT / "tests/data/fab_mistakes.toml").read_text())


@pytest.fixture(scope="session")
def gerbers(kicad: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The Gerbers of every board, drawn once."""
    folders = {}
    for name, board in BOARDS.items():
        folder = tmp_path_factory.mktemp(name)
        export_gerbers(name, kicad.LoadBoard(str(ROOT / KEPT / f"{name}.kicad_pcb")), board, folder)
        folders[name] = folder / "gerbers"
    return folders


@pytest.mark.parametrize("name", BOARDS)
def test_what_fabs_are_sent_has_no_fault(name: str, gerbers: dict[str, Path], tmp_path: Path) -> None:
    for fab, bom, cpl in write_tables(name, BOARDS[name], FABS, HARDWARE.orders, HARDWARE.footprints, tmp_path):
        assert check_upload(fab, bom, cpl, gerbers[name], FABS.turns) == []


@pytest.mark.parametrize("fab", FABS.by_name)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_files_is_found(mistake: str, fab: str, gerbers: dict[str, Path], tmp_path: Path) -> None:
    name, planted = "start4_board", MISTAKES[mistake]
    written = write_tables(name, BOARDS[name], FABS, HARDWARE.orders, HARDWARE.footprints, tmp_path)
    _, bom, cpl = next(files for files in written if files[0].name == fab)
    path = {"bom": bom, "cpl": cpl}[planted["file"]]
    text = path.read_text()
    path.write_text(re.sub(planted["pattern"], planted.get("new", ""), text, count=1, flags=re.MULTILINE))
    if path.read_text() == text:
        assert mistake == "no number of LCSC" and not FABS.by_name[fab].wants_lcsc
        return
    faults = check_upload(FABS.by_name[fab], bom, cpl, gerbers[name], FABS.turns)
    assert any(planted["found"] in fault for fault in faults), faults


def test_gerbers_are_counted_from_the_corner_of_the_board(gerbers: dict[str, Path]) -> None:
    for name, folder in gerbers.items():
        edge = next(folder.glob("*Edge_Cuts.gbr")).read_text()
        xs, ys = zip(*re.findall(r"X(-?\d+)Y(-?\d+)D0[12]\*", edge), strict=True)
        least, most = ([turn(int(one) / 1e6 for one in axis) for axis in (xs, ys)] for turn in (min, max))
        assert least == pytest.approx([0, 0], abs=0.02) and most == pytest.approx(BOARDS[name].size_mm, abs=0.02), name
        drilled = "".join(path.read_text() for path in folder.glob("*.drl"))
        assert all(0 <= float(x) <= BOARDS[name].size_mm[0] for x in re.findall(r"^X([-\d.]+)Y", drilled, re.MULTILINE))


def test_parts_of_one_board_alone_are_placed_on_that_board(tmp_path: Path) -> None:
    board = BOARDS["square7_cells"]
    refs = {}
    for fab, _, cpl in write_tables("square7_cells", board, FABS, HARDWARE.orders, HARDWARE.footprints, tmp_path):
        if fab.name == "jlcpcb":
            refs[cpl.name] = {row["Designator"] for row in csv.DictReader(cpl.open())}
    assert set(refs) == {"square7_cells_1-3_cpl.csv", "square7_cells_4_cpl.csv"}
    fourth = refs["square7_cells_4_cpl.csv"]
    own = {"R7", "RT1", "R8", "R14", "R15"}
    assert own <= fourth and not own & refs["square7_cells_1-3_cpl.csv"]
    number = {one.ref: one.field for one in board.components}
    assert {number[ref] for ref in fourth} == set(range(8)), "the fourth carries one row of seven"


def test_the_guide_names_the_joints_that_stay_for_the_hand() -> None:
    board = BOARDS["start4_board"]
    joints = joints_by_hand(list(board.components), HARDWARE.footprints)
    total = sum(count for ref, count in joints.items() if ref != "J4")  # the display is no part of the starter
    assert f"{total} joints" in (ROOT / "hardware/guide/starter.md").read_text()
    assert f"{total} joints" in (ROOT / "hardware/README.md").read_text()


def test_placing_and_postage_are_told_as_they_are_computed() -> None:
    components = next(iter(population_names("start4_board", BOARDS["start4_board"]).values()))
    cost = placing_cost(components, 1, FABS.costs, HARDWARE.orders, HARDWARE.footprints)
    guide, asked = (ROOT / "hardware/guide/starter.md").read_text(), cost.placing + cost.postage
    assert f"{asked:.0f} EUR for placing and postage, {asked * (1 + FABS.costs.tax):.0f} with tax" in guide
    parts = ordered(count_parts(HARDWARE), 1, "start4") - HARDWARE.parts["OLED"].eur
    total = parts + asked * (1 + FABS.costs.tax) + 2
    assert total < 75 and f"about {total:.0f} EUR" in guide


def test_an_order_counts_the_boards_that_are_needed() -> None:
    for name, count, bare in (("start4_board", 2, 5), ("hall12_tile", 9, 10), ("hex49_flower", 7, 10)):
        sheet = render_order_sheet(
            name,
            BOARDS[name],
            FABS.costs,
            HARDWARE.orders,
            HARDWARE.footprints,
            [(FABS.by_name["jlcpcb"], Path(f"jlcpcb/{name}_bom.csv"), Path(f"jlcpcb/{name}_cpl.csv"))],
        )
        assert f"{count} of {bare} boards" in sheet and f"{bare} pieces" in sheet and f"for {count} boards" in sheet
        assert "No other number** for these" in sheet and "C2761795" in sheet
