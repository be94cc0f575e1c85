"""What a builder downloads: every board's files, and sheets that say how to order it."""

import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from described import HARDWARE
from treppe_hardware import InvalidDescription
from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.boards.order_sheet import render_order_sheet
from treppe_hardware.boards.tables import write_tables
from treppe_hardware.descriptions.orders import Order
from treppe_hardware.kit import kit_files, write_kit

ROOT = Path(__file__).parents[2]
BOARDS = boards_with_layout(HARDWARE)


def render_orders(orders: dict[str, Order], folder: Path) -> dict[str, str]:
    texts = {}
    for name, board in BOARDS.items():
        written = write_tables(name, board, HARDWARE.fabs, orders, HARDWARE.footprints, folder / name)
        texts[name] = render_order_sheet(name, board, HARDWARE.fabs.costs, orders, HARDWARE.footprints, written)
    return texts


def test_an_order_says_what_is_not_ready(tmp_path: Path) -> None:
    texts = render_orders(HARDWARE.orders, tmp_path)
    assert [name for name, text in texts.items() if "Not ready" in text] == []
    assert "58 joints" not in texts["controller"]
    unknown = replace(HARDWARE.orders["R_PRECISE 12k"], lcsc="")
    without = render_orders(HARDWARE.orders | {"R_PRECISE 12k": unknown}, tmp_path)
    assert "number of this fab's for R3 (12k, YAGEO RT0603BRD0712KL)" in without["square7_cells"]
    assert "PCB assembly: economic, top side; 2 of 5 boards" in texts["start4_board"]
    assert "PCB assembly: standard, top and bottom sides" in texts["square7_cells"]
    assert "standard assembly needs fiducials. Tick *edge rails by the fab*" in texts["square7_cells"]
    assert "Rails and fiducials: none; the west and east edges are free" in texts["start4_board"]
    assert "sawn off 39.75 mm north" in texts["square7_cells"]


def test_a_kit_is_the_same_twice_and_refuses_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("one")
    for target in ("a.tar.gz", "b.tar.gz"):
        write_kit({"boards/one.txt": tmp_path / "one.txt"}, tmp_path / target)
    first = (tmp_path / "a.tar.gz").read_bytes()
    assert first == (tmp_path / "b.tar.gz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(first)) as archive:
        assert archive.getnames() == ["treppe-hardware/boards/one.txt"]
    (tmp_path / "hardware").symlink_to(ROOT / "hardware")
    with pytest.raises(InvalidDescription, match=r"controller_gerbers\.zip is not there: make boards parts"):
        kit_files(tmp_path)
