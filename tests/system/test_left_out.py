"""What stops a whole board at two starts is left out at the third, and people hear what to do."""

import shutil
from binascii import crc32
from pathlib import Path

import pytest
from fakes_link import ListStore
from flash_files import read_file, write_file
from treppe import games
from treppe.games import more
from treppe_host.games import folders
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard

TAPATAN = Path(__file__).parents[2] / "examples/games/tapatan"
FAILS = "    def notes(self):\n        return [][1]\n\n    def set_up(self)"


class Host:
    """A host at a board, through all its restarts."""

    def __init__(self, surface, folder):
        self.store, self.hellos = ListStore(), []
        self.board = SimulatedBoard(surface, folder, clock="virtual")
        self.switch_on()

    def switch_on(self):
        self.client = Client(self.store)
        self.client.observe("connected", self.hellos.append)
        self.board.attach(self.client)
        self.board.start()
        count = len(self.hellos)
        assert self.board.run_until(lambda: len(self.hellos) > count, 4000)

    def ask(self, do, **fields):
        asked = self.client.command(do, **fields)
        assert self.board.run_until(asked.done, 4000), do
        return asked.result()

    def codes(self):
        """Return what the last start complained of."""
        return [diagnostic["code"] for diagnostic in self.hellos[-1]["complaints"]]

    def shown(self):
        self.board.run_ms(1000)
        return " ".join(self.client.latest["display"]["lines"])


@pytest.fixture
def host(tmp_path):
    hosts = []

    def build(surface="reed12"):
        hosts.append(Host(surface, tmp_path / "board"))
        return hosts[0]

    yield build
    for each in hosts:
        each.board.stop()


@pytest.fixture
def dud(tmp_path, monkeypatch):
    """A game that stops every board on which it is played, as soon as the display is to show it."""
    monkeypatch.setattr(more, "GAMES", more.GAMES)
    monkeypatch.setattr(more, "WORDS", dict(more.WORDS))
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    shutil.copytree(TAPATAN, tmp_path / "games/dud", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "games").rglob("*.*"):
        text = path.read_text().replace("tapatan", "dud").replace("Tapatan", "Dud")
        path.write_text(text.replace("    def set_up(self)", FAILS))
    monkeypatch.setenv(folders.VARIABLE, str(tmp_path / "games"))
    folders.use_named()


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
