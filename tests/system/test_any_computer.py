"""Computers without MicroPython or POSIX: what they lack is taken away here (see support/other_computer)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from treppe import games
from treppe_host.link.ports import TcpPort, open_port
from treppe_sim import runtimes
from treppe_sim.board import SimulatedBoard
from treppe_sim.errors import BoardDied
from treppe_sim.interpreter import InterpreterMissing
from treppe_sim.runtimes import NotOnCPython
from waiting import LIMIT_S
from whole_board import WholeBoard

pytestmark = [pytest.mark.long, pytest.mark.apart]

HIDDEN = Path(__file__).parents[1] / "support" / "other_computer"
IMPORT_ALL = """
import importlib, pkgutil, sys
for package in ("treppe_host", "treppe_sim"):
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if not found.name.startswith(("treppe_sim.device", "treppe_host.deploy.on_board",
                                      "treppe_host.programs.worker")):
            importlib.import_module(found.name)
"""


def on_other_computer(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(HIDDEN), "TREPPE_DATA": str(folder), "COLUMNS": "200"}
    environment["TREPPE_RUNTIME"] = "cpython"
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, timeout=LIMIT_S)


def test_nothing_wants_posix(tmp_path: Path) -> None:
    run = on_other_computer(tmp_path, "-c", IMPORT_ALL)
    assert run.returncode == 0, run.stderr


def test_a_demo_and_the_doctor_without_posix_say_what_runs_the_board(tmp_path: Path) -> None:
    demo = on_other_computer(tmp_path, "-m", "treppe_host.cli", "demo", "--game", "aufstellen", "--seed", "3")
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "game 1 in" in demo.stdout.replace("\n", " ")
    assert "runs under CPython: TREPPE_RUNTIME wants it" in demo.stdout
    doctor = on_other_computer(tmp_path, "-m", "treppe_host.cli", "doctor", "--port", "sim:square7")
    assert "cpython 3." in doctor.stdout and "broken" not in doctor.stdout, doctor.stdout + doctor.stderr


@pytest.fixture
def cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    def miss() -> str:
        raise InterpreterMissing("no MicroPython here")

    monkeypatch.setattr(runtimes, "find_micropython", miss)
    monkeypatch.delenv("TREPPE_MICROPYTHON", raising=False)


@pytest.mark.usefixtures("cpython")
@pytest.mark.parametrize(("surface", "game"), [("square7", "step"), ("reed12", "aufstellen")])
def test_a_game_goes_on_after_a_power_cut(surface: str, game: str, tmp_path: Path) -> None:
    at, state = WholeBoard(surface, tmp_path), games.start(game)
    assert at.board.runtime_note.endswith("runs under CPython: no MicroPython here")
    with at:
        at.set_up(state)
        for number in range(3):
            at.play(state, state.word(state.legal_actions()[0]))
            if number == 1:
                at.board.restart()
                at.board.run_ms(1000)


@pytest.mark.usefixtures("cpython")
def test_a_host_comes_and_goes_over_a_socket(tmp_path: Path) -> None:
    with SimulatedBoard("reed12", tmp_path) as board:
        for _ in range(2):
            port = open_port(board.port)
            assert isinstance(port, TcpPort)
            said = b""
            port.send(b"\n")
            assert board.run_until(lambda: _hears(port), 30_000), said  # noqa: B023
            port.close()
        port = open_port(board.port)
        board.unplug()
        with pytest.raises(ConnectionError):
            while True:
                port.receive()
        port.close()
    with pytest.raises(NotOnCPython):
        SimulatedBoard("reed12", tmp_path, clock="virtual").start(operations_left=3)


def _hears(port: TcpPort) -> bool:
    from treppe.link import line

    port.send(line.encode({"c": 1, "do": "hello", "protocol": line.PROTOCOL, "next": 1}))
    return b"hello" in port.receive()


@pytest.mark.usefixtures("cpython")
def test_a_firmware_that_ends_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/board.py").write_text("def run():\n    raise ValueError('asked for')\n")
    monkeypatch.setattr("treppe_sim.runtimes.firmware_folder", lambda: tmp_path / "firmware")
    board = SimulatedBoard("reed12", tmp_path / "board", clock="virtual")
    with pytest.raises(BoardDied, match="ValueError: asked for"):
        board.start()
        board.run_ms(1000)
    board.stop()


def test_who_wants_micropython_is_told_that_it_is_missing(cpython: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREPPE_RUNTIME", "micropython")
    with pytest.raises(InterpreterMissing, match="no MicroPython here"):
        runtimes.choose_runtime()
    monkeypatch.setenv("TREPPE_RUNTIME", "pypy")
    with pytest.raises(runtimes.NoSuchRuntime, match="micropython or cpython"):
        runtimes.choose_runtime()
