"""A trial of a simulated cell finds the parameters that it was built with."""

import json
from pathlib import Path

import pytest
from rich.console import Console
from sensing_board import CellWorld
from treppe import surfaces
from treppe_hardware.cell import run
from treppe_hardware.cell.motion import fit_swing
from treppe_hardware.cell.run import fit
from treppe_hardware.cell.trial import Purpose, Step, plan
from treppe_hardware.cli import app
from treppe_host.errors import BadFile
from treppe_host.store.store import Store
from treppe_sim import parameters
from treppe_sim.piece import Piece
from typer.testing import CliRunner

SQUARE7 = surfaces.load("square7")
FIELD = SQUARE7.NAMES.index("d4")
SETTLE_FRAMES = 100  # a hand is slow


class SensorMonitor(CellWorld):
    """A cell of the model, and somebody who does what the trial asks for."""

    def __init__(self, variant, seed):
        super().__init__(SQUARE7, variant, seed, seed)
        self.cell = self.cells.cells[FIELD]
        self.stack = []

    def code(self):
        return self.frame()[SQUARE7.CHANNELS[FIELD]] / 4

    def wait(self, frames):
        for _ in range(frames):
            self.frame()

    def hang(self, load_g):
        while sum(piece.mass_g for piece in self.stack) < load_g:
            self.stack.append(Piece("D0", 12.0))
            self.cells.put(FIELD, self.stack, self.now_us)
        while sum(piece.mass_g for piece in self.stack) > load_g:
            lifted = [self.stack.pop()]
            self.cells.lift(FIELD, self.stack, lifted, self.now_us)
        for piece in self.stack:
            piece.lean = 0.0

    def do(self, step: Step):
        self.cells.set_magnet(FIELD, is_there=step.purpose is not Purpose.ZERO)
        if step.purpose is Purpose.LOAD or step.purpose is Purpose.CREEP:
            self.hang(step.load_g)
        if step.purpose is not Purpose.TAPS:
            self.wait(SETTLE_FRAMES)
        step.begun_s = self.now_us / 1e6
        while not step.is_done:
            if step.purpose is Purpose.TAPS and len(step.codes) % 180 == 30:
                self.cells.is_abrupt = True
                self.cells.nudge(FIELD, self.now_us)
                self.cell.presses[-1].force_g = 45.0
                self.cells.is_abrupt = False
            step.codes.append(self.code())


def run_trial(variant, seed, creep_s=300.0):
    monitor = SensorMonitor(variant, seed)
    steps = plan(creep_s)
    for step in steps:
        monitor.do(step)
    return monitor, steps


@pytest.fixture(scope="module", params=[("steel", 3), ("fr4", 4)])
def trial(request):
    monitor, steps = run_trial(*request.param)
    return request.param[0], monitor, steps, fit(steps)


def test_what_the_cell_was_built_with_is_found(trial):
    variant, monitor, _, found = trial
    cell, model = monitor.cell, parameters.PARAMETERS
    assert abs(found.spring_g_per_mm / cell.spring_g_per_mm - 1) < 0.04
    assert abs(found.spring_g_per_mm - cell.spring_g_per_mm) < 3 * found.spring_sd
    assert abs(found.gap_mm - cell.gap_mm) < 0.15
    assert abs(found.zero_code - cell.zero_code) < 2
    assert abs(found.zeta / model["cell"]["zeta_at_full_load"] - 1) < 0.1
    assert abs(found.noise_codes / (2 * 3.1 / 4) - 1) < 0.15  # 500 frames, in whole codes
    assert 0.6 < found.friction_g / model["variants"][variant]["hysteresis_g"] < 1.5
    assert found.worst_g < 1.5


def test_creep_is_found_where_there_is_enough_of_it(trial):
    variant, _, _, found = trial
    true = parameters.PARAMETERS["variants"][variant]["creep_fraction"]
    if variant == "fr4":
        assert abs(found.creep_fraction / true - 1) < 0.15 and abs(found.creep_tau_s / 300 - 1) < 0.25
    else:
        assert abs(found.creep_fraction - true) < 0.002


