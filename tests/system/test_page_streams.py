"""Requests that come twice (double clicks, lost answers), pages that were put aside, many and odd sockets."""

import http.client
import json
import socket
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page_driver import LEAVE_AND_COME_BACK, PATIENCE_MS, Player
from treppe_host.store.store import Store

STREAM = "/boards/simulated/stream"
NUM_STREAMS = 300
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
ACTS = {
    "/boards/simulated/do": "press release choose set hint speak start draw resign grant refuse again advise field "
    "take give turn careless break",
    "/games/do": "unhide go_on puzzle",
    "/games/1/do": "position puzzle analysis_stop unhide go_on rename remark",
    "/doctor/simulated/do": "examine",
}
"""The acts of each page that take no part of the board away."""


class Browser:
    """Requests of a browser that is ours."""

    def __init__(self, program):
        self.host = urlsplit(program.address).netloc
        self.program = program

    def ask(self, method: str, path: str, body: bytes | str | None = None, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE_MS / 1000)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def do(self, path: str, **said) -> tuple[int, bytes]:
        return self.ask("POST", path, json.dumps(said), **{"content-type": "application/json"})

    def follow(self) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE_MS / 1000)
        connection.request("GET", STREAM)
        answer = connection.getresponse()
        answer.connection = connection
        return answer

    def faults(self) -> list[str]:
        """Return the last lines of the tracebacks that the program has printed."""
        lines = self.program.lines
        return (
            [line for line in lines if "Error" in line and not line.startswith(" ")]
            if "Traceback" in str(lines)
            else []
        )

    def num_games(self) -> int:
        """Return how many games were begun, also those without an action."""
        store = Store(f"sqlite:///{self.program.folder / 'games.db'}")
        try:
            return len(store.games())
        finally:
            store.close()


@pytest.fixture
def browser(program):
    return Browser(program)


def test_a_request_that_comes_twice_begins_one_game(browser, player) -> None:
    before = browser.num_games()
    choice = {"game": "step", "step.players": "2"}
    first = browser.do("/boards/simulated/do", id="twice", act="start", value=choice)
    assert (
        first == browser.do("/boards/simulated/do", id="twice", act="start", value=choice) == (200, b'{"close":true}')
    )
    player.await_phase()
    assert browser.num_games() == before + 1
    assert browser.do("/boards/simulated/do", id="thrice", act="start", value=choice)[0] == 200
    assert browser.num_games() == before + 2


def test_a_double_click_begins_one_game_and_stores_one_remark(browser, player) -> None:
    page, before = player.page, browser.num_games()
    player.choose("step")
    page.click("#open-new-game")
    page.dblclick("#new-game [type=submit]")
    page.wait_for_selector("#new-game", state="hidden")
    player.await_phase()
    player.move("a1", "d1")
    player.await_words("a1-d1")
    page.wait_for_timeout(500)
    assert browser.num_games() == before + 2
    page.goto(f"{browser.program.address}games/last/simulated")
    page.fill("#remark-form [name=text]", "well done")
    page.dblclick("#remark-form button")
    page.wait_for_selector("#moves em")
    page.wait_for_timeout(500)
    page.reload()
    assert page.locator("#moves em").all_inner_texts() == ["well done"]


def test_a_page_that_was_put_aside_shows_what_it_has_missed(browser, player, context) -> None:
    player.choose("step")
    other = Player(context.new_page(), browser.program.address)
    other.page.evaluate(LEAVE_AND_COME_BACK.splitlines()[0])
    player.move("a1", "d1")
    player.await_words("a1-d1")
    assert other.words() == []
    other.page.evaluate(LEAVE_AND_COME_BACK.splitlines()[1])
    other.await_words("a1-d1")
    other.bring("B", "c1")
    player.await_words("a1-d1", "+c1")
    other.page.close()


def test_the_back_button_leads_to_the_board_as_it_is_now(browser, player) -> None:
    player.choose("step")
    player.page.click("a[href='/games']")
    player.page.wait_for_selector("table.list")
    player.page.go_back()
    player.await_phase()
    player.move("a1", "d1")
    player.await_words("a1-d1")


def test_many_streams_and_half_a_request_hold_nobody_up(browser, player) -> None:
    half = [socket.create_connection(tuple(browser.host.split(":"))) for _ in range(20)]
    for place, each in enumerate(half):
        each.sendall(
            b"GET / HTTP/1.1\r\n" if place % 2 else b"POST /games/do HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        )
    streams = [browser.follow() for _ in range(NUM_STREAMS)]
    assert all(each.status == 200 for each in streams)
    player.choose("step")
    player.move("a1", "d1")
    player.await_words("a1-d1")
    for each in streams:
        assert each.readline().startswith(b"id: ")
        each.connection.close()
    for each in half:
        each.close()


def test_a_body_that_is_too_long_is_refused(browser) -> None:
    assert browser.do("/games/do", id="1", act="unhide", value="x" * 1_000_000)[0] == 413
    for path in ("/games/import", "/tune/simulated/recording.frames"):
        told = browser.ask("POST", path, b"x" * 50_000_000, **{"x-treppe": "long"})
        assert told[0] == 413 or b"20 MB" in told[1], path


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from([*ACTS, "/tune/simulated/do/x", "/boards/x/do", "/games/99/do", "/watch/simulated/do"]),
    data=st.data(),
)
def test_no_act_ends_in_an_error(browser, path, data) -> None:
    acts = ACTS.get(path, "press").split()
    names = st.sampled_from(acts) | ANY_JSON
    said = data.draw(
        st.fixed_dictionaries({"id": st.text(min_size=1, max_size=64) | ANY_JSON, "act": names, "value": ANY_JSON})
        | st.fixed_dictionaries(
            {"id": st.uuids().map(str), "act": st.sampled_from(acts), "value": st.text() | st.integers()}
        )
        | ANY_JSON
    )
    status, _ = browser.ask("POST", path, json.dumps(said), **{"content-type": "application/json"})
    assert status in (200, 400, 404, 405), browser.program.lines[-3:]
    assert browser.faults() == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["/boards/", "/watch/", "/tune/", "/doctor/", "/games/", "/rules/", "/static/", "/games/last/"]),
    st.lists(
        st.text(st.characters(codec="utf-8"), max_size=12)
        | st.sampled_from(["1", "step", "simulated", "stream", "html", ".."]),
        max_size=3,
    ),
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.sampled_from(["", "de", "de-AT,en;q=0", ",;q", "\t"]),
)
def test_no_address_ends_in_an_error(browser, start, parts, query, language) -> None:
    path = start + "/".join(quote(part, safe="") for part in parts) + "?" + quote(query, safe="=&")
    if path.startswith(f"{STREAM}?") or "/stream" in path:
        return
    status, _ = browser.ask("GET", path, accept="text/html", **{"accept-language": language})
    assert status in (200, 307, 404, 405), path
    assert browser.faults() == []
