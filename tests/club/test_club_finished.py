"""The finished games of a club: on the wall, on a page of their own, replayed; gone while one is open again."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from club_boards import ClubPc
from club_server import RunningClub
from played_boards import PlayedBoard, recorded_games
from treppe_club import event_rows, replays
from treppe_club.finished import read_finished
from treppe_club.roles import Role
from treppe_club.store import ClubStore
from treppe_host.web.games.replay_file import replay_of
from waiting import LIMIT_S, wait_until

RECORD = next(game for game in recorded_games() if game.num_players == 2 and len(game.end["winners"]) == 1)
WHOLE = len(RECORD.actions) + 2


def numbers(club: ClubStore) -> list[int]:
    with club.transaction() as connection:
        return [each.number for each in read_finished(connection, 10)]


def test_finished_games_are_replayed_and_one_that_is_open_again_is_gone(running, club, chromium, tmp_path):
    boards = [PlayedBoard(f"b{number}", RECORD) for number in (1, 2)]
    pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    pc.begin()
    context = chromium.new_context(locale="en", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(running.invite(Role.SPECTATOR))
    page.wait_for_selector("#none:not([hidden])")
    for board in boards:
        pc.plug(board)
        pc.play(board, WHOLE)
        wait_until(lambda board=board: len(numbers(club)) == boards.index(board) + 1)
    page.wait_for_function("document.querySelectorAll('#finished li[data-game]').length === 2")
    shown = "[...document.querySelectorAll('#finished li[data-game]')].map(each => each.dataset.game)"
    assert page.evaluate(shown) == [str(number) for number in numbers(club)] == ["2", "1"]
    winner = RECORD.end["winners"][0]
    assert page.locator(f"#finished [data-game='1'] .player{winner}.won").count() == 1

    last = PlayedBoard("b2", RECORD)
    last.number = WHOLE
    pc.store_events(boards[1], [last.event_of("undo", count=1)])
    page.wait_for_function(f"({shown}).join() === '1'")

    page.goto(f"{running.url}finished")
    assert page.locator("li[data-game]").count() == 1
    page.click("li[data-game='1'] .replay")
    page.wait_for_url(f"{running.url}games/1")
    assert page.locator(".board").count() and not complaints
    context.close()
    pc.close()


def test_a_search_that_finds_nothing_is_answered_with_an_error(running: RunningClub, monkeypatch) -> None:
    """A StopIteration leaves no future of asyncio: whoever awaits one would wait for ever."""
    principal = {"cookie": f"treppe-club={running.cookie(Role.SPECTATOR)}"}
    monkeypatch.setattr(event_rows, "list_events", lambda _: next(iter(())))
    assert httpx.get(f"{running.url}events", headers=principal, timeout=LIMIT_S).status_code == 500


def test_a_crowd_that_opens_a_replay_keeps_nobody_waiting(running, club, tmp_path, monkeypatch):
    board, pc = PlayedBoard("b1", RECORD), ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    pc.begin()
    pc.plug(board)
    pc.play(board, WHOLE)
    wait_until(lambda: numbers(club) == [1])
    pc.close()
    principal = {"cookie": f"treppe-club={running.cookie(Role.SPECTATOR)}"}
    num_drawn, may_draw = [], threading.Event()

    def draw(*asked: Any) -> str:
        num_drawn.append(asked)
        assert may_draw.wait(LIMIT_S)
        return replay_of(*asked)

    monkeypatch.setattr(replays, "replay_of", draw)
    with ThreadPoolExecutor(24) as crowd:
        opened = [
            crowd.submit(httpx.get, f"{running.url}games/1", headers=principal, timeout=LIMIT_S) for _ in range(24)
        ]
        wait_until(lambda: num_drawn)
        try:
            assert httpx.get(f"{running.url}finished", headers=principal, timeout=LIMIT_S).status_code == 200
        finally:
            may_draw.set()
        pages = {each.result().text for each in opened}
    assert len(pages) == len(num_drawn) == 1
    club.remark(1, "names", {"seats": ["Zoe", "Yan"]})
    assert "Zoe" in httpx.get(f"{running.url}games/1", headers=principal, timeout=LIMIT_S).text
    assert len(num_drawn) == 2


@pytest.mark.parametrize("path", ["games/1", "games/1/file", "games/99", f"games/{2**40}"])
def test_only_guests_see_replays_and_only_of_the_clubs_games(running: RunningClub, club: ClubStore, path: str) -> None:
    own = PlayedBoard("b9", RECORD)  # in the same database, but of no table of the club
    club.connect_board(own.hello())
    club.add_events("b9", [own.next_event() for _ in range(WHOLE)])
    assert numbers(club) == []
    assert httpx.get(running.url + path).status_code == 401
    principal = {"cookie": f"treppe-club={running.cookie(Role.SPECTATOR)}"}
    assert httpx.get(running.url + path, headers=principal).status_code == 404
