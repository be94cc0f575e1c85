"""The doctor looks at boards that play, that are silent, and that are broken."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from treppe import surfaces
from treppe_host.deploy import cli, doctor, prompt, raw
from treppe_host.errors import PortNotFound
from treppe_host.ports import UsbBoard
from treppe_sim.board import SimulatedBoard
from typer.testing import CliRunner

HEAP_KB = 400  # how much the firmware may need is a matter of other tests


@pytest.fixture(params=["reed12", "square7"])
def board(request, tmp_path: Path):
    with SimulatedBoard(request.param, tmp_path, heap_kb=HEAP_KB) as board:
        board.run_ms(500)
        yield board


def verdicts(lines: list[doctor.Check]) -> dict[str, str]:
    return {line.name: line.verdict for line in lines}


def test_a_sound_board_is_good_in_every_line(board: SimulatedBoard) -> None:
    lines = doctor.examine(board.port)
    odd = [line for line in lines if line.verdict != doctor.GOOD]
    assert not odd, odd
    assert {"firmware", "supply", "memory", "flash", "sensors", "link"} <= set(verdicts(lines))
    for line in lines:
        assert not line.advice


def test_every_stage_of_the_build_guide_looks_at_something_and_says_what_to_do(board: SimulatedBoard) -> None:
    for stage in doctor.STAGES:
        lines = doctor.examine(board.port, stage)
        assert lines or stage in (5, 7, 8, 9, 10), stage  # of the other kind of surface
        assert all(line.advice for line in lines if line.verdict != doctor.GOOD)
    guide = (Path(__file__).parents[2] / "hardware/build_guide.md").read_text()
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", guide, re.M)} == set(doctor.STAGES)


def answers_of(surface: str, frame: bytes) -> doctor._Answers:
    hello = {"surface": surface, "complaints": ["no calibration"], "firmware": "0.0.1"}
    figures = {"supply_mv": 3900, "external": False, "python": "1.26.1", "heap": 20_000, "flash": 100_000, "i2c": []}
    figures |= {"slowest_ms": 90, "bad_lines": 3, "resends": 0}
    return doctor._Answers(hello, {"faults": ["tile 3 does not answer"]}, figures, [frame] * 4, 0.01)


def test_what_is_broken_is_named_with_what_to_do() -> None:
    chips = b"\xff" * 6 + bytes(14)
    lines = [line for look in doctor.EVERYTHING for line in look(answers_of("reed12", chips))]
    found = {line.name: line for line in lines}
    assert found["reed chain"].found == "6 of 18 chips answer" and "tile 4" in found["reed chain"].advice
    broken = {name for name, verdict in verdicts(lines).items() if verdict == doctor.BROKEN}
    assert broken == {"supply", "memory", "reed chain", "sensors"}
    look = {name for name, verdict in verdicts(lines).items() if verdict == doctor.LOOK}
    assert look == {"firmware", "flash", "start", "link", "pace"}


def test_references_and_cells_by_their_codes() -> None:
    surface = surfaces.load("square7")
    sums = [4 * 2048] * 64
    for mux in range(4):
        sums[16 * mux], sums[16 * mux + 15] = 4 * 778, 4 * 1024
    for channel in surface.CHANNELS:
        sums[channel] = 4 * 2630
    sums[16] = 0
    sums[surface.CHANNELS[9]] = 4 * 2048
    frame = b"".join(value.to_bytes(2, "little") for value in sums)
    answers = answers_of("square7", frame)
    broken = [line for line in doctor._references(answers) if line.verdict == doctor.BROKEN]
    assert [(line.name, line.found) for line in broken] == [("multiplexer M1", "channel 0 reads 0, should be 778 +-22")]
    (cells,) = doctor._cells(answers)
    assert cells.found == f"not 2620 +-60: {surface.NAMES[9]} 2048"


def test_a_silent_board_is_looked_at_from_its_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_HELLO_S", 0.3)
    with SimulatedBoard("square7", tmp_path, heap_kb=HEAP_KB) as board:
        board.run_ms(500)
        with prompt.Prompt(board.port) as at_prompt:
            at_prompt.run("with open('/crash.txt', 'w') as file:\n file.write('ValueError: odd')")
            at_prompt.replace("/tree", b"a")
        lines = doctor.examine(board.port)  # nobody has restarted it
        board.run_ms(1500)  # it starts anew
        with prompt.Prompt(board.port) as at_prompt:
            at_prompt.run("_remove('/crash.txt')\n_remove('/crash.txt.told')")
            at_prompt.replace("/tree", b"a")
        at_rest = doctor.examine(board.port)
    assert at_rest[-1].name == "firmware" and at_rest[-1].verdict == doctor.LOOK, at_rest
    assert verdicts(lines) == {"board": "good", "supply": "good", "firmware": "broken"}
    assert "ValueError: odd" in lines[-1].found and "treppe flash" in lines[-1].advice


def test_no_board_two_boards_and_one_that_waits_for_micropython(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from treppe_host import ports

    found: list[UsbBoard] = []
    monkeypatch.setattr(ports, "find_boards", lambda: found)
    with pytest.raises(PortNotFound, match=r"hold BOOTSEL while plugging it in, copy the \.uf2 of version 1\.26\.1"):
        cli.find_pico()
    drive = tmp_path / "me" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").touch()
    assert cli._boot_drives((str(tmp_path),)) == [drive]
    found += [UsbBoard("/dev/ttyACM0", "aa"), UsbBoard("/dev/ttyACM1", "bb")]
    with pytest.raises(PortNotFound, match=r"which board\? There are: aa at /dev/ttyACM0, bb at /dev/ttyACM1"):
        cli.find_pico()
    found.pop()
    assert cli.find_pico() == "/dev/ttyACM0"


def test_the_command_s_exit_status(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    from treppe_host.cli import app

    sound = CliRunner().invoke(app, ["doctor", "--port", board.port, "--stage", "2"])
    assert sound.exit_code == 0 and "good" in sound.output
    answers = answers_of("reed12", bytes(20))
    monkeypatch.setattr(doctor, "_ask", lambda port: replace(answers))
    assert CliRunner().invoke(app, ["doctor", "--port", board.port]).exit_code == 1


def test_raw_lines_are_those_with_something_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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

    monkeypatch.setattr(raw, "open_port", lambda name: Port())
    raw.run("any")
    assert capsys.readouterr().out == '{"m":"hello"} 01234567\nTraceback\n\n'
