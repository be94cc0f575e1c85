"""A program at a real board: hands do what its lamps say, something else is guided back, and its process may be killed.

The real board is a simulated one that another program than `treppe play` runs: behind its port nobody can tell.
"""

import os
import signal
from pathlib import Path

import pytest
from page_driver import Player, Program, take_picture
from treppe import games
from treppe_sim.board import SimulatedBoard
from treppe_sim.material import start_stacks, start_supply
from waiting import wait_until

pytestmark = pytest.mark.long


@pytest.fixture
def board(tmp_path):
    with SimulatedBoard("square7", tmp_path / "board") as board:
        yield board


@pytest.fixture
def program(tmp_path, board):
    (tmp_path / "program").mkdir()
    program = Program(tmp_path / "program", 8340, "--port", board.port)
    yield program
    program.end()


def lift(board, name):
    board.world.lift(board.surface.NAMES.index(name))
    board.run_ms(400)


def put(board, name):
    board.world.put(board.surface.NAMES.index(name))
    board.run_ms(400)


def build(board, name):
    board.world.take("B")
    put(board, name)


def thinking_processes(program):
    """Return the ids of the processes that think for a program."""
    found = []
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            is_child = f"PPid:\t{program.process.pid}\n" in path.read_text()
            line = (path.parent / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if is_child and "treppe_host.programs.worker" in line:
            found.append(int(path.parent.name))
    return found


def do_wish(player, board):
    """Do with hands what the page and the lamps say; return from where to where."""
    page = player.page
    page.wait_for_selector("#turn .wanted b")
    way = page.inner_text("#turn .wanted b")
    start, end = (name.strip() for name in way.split("→"))
    if start:
        player.await_lit("l", start)
        player.await_lit("g", end)
        lift(board, start)
        put(board, end)
    else:
        player.await_lit("b", end)
        build(board, end)
    page.wait_for_function("way => document.querySelector('#turn .wanted b')?.innerText !== way", arg=way)
    return start, end


def test_hands_play_for_the_program(chromium, program, board):
    state = games.start("step")
    board.world.arrange(start_stacks(state), start_supply(state))
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    player = Player(page, program.address)
    page.wait_for_selector("#new-game[open]")
    page.click("label:has([name=versus][value=mixed])")
    page.fill("[name=seat0]", "Ada")
    page.select_option("[name=level1]", "5")
    wait_until(lambda: thinking_processes(program))  # it is ready before a game begins
    player.choose("step", versus="mixed")

    lift(board, "a1")
    put(board, "b2")
    build(board, "b3")
    page.wait_for_selector("#turn .wanted")
    player.await_headline("Treppe 5 (Red) plays")
    assert "from light to light" in page.inner_text("#turn")
    take_picture(page, "programs-real")

    wrong = next(name for name in ("g6", "f7", "f6", "g5") if name not in player.lit("g"))
    lift(board, "g7")
    put(board, wrong)
    player.await_role(wrong, "r")
    assert player.notations() == ["a1-b2", "+b3"]
    lift(board, wrong)
    put(board, "g7")
    player.await_phase()
    start, end = do_wish(player, board)
    assert start == "g7"
    _, built = do_wish(player, board)
    player.await_words("a1-b2", "+b3", f"g7-{end}", f"+{built}")
    player.await_role("b2", "0")

    for process in thinking_processes(program):
        os.kill(process, signal.SIGKILL)
    step = next(name for name in sorted(("a1", "a2", "a3", "b1", "c1", "c2")) if name not in (end, built))
    lift(board, "b2")
    put(board, step)
    player.await_words("a1-b2", "+b3", f"g7-{end}", f"+{built}", f"b2-{step}")
    page.wait_for_selector(".field[data-role=b]")
    brick = sorted(player.lit("b"))[0]
    build(board, brick)
    page.wait_for_selector("#turn .wanted")
    assert page.inner_text("#notice") == "" and len(thinking_processes(program)) == 1
    page.close()
