"""The wall in a browser, over a server to which PCs send their boards' events."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from club_boards import ClubPc
from club_server import RunningClub
from path_proxy import PathProxy
from played_boards import PlayedBoard, recorded_games
from playwright.sync_api import Route
from treppe_club.roles import Role
from waiting import wait_until

GAMES = {game.name: game for game in recorded_games()}


@pytest.fixture
def pc(running: RunningClub, tmp_path: Path) -> Iterator[ClubPc]:
    pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    pc.begin()
    yield pc
    pc.close()


def look_back_and_forth(page):
    """Show the second table large, and go through its record."""
    page.click(".table:nth-child(2)")
    assert page.locator(".table").first.bounding_box()["width"] > 120, "miniatures stand below each other"
    page.wait_for_function("document.querySelectorAll('#moves li code').length === 5")
    assert page.inner_text(".large h2") == "Table 2"
    live = page.inner_html(".large .stage")
    page.locator(".past input").fill("1")
    assert page.inner_html(".large .stage") != live
    page.click("[data-live]")
    assert page.inner_html(".large .stage") == live


def test_a_wall_shows_what_is_played_and_what_was_missed(running, pc, chromium):
    boards = [PlayedBoard(f"b{number}", GAMES[name]) for number, name in enumerate(("blockade", "step"))]
    pc.plug(boards[0])
    pc.play(boards[0], 4)
    wait_until(lambda: len(list(running.store.games())) == 1)
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(running.invite(Role.ARBITER))
    page.wait_for_selector("#large:not([hidden])")  # a table alone is shown large, until another one comes
    pc.plug(boards[1])
    pc.play(boards[1], 4)
    page.wait_for_selector(".table:nth-child(2)")
    assert page.url == running.url and "#" not in page.url, "the token is not left in the address"

    # A miniature follows the board.
    shown = "[...document.querySelectorAll('.table')].map(card => card.querySelector('.picture').innerHTML)"
    before = page.evaluate(shown)
    pc.play(boards[1], 2)
    page.wait_for_function(f"before => ({shown})[1] !== before[1]", arg=before)
    assert page.evaluate(shown)[0] == before[0]

    look_back_and_forth(page)

    # What was played while nobody looked is reported, and can be watched.
    page.goto("about:blank")
    pc.play(boards[1], 6)
    wait_until(lambda: running.store.game(2).num_actions == 11)
    page.goto(f"{running.url}#2")
    page.wait_for_selector(".missed:not([hidden])")
    assert "6" in page.inner_text(".missed")

    # An arbiter names the table and its players.
    page.click("[data-rename]")
    page.fill("#naming [name=table]", "Window")
    page.locator("#naming [name=seat]").first.fill("<b>Zoe</b>")
    page.click("#naming [value=save]")
    page.wait_for_function("document.querySelector('.large h2').textContent === 'Window'")
    assert "<b>Zoe</b>" in page.inner_text(".large .players")
    assert not complaints
    context.close()


def test_a_record_has_what_is_played_while_it_is_loaded(running, pc, chromium):
    board = PlayedBoard("b1", GAMES["step"])
    pc.plug(board)
    pc.play(board, 4)
    wait_until(lambda: len(list(running.store.games())) == 1)
    context = chromium.new_context(locale="en")
    page = context.new_page()
    held: list[Route] = []
    page.route("**/tables/1", lambda route: held.append(route) if not held else route.continue_())
    page.goto(running.invite(Role.ARBITER))
    page.wait_for_selector("#large:not([hidden])")
    while not held:
        page.wait_for_timeout(10)
    before = held[0].fetch()
    pc.play(board, 2)
    page.wait_for_function("document.querySelector('.past input').max === '5'")
    held[0].fulfill(response=before)
    page.wait_for_function("document.querySelectorAll('#moves li code').length === 5")
    context.close()


def test_a_server_that_comes_back_goes_on_where_it_was(club, tmp_path):
    board = PlayedBoard("b1", GAMES["blockade"])
    with RunningClub(club) as running:
        pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
        pc.plug(board)
        pc.begin()
        pc.play(board, 3)
        wait_until(lambda: club.games() and club.game(1).num_actions == 2)
    pc.play(board, 5)
    wait_until(lambda: any("kept here" in reported for reported in pc.reported))
    with RunningClub(club, running.port):
        wait_until(lambda: club.game(1).num_actions == 7)
        pc.close()
    assert [event["e"] for event in club.events(1)] == list(range(1, 9))
    assert "has what is played here" in pc.reported[-1]


@pytest.mark.parametrize("strips", [True, False])
def test_a_club_below_a_path(club, chromium, tmp_path, strips):
    with RunningClub(club, below="/chess/club") as running, PathProxy(running.port, "/chess/club", strips) as proxy:
        running.url = proxy.address
        pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
        pc.begin()
        board = PlayedBoard("b1", GAMES["blockade"])
        pc.plug(board)
        pc.play(board, 4)
        wait_until(lambda: club.games() and club.game(1).num_actions == 3)
        context = chromium.new_context(locale="en")
        page = context.new_page()
        refused: list[str] = []
        page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
        page.goto(running.invite(Role.ARBITER))
        page.wait_for_selector("#large:not([hidden])")
        assert page.url == proxy.address
        page.wait_for_function("document.querySelectorAll('#moves li').length > 0")
        pc.play(board, 2)
        page.wait_for_function("document.querySelectorAll('#moves li code').length >= 5")
        page.click("[data-rename]")
        page.fill("#naming [name=table]", "Window")
        page.click("#naming [value=save]")
        page.wait_for_function("document.querySelector('.large h2').textContent === 'Window'")
        for name in ("events", "finished"):
            page.click(f"nav a[href$='/{name}']")
            page.wait_for_url(f"{proxy.address}{name}")
            page.wait_for_selector(f"nav a[href$='/{name}'][aria-current=page]")
        assert [cookie["path"] for cookie in context.cookies()] == ["/chess/club/"]
        assert refused == proxy.strays == []
        context.clear_cookies()
        page.goto(proxy.address)
        assert page.url == f"{proxy.address}enter", "who has no invitation is led to the door"
        context.close()
        pc.close()
