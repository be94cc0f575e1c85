"""Whole games as event streams: by one seed always the same, and the table records what hands have played."""

from collections import Counter

import pytest
from event_streams import record
from spread import some
from stream_tally import HANDS, judge

NAMES = ("aufstellen", "blockade", "sprung", "step", "tor", "weltreich")
MODELS = ("bench", "second", "third")
PAIRS = [(name, MODELS[(turn + place) % 3]) for turn in range(3) for place, name in enumerate(NAMES)]
"""Each game with one kind of hands first, then with the others."""


def counts(name, hands, seeds):
    total = Counter()
    for seed in seeds:
        total += judge(record(name, seed, HANDS[hands])).counts
    return total


@pytest.mark.parametrize(("name", "hands"), some(PAIRS, len(NAMES)))
def test_no_record_is_false_though_questions_are_ignored_and_games_abandoned(name, hands):
    total = counts(name, hands, range(3, 7))
    assert total["games"] == 4 and total["ends"] >= 4
    assert not (total["false"] or total["silent"]), total  # a piece that no sensor feels is led


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("seven", 720001),  # a disc counts though a hand lets go of the field beside it
        ("seven", 720007),  # a sleeve touches an empty field beside one that is being filled
        ("seven", 730078),  # a field is emptied beside one from which a hand goes
        ("seven", 730149),  # a disc is exchanged beside one that comes
        ("step", 730041),  # a ball goes beside a tower on which a hand rests
        ("step", 730168),  # a ball goes while a brick comes beside it
    ],
)
def test_towers_whose_weights_change_at_once_are_no_stacks_that_lean(name, seed):
    total = counts(name, "bench", [seed])
    assert total["actions"] > 40 and not (total["false"] or total["silent"] or total["led"]), total


def test_a_stop_on_the_way_to_a_capture_is_no_move():
    total = counts("weltreich", "bench", [820005])
    assert total["actions"] > 40 and not (total["false"] or total["silent"]), total


def test_a_reed_that_lets_a_piece_go_while_the_next_one_is_put_changes_no_order():
    total = counts("aufstellen", "bench", [27])
    assert total["asked"] and not (total["false"] or total["silent"]), total


def test_a_piece_beside_its_reed_is_named():
    total = counts("cubes", "bench", [730023])
    assert total["led"] == 1 and not (total["false"] or total["silent"]), total


def test_a_seed_is_a_stream():
    one, other = record("weltreich", 7, HANDS["second"]), record("weltreich", 7, HANDS["second"])
    assert one.turns == other.turns and one.turns != record("weltreich", 8, HANDS["second"]).turns
