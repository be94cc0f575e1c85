"""Whether a board or the other player is there, over a real Mosquitto: what counts is life, not a will of long ago."""

import queue
import socket
import threading
import time
from contextlib import suppress

import pytest
from mosquitto import broker
from topics import Topics
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_sim.board import SimulatedBoard
from treppe_sim.board_files import identity_of
from treppe_together.address import read_address
from treppe_together.pair import Pair
from treppe_together.publisher import PublishedBoard, Publisher
from treppe_together.shared_game import GUEST, HOST
from waiting import wait_until


class HalfOpenRelay:
    """Passes bytes on at `port`; `cut` ends the clients' ends only."""

    def __init__(self, broker_port: int):
        self._broker_port = broker_port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._lines: list[tuple[socket.socket, socket.socket]] = []
        self._stale: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all present lines; the broker hears no more of them."""
        for client, far in self._lines:
            self._stale.append(far)
            with suppress(OSError):  # it has ended by itself
                client.shutdown(socket.SHUT_RDWR)
        self._lines.clear()

    def close(self) -> None:
        """End everything."""
        self._server.close()
        self.cut()
        for far in self._stale:
            far.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._broker_port))
            self._lines.append((client, far))
            for source, sink in ((client, far), (far, client)):
                threading.Thread(target=self._pass, args=(source, sink, far), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, far: socket.socket) -> None:
        try:
            while data := source.recv(4096):
                if far in self._stale:
                    return
                sink.sendall(data)
            if far not in self._stale:
                sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


pytestmark = pytest.mark.long  # that nobody says anything more is a matter of time
__all__ = ("broker",)

CODE = "7K3M-0Q9X-AB2C-DE4F"
STATUS = "test/b1/status"


@pytest.fixture
def relay(broker):
    relay = HalfOpenRelay(broker.port)
    yield relay
    relay.close()


@pytest.fixture
def listener(broker):
    listener = Topics(broker)
    yield listener
    listener.close()


def said_after(listener, topic: str, place: int) -> list[bytes]:
    return [payload for named, payload in listener.all[place:] if named == topic]


def publish(relay) -> PublishedBoard:
    board = PublishedBoard(read_address(f"mqtt://127.0.0.1:{relay.port}/test"), "b1", lambda _: None)
    board.publish({})
    return board


def test_a_half_open_line_ends_with_the_next_one_and_leaves_the_board_online(relay, listener) -> None:
    board = publish(relay)
    listener.wait_for(STATUS, lambda status: status == "online")
    place = len(listener.all)
    relay.cut()
    wait_until(lambda: said_after(listener, STATUS, place)[-1:] == [b"online"])
    assert b"offline" in said_after(listener, STATUS, place), "the old session's will, when the new one begins"
    board.close()
    listener.wait_for(STATUS, lambda status: status == "offline")


@pytest.mark.parametrize("payload", [b"offline", b"", b"\xff", b"x" * 1000])
def test_whatever_else_stands_at_a_present_boards_status_is_corrected(relay, listener, payload) -> None:
    board = publish(relay)
    listener.wait_for(STATUS, lambda status: status == "online")
    place = len(listener.all)
    listener.say(STATUS, payload)
    wait_until(lambda: said_after(listener, STATUS, place)[-2:] == [payload, b"online"])
    place = len(listener.all)
    board.close()
    wait_until(lambda: said_after(listener, STATUS, place))
    listener.say(STATUS, b"online")  # another PC has the board now
    wait_until(lambda: len(said_after(listener, STATUS, place)) > 1)
    time.sleep(0.2)
    assert said_after(listener, STATUS, place) == [b"offline", b"online"]


def test_a_boards_status_is_said_again_and_again(tmp_path, broker, listener) -> None:

    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    publisher = Publisher(read_address(broker.url), store, beat_s=0.05)
    client = Client(store)
    publisher.attach(client)
    board = SimulatedBoard("reed12", tmp_path / "board", clock="virtual")
    board.start()
    board.attach(client)
    assert board.run_until(lambda: client.hello is not None, 5000)
    topic = f"test/{identity_of('reed12')}/status"
    wait_until(lambda: [payload for named, payload in listener.all if named == topic].count(b"online") > 3)
    client.disconnect()
    listener.wait_for(topic, lambda status: status == "offline")
    other = PublishedBoard(read_address(broker.url), identity_of("reed12"), lambda _: None)
    other.publish({})  # another program of this PC, under the same name at the broker
    listener.wait_for(topic, lambda status: status == "online")
    place = len(listener.all)
    time.sleep(1.5)  # as long as it takes to connect again
    assert b"offline" not in said_after(listener, topic, place), "nobody ends the other one's connection"
    other.close()
    assert board.run_until(lambda: client.hello is not None, 5000)
    listener.wait_for(topic, lambda status: status == "online")
    publisher.close()
    listener.wait_for(topic, lambda status: status == "offline")
    board.stop()
    store.close()


class Sides:
    """Both sides of a game; each reads in `posted` what its connection hears."""

    def __init__(self, tmp_path, broker, relay):
        self.posted: queue.Queue = queue.Queue()
        self.now_s = 1000.0
        urls = (broker.url, f"mqtt://127.0.0.1:{relay.port}/test")
        self.host, self.guest = (
            Pair(read_address(url), CODE, side, tmp_path / str(side), "", self.posted.put, now=lambda: self.now_s)
            for side, url in zip((HOST, GUEST), urls, strict=True)
        )
        self.host.open()
        self.guest.open()
        self.wait_until(lambda: self.host.is_other_here and self.guest.is_other_here)

    def work(self) -> None:
        while not self.posted.empty():
            self.posted.get()()

    def wait_until(self, is_so) -> None:
        wait_until(is_so, self.work)


def test_the_other_player_stays_here_after_a_half_open_line(tmp_path, broker, relay, listener) -> None:
    sides = Sides(tmp_path, broker, relay)
    here = f"{sides.guest.secret.topic(GUEST)}/here"
    place = len(listener.all)
    relay.cut()
    sides.wait_until(lambda: len(said_after(listener, here, place)) >= 2)  # the will, and the guest's next word
    sides.wait_until(lambda: sides.host.is_other_here)
    will = said_after(listener, here, place)[0]
    place = len(listener.all)
    listener.say(here, will)  # once more, as after a restart of the guest's PC at another address
    sides.wait_until(lambda: len(said_after(listener, here, place)) >= 2)
    sides.wait_until(lambda: sides.host.is_other_here)
    sides.guest.close()
    sides.wait_until(lambda: not sides.host.is_other_here)
    sides.host.close()


def test_who_says_nothing_for_long_is_gone_and_whoever_speaks_is_here(tmp_path, broker, relay) -> None:
    sides = Sides(tmp_path, broker, relay)
    sides.work()
    sides.now_s += 60
    sides.host.tick()
    assert not sides.host.is_other_here, "without any will"
    sides.guest.tick()  # repeats what it knows
    sides.wait_until(lambda: sides.host.is_other_here)
    sides.guest.close()
    sides.host.close()
