"""`treppe flash` itself, as a process, brings images onto an emulated Pico, and modules over them; cables are pulled.

What does not depend on image and ROM is tried on simulated boards, tests/system/test_deploy.py.
`make test-pico`; with UF2=path onto a plain MicroPython as well.
"""

# ruff: noqa: E402
import contextlib
import random
import re
import sys
from pathlib import Path

import pytest
from needs import require

require("pico")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import ChipBoard
from flash_contents import put_files, read_files
from pico_images import IMAGE, OLD_VERSION, PLAIN, older_image, some_modules
from pico_rom import ERASED, SECTOR, copy_uf2
from treppe import VERSION

SURFACE = "square7"
PULLS = 10
KEPT = {"settings.json": b'{"brightness_percent": 30}', "journal/acknowledged": b"7\n", "mine.txt": b"mine"}


@pytest.fixture(scope="module")
def old(tmp_path_factory) -> Path:
    """Return the file of an older image."""
    path = tmp_path_factory.mktemp("old") / "old.uf2"
    path.write_bytes(older_image(*some_modules(1)))
    return path


@contextlib.contextmanager
def board_at(flash, folder):
    """Switch on a board with a flash, and offer its port or drive."""
    board = ChipBoard(flash, SURFACE, folder)
    with contextlib.closing(board), board.open_port(folder) as port:
        yield board, port


def flash_by_tool(board, port, image=IMAGE, status=0, more=()):
    """Run `treppe flash`; return what it said."""
    assert board.run_tool("flash", "--image", str(image), *more) == status, port.said
    said = port.said.strip()
    assert not status or (said.startswith("treppe: ") and "\n" not in said), said
    print("\n" + said)
    return said


def hello(board):
    """Return the version and the complaints in the last hello of a board."""
    board.start()
    version, complaints = re.findall(rb'"firmware":"([^"]*)","complaints":(\[[^\]]*\])', board.last_words)[-1]
    return version.decode(), complaints.decode()


def test_a_new_pico_becomes_a_board(tmp_path):
    with board_at(ERASED, tmp_path) as (board, port):
        assert board.is_in_bootsel
        said = flash_by_tool(board, port)
        assert f"of {IMAGE}: copied" in said and f"The board runs firmware {VERSION} on the surface {SURFACE}." in said
        assert hello(board) == (VERSION, "[]"), "a blank flash is formatted, and nothing was lost"
        assert "there already" in flash_by_tool(board, port)


@pytest.mark.needs("uf2")
def test_a_pico_with_plain_micropython_becomes_a_board(tmp_path):
    with board_at(copy_uf2(Path(PLAIN).read_bytes()), tmp_path) as (board, port):
        assert board.run_until(lambda: board.is_at_usb, 3000)
        assert f"of {IMAGE}: copied" in flash_by_tool(board, port)


def test_an_update_keeps_games_and_settings_and_takes_an_older_overlay_away(old, tmp_path):
    overlay = {"overlay/list": b"0123456789abcdef 0\ntreppe", "overlay/treppe.mpy": b"of another image"}
    with board_at(put_files(copy_uf2(old.read_bytes()), KEPT | overlay), tmp_path) as (board, port):
        assert hello(board)[0] == OLD_VERSION, "the overlay is of another image"
        flash_by_tool(board, port)
        assert hello(board) == (VERSION, "[]")
        files = read_files(board.flash)
        assert {path: files[f"/{path}"] for path in KEPT} == KEPT
        assert not [path for path in files if path[1:] in overlay]


def test_a_cable_that_is_pulled_while_the_image_comes_leaves_the_rom_s_loader(old, tmp_path):
    with board_at(put_files(copy_uf2(old.read_bytes()), KEPT), tmp_path) as (board, port):
        board.start()
        num_blocks = IMAGE.stat().st_size // 512
        for pull in range(PULLS):
            board.pull_cable_at_block(1 + pull * num_blocks // (PULLS - 1))
            flash_by_tool(board, port, status=1)
            assert not board.is_on and not board.is_in_bootsel
            board.plug_in()
            assert board.is_in_bootsel, "half an image was started"
        flash_by_tool(board, port)
        assert hello(board) == (VERSION, "[]")
        files = read_files(board.flash)
        assert {path: files[f"/{path}"] for path in KEPT} == KEPT


def test_what_a_checkout_has_otherwise_lies_over_the_image_or_not_at_all_when_a_cable_is_pulled(tmp_path):
    modules = some_modules(PULLS)
    image = tmp_path / "old.uf2"
    image.write_bytes(older_image(*modules))
    start = copy_uf2(image.read_bytes())
    with board_at(start, tmp_path) as (board, port):
        board.start()
        before = len(board.noted.flash)
        assert f"over it {PULLS} modules of this checkout: " in flash_by_tool(board, port, image)
        num_operations = len(board.noted.flash) - before
        assert hello(board) == (VERSION, "[]")
        whole = board.flash
        for pull in range(PULLS):
            board.pull_cable()
            board.plug_in(start)  # what an earlier attempt has written would not be written again
            board.start()
            board.pull_cable_at(1 + pull * num_operations // PULLS)
            flash_by_tool(board, port, image, status=1)
            assert not board.is_on
            board.plug_in()
            assert hello(board) == (OLD_VERSION, "[]"), "half of an overlay counted"
        flash_by_tool(board, port, image)
        assert hello(board) == (VERSION, "[]")
        of_overlay = lambda flash: {p: c for p, c in read_files(flash).items() if p.startswith("/overlay")}  # noqa: E731
        assert of_overlay(board.flash) == of_overlay(whole)
        flash_by_tool(board, port)
        assert not of_overlay(board.flash), "the next image makes it void"


def test_a_flash_that_cannot_be_read_is_erased_on_somebody_s_word_only(tmp_path):
    flash = copy_uf2(IMAGE.read_bytes())
    system = len(put_files(b"", {}))
    spoilt = flash[:-system] + random.Random(2).randbytes(2 * SECTOR) + flash[2 * SECTOR - system :]
    with board_at(spoilt, tmp_path) as (board, port):
        board.start()
        assert "Nothing was erased" in flash_by_tool(board, port, status=1)
        assert "backup: " in flash_by_tool(board, port, more=("--erase", "--yes"))
        assert hello(board) == (VERSION, "[]")
