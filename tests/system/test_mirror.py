"""Two simulated boards play one game over a real Mosquitto: led by lights, taken back, cut off, switched off."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from mirrored import sit_down, wait_until
from mosquitto import broker

__all__ = ("broker",)


def run(scene, tmp_path, broker):
    async def go():
        host, guest = await sit_down(tmp_path, broker.url)
        try:
            await scene(host, guest)
        finally:
            for side in (host, guest):
                await side.stop()

    with ThreadPoolExecutor(1) as pool:  # a browser that another file has opened keeps a loop in this thread
        pool.submit(asyncio.run, go()).result()


async def play(side, *words):
    for word in words:
        await wait_until(side.may_act)
        await side.act(random.Random(1), word)
        await wait_until(lambda: side.words[-1:] == [word])


async def even(host, guest, *words):
    await wait_until(lambda: host.words == guest.words == host.agreed == guest.agreed == list(words))


def test_each_board_is_led_to_what_the_other_one_played(tmp_path, broker):
    async def scene(host, guest):
        await play(host, "a1-b1", "+c1")
        await even(host, guest, "a1-b1", "+c1")
        await play(guest, "e5-d5", "+c5")
        await even(host, guest, "a1-b1", "+c1", "e5-d5", "+c5")
        assert host.connection.stacks == guest.connection.stacks
        assert set(host.connection.hints) == {"off"} and set(guest.connection.hints) == {"off"}
        assert [record.num_actions for record in guest.store.games()] == [4]

    run(scene, tmp_path, broker)
