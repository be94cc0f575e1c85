"""Who looks on when his invitation ends is cut off at once: the wall, an event; and his boards are shown as away."""

import threading
from contextlib import suppress
from pathlib import Path

import httpx
from club_boards import ClubPc
from club_server import RunningClub
from played_boards import PlayedBoard, recorded_games
from sqlalchemy import select
from treppe_club import event_rows, invitations
from treppe_club.event.event import System
from treppe_club.roles import Role
from treppe_club.store import ClubStore
from treppe_club.tables import club_boards
from waiting import LIMIT_S, wait_until

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")
AT_ONCE_S = 5.0  # far less than the time between two looks without a notice


def end(club: ClubStore, name: str) -> None:
    with club.transaction(writes=True) as connection:
        number = next(
            principal.invitation for principal, _ in invitations.list_invitations(connection) if principal.name == name
        )
        invitations.end_invitation(connection, number)


class Onlooker:
    """Reads a stream in a thread; `is_cut` as soon as the server has ended it."""

    def __init__(self, url: str, cookie: str) -> None:
        self.has_begun, self.is_cut = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._read, args=(url, cookie), daemon=True)
        self._thread.start()
        assert self.has_begun.wait(LIMIT_S)

    def _read(self, url: str, cookie: str) -> None:
        by_cookie = {"cookie": f"treppe-club={cookie}"}
        with (
            suppress(httpx.RemoteProtocolError),  # when the server ends
            httpx.stream("GET", url, headers=by_cookie, timeout=LIMIT_S) as answer,
        ):
            for _ in answer.iter_bytes():
                self.has_begun.set()
        self.is_cut.set()


def test_streams_of_an_invitation_that_ends_are_cut_and_no_others(running: RunningClub, club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        event = event_rows.make_event(connection, "cup", "blockade", System.SWISS, 3, 1, ["Ann", "Bob"])
    pages = ("stream", f"event/{event}/stream")
    arbiter, spectator = running.cookie(Role.ARBITER), running.cookie(Role.SPECTATOR)
    ended = [Onlooker(running.url + page, spectator) for page in pages]
    staying = [Onlooker(running.url + page, arbiter) for page in pages]
    end(club, "spectator")
    assert all(each.is_cut.wait(AT_ONCE_S) for each in ended)
    assert httpx.get(running.url + "stream", headers={"cookie": f"treppe-club={spectator}"}).status_code == 401
    assert not any(each.is_cut.is_set() for each in staying)


def test_boards_of_a_link_that_ends_are_away_at_once(running: RunningClub, club: ClubStore, tmp_path: Path) -> None:
    pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    board = PlayedBoard("b1", BLOCKADE)
    pc.plug(board)
    pc.begin()
    pc.play(board, 3)
    with club.transaction() as connection:
        is_connected = select(club_boards.c.is_connected)
        wait_until(lambda: connection.scalar(is_connected) == 1)
        end(club, "board")
        assert connection.scalar(is_connected) == 0
    pc.play(board)
    wait_until(lambda: any("does not know this link" in reported for reported in pc.reported))
    pc.close()


def test_a_page_whose_link_has_ended_shows_the_door(running: RunningClub, club: ClubStore, chromium) -> None:
    context = chromium.new_context(locale="en")
    page = context.new_page()
    page.goto(running.invite(Role.SPECTATOR))
    page.wait_for_url(running.url)
    page.wait_for_selector("#none:not([hidden])")
    end(club, "spectator")
    page.wait_for_url(f"{running.url}enter")
    page.wait_for_selector("#by-link:not([hidden])")
    context.close()
