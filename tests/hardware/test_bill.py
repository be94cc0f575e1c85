import csv
import io
from pathlib import Path
from random import Random

import pytest
from described import HARDWARE
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_hardware import fixing, read_variant
from treppe_hardware.bill import Line, count_parts, ordered, render_csv, render_markdown

ROOT = Path(__file__).parents[2]
LINES = count_parts(HARDWARE)


def quantity(lines: list[Line], unit: str, part: str, value: str = "") -> int:
    return sum(line.quantity for line in lines if (line.unit, line.part.name, line.value) == (unit, part, value))


def test_what_is_counted_follows_the_surfaces() -> None:
    expected = {"REED": 144, "74HC165": 18, "WS2812B": 144, "74LVC125": 9, "PCB_TILE": 9, "24C32": 1, "XH_2": 18}
    assert {part: quantity(LINES, "reed12", part) for part in expected} == expected
    expected = {"DRV5055A3": 49, "CD74HC4067": 4, "WS2812B": 49, "MAGNET_5X2": 49, "TLV1117LV33": 1}
    for name in ("square7", "hex49"):
        assert {part: quantity(LINES, name, part) for part in expected} == expected
    assert quantity(LINES, "square7", "R", "100") == 49
    assert quantity(LINES, "controller", "PICO") == quantity(LINES, "cell1", "DRV5055A3") == 1


def test_what_holds_a_tower_surface_together_is_counted() -> None:
    for name in ("square7", "hex49", "cell1"):
        screws = len(fixing.spacer_places(HARDWARE.surfaces[name]))
        assert quantity(LINES, name, "PLATE_SCREW") == quantity(LINES, name, "SPACER") == screws
        assert quantity(LINES, name, "TRIM_SCREW") == len(HARDWARE.surfaces[name].names)
        assert quantity(LINES, name, "TAP_M6") == quantity(LINES, name, "EPOXY") == 1
    for name in ("square7", "hex49"):
        assert quantity(LINES, name, "BASE_TOWER") == quantity(LINES, name, "PLATE_TOWER") == 1
    assert quantity(LINES, "reed12", "BASE_REED") == quantity(LINES, "reed12", "PLATE_REED") == 1


def test_pieces_and_magnets_of_all_games() -> None:
    assert quantity(LINES, "reed12 pieces", "MAGNET_10X2") == 4 * (1 + 6 + 4) + 30 + 4 * 5
    assert quantity(LINES, "square7 pieces", "BALLAST") == 54
    assert quantity(LINES, "hex49 pieces", "BALLAST") == 140
    assert sum(line.quantity for line in LINES if line.part.name == "BALL") == 4


@pytest.mark.parametrize("name", catalogue.names())
def test_the_box_has_the_pieces_that_stand_on_the_board(name: str) -> None:
    """Through a random game of as many players as there can be."""
    declared = facts.of(name).largest_material()
    module = games.load(name)
    most = max({option[0]: option[1] for option in module.OPTIONS}.get("players", (1,)))
    state = games.start(name, players=most) if most > 1 else games.start(name)
    fields = 144 if state.surface == "reed12" else 49
    random = Random(7)
    for step in range(60):
        if step % 20 == 0:
            counts: dict[str, int] = {}
            for field in range(fields):
                for code in state.pieces(field):
                    kind = code if code[0] in "WB" else code[0] + code[2 if code[0] == "N" else 1]
                    counts[kind] = counts.get(kind, 0) + 1
            free = {code: count for code, count in counts.items() if code[0] == "P"}  # any shape of this colour
            for code, count in counts.items():
                if code not in free:
                    assert count <= declared[code], (name, code)
            for code, count in free.items():
                assert count <= sum(number for other, number in declared.items() if other[1:] == code[1:])
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))


def test_csv_and_markdown_have_the_same_sum() -> None:
    rows = list(csv.DictReader(io.StringIO(render_csv(LINES))))
    total = sum(float(row["eur_sum_estimate"]) for row in rows)
    assert f"| **everything** | **{total:.0f}** |" in render_markdown(LINES)
    assert all(row["quantity"].isdigit() and row["title"] for row in rows)


def test_boards_are_sold_by_five() -> None:
    tile = next(line for line in LINES if line.part.name == "PCB_TILE")
    assert [tile.ordered_eur(count) / tile.part.eur for count in (1, 5)] == [10, 45]
    start, pieces = ordered(LINES, 1, "start4"), ordered(LINES, 1, "start4 pieces")
    assert start + pieces < 40, "the least board: what the project promises"


def test_a_variant_has_its_own_magnets() -> None:
    lines = count_parts(read_variant(ROOT, ROOT / "hardware/variants/reed30.toml"))
    assert quantity(lines, "reed30 pieces", "MAGNET_6X3") == 94
    assert quantity(lines, "reed30 pieces", "MAGNET_10X2") == 0


def test_a_tile_for_a_fab_has_a_switch_where_the_reed_was() -> None:
    lines = count_parts(read_variant(ROOT, ROOT / "hardware/variants/hall12.toml"))
    assert quantity(lines, "hall12", "REED") == 0
    assert quantity(lines, "hall12", "HALL_SWITCH") == 144
    for part in ("74HC165", "WS2812B", "74LVC125", "24C32", "PCB_TILE", "PCB_BASE"):
        assert quantity(lines, "hall12", part) == quantity(LINES, "reed12", part)
