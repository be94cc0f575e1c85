"""A board published over a real Mosquitto: late listeners find all, a broker that is gone stops nothing."""

import json
import os
import subprocess
import sys

import pytest
from mosquitto import Broker, broker
from topics import Topics
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_sim.board import SimulatedBoard
from treppe_sim.board_files import identity_of
from treppe_together.address import PASSWORD, read_address
from treppe_together.publisher import Publisher
from waiting import wait_until

pytestmark = pytest.mark.long

__all__ = ("broker",)

NAME = identity_of("square7")
CLOCK = {"minutes": 5, "increment_s": 0}


class Table:
    """A simulated board in virtual time with its link, store and publisher."""

    def __init__(self, folder, address: str):
        self.reported: list[str] = []
        self.store = Store(f"sqlite:///{folder / 'games.db'}")
        self.publisher = Publisher(read_address(address), self.store, self.reported.append)
        self.client = Client(self.store)
        self.publisher.attach(self.client)
        self.board = SimulatedBoard("square7", folder / "board", clock="virtual")
        self.board.start()
        self.board.attach(self.client)
        assert self.board.run_until(lambda: self.client.hello is not None, 5000)

    def command(self, do: str, **fields) -> None:
        asked = self.client.command(do, **fields)
        assert self.board.run_until(asked.done, 5000)
        asked.result()
        self.board.run_ms(300)

    def start(self) -> None:
        self.command("new", game="step", options={"players": 2}, seats=["Ann", "<b>"], clock=CLOCK)

    def close(self) -> None:
        self.publisher.close()
        self.board.stop()
        self.store.close()


@pytest.fixture
def table(tmp_path, broker):
    table = Table(tmp_path, broker.url)
    yield table
    table.close()


def listen(broker, **access):
    listener = Topics(broker, **access)
    return listener, lambda topic, is_meant=lambda _: True: listener.wait_for(f"test/{NAME}/{topic}", is_meant)


def test_who_comes_late_finds_everything(table, broker) -> None:
    table.start()
    table.command("play", words=["a1-b1", "+c1"])
    listener, said = listen(broker)
    assert said("status") == "online"
    assert said("board")["surface"] == "square7"
    game = said("game", lambda game: game.get("number"))
    assert (game["game"], game["players"], game["to_move"], game["phase"]) == ("step", ["Ann", "<b>"], 1, "play")
    position = said("position", lambda position: position["ply"] == 2)
    assert position["pieces"]["b1"][-1] == "O0" and position["pieces"]["c1"] == ["B"]
    action = said("action", lambda action: action["ply"] == 2)
    assert (action["kind"], action["player"], action["word"]) == ("action", 0, "+c1")
    assert said("clock", lambda clock: clock["left_s"])["left_s"] == [300, 300]
    assert said("lamps", lambda lamps: lamps["roles"])
    finder = Topics(broker, "homeassistant")
    device = finder.wait_for(f"homeassistant/device/treppe_{NAME}/config")
    finder.close()
    assert device["components"]["state"]["state_topic"] == f"test/{NAME}/game"
    table.command("undo", count=1)
    assert said("action", lambda action: action["kind"] == "undo")["count"] == 1
    assert said("position", lambda position: position["ply"] == 1)["pieces"].get("c1") is None
    table.command("resign")
    game = said("game", lambda game: game["phase"] == "over")
    assert (game["reason"], game["winners"], game["to_move"]) == ("resign", [1], None)
    table.publisher.close()
    said("status", lambda status: status == "offline")
    listener.close()


def test_a_broker_that_is_gone_stops_nothing_and_hears_the_present_when_it_is_back(table, broker) -> None:
    table.start()
    listener, said = listen(broker)
    said("game", lambda game: game.get("number"))
    listener.close()
    broker.stop()
    for word in ("a1-b1", "+c1", "g7-f7", "+e7"):
        table.command("play", words=[word])
    assert [record.num_actions for record in table.store.games()] == [4]
    broker.start()  # it has forgotten all
    listener, said = listen(broker)
    assert said("position", lambda position: position["ply"] == 4)
    assert said("status") == "online"
    assert any("does not listen" in text for text in table.reported) and "Publishing" in table.reported[-1]
    listener.close()


def test_a_program_that_is_killed_leaves_its_will(tmp_path, broker) -> None:
    environment = os.environ | {"TREPPE_DATA": str(tmp_path), "TREPPE_PUBLISH": broker.url}
    command = [sys.executable, "-m", "treppe_host.cli", "log", "--port", "sim:square7"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True)
    listener, said = listen(broker)
    said("status", lambda status: status == "online")
    process.kill()
    said("status", lambda status: status == "offline")
    process.wait()
    process.stdout.close()
    listener.close()


@pytest.mark.needs("mosquitto", "openssl")
def test_over_tls_with_a_password(tmp_path, monkeypatch) -> None:
    broker = Broker(tmp_path, user="ann", password="secret", is_encrypted=True)
    monkeypatch.setenv(PASSWORD, "wrong")
    (tmp_path / "first").mkdir()
    table = Table(tmp_path / "first", broker.url)
    wait_until(lambda: table.reported)
    assert "Not authorized" in table.reported[0]
    table.close()
    monkeypatch.setenv(PASSWORD, "secret")
    (tmp_path / "second").mkdir()
    table = Table(tmp_path / "second", broker.url)
    listener, said = listen(broker, user="ann", password="secret")
    assert said("status") == "online"
    listener.close()
    table.close()
    broker.stop()


def test_everything_said_is_json_for_those_who_only_read(table, broker) -> None:
    table.start()
    listener, said = listen(broker)
    said("lamps", lambda lamps: lamps["roles"])
    for topic, payload in listener.last.items():
        assert topic.endswith("/status") or isinstance(json.loads(payload), dict)
    listener.close()
