"""Rounds are paired in a process, one at a time, and for so long as people wait."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from treppe_club.event.event import Event, EventError, Player, Result, System
from treppe_club.event.pairing import next_round
from treppe_club.pairing_process import pair_apart


def played(num_players: int, num_rounds: int, seed: int = 1) -> Event:
    random = Random(seed)
    players = tuple(Player(number, f"P{number}") for number in range(1, num_players + 1))
    event = Event(System.SWISS, 7, players)
    for _ in range(num_rounds):
        results = (Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW)
        pairings = next_round(event)
        paired = tuple(replace(each, result=each.result or random.choice(results)) for each in pairings)
        event = replace(event, rounds=(*event.rounds, paired))
    return event


@pytest.mark.parametrize("num_players", [17, 24, 33])
@pytest.mark.parametrize("num_rounds", [0, 1, 3])
def test_the_process_pairs_as_the_library_does(num_players: int, num_rounds: int) -> None:
    event = played(num_players, num_rounds)
    assert pair_apart(event) == next_round(event)


@pytest.mark.long
def test_a_hundred_players_are_paired_while_another_press_is_told_to_wait() -> None:
    event = played(100, 1)
    with ThreadPoolExecutor(1) as pool:
        pairing = pool.submit(pair_apart, event)
        while True:  # the other thread may not have begun
            try:
                pair_apart(event, 0)
            except EventError as error:
                if error.code == "busy":
                    break
        assert len(pairing.result()) == 50


def test_what_takes_too_long_is_given_up_and_the_next_one_is_paired() -> None:
    with pytest.raises(EventError, match="slow"):
        pair_apart(played(60, 1), 0.01)
    assert len(pair_apart(played(20, 1))) == 10


def test_a_round_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(EventError, match="over"):
        pair_apart(played(17, 7))
    with pytest.raises(EventError, match="too_few"):
        pair_apart(Event(System.SWISS, 3, (Player(1, "P1"),)))