def test_the_simulation_takes_the_parameters(trial, tmp_path):
    variant, _, _, found = trial
    path = tmp_path / "cell.json"
    path.write_text(json.dumps(found.model(variant)))
    changed = parameters.read_parameters(path)
    assert changed["cell"]["spring_gf_per_mm"] == round(found.spring_g_per_mm, 2)
    assert changed["variants"][variant]["hysteresis_g"] == round(found.friction_g, 3)
    assert changed["cell"]["platform_g"] == parameters.PARAMETERS["cell"]["platform_g"]
    path.write_text('{"cell": {"spring": 3}}')
    with pytest.raises(ValueError, match=r"cell\.spring is no parameter"):
        parameters.read_parameters(path)


def test_a_step_is_read_after_enter_and_a_second_of_rest(monkeypatch):
    frames = []

    class Lock:
        def __enter__(self):
            frames.extend([(number, bytes([number & 255, 0]) * 64) for number in range(len(frames), len(frames) + 40)])

        def __exit__(self, *_):
            pass

    class At:
        lock = Lock()
        monitor = type("SensorMonitor", (), {"surface": SQUARE7})
        session = type("TuneSession", (), {"frames": frames})

    monkeypatch.setattr(run.time, "sleep", lambda _: None)
    entered = []
    for purpose, rest in ((Purpose.LOAD, 100), (Purpose.TAPS, 0)):
        step = Step(purpose, 12.0, "", 50)
        before = len(frames) + 39
        run.measure(At(), FIELD, step, lambda: entered.append(1) or "", Console(quiet=True))
        assert len(step.codes) == 50 and step.begun_s == pytest.approx((before + rest) / 100)
    assert len(entered) == 2


def test_what_is_found_is_told_beside_what_was_designed(trial):
    _, _, _, found = trial
    table = run.describe(found)
    assert table.row_count == 10 and "gf/mm" in list(table.columns[1].cells)[2]


def test_what_is_no_cell_is_refused(trial):
    _, _, steps, _ = trial
    flat = [Step(step.purpose, step.load_g, step.text, step.frames, [2048.0] * 300, step.begun_s) for step in steps]
    with pytest.raises(BadFile, match="this is no cell: without magnet it reads 2048"):
        fit(flat)
    with pytest.raises(BadFile, match="did not swing"):
        fit_swing([84.0] * 300)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ("d4", "steel", Path("cell.json"), 600)),
        (
            ["--field", "a1", "--material", "petg", "--output", "mine.json", "--creep-minutes", "1"],
            ("a1", "petg", Path("mine.json"), 60),
        ),
    ],
)
def test_a_cell_is_measured_into_a_file_of_that_name(monkeypatch, tmp_path, words, expected):
    measured = []
    monkeypatch.setattr(run, "measure_cell", lambda store, *arguments: measured.append(arguments))
    ran = CliRunner().invoke(app, ["cell", "--port", "/dev/board", *words], obj=f"{tmp_path}/games.db")
    assert ran.exit_code == 0 and measured == [("/dev/board", *expected)]


def test_where_no_cell_or_no_folder_is_that_is_said_before_anything_is_measured(tmp_path):
    store, file = Store(f"sqlite:///{tmp_path}/games.db"), tmp_path / "cell.json"
    with pytest.raises(BadFile, match="this is a folder"):
        run.measure_cell(store, "sim:square7", "d4", "steel", tmp_path, 0)
    with pytest.raises(BadFile, match="is in none"):
        run.measure_cell(store, "sim:square7", "d4", "steel", tmp_path / "no" / "cell.json", 0)
    with pytest.raises(BadFile, match="no cell 'z9' on square7"):
        run.measure_cell(store, "sim:square7", "z9", "steel", file, 0)
