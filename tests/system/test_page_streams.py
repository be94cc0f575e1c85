"""Requests that come twice (double clicks, lost answers), pages that were put aside, many and odd sockets."""

import http.client
import json
import socket
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_driver import LEAVE_AND_COME_BACK, PATIENCE_MS, Player
from searching import search
from treppe_host.store.store import Store

STREAM = "/boards/simulated/stream"
NUM_STREAMS = 300
TEXTS = st.text(max_size=20) | st.sampled_from(["\ud83d", "x\udc00", "\0", "9" * 5000, "\u00b2", "1", "x" * 40_000])
NUMBERS = st.integers() | st.sampled_from([-1, 0, 1, 2**31, 10**30, 10**400])
ANY_JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
ACTS = {
    "/boards/simulated/do": "press release give_held choose set hint speak learn skip start undo draw resign grant "
    "refuse pause again resume next_puzzle advise field take give scatter turn power cable upset real_hands careless "
    "break",
    "/games/do": "unhide go_on puzzle",
    "/games/1/do": "position puzzle analysis_begin analysis_stop hide unhide go_on rename remark",
    "/doctor/simulated/do": "examine",
    "/tune/simulated/do/x": "view pick set keep as_kept as_delivered calibrate quick field load restore compare "
    "compare_file record find_curve curve_take curve_back live",
}
"""The acts of each page; the entrance for others stays closed."""
FIELDS = ["seat0", "seat1", "event", "place", "text", "name", "value", "player", "level", "game", "minutes"]
FORMS = st.dictionaries(st.sampled_from(FIELDS), TEXTS | NUMBERS, max_size=5)


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

    def follow(self, path: str = STREAM) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE_MS / 1000)
        connection.request("GET", path)
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


@pytest.fixture
def followed(browser):
    """A stored game, and a page of the sensors named `x` that somebody follows."""
    choice = {"game": "step", "step.players": "2"}
    assert browser.do("/boards/simulated/do", id="followed", act="start", value=choice)[0] == 200
    stream = browser.follow("/tune/simulated/stream/x")
    yield
    stream.connection.close()


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
    player.await_words("a1-d1")  # what the second click asked for was done before
    assert browser.num_games() == before + 2
    page.goto(f"{browser.program.address}games/last/simulated")
    page.fill("#remark-form [name=text]", "well done")
    page.dblclick("#remark-form button")
    page.wait_for_selector("#moves em")
    page.reload()
    assert page.locator("#moves em").all_inner_texts() == ["well done"]


def test_a_page_that_was_put_aside_shows_what_it_has_missed(browser, player, context) -> None:
    player.choose("step")
    other = Player(context.new_page(), browser.program.address)
    other.page.evaluate(LEAVE_AND_COME_BACK.splitlines()[0])
    player.move("a1", "d1")
    player.await_words("a1-d1")
    assert other.notations() == []
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


def test_a_stream_is_no_page(browser) -> None:
    for stream in (STREAM, "/tune/simulated/stream/x", "/games/1/stream"):
        assert browser.ask("GET", stream, **{"sec-fetch-mode": "navigate"})[0] == 403, "a link begins no work"


def test_a_body_that_is_too_long_is_refused(browser) -> None:
    assert browser.do("/games/do", id="1", act="unhide", value="x" * 1_000_000)[0] == 413
    for path in ("/games/import", "/tune/simulated/recording.frames"):
        reported = browser.ask("POST", path, b"x" * 50_000_000, **{"x-treppe": "long"})
        assert reported[0] == 413 or b"20 MB" in reported[1], path


@search(25)
@given(path=st.sampled_from([*ACTS, "/boards/x/do", "/games/99/do", "/watch/simulated/do"]), data=st.data())
def test_no_act_ends_in_an_error(browser, followed, path, data) -> None:
    acts = ACTS.get(path, "press").split()
    names = st.sampled_from(acts) | ANY_JSON
    said = data.draw(
        st.fixed_dictionaries({"id": st.text(min_size=1, max_size=64) | ANY_JSON, "act": names, "value": ANY_JSON})
        | st.fixed_dictionaries(
            {"id": st.uuids().map(str), "act": st.sampled_from(acts), "value": TEXTS | NUMBERS | FORMS}
        )
        | ANY_JSON
    )
    status, _ = browser.ask("POST", path, json.dumps(said), **{"content-type": "application/json"})
    assert status in (200, 400, 404, 405), browser.program.lines[-3:]
    assert browser.faults() == []
    assert [browser.ask("GET", f"/games{page}")[0] for page in ("", "/1", "/1/text", "/1/html")] == [200] * 4


def test_what_cannot_be_stored_or_is_too_long_is_refused(browser, followed) -> None:
    before = browser.ask("GET", "/games/1/jsonl")
    for act, value in (
        ("rename", {"seat0": "\ud83d", "seat1": "b", "event": ""}),
        ("rename", {"seat0": "a", "seat1": "x" * 1001, "event": ""}),
        ("remark", {"place": "1", "text": "\ud83d"}),
        ("remark", {"place": "1", "text": "x" * 2001}),
        ("remark", {"place": "9" * 5000, "text": "x"}),
    ):
        assert browser.do("/games/1/do", id=str(value)[:60], act=act, value=value)[0] == 400, (act, value)
    assert browser.ask("GET", "/games/1/jsonl") == before
    numbers = (2**31, -1, 2**52)
    assert [browser.do("/games/do", id=f"n{each}", act="unhide", value=each)[0] for each in numbers] == [404] * 3


@search(30)
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
