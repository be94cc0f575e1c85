import re
from types import SimpleNamespace

import pytest
from board_side import BoardSide
from kept_games import KeptGame
from own_loop import run
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_host.tune import suggest
from treppe_host.tune.kept_frames import FrameKeeper
from treppe_host.tune.kinds import KINDS
from treppe_host.tune.rerun import Outcome, rerun
from treppe_host.tune.suggest import Point, path, trade_off
from treppe_host.web import texts
from treppe_host.web.tune.panel import suggested as drawn
from treppe_host.web.tune.suggestions import Suggestions
from treppe_sim.hands.traits import CLEAN

WORDS = texts.load("en")


class Connection:
    """A connection to a board that knows the commands for its settings."""

    def __init__(self, folder):
        self.keeper = FrameKeeper(folder)
        self.board = "b1"
        self.surface = None
        self.settings = {"reed_lift_scans": 3, "reed_place_scans": 15}

    async def command(self, do, **fields):
        if do == "set":
            self.settings[fields["name"]] = fields["value"]
        return {"settings": dict(self.settings)}


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A connection and its suggestions, after a game of 12 actions; what runs again runs in this process."""
    monkeypatch.setattr(suggest, "try_all", try_here)
    game = KeptGame("aufstellen", 3, CLEAN)
    game.play_on(12)
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    connection = Connection(tmp_path / "frames")
    connection.surface = game.board.surface
    link = BoardSide(Client(store))
    connection.keeper.attach(link.client)
    link.greet(surface="reed12", boot=1, next=1)
    link.say(*[{"m": "moved"} | line for line in game.lines])
    store.add_events("b1", [event | {"e": number, "boot": 1} for number, event in enumerate(game.board.events, 1)])
    return connection, Suggestions(connection, store)


def try_here(spans, settings, tell):
    points = []
    for number, chosen in enumerate(settings, 1):
        points.append(Point(chosen, rerun(spans[0], chosen)))
        if not tell(number, len(settings)):
            return []
    return points


def test_better_settings_are_found_taken_and_taken_back(board):
    connection, known = board
    assert "From 100 actions on" in drawn(WORDS, known) and "data-point" not in drawn(WORDS, known)
    run(known.find())
    assert known.progress is None and known.curve.points[3].outcome.actions in (11, 12)
    shown = drawn(WORDS, known)
    assert "Too few actions for a suggestion" in shown and "curve-back" not in shown
    assert re.findall(r'data-point="(\d)"', shown) == list("012456")
    assert "yours <small>A piece is gone after 30 ms · A piece is there after 150 ms</small>" in shown
    run(known.take(2))
    assert connection.settings["reed_place_scans"] == 11 and known.curve.present == 2
    assert "Back to the settings before" in drawn(WORDS, known)
    run(known.take_back())
    assert connection.settings["reed_place_scans"] == 15 and known.curve.present == 3
    run(known.take(99))
    assert not known.can_take_back


def test_the_search_shows_how_far_it_is_and_stops(board, monkeypatch):
    _, known = board
    shown = []

    def try_until_stopped(spans, settings, tell):
        assert tell(1, 7)
        shown.append(drawn(WORDS, known))
        run(known.find())
        return [] if not tell(2, 7) else None

    monkeypatch.setattr(suggest, "try_all", try_until_stopped)
    run(known.find())
    assert '<progress max="7" value="1"' in shown[0] and "Stop" in shown[0]
    assert known.curve is None and known.progress is None


def test_where_nothing_is_kept_or_there_is_no_room_the_page_says_so(tmp_path):
    connection = Connection(tmp_path)
    connection.surface = SimpleNamespace(NAME="reed12", SENSOR="reed")
    known = Suggestions(connection, Store(f"sqlite:///{tmp_path / 'games.db'}"))
    run(known.find())
    assert "Nothing is stored yet" in drawn(WORDS, known)
    connection.keeper.has_room = False
    assert "less than 1 GB" in drawn(WORDS, known)


def test_a_better_point_is_marked(board):
    _, known = board
    troubles = (0, 0, 8, 30, 2, 2, 9)
    points = [Point(each, Outcome(400, count, 0, 0, [150])) for each, count in zip(path(KINDS["reed"]), troubles)]
    known.curve = trade_off(points, path(KINDS["reed"])[3])
    shown = drawn(WORDS, known)
    assert "A better point: questions -28, errors +0, +0 ms until the record." in shown
    assert shown.count('class="chosen"') == 1 and "suggested" in shown and "yours" in shown
