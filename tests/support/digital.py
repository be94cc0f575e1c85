"""A simulated board with ideal hands, without a page: sits down, clicks, waits."""

import asyncio
from collections import Counter
from inspect import Parameter, Signature, signature

import own_loop
from treppe.alphabet.image import BEYOND
from treppe_host.store.store import Store
from treppe_host.web.connections.digital_table import TableState
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_sim.material import start_stacks, supply_beside
from waiting import until

SPEED = 6


async def sit_down(folder, speed=SPEED):
    """Return a simulated board that listens."""
    connection = SimulatedConnection(folder, Store(f"sqlite:///{folder / 'games.db'}"), speed=speed)
    await asyncio.to_thread(connection.open)
    await connection.listen()
    await connection.wait_for(connection.is_heard)
    return connection


def at_table(test):
    """Make a test of a coroutine that is given a board of its own, and what else the test asks for."""

    def run(tmp_path, **given):
        async def play():
            connection = await sit_down(tmp_path)
            try:
                await test(connection, **given)
            finally:
                await connection.close()

        own_loop.run(play())

    asked_for = [Parameter("tmp_path", Parameter.KEYWORD_ONLY)]
    asked_for += list(signature(test).parameters.values())[1:]
    run.__signature__ = Signature([each.replace(kind=Parameter.KEYWORD_ONLY) for each in asked_for])
    return run


async def begin(connection, name, options=None):
    """Begin a game, and wait until its pieces stand there."""
    await connection.new_game(name, options or {}, [], {})
    await until(lambda: connection.table.state == TableState.SHOWN)


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
