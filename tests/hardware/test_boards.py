"""The kept circuit boards: what is described is what is drawn, and KiCad finds no fault."""

import math
import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from described import HARDWARE
from treppe_hardware import read_variant
from treppe_hardware.boards import silk
from treppe_hardware.boards.currents import allowed_amperes
from treppe_hardware.boards.fab import export_gerbers
from treppe_hardware.boards.fab_check import nets_of_gerbers
from treppe_hardware.boards.kept import KEPT, boards_with_layout
from treppe_hardware.boards.layout import is_on_board, outline, pads, place
from treppe_hardware.boards.place import place_parts
from treppe_hardware.boards.prove import prove, read_report
from treppe_hardware.boards.routes import read_routes
from treppe_hardware.boards.saw import opens_after_saw
from treppe_hardware.checks import check_hardware

pytestmark = [pytest.mark.long, pytest.mark.first]

ROOT = Path(__file__).parents[2]
BOARDS = boards_with_layout(HARDWARE)
# Where KiCad's own library has the same package; of what a fab places fabs.toml says it, rotations are counted by it.
LIBRARY = {name: turn.library for name, turn in HARDWARE.fabs.turns.items() if turn.library} | {
    "CP_D10_P5": "Capacitor_THT/CP_Radial_D10.0mm_P5.00mm",
    "BOX_2x7": "Connector_IDC/IDC-Header_2x07_P2.54mm_Vertical",
    "BOX_2x20": "Connector_IDC/IDC-Header_2x20_P2.54mm_Vertical",
    "XH_2": "Connector_JST/JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical",
    "XH_3": "Connector_JST/JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical",
    "VH_4": "Connector_JST/JST_VH_B4P-VH_1x04_P3.96mm_Vertical",
    "BUTTON": "Button_Switch_THT/SW_PUSH_6mm",
    "BUTTON_17": "Button_Switch_THT/SW_PUSH_6mm",
    "PIEZO": "Buzzer_Beeper/Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_kept_board_is_the_described_one_without_a_fault(kicad: object, name: str, tmp_path: Path) -> None:
    board = BOARDS[name]
    proof = prove(ROOT / KEPT / f"{name}.kicad_pcb", board, HARDWARE.footprints, tmp_path)
    assert proof.faults == []
    packed = export_gerbers(name, proof.kicad_board, board, tmp_path)
    assert packed.stat().st_size > 10_000
    wanted = {(one.ref, str(at)): net for one in board.components for at, net in enumerate(one.nets, 1) if net}
    written = nets_of_gerbers(tmp_path / "gerbers")
    assert {pad: written.get(pad) for pad in wanted} == wanted


def test_tracks_that_kicad_saved_stay_where_they_are_when_a_board_is_placed_again(kicad: Any, tmp_path: Path) -> None:
    board, kept = BOARDS["start4_board"], tmp_path / "start4_board.kicad_pcb"
    place_parts(kept, board, HARDWARE.footprints)
    faults = prove(kept, board, HARDWARE.footprints, tmp_path).faults
    assert any("Missing connection" in fault for fault in faults), "a new board has no tracks"
    laid = kicad.LoadBoard(str(ROOT / KEPT / kept.name))
    laid.Save(str(kept))
    place_parts(kept, board, HARDWARE.footprints)
    assert prove(kept, board, HARDWARE.footprints, tmp_path).faults == []
    mine, theirs = (read_routes(path.read_text(), board.size_mm[1]) for path in (kept, ROOT / KEPT / kept.name))
    assert mine.tracks.keys() == theirs.tracks.keys()
    assert all(set(mine.tracks[net]) == set(theirs.tracks[net]) for net in mine.tracks)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (r"\(segment \(start (\S+) (\S+)\) \(end \S+ \S+\)", r"(segment (start \1 \2) (end \1 90)", "clearance|edge"),
        (r'\(net \d+ "I2C_SDA"\)', '(net 1 "3V3")', "the description has net I2C_SDA"),
        (r'(\(fp_text reference )"R1"', r'\1"R9"', "R1 pad 1: the description has 1, the board 0"),
        (r"  \(segment .*\n", "", "unconnected_items|via_dangling"),
        (r"  \(zone [\s\S]*?\n  \)\n", "", "pours are described, 2 are there"),
        (r"( +\(filled_polygon .*\n)+", "", "the pour of .* is kept with 0.0 mm2, filled anew it has"),
        ("base rev A", "base rev B", "'base rev A' is not printed on it"),
    ],
)
def test_what_somebody_breaks_on_a_board_is_found(kicad, tmp_path, old, new, found):
    name = "reed12_base"
    text = (ROOT / KEPT / f"{name}.kicad_pcb").read_text()
    broken = re.sub(old, new, text, count=1)
    assert broken != text
    path = tmp_path / f"{name}.kicad_pcb"
    path.write_text(broken)
    path.with_suffix(".kicad_pro").write_text((ROOT / KEPT / f"{name}.kicad_pro").read_text())
    proof = prove(path, BOARDS[name], HARDWARE.footprints, tmp_path)
    assert any(re.search(found, fault) for fault in proof.faults), proof.faults


