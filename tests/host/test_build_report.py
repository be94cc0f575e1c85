"""The log of a build: readings by hand beside what the doctor finds."""

import re
from pathlib import Path

import pytest
from described import HARDWARE
from treppe_host.cli import app
from treppe_host.deploy import doctor
from treppe_host.deploy.build_report import measurements, measurements_of
from typer.testing import CliRunner

pytestmark = pytest.mark.long

GUIDE = Path(__file__).parents[2] / "hardware/build_guide.md"


def test_every_stage_of_the_guide_has_something_to_measure():
    stages = {int(number) for number in re.findall(r"^\| (\d+) \|", GUIDE.read_text(), re.MULTILINE)}
    assert stages == {each.stage for each in measurements()} == set(range(1, 12))
    assert all(each.what and each.tool and each.reads and each.why for each in measurements())


def test_a_report_grows_stage_by_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 60.0)
    file = tmp_path / "build.md"
    readings = "0.79 V\n\n"
    command = ["doctor", "--port", "sim:reed12", "--report", str(file), "--stage"]
    result = CliRunner().invoke(app, [*command, "4"], input=readings)
    assert result.exit_code == 0 and "GP28 to ground" in result.output
    CliRunner().invoke(app, [*command, "5"])
    text = file.read_text()
    assert text.count("# Log of a build") == 1 and text.index("## Stage 4") < text.index("## Stage 5")
    first, second = measurements_of(4, "reed12")
    assert f"| {first.reads} | {first.why} | 0.79 V |" in text and f"| {second.reads} | {second.why} |  |" in text
    assert "| surface | good | reed12: GP28 reads 25 % " in text and "all 18 chips answer" in text


def test_a_board_is_asked_for_what_it_has() -> None:
    """The starter's test points are others than the controller's, and it has no ribbons, tiles or oscilloscope."""
    board = {part.ref: part.label for part in HARDWARE.surfaces["start4"].boards[0].components if part.ref[:2] == "TP"}
    of_starter = [each for stage in range(12) for each in measurements_of(stage, "start4")]
    assert len({each.stage for each in of_starter}) >= 6
    for each in of_starter:
        for label, ref in re.findall(r"(\w+) \((TP\d)\)", each.what):
            assert board[ref] == label, each.what
        assert not re.search("tile|ribbon|reed|oscilloscope|EXT", each.what + each.tool), each.what


def test_the_first_stages_are_measured_without_a_board(tmp_path: Path):
    file = tmp_path / "build.md"
    command = ["doctor", "--port", str(tmp_path / "no-board"), "--stage", "1"]
    assert CliRunner().invoke(app, command).exit_code != 0
    result = CliRunner().invoke(app, [*command, "--report", str(file)], input="4.6 V\n")
    assert result.exit_code == 0 and "no port" in result.output
    assert "No board answered." in file.read_text() and "| 4.6 V |" in file.read_text()


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 60.0)
    result = CliRunner().invoke(app, ["doctor", "--port", "sim:reed12", "--report", str(tmp_path), "--stage", "5"])
    assert result.exit_code != 0 and "Is a directory" in str(result.exception)
