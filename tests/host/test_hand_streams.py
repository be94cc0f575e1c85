"""Whole games as event streams: by one seed always the same, and the table records what hands have played."""

from collections import Counter

import pytest
from event_streams import record
from stream_tally import HANDS, judge

NAMES = ("aufstellen", "blockade", "sprung", "step", "tor", "weltreich")


def counts(name, hands, seeds):
    total = Counter()
    for seed in seeds:
        total += judge(record(name, seed, HANDS[hands])).counts
    return total


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("name", NAMES)
def test_no_record_is_false_though_questions_are_ignored_and_games_abandoned(name, hands):
    total = counts(name, hands, range(3, 7))
    assert total["games"] == 4 and total["ends"] >= 4
    assert not (total["false"] or total["silent"]), total  # a piece that no sensor feels is led


def test_a_seed_is_a_stream():
    one, other = record("weltreich", 7, HANDS["second"]), record("weltreich", 7, HANDS["second"])
    assert one.turns == other.turns and one.turns != record("weltreich", 8, HANDS["second"]).turns