def test_a_track_that_is_too_narrow_is_found(kicad: object, tmp_path: Path) -> None:
    name = "controller"
    text = (ROOT / KEPT / f"{name}.kicad_pcb").read_text()
    path = tmp_path / f"{name}.kicad_pcb"
    path.write_text(re.sub(r"\(width (?:3|2\.5|1\.5)\)", "(width 0.4)", text))
    path.with_suffix(".kicad_pro").write_text((ROOT / KEPT / f"{name}.kicad_pro").read_text())
    faults = prove(path, BOARDS[name], HARDWARE.footprints, tmp_path).faults
    assert any(re.search(r"5V_LED: .* A in a track of 0.4 mm", fault) for fault in faults), faults
    assert allowed_amperes(0.3) < 2 < allowed_amperes(0.5)


def test_a_report_that_cannot_be_read_is_a_fault() -> None:
    counts, faults = read_report("** Found 2 DRC violations **\n[new_rule] in another form\n")
    assert not counts and "2 findings, 0 could be read" in faults[0]


@pytest.mark.needs("kicad-footprints")
def test_footprints_are_those_of_the_library(kicad: object) -> None:
    """Turned or shifted, the pads lie as KiCad has them, within a tenth of a millimetre."""
    folder = Path("/usr/share/kicad/footprints")
    for name, path in LIBRARY.items():
        library, _, package = path.partition("/")
        loaded = kicad.FootprintLoad(str(folder / f"{library}.pretty"), package)  # type: ignore[attr-defined]
        theirs = [(pad.GetPadName(), pad.GetPos0().x / 1e6, -pad.GetPos0().y / 1e6) for pad in loaded.Pads()]
        theirs = [pad for pad in theirs if pad[0]]
        mine = [(pad.name, pad.x, pad.y) for pad in HARDWARE.footprints[name].pads]
        turns = range(1 if name in HARDWARE.fabs.turns else 4)  # fabs take our rotation for KiCad's
        assert min(_distance(mine, theirs, turn) for turn in turns) < 0.1, name


def _distance(mine: list[tuple[str, float, float]], theirs: list[tuple[str, float, float]], turn: int) -> float:
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    turned = [(name, x * cos - y * sin, x * sin + y * cos) for name, x, y in mine]
    middles = [[sum(pad[axis] for pad in side) / len(side) for axis in (1, 2)] for side in (turned, theirs)]
    worst = 0.0
    for name, x, y in turned:
        place = x - middles[0][0] + middles[1][0], y - middles[0][1] + middles[1][1]
        worst = max(worst, min(math.dist(place, pad[1:]) for pad in theirs if pad[0] == name))
    return worst


@pytest.mark.parametrize("name", BOARDS)
def test_pads_lie_on_the_board(name: str) -> None:
    board = BOARDS[name]
    corners = outline(board)
    assert max(x for x, _ in corners) == board.size_mm[0] and max(y for _, y in corners) == board.size_mm[1]
    for pad in pads(board, HARDWARE.footprints):
        assert is_on_board(board, pad.x, pad.y), pad


