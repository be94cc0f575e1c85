"""What the tests of the page share, one browser and a program for the tests of a file; a firmware of few lines."""

import os
import shutil
from pathlib import Path

import pytest
from page_driver import Player, Program
from treppe_sim import runtimes
from treppe_sim.compiled import DEVICE

STAND_IN = Path(__file__).parents[1] / "data" / "stand_in"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """One program for all tests of a file: each begins a game of its own; the board's time passes quickly."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    program = Program(tmp_path_factory.mktemp("program"), 8400 + 20 * worker, "--speed", "5")
    yield program
    program.end()


@pytest.fixture(scope="session")
def context(chromium):
    """One memory of the browser: the page's framework is fetched and compiled once, not for each test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def player(context, program):
    """Somebody at a page of his own; the page's script must not have complained in the end.

    What page and program say meanwhile is printed, and so stands below a test that fails.
    """
    context.add_init_script("localStorage['treppe-notation'] ??= 'yes'")  # tests compare what records have
    page = context.new_page()
    complaints = []
    first_line = len(program.lines)
    page.on("console", lambda said: print("browser:", said.text))
    page.on("framenavigated", lambda frame: print("browser: loads", frame.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield Player(page, program.address)
    print("page:", page.inner_text("body"))
    page.close()
    context.clear_cookies()
    print("program:", *program.lines[first_line:], sep="\n")
    assert complaints == []


@pytest.fixture
def real_hands(player):
    """The player's hands move each piece, and sensors see it, as at a real board."""
    player.use_real_hands(True)
    yield
    player.use_real_hands(False)


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    """Return a folder as the compiled firmware lies in, with a firmware of few lines."""
    folder = shutil.copytree(STAND_IN, tmp_path_factory.mktemp("firmware") / "stand_in")
    (folder / "sim").symlink_to(DEVICE)
    return folder


@pytest.fixture
def small_firmware(monkeypatch, stand_in):
    """Boards run that firmware."""
    monkeypatch.setattr(runtimes, "compiled_folder", lambda: stand_in)
