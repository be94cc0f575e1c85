"""A PC sends its boards' events through lost messages, lost answers and restarts: none is lost, none comes twice."""

import json
import os
import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from socketserver import StreamRequestHandler, TCPServer
from typing import Any

import pytest
from club_boards import ClubPc, FakeClient
from played_boards import PlayedBoard, recorded_games
from sqlalchemy import select
from treppe_club.intake import take
from treppe_club.link import BadLink, ClubAway, ClubLink
from treppe_club.upload import read_upload
from treppe_club.uploader import Uploader
from treppe_host.store.store import Store
from treppe_host.store.tables import events
from waiting import LIMIT_S, wait_until

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")


class LossyLink(ClubLink):
    """A link over which messages are lost before they are stored, or their answers afterwards."""

    def __init__(self, club, invitation: int, chance: random.Random, losses: float = 0.0) -> None:
        super().__init__("http://club.example/enter#token")
        self.club, self.invitation, self.chance, self.losses = club, invitation, chance, losses
        self.sent: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.chance.random() < self.losses:
            raise ClubAway("lost on the way")
        self.sent.append(json.loads(json.dumps(message)))
        with self.club.transaction(writes=True) as connection:
            held = take(connection, read_upload(self.sent[-1]), self.invitation)
        if self.chance.random() < self.losses:
            raise ClubAway("the server died before it answered")
        return {"last": held.last, "holes": [list(gap) for gap in held.open_gaps]}


class Pc:
    """A PC: its store and its file stay when it restarts."""

    def __init__(self, folder: Path, link: LossyLink) -> None:
        folder.mkdir()
        self.store = Store(f"sqlite:///{folder}/games.db")
        self.file, self.link = folder / "clubs.json", link
        self.start()

    def start(self) -> None:
        self.uploader = Uploader(self.link, self.store, self.file)

    def plug(self, board: PlayedBoard) -> None:
        client = FakeClient(board.board)
        self.uploader.attach(client)
        last = self.store.connect_board(board.hello())
        if last < board.number and board.number:
            self.store.add_gap(board.board, last + 1, board.number)
        client.tell("connected")

    def play(self, board: PlayedBoard, count: int) -> None:
        self.store.add_events(board.board, [board.next_event() for _ in range(count)])

    def upload(self) -> bool:
        try:
            self.uploader.upload_all()
        except ClubAway:
            return False
        return True


def numbers_in(store: Store, board: str) -> list[int]:
    with store._transaction() as connection:
        return sorted(connection.scalars(select(events.c.number).where(events.c.board_id == board)))


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_and_nothing_comes_twice(seed, club, pc_invitation, tmp_path):
    chance = random.Random(seed)
    link = LossyLink(club, pc_invitation, chance, 0.25)
    pcs = [Pc(tmp_path / name, link) for name in ("one", "two")]
    boards = [PlayedBoard(f"b{number}", BLOCKADE) for number in range(3)]
    at = dict.fromkeys(range(3), pcs[0])
    for board in boards:
        pcs[0].plug(board)
    for _ in range(40):
        number = chance.randrange(3)
        what = chance.random()
        if what < 0.6:
            at[number].play(boards[number], chance.randint(1, 6))
        elif what < 0.8:
            at[number].upload()
        elif what < 0.9:
            at[number].start()
            at[number].plug(boards[number])
        else:  # the board is carried to the other PC
            at[number] = pcs[1 - pcs.index(at[number])]
            at[number].plug(boards[number])
    link.losses = 0.0
    for pc in (*pcs, *pcs):
        assert pc.upload()
    for board in boards:
        assert numbers_in(club, board.board) == list(range(1, board.number + 1))
    games = {game.origin: game for game in club.games()}
    assert sum(len(club.events(game.number)) for game in games.values()) == sum(board.number for board in boards)
    assert all(game.num_missing == 0 for game in games.values())
    sent = len(link.sent)
    assert all(pc.upload() for pc in pcs) and len(link.sent) == sent, "what the club has is not sent again"


def test_what_was_played_before_a_board_came_to_the_club_stays_at_home(club, pc_invitation, tmp_path):
    pc = Pc(tmp_path / "one", LossyLink(club, pc_invitation, random.Random(1)))
    board = PlayedBoard("b1", BLOCKADE)
    pc.store.connect_board(board.hello())
    pc.play(board, len(BLOCKADE.actions) + 2)
    before = board.number
    pc.play(board, 5)
    pc.plug(board)
    assert pc.upload()
    assert numbers_in(club, "b1") == list(range(before + 1, board.number + 1))
    pc.start()
    pc.play(board, 3)
    assert pc.upload()
    assert numbers_in(club, "b1")[-1] == board.number


