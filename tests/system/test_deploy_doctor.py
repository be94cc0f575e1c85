"""The doctor looks at boards that play, that are silent, and that are broken."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from doctored import answers_of, verdicts
from treppe_host.cli import app
from treppe_host.deploy import doctor, prompt
from treppe_host.deploy.running_board import STAGES, judge_answers
from treppe_host.finding import GOOD, LOOK
from treppe_host.records import log
from treppe_sim.board import SimulatedBoard
from typer.testing import CliRunner

pytestmark = [pytest.mark.long, pytest.mark.first]

HAS_IMAGE = "sys.modules['image'] = type('Image', (), {'DIGEST': 'cafe'})"  # which no simulated board has


@pytest.fixture(params=["reed12", "square7"])
def board(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 60.0)  # however slow this computer is
    with SimulatedBoard(request.param, tmp_path) as board:
        board.run_ms(500)
        yield board


def test_a_sound_board_is_good_in_every_line(board: SimulatedBoard) -> None:
    lines = doctor.examine(board.port)
    of_this_computer = ("memory", "link", "pace")  # a busy one answers late, and lets frames wait
    odd = [line.part for line in lines if line.verdict != GOOD and line.part not in of_this_computer]
    assert odd == ([] if board.surface.SENSOR == "cell" else ["reeds"]), "open reeds may be dead for all it knows"
    is_tower = board.surface.SENSOR == "cell"
    sensors = {"multiplexers", "fields", "calibration"} if is_tower else {"reed_chain", "reeds"}
    assert {"firmware", "supply", "memory", "flash", "link", *sensors} <= set(verdicts(lines))
    link = next(line for line in lines if line.part == "link")
    assert re.fullmatch(
        r"\d+ lines, 0 with a bad checksum, \d+ sent again; there and back \d+ / \d+ / \d+ ms", link.found()
    )
    for line in lines:
        assert bool(line.advice) == (line.verdict != GOOD)


def test_every_stage_of_the_build_guide_looks_at_something_and_says_what_to_do(board: SimulatedBoard) -> None:
    answers = doctor.ask_board(board.port)
    assert answers
    other = (7, 8, 10) if board.surface.SENSOR == "reed" else (5, 6)
    for stage in STAGES:
        lines = judge_answers(answers, stage)
        assert bool(lines) == (stage not in other), stage
        assert all(line.advice for line in lines if line.verdict != GOOD)
    guide = (Path(__file__).parents[2] / "hardware/build_guide.md").read_text()
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", guide, re.M)} == set(STAGES)


FAULTY_BOARDS = (
    ("square7,jammed-platform", (11, 10), "jam"),
    ("square7,noisy-converter", (11, 10), "noisy"),
    ("square7,lost-magnet:c4", (11, 10), "c4"),
    ("square7,reference-gone", (11,), "multiplexer"),
    ("square7,dead-lamp", (11, 10), "lamp"),
    ("square7,noisy-converter", (10,), "its references are noisy"),
    ("reed12,broken-chain", (11,), "reed chain"),
    ("reed12,dead-reed", (0,), "the open ones were not tried"),
    ("reed12,chattering-reed", (0,), "treppe tune page"),
)


def test_the_command_tells_it_and_fails_if_something_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_HELLO_S", 60.0)
    with SimulatedBoard("square7", tmp_path) as board:
        board.run_ms(500)
        result = CliRunner().invoke(app, ["doctor", "--port", board.port, "--stage", "4"])
        assert result.exit_code == 0 and "square7" in result.output, result.output
    monkeypatch.setenv("TREPPE_DATA", str(tmp_path))
    monkeypatch.setattr(doctor, "_HELLO_S", 0.0)  # a simulated board is only switched on now
    result = CliRunner().invoke(app, ["doctor", "--port", "sim:square7,open-hall:c4", "--stage", "9", "--empty"])
    assert result.exit_code == 11 and "Hall output open" in result.output and "field c4" in result.output, result.output
    for board, statuses, words in FAULTY_BOARDS:
        result = CliRunner().invoke(app, ["doctor", "--port", f"sim:{board}"])
        said = " ".join(result.output.split())
        assert result.exit_code in statuses and words in said, (board, result.exit_code, result.output)
        assert "drifts" not in said, result.output
    result = CliRunner().invoke(app, ["doctor", "--port", "sim:square7,tea"])
    assert "square7 has no 'tea' to break; there are: open-hall" in result.output


def test_a_silent_board_is_looked_at_from_its_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_HELLO_S", 0.3)
    with SimulatedBoard("square7", tmp_path, has_prompt=True) as board:
        board.run_ms(500)
        with prompt.Prompt(board.port) as at_prompt:
            at_prompt.execute("with open('/crash.txt', 'w') as file:\n file.write('ValueError: odd')")
            at_prompt.execute(HAS_IMAGE)
        lines = doctor.examine(board.port)  # nobody has restarted it
        board.run_ms(1500)
        with prompt.Prompt(board.port) as at_prompt:
            at_prompt.execute("remove('/crash.txt')\nremove('/crash.txt.reported')")
            at_prompt.execute(HAS_IMAGE)
        at_rest = doctor.examine(board.port)
        board.run_ms(1500)
        with prompt.Prompt(board.port):
            pass
        without = doctor.examine(board.port)
    assert without[-1].diagnostic == {"code": "firmware_missing"}
    assert at_rest[-1].part == "firmware" and at_rest[-1].verdict == LOOK, at_rest
    assert verdicts(lines) == {"board": "good", "supply": "good", "firmware": "broken"}
    assert "ValueError: odd" in lines[-1].found() and lines[-1].advice == "flash_or_tell"


def test_the_command_s_exit_status(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = CliRunner().invoke(app, ["doctor", "--port", board.port, "--stage", "2"])
    assert sound.exit_code == 0 and "good" in sound.output
    answers = answers_of("reed12", [bytes(20)])
    monkeypatch.setattr(doctor, "ask_board", lambda port, is_empty: replace(answers))
    assert CliRunner().invoke(app, ["doctor", "--port", board.port]).exit_code == 11


@pytest.mark.parametrize("port", ["/dev/no_such_port", "sim:square9", "sim:square7,tea", "socket://127.0.0.1:1"])
def test_a_port_without_a_board_is_no_broken_board(port: str) -> None:
    result = CliRunner().invoke(app, ["doctor", "--port", port])
    assert result.exit_code == 12 and len(result.output.splitlines()) == 1, result.output


def test_raw_lines_are_those_with_something_in_them(monkeypatch, capsys):
    heard = [b'{"m":"hel', b'lo"} 01234567\n\n\n\n\n', b"Traceback\r\n\n\n"]

    class Port:
        def send(self, content: bytes) -> bool:
            return True

        def receive(self) -> bytes:
            if not heard:
                raise KeyboardInterrupt
            return heard.pop(0)

        def close(self) -> None:
            pass

    monkeypatch.setattr(log, "open_port", lambda name: Port())
    log.print_raw_lines("any")
    assert capsys.readouterr().out == '{"m":"hello"} 01234567\nTraceback\n\n'
