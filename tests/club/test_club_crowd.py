"""Many spectators, requests that stay halves, bodies without end, pages that sleep or go back: the club goes on."""

import socket
from contextlib import ExitStack, suppress

import httpx
import pytest
from club_boards import ClubPc
from club_server import RunningClub
from played_boards import PlayedBoard, recorded_games
from treppe_club.roles import Role
from waiting import LIMIT_S, wait_until

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")
NUM_STREAMS = 300
PIECE = b"x" * 65536
BODY_BYTES = 50_000_000


@pytest.fixture
def board(running, tmp_path):
    """A board that is played on, and its PC."""
    pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    board = PlayedBoard("b1", BLOCKADE)
    pc.plug(board)
    pc.begin()
    pc.play(board, 3)
    wait_until(lambda: running.store.games() and running.store.game(1).num_actions == 2)
    yield pc, board
    pc.close()


def say(running: RunningClub, head: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", running.port), timeout=LIMIT_S)
    line.sendall(head.encode())
    return line


def test_many_streams_and_half_a_request_hold_nobody_up(running, board) -> None:
    pc, played = board
    cookie = running.cookie(Role.SPECTATOR)
    asks = f"Host: 127.0.0.1\r\nCookie: treppe-club={cookie}\r\n\r\n"
    with ExitStack() as lines:
        halves = ("GET / HTTP/1.1\r\n", "POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
        for head in halves * 10:
            lines.enter_context(say(running, head))
        streams = [lines.enter_context(say(running, f"GET /stream HTTP/1.1\r\n{asks}")) for _ in range(NUM_STREAMS)]
        files = [lines.enter_context(each.makefile("rb")) for each in streams]
        for file in files:
            while b'"whole"' not in file.readline():
                pass
        pc.play(played, 1)
        for file in files:
            while not file.readline().startswith(b"data: "):
                pass
        answer = httpx.get(f"{running.url}tables/1", headers={"cookie": f"treppe-club={cookie}"}, timeout=LIMIT_S)
        assert answer.status_code == 200 and answer.json()["places"]


@pytest.mark.parametrize("path", ["enter", "names", "upload", "events"])
def test_a_body_without_end_is_refused_early(running, path) -> None:
    cookie, token = running.cookie(Role.OWNER), running.invite(Role.BOARD).partition("#")[2]
    head = f"POST /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: treppe-club={cookie}\r\n"
    head += f"Authorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with say(running, head) as line:
        line.setblocking(False)
        sent, answer = 0, b""
        while sent < BODY_BYTES and not answer:
            with suppress(BlockingIOError, ConnectionError):
                line.setblocking(True)
                line.sendall(b"10000\r\n" + PIECE + b"\r\n")
                sent += len(PIECE)
                line.setblocking(False)
                answer = line.recv(100)
        assert answer.startswith(b"HTTP/1.1 413 ")
    assert httpx.get(f"{running.url}enter").status_code == 200


def test_two_tabs_a_sleeper_and_the_back_button_show_what_is_played(running, board, chromium) -> None:
    pc, played = board
    context = chromium.new_context(locale="en")
    sleeper, page = context.new_page(), context.new_page()
    sleeper.goto(running.invite(Role.SPECTATOR))
    sleeper.wait_for_selector("#large:not([hidden])")
    page.goto(running.url)
    page.wait_for_selector("#large:not([hidden])")
    tab = context.new_cdp_session(sleeper)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    pc.play(played, 2)
    counted = "count => document.querySelectorAll('#moves li code').length === count"
    page.wait_for_function(counted, arg=4)
    page.click("nav a[href$='/events']")
    page.wait_for_url("**/events")
    pc.play(played, 1)
    page.go_back()
    page.wait_for_function(counted, arg=5)
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    sleeper.wait_for_function(counted, arg=5)
    assert sleeper.inner_html(".large .stage") == page.inner_html(".large .stage")
    context.close()
