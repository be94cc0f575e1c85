"""What the page says of the hand at a simulated board, and what a click does with what it holds."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from treppe import games, surfaces
from treppe_host.web.board import hand, panel
from treppe_host.web.connections.simulated_board import SimulatedDesk
from treppe_host.web.texts import LANGUAGES
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World

EN = LANGUAGES["en"]


@pytest.fixture
def sit_down(tmp_path, monkeypatch):
    """Return what lays a game out after some actions, and returns the desk before it."""

    def lay_out(name, *words, **options):
        desk = SimulatedDesk(tmp_path, None, speed=1000)
        desk.game.follow({"k": "start", "game": name, "options": options})
        for word in words:
            desk.game.follow({"k": "action", "word": word})
        state = desk.game.state
        desk.surface = surfaces.load(state.surface)
        world = World(desk.surface)
        world.arrange(start_stacks(state), start_supply(state))
        monkeypatch.setattr(desk, "simulation", SimpleNamespace(world=world), raising=False)
        monkeypatch.setattr(desk, "change", lambda: None)
        light(desk)
        return desk

    return lay_out


def light(desk, role=".", *fields):
    names = desk.surface.NAMES
    desk.roles = "".join(role if name in fields else "." for name in names)


def touch(desk, name):
    desk.touch(desk.surface.NAMES.index(name))


def said(desk):
    return hand.text(EN, desk, bool(desk.game.due_pieces()))


def test_what_the_hand_holds_goes_somewhere_or_is_laid_aside(sit_down):
    desk = sit_down("aufstellen")
    assert said(desk) == EN.HAND_DUE
    desk.take("S0")
    assert said(desk) == "In the hand: blue square. Click where it goes."
    touch(desk, "e5")
    desk.game.follow({"k": "action", "word": "+e5"})
    desk.take("S0")
    assert said(desk) == "In the hand: blue square. Lay it aside."
    desk.give()
    light(desk, "r", "e5")
    assert said(desk) == EN.HAND_REMOVES
    touch(desk, "e5")
    assert said(desk) == "In the hand: blue square. Lay it aside."


def test_what_is_captured_where_the_piece_goes_is_laid_aside(sit_down):
    desk = sit_down("weltreich", "b2-b7", "k11-k9", "a1-a7", "k10-k3", "c3-h3")
    touch(desk, "k3")
    assert not desk._is_captured(desk.surface.NAMES.index("l12")), "his own"
    light(desk, "x", "h3")
    assert said(desk) == f"In the hand: red triangle. {EN.HAND_TAKES}"

    async def capture():
        desk._loop = asyncio.get_running_loop()
        touch(desk, "h3")
        while desk.hand:
            await asyncio.sleep(0)

    thread = threading.Thread(target=asyncio.run, args=(capture(),))  # as in test_page_gate.py
    thread.start()
    thread.join()
    world = desk.simulation.world
    assert [str(piece) for piece in world.stacks[desk.surface.NAMES.index("h3")]] == ["T1"]
    assert world.supply == {"S0": 1}


def test_what_is_passed_over_is_taken_off_afterwards(sit_down):
    desk = sit_down("wetteifern")
    state = games.start("wetteifern")
    start = state.placement(state.legal_actions()[0])[0][0]
    desk.touch(start)
    light(desk, "x", desk.surface.NAMES[start + 1])
    assert said(desk).endswith(EN.HAND_JUMPS)


def test_what_a_careless_hand_has_done_is_said(sit_down, monkeypatch):
    desk = sit_down("weltreich")
    monkeypatch.setattr("random.random", lambda: 0.0)
    desk.be_careless(True)
    touch(desk, "b2")
    touch(desk, "b6")
    assert said(desk) == f"{EN.SLIPS['beside']} {EN.HAND_EMPTY}"
    touch(desk, "b6")
    assert desk.slips == []


def test_stones_to_turn_over_are_named_whosever_turn_it_is(sit_down):
    desk = sit_down("cubes")
    stone = next(field for field, stack in enumerate(desk.stacks) if stack and stack[-1][0] == "N")
    light(desk, "t", desk.surface.NAMES[stone])
    display = {"phase": "play", "game": "cubes", "head": 1, "lines": ["Cubes", "Blue: put white"]}
    name = desk.game.names[stone]
    assert f"turn over {name}: blue stone" in panel.turn(EN, desk.game, display, desk.roles)
    assert "turn over" not in panel.turn(EN, desk.game, display)
