"""`treppe flash` itself, as a process, and a real MicroPython on an emulated Pico: `make test-pico UF2=path`."""

# ruff: noqa: E402
import contextlib
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from needs import require

UF2 = os.environ.get("UF2", "")
require("uf2")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import ChipBoard, flash_with
from flash_contents import copy_uf2, put_files, read_files
from treppe import VERSION
from treppe_host.deploy import bundle as bundles
from treppe_sim.compiled import compile_text, sources

SURFACE = "square7"
OLD = "0.0.9"
PULLS = 10
UPDATE_PULLS = 3
# Leaves half of the heap free, nowhere more than 2 kB in one piece.
CRUMBLE = """
import gc
kept = []
def fill(size):
    try:
        while True:
            kept.append(bytearray(size))
    except MemoryError:
        pass
fill(2000)
for at in range(0, len(kept), 2):
    kept[at] = None
gc.collect()
fill(2064)
gc.collect()
print(gc.mem_free())
"""


@pytest.fixture(scope="module")
def bundle():
    return bundles.build()


@pytest.fixture(scope="module")
def bare() -> bytes:
    """Return the flash of a Pico that was bought and got MicroPython, and nothing else."""
    return copy_uf2(Path(UF2).read_bytes())


@pytest.fixture(scope="module")
def old(bundle) -> bytes:
    """Return the flash of a Pico with an older firmware, of which one file differs."""
    text = re.sub(r'VERSION = ".*"', f'VERSION = "{OLD}"', sources()["treppe.py"])
    older = {"small/treppe.mpy": compile_text("treppe.py", text, bundles.PICO)}
    assert older.keys() <= bundle.files.keys()
    return flash_with(UF2, replace(bundle, files=bundle.files | older))


@pytest.fixture(scope="module")
def first(bare, tmp_path_factory):
    """Return how a first flash ended: exit status, what was said, the flash, operations of the flash that it took."""
    with board_at(bare, tmp_path_factory.mktemp("first")) as (board, port):
        before = len(board.noted.flash)
        status = board.run_tool("flash")
        print("\n" + port.said)
        return status, port.said, board.flash, len(board.noted.flash) - before


@contextlib.contextmanager
def board_at(flash, folder, *, is_crumbled=False):
    """Switch on a board with a flash, and offer its port."""
    board = ChipBoard(flash, SURFACE, folder)
    with contextlib.closing(board):
        assert board.run_until(lambda: board.is_at_usb, 3000)
        if is_crumbled:
            assert int(board.run_script(CRUMBLE, 20_000)) > 80_000
        with board.open_port(folder) as port:
            yield board, port


def plug_in(board):
    board.plug_in()
    assert board.run_until(lambda: board.is_at_usb, 3000)


def version_of(board):
    """Return the version that a board says hello with after it was plugged in."""
    board.start()
    return re.search(rb'"firmware":"([^"]*)"', board.last_words)[1].decode()


def installed(bundle, tree="a"):
    files = {f"/{tree}/{path}": content for path, content in bundle.files.items()}
    return files | {"/main.py": bundle.launcher, "/tree": tree.encode()}


def test_a_bare_pico_becomes_a_board(first, bundle):
    status, said, flash, _ = first
    assert status == 0, said
    assert f"{len(bundle.files)} files sent, 0 were there already" in said
    assert f"The board runs firmware {VERSION} on the surface {SURFACE}." in said
    there = read_files(flash)
    assert {path: there[path] for path in installed(bundle)} == installed(bundle)


def test_it_becomes_one_though_the_cable_is_pulled_ten_times(bare, first, bundle, tmp_path):
    operations = first[3]
    with board_at(bare, tmp_path) as (board, port):
        for pull in range(PULLS):
            board.pull_cable_at(operations // (PULLS + 1))
            assert board.run_tool("flash") == 1 and not board.is_on, (pull, port.said)
            assert port.said.strip().startswith("treppe: ") and "\n" not in port.said.strip(), port.said
            plug_in(board)
        assert board.run_tool("flash") == 0, port.said
        assert f"The board runs firmware {VERSION}" in port.said
        there = read_files(board.flash)
        assert {path: there[path] for path in installed(bundle)} == installed(bundle)


def test_an_update_sends_what_has_changed(old, bundle, tmp_path):
    with board_at(old, tmp_path) as (board, port):
        assert version_of(board) == OLD
        assert board.run_tool("flash") == 0, port.said
        assert f"1 files sent, {len(bundle.files) - 1} were there already" in port.said
        assert f"The board runs firmware {VERSION}" in port.said
        there = read_files(board.flash)
        assert {path: there[path] for path in installed(bundle, "b")} == installed(bundle, "b")


def test_a_board_whose_cable_is_pulled_during_an_update_starts_again(old, first, tmp_path):
    operations = first[3]  # a copy on the board takes as many as a file that is sent
    with board_at(old, tmp_path) as (board, port):
        for _ in range(UPDATE_PULLS):
            board.pull_cable_at(operations // (UPDATE_PULLS + 1))
            assert board.run_tool("flash") == 1 and not board.is_on, port.said
            plug_in(board)
            assert version_of(board) == OLD
        assert board.run_tool("flash") == 0, port.said
        assert f"The board runs firmware {VERSION}" in port.said


def test_nothing_at_the_prompt_needs_more_than_2_kb_in_one_piece(bare, bundle, tmp_path):
    left = put_files(bare, {f"a/{path}": content for path, content in bundle.files.items()})
    with board_at(left, tmp_path, is_crumbled=True) as (board, port):
        assert board.run_tool("flash") == 0, port.said
        assert f"0 files sent, {len(bundle.files)} were there already" in port.said
        assert f"The board runs firmware {VERSION}" in port.said
