"""A board learns from a game on it: what its cells measured comes back as its calibration."""

from functools import partial

import own_loop
import pytest
from digital import pass_time
from treppe import games
from treppe_host.store.store import Store
from treppe_host.tune import lessons
from treppe_host.web.connections.connections import BoardConnections
from treppe_sim.hands import Movement, script
from waiting import until

pytestmark = pytest.mark.long

SPEED = 8.0
ACTIONS = 12


def has_played(connection, count):
    return len(connection.game.notations) >= count


async def play(connection, store):
    """Play a part of a game and call it off."""
    await connection.new_game("step", {"players": 2}, [], {})
    await until(lambda: connection.display.get("phase") == "play")
    world, state = connection.simulation.world, games.start("step", players=2)
    for number in range(ACTIONS):
        action = state.legal_actions()[number % 3]
        for movement in script(state, action):
            await pass_time(connection, 600)
            _do(world, movement)
        state.apply_action(action)
        await until(partial(has_played, connection, number + 1))
        await pass_time(connection, 4500)  # a field without a hand for so long is measured once more
    await connection.command("discard")
    return store.measurements(connection.board, "square7")


def _do(world, movement: Movement) -> None:
    if movement.act == "lift":
        world.lift(movement.field, movement.num_pieces)
    elif movement.act == "take":
        world.take(movement.code)
    else:
        world.put(movement.field)


async def evening(folder, store):
    connections = BoardConnections(folder, store, ["sim:square7"], speed=SPEED, has_real_hands=True)
    connections.open()
    try:
        await connections.listen()
        connection = connections.all["simulated"]
        await until(lambda: store.calibrations(connection.board))
        measured = await play(connection, store)
        assert len(measured) >= ACTIONS - 3, measured
        surface = connection.surface
        learner = lessons.learn(store, connection.board, surface)
        assert sum(field.num_readings for field in learner.fields) >= 3
        known = store.calibrations(connection.board)
        await until(lambda: len(store.calibrations(connection.board)) > 1)
        known = store.calibrations(connection.board)
        assert [each.origin for each in known] == ["learned", None]
        assert lessons.by_people(store, connection.board, surface).content == known[1].content
        await connection.command("status")
    finally:
        await connections.close()


def test_what_a_game_teaches_is_on_the_board_after_it(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "_WORTH_CG", 1)  # a few actions teach little
    store = Store(f"sqlite:///{tmp_path}/games.db")
    own_loop.run(evening(tmp_path, store))
    store.close()
