"""What the page says of the hand at a simulated board, and what a click does with what it holds."""

import asyncio
from types import SimpleNamespace

import own_loop
import pytest
from treppe import games, surfaces
from treppe_host.web import texts
from treppe_host.web.board.parts import hand, turn
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_sim.hands import script
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World

EN = texts.load("en")


@pytest.fixture
def sit_down(tmp_path, monkeypatch):
    """Return what lays a game out after some actions, and returns the connection before it."""

    def lay_out(name, *words, **options):
        connection = SimulatedConnection(tmp_path, None)
        connection.game.follow({"k": "start", "game": name, "options": options})
        for word in words:
            connection.game.follow({"k": "action", "word": word})
        state = connection.game.state
        connection.surface = surfaces.load(state.surface)
        world = World(connection.surface)
        world.arrange(start_stacks(state), start_supply(state))
        monkeypatch.setattr(
            connection, "simulation", SimpleNamespace(world=world, is_powered=False, failure=None), raising=False
        )
        monkeypatch.setattr(connection.changes, "tell", lambda: None)
        light(connection)
        return connection

    return lay_out


def light(connection, role=".", *fields):
    names = connection.surface.NAMES
    connection.roles = "".join(role if name in fields else "." for name in names)


def touch(connection, name):
    connection.simulated_hand.touch(connection.surface.NAMES.index(name))


def said(connection):
    return hand.text(EN, connection, bool(connection.game.due_pieces()))


def test_a_piece_that_may_not_be_lifted_is_told_why(sit_down):
    connection = sit_down("weltreich")
    touch(connection, "l12")
    assert said(connection).endswith("This is another player's piece. Click the field it came from.")
    connection = sit_down("step", "a1-b1")
    touch(connection, "b1")
    assert said(connection).endswith("Now a piece comes from the supply. Click the field it came from.")
    connection = sit_down("step")
    touch(connection, "a1")
    assert said(connection) == "In the hand: blue ball. Click where it goes."


def test_what_the_hand_holds_goes_somewhere_or_is_laid_aside(sit_down):
    connection = sit_down("aufstellen")
    assert said(connection) == EN.HAND_DUE
    connection.simulated_hand.take("S0")
    assert said(connection) == "In the hand: blue square. Click where it goes."
    touch(connection, "e5")
    connection.game.follow({"k": "action", "word": "+e5"})
    connection.simulated_hand.take("S0")
    assert said(connection) == "In the hand: blue square. Lay it aside."
    connection.simulated_hand.give()
    light(connection, "r", "e5")
    assert said(connection) == EN.HAND_REMOVES
    touch(connection, "e5")
    assert said(connection) == "In the hand: blue square. Lay it aside."


def test_what_is_captured_where_the_piece_goes_is_laid_aside(sit_down):
    connection = sit_down("weltreich", "b2-b7", "k11-k9", "a1-a7", "k10-k3", "c3-h3")
    touch(connection, "k3")
    assert not connection.simulated_hand._is_captured(connection.surface.NAMES.index("l12")), "his own"
    light(connection, "x", "h3")
    assert said(connection) == f"In the hand: red triangle. {EN.HAND_TAKES}"

    async def capture():
        touch(connection, "h3")
        while connection.hand:
            await asyncio.sleep(0)

    own_loop.run(capture())
    world = connection.simulation.world
    assert [str(piece) for piece in world.stacks[connection.surface.NAMES.index("h3")]] == ["T1"]
    assert world.supply == {"S0": 1}


def test_what_a_program_was_moving_stops_where_another_position_is_laid_out(sit_down):
    connection = sit_down("step")
    hand, world, state = connection.simulated_hand, connection.simulation.world, connection.game.state

    async def scene():
        play = asyncio.create_task(hand.play(script(state, state.action("a1-b2"))))
        while not world.hand:
            await asyncio.sleep(0)
        with hand.away():
            world.arrange(start_stacks(state), start_supply(state))
            again = asyncio.create_task(hand.play(script(state, state.action("a1-c3"))))
            for _ in range(20):
                await asyncio.sleep(0)
            assert not world.hand and world.stacks[0], "nobody moves anything meanwhile"
            touch(connection, "a1")
            assert not world.hand
        await again
        return play.cancelled()

    assert own_loop.run(scene())
    names = [name for name, stack in zip(connection.surface.NAMES, connection.stacks, strict=True) if stack]
    assert names == ["c3", "d4", "g7"]


def test_what_is_passed_over_is_taken_off_afterwards(sit_down):
    connection = sit_down("wetteifern")
    state = games.start("wetteifern")
    start = state.hand_moves(state.legal_actions()[0])[0][0]
    connection.simulated_hand.touch(start)
    light(connection, "x", connection.surface.NAMES[start + 1])
    assert said(connection).endswith(EN.HAND_JUMPS)


def test_what_a_careless_hand_has_done_is_said(sit_down, monkeypatch):
    connection = sit_down("weltreich")
    monkeypatch.setattr("random.random", lambda: 0.0)
    connection.simulated_hand.be_careless(True)
    touch(connection, "b2")
    touch(connection, "b6")
    assert said(connection) == f"{EN.CARELESS_WAYS['off_centre']} {EN.HAND_EMPTY}"
    touch(connection, "b6")
    assert connection.simulated_hand.careless_ways == []


def test_stones_to_turn_over_are_named_whosever_turn_it_is(sit_down):
    connection = sit_down("cubes")
    stone = next(field for field, stack in enumerate(connection.stacks) if stack and stack[-1][0] == "N")
    light(connection, "t", connection.surface.NAMES[stone])
    display = {"phase": "play", "game": "cubes", "says": {"code": "put", "piece": "W"}}
    name = connection.game.names[stone]
    assert f"turn over {name}: blue stone" in turn.turn(EN, connection.game, display, connection.roles)
    assert "turn over" not in turn.turn(EN, connection.game, display)