def test_the_club_hears_that_a_board_is_connected_and_that_it_is_not(club, pc_invitation, tmp_path):
    link = LossyLink(club, pc_invitation, random.Random(1))
    pc = Pc(tmp_path / "one", link)
    board = PlayedBoard("b1", BLOCKADE)
    client = FakeClient("b1")
    pc.uploader.attach(client)
    pc.store.connect_board(board.hello())
    client.tell("connected")
    pc.upload()
    client.tell("disconnected")
    pc.upload()
    assert [message["is_connected"] for message in link.sent] == [True, False]


class ShortServer(StreamRequestHandler):
    """A server that closes a connection after its answer, though it has not said so."""

    def handle(self) -> None:
        length = 0
        while (line := self.rfile.readline().strip()) != b"":
            length = int(line.split()[1]) if line.lower().startswith(b"content-length") else length
        self.rfile.read(length)
        self.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")


def test_a_connection_that_was_silent_too_long_is_opened_anew():
    with TCPServer(("127.0.0.1", 0), ShortServer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        link = ClubLink(f"http://127.0.0.1:{server.server_address[1]}/enter#token")
        assert [link.send({}) for _ in range(3)] == [{}, {}, {}]
        link.close()
        server.shutdown()
        thread.join()
    with pytest.raises(ClubAway):
        link.send({})


@pytest.mark.parametrize(
    "link", ["club.example", "ftp://club.example/enter#x", "https://club.example/enter", "http://#x"]
)
def test_a_link_of_no_club_is_told(link):
    with pytest.raises(BadLink):
        ClubLink(link)


LIES = {
    "a hole without end": b'{"last": 5, "holes": [[1, 1' + b"0" * 30 + b"]]}",
    "no number": b'{"last": Infinity, "holes": []}',
    "a hole that is no number": b'{"last": 0, "holes": [[1, Infinity]]}',
    "deep": b"[" * 100_000,
    "below zero": b'{"last": -1, "holes": []}',
    "many holes": json.dumps({"last": 5, "holes": [[n, n] for n in range(1, 9000, 2)]}).encode(),
    "many digits": b'{"last": 1' + b"0" * 9000 + b"}",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_server_that_lies_is_told_and_asked_again(lie: str, tmp_path: Path) -> None:
    asked = []

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.request.recv(1 << 20))
            body = LIES[lie]
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)

    with TCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        pc = ClubPc(f"http://127.0.0.1:{server.server_address[1]}/enter#token", tmp_path / "pc")
        board = PlayedBoard("b1", BLOCKADE)
        pc.plug(board)
        pc.begin()
        pc.play(board, 3)
        wait_until(lambda: len(asked) > 2)
        assert "what is played is kept here" in pc.reported[0]
        pc.close()
        server.shutdown()


def test_a_server_that_never_finishes_its_answer_does_not_keep_the_program(tmp_path: Path) -> None:
    asked, is_over = threading.Event(), threading.Event()

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            self.request.recv(1 << 20)
            asked.set()
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n")
            with suppress(OSError):  # the program has gone
                while not is_over.wait(1.0):
                    self.wfile.write(b" ")

    with TCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        pc = ClubPc(f"http://127.0.0.1:{server.server_address[1]}/enter#token", tmp_path / "pc")
        pc.plug(PlayedBoard("b1", BLOCKADE))
        pc.begin()
        assert asked.wait(LIMIT_S)
        closing = threading.Thread(target=pc.close)
        closing.start()
        closing.join(30)
        assert not closing.is_alive()
        is_over.set()
        server.shutdown()


@pytest.mark.parametrize("option", [["--club", "-"], ["--club", "http://club.example/enter#x"]])
def test_a_secret_is_asked_for(tmp_path: Path, option: list[str]) -> None:
    environment = os.environ | {"TREPPE_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "treppe_host.cli", "log", "--port", "/none", *option]
    said = subprocess.run(command, env=environment, input=b"no link\n", capture_output=True)
    assert (b"--club takes the link" in said.stderr) == (option[1] == "-"), said
