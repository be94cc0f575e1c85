"""A simulated board with ideal hands, without a page: sits down, clicks, waits."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from treppe.alphabet.image import BEYOND
from treppe_host.store.store import Store
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_sim.material import start_stacks, supply_beside
from waiting import until

SPEED = 3


async def sit_down(folder, speed=SPEED):
    """Return a simulated board that listens."""
    connection = SimulatedConnection(folder, Store(f"sqlite:///{folder / 'games.db'}"), speed=speed)
    await asyncio.to_thread(connection.open)
    await connection.listen()
    await connection.wait_for(connection.is_heard)
    return connection


def at_table(test):
    """Run a test with a board of its own."""

    def run(tmp_path, *values, **named):
        async def play():
            connection = await sit_down(tmp_path)
            try:
                await test(connection, *values, **named)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as pool:  # where a browser's tests have run before, this thread has a loop already
            pool.submit(lambda: asyncio.run(play())).result()

    return run


async def pass_time(connection, board_ms):
    """Let so much time pass at the board, by its own clock: a busy computer makes it slow."""
    end_us = connection.simulation.world.now_us + 1000 * board_ms
    await until(lambda: connection.simulation.world.now_us >= end_us)


def click(connection, state, action):
    """Do an action as people at a page do."""
    [first], [last] = state.endpoints([action])
    if first == last == BEYOND:
        connection.choose(state.word(action))
    elif first == BEYOND:
        after = state.clone()
        after.apply_action(action)
        connection.take(after.pieces(last)[-1])
        connection.touch(last)
    else:
        connection.touch(first)
        alone = [end for end in zip(*state.endpoints(state.legal_actions()), strict=True) if end[0] == first]
        if last != BEYOND:
            connection.touch(last)
        elif len(alone) > 1:
            connection.give()


def stands_as(connection, state):
    """Tell whether pieces stand and lie as a position says."""
    world = connection.simulation.world
    beside = Counter(world.supply) == Counter(supply_beside(state))
    return beside and not world.hand and [list(map(str, stack)) for stack in world.stacks] == start_stacks(state)
