"""The page of a board as a list of parts: what they show has a place, and a frame brings only what has changed."""

import asyncio
import json
import random
import re
from types import SimpleNamespace

import own_loop
import pytest
from starlette.requests import Request
from treppe import games, surfaces
from treppe.games import catalogue
from treppe_host.store.store import Store
from treppe_host.web import assets
from treppe_host.web import feed as feeds
from treppe_host.web.board.page import BoardPage
from treppe_host.web.board.seen import Variant
from treppe_host.web.board.view import BoardView
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.feed import PageFeed
from treppe_sim.material import start_stacks, supply_beside
from treppe_sim.world import World

MOST_BYTES = 2000
PLAYER = Variant("en", True, "plan", "all")


class Sitting:
    """A game at a simulated board, played by chance, and its page."""

    def __init__(self, folder, name):
        self.connection = connection = SimulatedConnection(folder, Store("sqlite://"))
        connection.game.follow({"k": "start", "game": name, "options": games.start(name).options, "e": 1})
        connection.surface = surfaces.load(self.state.surface)
        world = World(connection.surface)
        connection.simulation = SimpleNamespace(world=world, is_powered=True, failure=None, surface=connection.surface)
        connection.changes.tell = lambda: None
        connection.clock = lambda: 0.0
        connection.is_connected = True
        self.view = BoardView(connection, BoardPrograms(connection))
        self._chance = random.Random(name)
        self._show()

    @property
    def state(self):
        return self.connection.game.state

    def play(self):
        """Play an action, as the board says it."""
        word = self.state.word(self._chance.choice(sorted(self.state.legal_actions())))
        self.connection.game.follow({"k": "action", "player": self.state.current_player(), "word": word})
        self._show(word)

    def _show(self, last=""):
        connection, state = self.connection, self.state
        connection.simulation.world.arrange(start_stacks(state), supply_beside(state))
        phase, player = "over" if connection.game.is_over else "play", state.current_player()
        connection.display = {"game": state.NAME, "phase": phase, "player": player, "last": last, "lines": [last]}
        connection.roles = "".join(self._chance.choice("......lgb") for _ in range(connection.surface.FIELDS))


def test_an_action_of_step_by_step_is_a_small_frame(tmp_path):
    sitting, feed, sizes = Sitting(tmp_path, "step"), PageFeed(), []
    for _ in range(80):
        before = feed.number
        feed.show(sitting.view.everything(PLAYER))
        sizes += [len(feed._frames[-1])] * (feed.number > before)
        if sitting.connection.game.is_over:
            break
        sitting.play()
    assert len(sizes) > 40 and max(sizes[1:]) < MOST_BYTES


@pytest.mark.parametrize("name", catalogue.names())
def test_whatever_a_part_shows_has_its_place_on_the_page(tmp_path, name):
    places = set(re.findall(r'id="([\w-]+)"', assets.read_asset("page.html") + assets.read_asset("bar.html")))
    places |= {"board", "ways", "moving"}
    sitting = Sitting(tmp_path, name)
    for _ in range(12):
        content = sitting.view.everything(PLAYER)
        assert set(content["html"]) <= places
        json.dumps(assets.escaped(content))
        if not sitting.connection.game.is_over:
            sitting.play()


@pytest.mark.parametrize("away_s", [1, 29.9, 30.1, 100])
def test_whoever_comes_after_the_last_one_has_left_follows_the_board(tmp_path, monkeypatch, away_s):
    now = SimpleNamespace(monotonic=lambda: now.s, s=0.0)
    monkeypatch.setattr(feeds, "time", now)
    request = Request({"type": "http", "headers": [], "query_string": b""})
    sitting = Sitting(tmp_path, "step")
    page = BoardPage(sitting.connection, BoardPrograms(sitting.connection), None)

    async def follow():
        page.feed(request, False)
        now.s += away_s
        last_seen = page.feed(request, False).last_id  # his page is loaded, then it asks for what changes
        now.s += 0.2
        reader = page.feed(request, False).frames_since(last_seen)
        frame = asyncio.ensure_future(anext(reader))
        await asyncio.sleep(0)
        sitting.play()
        page.refresh()
        assert b'"last"' in await frame

    own_loop.run(follow())


def test_who_follows_a_feed_that_has_ended_is_let_go():
    feed = PageFeed()
    feed.end()
    with pytest.raises(StopAsyncIteration):
        own_loop.run(anext(feed.frames_since(feed.last_id)))
