"""Records judged again by what the sensors saw."""

from typing import Any

import pytest
from table_games import Game
from treppe_host.errors import BadFile
from treppe_host.records.second_look import look_again
from treppe_sim.hands import RATES


def events_of(name: str, seed: int) -> list[dict[str, Any]]:
    """Return what a board has recorded of people who play with all their habits."""
    game = Game(name, seed, RATES)
    game.play()
    return game.board.events


def num_touched(events: list[dict[str, Any]]) -> int:
    """Return how often a field was seen to change, and stood as before in the end."""
    known: dict[int, int] = {}
    touched = 0
    for event in events:
        seen = bytes.fromhex(event.get("seen", ""))
        values = {seen[at]: seen[at + 1] for at in range(0, len(seen), 4)}
        touched += sum(known.get(field) == value for field, value in values.items())
        known |= values
    return touched


PLAIN = [("step", 2), ("seven", 2), ("aufstellen", 6), ("sprung", 2)]
# Here a piece has touched fields on its way that the journal does not name, for they stand as before.
TOUCHED = [("sprung", 6), ("step", 8), ("step", 11), ("cubes", 6)]


@pytest.mark.parametrize(("name", "seed"), PLAIN + TOUCHED)
def test_the_table_makes_the_same_of_what_was_seen(name: str, seed: int) -> None:
    events = events_of(name, seed)
    assert sum("seen" in event for event in events) > 40
    assert num_touched(events) or (name, seed) in PLAIN
    assert look_again(events) == []


def test_what_today_would_be_recorded_otherwise_is_named() -> None:
    events = events_of("aufstellen", 1)
    last = max(place for place, event in enumerate(events) if event["k"] == "action")
    words = [event["word"] for event in events if event["k"] == "action"]
    assert words[-2:] == ["h5-e5", "k8-k11"]
    (told,) = look_again([*events[:last], events[last] | {"word": "k8-h5"}])
    assert told == f"action {len(words)}: h5-e5 k8-h5 was recorded, h5-e5 k8-k11 would be"


def test_a_record_without_what_was_seen_is_left_alone() -> None:
    events = [{key: event[key] for key in event if key != "seen"} for event in events_of("aufstellen", 2)]
    assert look_again(events) == []


def test_events_that_do_not_fit_together_are_said_to() -> None:
    events = events_of("aufstellen", 2)
    first = next(place for place, event in enumerate(events) if event["k"] == "action")
    with pytest.raises(BadFile, match="contradict each other"):
        look_again([*events[: first + 1], *events[first:]])
    with pytest.raises(BadFile, match="contradict each other"):
        look_again([event | {"seen": "xx"} if "seen" in event else event for event in events])
