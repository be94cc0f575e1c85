"""Spectators get each frame once; who was away gets what he has missed, or everything."""

import asyncio
import gc
import json
import weakref

import own_loop
from treppe_host.web.feed import Feed


async def taken(feed: Feed, last_seen: str, count: int = 1) -> list[dict]:
    reader = feed.frames_since(last_seen)
    reported = b"".join([await anext(reader) for _ in range(count)])
    return [json.loads(frame.partition("data: ")[2]) for frame in reported.decode().split("\n\n") if frame]


@own_loop.alone
async def test_a_new_spectator_gets_everything_then_each_frame() -> None:
    feed = Feed(lambda: {"whole": True})
    reader = feed.frames_since("")
    assert b'"whole"' in await anext(reader)
    waiting = asyncio.ensure_future(anext(reader))
    await asyncio.sleep(0)
    feed.publish({"n": 1})
    assert b'{"n":1}' in await waiting
    feed.publish({"n": 2})
    feed.publish({"n": 3})
    assert (await anext(reader)).count(b"data:") == 2


@own_loop.alone
async def test_who_was_away_gets_what_he_has_missed() -> None:
    feed = Feed(lambda: {"whole": True})
    for number in range(5):
        feed.publish({"n": number})
    run = (await anext(feed.frames_since(""))).split(b"\n")[0].decode().removeprefix("id: ").partition("-")[0]
    assert await taken(feed, f"{run}-3") == [{"n": 3}, {"n": 4}]
    for unknown in ("", "x-1", f"{run}-99", f"{run}-x", f"{run}-" + "1" * 30, "0-0"):
        assert await taken(feed, unknown) == [{"whole": True}]
    for number in range(300):
        feed.publish({"n": number})
    assert await taken(feed, f"{run}-3") == [{"whole": True}]


@own_loop.alone
async def test_all_spectators_share_one_drawing_of_everything() -> None:
    drawn = []
    feed = Feed(lambda: {"whole": not drawn.append(1)})
    for _ in range(10):
        await taken(feed, "")
    assert len(drawn) == 1


def test_a_feed_that_has_ended_lets_the_page_go_at_once():
    class Page:
        def __init__(self) -> None:
            self.feed = Feed(self.everything)

        def everything(self) -> dict:
            return {"whole": "x" * 100_000}

    async def run() -> None:
        page = Page()
        page.feed.publish({"n": 1})
        await taken(page.feed, "")
        known = weakref.ref(page)
        page.feed.end()
        del page
        assert known() is None, "it does not wait for the collector"

    gc.collect()
    gc.disable()
    try:
        own_loop.run(run())
    finally:
        gc.enable()
