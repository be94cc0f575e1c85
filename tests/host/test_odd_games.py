"""Stored games that a newer or lying board has reported: no page, file or act of them ends in an error."""

import asyncio
from tempfile import TemporaryDirectory

import httpx
import own_loop
from hypothesis import given
from hypothesis import strategies as st
from searching import search
from treppe.games import catalogue
from treppe_host.store.store import Store
from treppe_host.web.application import application
from treppe_host.web.entrance import Entrance
from treppe_host.web.invitation import Invitation
from treppe_host.web.stream import Streams

HELLO = {"m": "hello", "boot": 1, "ms": 0, "next": 1, "oldest": 1, "journal": "0a", "firmware": "1", "board": "b1"}
OPTION = st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5) | st.lists(st.integers(0, 3), max_size=2)
START = st.fixed_dictionaries(
    {
        "k": st.just("start"),
        "game": st.sampled_from([*catalogue.names(), "chess", "constructor", "_"]),
        "options": st.dictionaries(st.sampled_from(["players", "size", "board", "seed", "x"]), OPTION, max_size=3),
        "seats": st.lists(st.none() | st.text(max_size=9), max_size=4),
        "firmware": st.text(max_size=5),
    }
)
LATER = st.one_of(
    st.fixed_dictionaries({"k": st.just("action"), "player": st.integers(0, 3), "word": st.text(max_size=6)}),
    st.fixed_dictionaries({"k": st.just("undo"), "count": st.integers(0, 9)}),
    st.fixed_dictionaries(
        {"k": st.just("end"), "reason": st.text(max_size=9), "winners": st.lists(st.integers(0, 3), max_size=4)}
    ),
)
ACTS = (
    ("position", {"place": 0, "view": "plan", "is_new": True}),
    ("position", {"place": 10**9, "view": "?"}),
    ("analysis_stop", ""),
    ("rename", {"seat0": "Ann"}),
    ("remark", {"text": "x", "place": "9" * 12}),
    ("go_on", 1),
    ("puzzle", "0"),
)


class NoBoards:
    """A program without boards."""

    def __init__(self) -> None:
        self.all: dict = {}
        self.complaints: list[str] = []

    async def listen(self) -> None:
        await asyncio.sleep(0)

    async def close(self) -> None:
        pass


async def look_at_everything(store: Store) -> None:
    pages = application(NoBoards(), store, Entrance(Invitation()), Streams(), lambda: None)
    transport = httpx.ASGITransport(pages, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url="http://treppe") as browser:
        for path in ("", "/statistics", "/puzzles", "/1", "/1/text", "/1/jsonl", "/1/csv", "/1/html", "/2"):
            for language in ("en", "de"):
                headers = {"accept": "text/html", "accept-language": language}
                assert (await browser.get(f"/games{path}", headers=headers)).status_code in (200, 404)
        for place, (act, value) in enumerate(ACTS):
            answer = await browser.post("/games/1/do", json={"id": str(place), "act": act, "value": value})
            assert answer.status_code in (200, 404)


@search(15)
@given(START, st.lists(LATER, max_size=4))
def test_no_page_of_an_odd_game_ends_in_an_error(start, later) -> None:
    folder = TemporaryDirectory()
    store = Store(f"sqlite:///{folder.name}/games.db")
    try:
        store.connect_board(HELLO | {"surface": "square7"})
        for number, event in enumerate([start, *later], 1):
            scores = {"scores": None} if event["k"] == "end" else {}
            store.add_events("b1", [{"e": number, "boot": 1, "ms": number, **event, **scores}])
        own_loop.run(look_at_everything(store))
    finally:
        store.close()
        folder.cleanup()