@pytest.mark.parametrize("name", BOARDS)
def test_the_print_is_read_as_it_is_meant(name: str) -> None:
    """No name runs into another, a dot or a plus; a pad to measure at has one line with its reference."""
    board = BOARDS[name]
    parts = place(board, HARDWARE.footprints)
    printed = silk.texts(board, parts, pads(board, HARDWARE.footprints))
    boxes = [(text, box_of(text)) for text in printed]
    dots = [(one.is_bottom, silk.first_pin(one)) for one in parts if silk.has_dot(one)]
    for text, (west, south, east, north) in boxes:
        for is_bottom, (x, y) in dots:
            assert is_bottom != text.is_bottom or not (west < x < east and south < y < north), text
    for (one, first), (other, second) in combinations(boxes, 2):
        apart = max(first[0] - second[2], second[0] - first[2], first[1] - second[3], second[1] - first[3])
        assert one.is_bottom != other.is_bottom or apart >= (0.4 if "+" in (one.text, other.text) else 0), (one, other)
    for one in parts:
        if one.footprint.name == "PAD" and one.component.label:
            assert [text.text for text in printed if one.component.ref in text.text.split()] == [
                f"{one.component.ref} {one.component.label}"
            ]


def box_of(text: silk.Text) -> tuple[float, float, float, float]:
    """Return what a text covers, a letter as wide as nine tenths of its height."""
    reach = len(text.text) * text.size * 0.45, text.size * 0.5
    if round(text.turn) % 180 == 90:
        reach = reach[1], reach[0]
    return text.x - reach[0], text.y - reach[1], text.x + reach[0], text.y + reach[1]


def test_equal_boards_lie_side_by_side() -> None:
    """No point of the plate lies under two boards, and every field's middle lies on one."""
    for surface in HARDWARE.surfaces.values():
        for board in surface.boards:
            if not (board.fields and board.origins):
                continue
            for x10, y10 in surface.places_mm10:
                nearby = [(x10 / 10 + dx, y10 / 10 + dy) for dx in range(-24, 25, 2) for dy in range(-24, 25, 2)]
                for x, y in nearby:
                    assert sum(is_on_board(board, x - west, y - south) for west, south in board.origins) <= 1, (x, y)
                middle = sum(is_on_board(board, x10 / 10 - west, y10 / 10 - south) for west, south in board.origins)
                assert middle == 1, (surface.name, x10, y10)


def test_a_part_beyond_an_edge_that_is_no_rectangle_is_found(tmp_path: Path) -> None:
    source = (ROOT / "hardware/surfaces/hex49.toml").read_text()
    place = "at = [0, 21, 0]"
    assert place in source
    (tmp_path / "hex49.toml").write_text(source.replace(place, "at = [6, 21, 0]"))
    found = [str(one) for one in check_hardware(read_variant(ROOT, tmp_path / "hex49.toml"))]
    assert any("flower D1" in one and "reaches over the board's edge" in one for one in found), found


def test_kept_files_are_lean() -> None:
    for path in (ROOT / KEPT).iterdir():
        assert path.stat().st_size < 900_000, path  # half of it are pours, their circles in corners


def test_a_board_that_is_sawn_off_stays_whole(kicad: object, tmp_path: Path) -> None:
    name = "square7_cells"
    board = BOARDS[name]
    path = ROOT / KEPT / f"{name}.kicad_pcb"
    assert board.saw_mm and opens_after_saw(path, board, tmp_path) == []
    lower = opens_after_saw(path, replace(board, saw_mm=board.saw_mm - 3), tmp_path)
    assert lower, "tracks run just below the line: a saw that is 3 mm off cuts some, and the proof sees it"


def test_the_saw_proof_sees_a_net_that_runs_beyond_the_line(kicad: object, tmp_path: Path) -> None:
    """One track south of the line is led round beyond it: KiCad's own check of the whole board sees nothing."""
    name = "square7_cells"
    board = BOARDS[name]
    text = (ROOT / KEPT / f"{name}.kicad_pcb").read_text()
    net = re.search(r'\(net (\d+) "MUX_SELECT0"\)', text)
    assert net
    track = (
        rf'\(segment \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) (\(width \S+\) \(layer "\S+"\) \(net {net[1]}\)) [^\n]*'
    )
    way = (r"\1 \2", r"\1 130", r"\3 130", r"\3 \4")
    detour = "\n".join(rf"(segment (start {a}) (end {b}) \5)" for a, b in pairwise(way))
    path = tmp_path / f"{name}.kicad_pcb"
    longest = max(re.finditer(track, text), key=lambda found: abs(float(found[1]) - float(found[3])))
    path.write_text(text[: longest.start()] + longest.expand(detour) + text[longest.end() :])
    path.with_suffix(".kicad_pro").write_text((ROOT / KEPT / f"{name}.kicad_pro").read_text())
    opens = opens_after_saw(path, board, tmp_path)
    assert opens and all("MUX_SELECT0" in one for one in opens), opens
