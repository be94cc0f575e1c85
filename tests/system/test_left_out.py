"""What stops a whole board at two starts is left out at the third, and people hear what to do."""

import shutil
from binascii import crc32
from contextlib import ExitStack
from pathlib import Path

import pytest
from flash_files import read_file, write_file
from game_folder import keep_games
from whole_board import WholeBoard

TAPATAN = Path(__file__).parents[2] / "examples/games/tapatan"
FAILS = "    def notes(self):\n        return [][1]\n\n    def set_up(self)"


class Host(WholeBoard):
    """A host at a board, through all its restarts."""

    def codes(self):
        """Return what the last start complained of."""
        return [diagnostic["code"] for diagnostic in self.hellos[-1]["complaints"]]

    def shown(self):
        self.board.run_ms(1000)
        return " ".join(self.display()["lines"])


@pytest.fixture
def host(tmp_path):
    """Return what builds a board and switches it on."""
    with ExitStack() as hosts:
        yield lambda surface="reed12": hosts.enter_context(Host(surface, tmp_path / "board"))


@pytest.fixture
def dud(tmp_path, monkeypatch):
    """A game that stops every board on which it is played, as soon as the display is to show it."""
    shutil.copytree(TAPATAN, tmp_path / "games/dud", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "games").rglob("*.*"):
        text = path.read_text().replace("tapatan", "dud").replace("Tapatan", "Dud")
        path.write_text(text.replace("    def set_up(self)", FAILS))
    keep_games(monkeypatch, tmp_path / "games")


def test_a_game_that_stops_the_board_twice_is_kept_shown_and_no_more_resumed_by_itself(host, dud):
    at = host()
    at.client.command("new", game="dud")
    assert at.board.run_until(lambda: "game_left_out" in at.codes(), 20_000), at.hellos
    assert at.hellos[-1]["boot"] == 3
    assert at.shown().startswith("Dud stopped the board twice. OK: try again, MENU: other games")
    assert at.ask("status")["notice"] == {"code": "game_left_out", "title": "Dud"}
    at.board.run_ms(20_000)
    at.board.cut_power()
    at.switch_on()
    assert "game_left_out" in at.codes() and "Dud stopped" in at.shown(), "still, after a power cut"
    assert [each["game"] for each in at.ask("unfinished")["games"]] == ["dud"]
    assert at.store.events[0]["k"] == "start", "a host has it"
    diagnostic = [event["told"]["code"] for event in at.store.events if event["k"] == "fault"]
    assert diagnostic.count("game_left_out") == 1
    at.client.command("button", name="OK")
    assert at.board.run_until(lambda: at.hellos[-1]["boot"] == 5, 20_000), "it is tried once more"
    assert "game_left_out" in at.codes() and "Dud stopped" in at.shown()
    at.ask("new", game="blockade")
    at.board.cut_power()
    at.switch_on()
    assert "Put" in at.shown() and "game_left_out" not in at.codes()
    at.ask("discard", game=1)
    assert [each["game"] for each in at.ask("unfinished")["games"]] == ["blockade"]


def copies(memory):
    """Return both copies of the calibration, each behind its length."""
    return b"".join(memory[at + 2 : at + 2 + int.from_bytes(memory[at : at + 2], "little")] for at in (0, 2048))


def test_settings_and_a_calibration_that_have_stopped_the_board_twice_do_not_count_until_there_are_others(host):
    at = host("square7")
    at.ask("set", name="sound", value=False)
    at.board.stop()
    stored = {"settings": read_file(at.board, "/settings.json")}
    stored["calibration"] = copies((at.board.folder / "memory.img").read_bytes())
    stops = [f"{part} {crc32(content):08x} 2" for part, content in stored.items()]
    write_file(at.board, "/suspects", "\n".join(["", *stops]).encode())
    at.switch_on()
    assert at.codes() == ["uncalibrated", "settings_left_out", "calibration_left_out"]
    assert at.shown() == "The calibration stopped the board twice: please calibrate"
    assert at.ask("status")["settings"]["sound"] is True
    at.ask("set", name="hints", value="off")
    at.board.stop()
    assert read_file(at.board, "/settings.json.wrong") == stored["settings"]
    at.switch_on()
    assert at.codes() == ["uncalibrated", "calibration_left_out"]
    assert at.ask("status")["settings"]["hints"] == "off"
