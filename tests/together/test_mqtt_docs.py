"""What Home Assistant gets to find a board works for all that topics say, which always have all names."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from jinja2 import Environment, StrictUndefined
from treppe_host.records.followed_game import FollowedGame
from treppe_together import discovery
from treppe_together.publisher import OFFLINE, ONLINE, of_clocks, of_event, of_game, of_lamps

DOCS = Path("host/together/mqtt.md").read_text("utf-8")
PROTOCOL = Path("firmware/treppe/protocol.toml")
START = {"e": 1, "k": "start", "game": "step", "options": {"players": 2}, "seats": ["Ann", 7], "firmware": "0.1.0"}
CLOCK = {"clock": {"minutes": 5, "increment_s": 3}}
MOVES = [
    {"e": 2, "k": "action", "player": 0, "word": "a1-b1", "left_ms": 290_000},
    {"e": 3, "k": "action", "player": 0, "word": "+c1", "left_ms": 280_000},
]
LATER = {
    "paused": [{"e": 4, "k": "pause"}],
    "taken back": [{"e": 4, "k": "undo", "count": 1}],
    "resigned": [
        {"e": 4, "k": "resign", "player": 1},
        {"e": 5, "k": "end", "reason": "resign", "winners": [0], "scores": None},
    ],
    "drawn": [{"e": 4, "k": "draw"}, {"e": 5, "k": "end", "reason": "agreed", "winners": [], "scores": None}],
    "with scores": [{"e": 4, "k": "end", "reason": "points", "winners": [0], "scores": [3, 2]}],
    "not to be followed": [{"e": 4, "k": "action", "player": 0, "word": "a1-z9"}],
}
GAMES = {"idle": []} | {
    f"{name}, {'with' if clock else 'without'} clock": [START | clock, *moves]
    for clock in ({}, CLOCK)
    for name, moves in {"begun": [], "played": MOVES, **{name: MOVES + more for name, more in LATER.items()}}.items()
}


def said_of(events):
    """Return what is published after events, by topic."""
    game, said = FollowedGame(), {}
    for event in events:
        game.follow(event)
        said |= of_event(event, game)
    lamps = of_lamps("g" * len(game.names), game.names)
    return of_game(game) | said | of_clocks(game, {"left_s": 3}) | lamps


FACTS = {"board": "4f2a", "name": "", "surface": "square7", "firmware": "0.1.0"}
PARTS = discovery.message("test/4f2a", FACTS)["components"]


def test_home_assistant_finds_a_device_with_entities_of_their_own():
    found = discovery.message("test/4f2a", FACTS | {"name": "Kitchen"})
    assert found["device"]["name"] == "Kitchen" and found["device"]["identifiers"] == ["treppe_4f2a"]
    assert found["origin"]["name"] and len({part["unique_id"] for part in PARTS.values()}) == len(PARTS) == 11
    assert {part["p"] for part in PARTS.values()} == {"sensor", "binary_sensor", "event"}
    assert set(PARTS["actions"]["event_types"]) == set(tomllib.loads(PROTOCOL.read_text())["event"])
    assert {PARTS["presence"]["payload_on"], PARTS["presence"]["payload_off"]} == {ONLINE, OFFLINE}


@pytest.mark.parametrize("state", GAMES)
def test_each_template_works_in_each_state(state):
    said = said_of(GAMES[state])
    environment = Environment(undefined=StrictUndefined)
    environment.filters["to_json"] = json.dumps
    for name, part in PARTS.items():
        topic = part["state_topic"].removeprefix("test/4f2a/")
        if topic in said and "value_template" in part:
            shown = environment.from_string(part["value_template"]).render(value_json=said[topic])
            assert shown and shown not in ("None", "[]"), (name, shown)
            if part["p"] == "event":
                assert json.loads(shown)["event_type"] in part["event_types"]
            if "options" in part:
                assert shown in part["options"]


def test_a_topic_has_the_same_names_at_all_times():
    names: dict[str, set[frozenset[str]]] = {}
    for events in GAMES.values():
        for topic, payload in said_of(events).items():
            names.setdefault(topic, set()).add(frozenset(payload))
    assert names and all(len(found) == 1 for found in names.values()), names
    row = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", DOCS, re.M))
    for topic, [found] in names.items():
        assert all(f"`{name}`" in row[topic] for name in found), topic
