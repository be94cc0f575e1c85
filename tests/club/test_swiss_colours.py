"""Swiss events with byes, forfeits and late entries: nobody meets twice, or has a colour three times running."""

from dataclasses import replace
from random import Random

import pytest
from spread import some
from treppe_club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_club.event.pairing import next_round

PLAYED = (Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW)
FORFEITS = (Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT, Result.NEITHER)


def an_event(seed: int) -> Event:
    """Play an event to its last round but one; players come late, stay away and miss games."""
    random = Random(seed)
    count, rounds = random.randrange(4, 15), random.randrange(3, 8)
    players = tuple(
        Player(
            number,
            f"P{number}",
            first_round=random.choice((1,) * 8 + (2, 3)),
            absent=frozenset(place for place in range(1, rounds) if random.random() < 0.1),
        )
        for number in range(1, count + 1)
    )
    event = Event(System.SWISS, min(rounds, count - 2), players)
    while len(event.rounds) < event.length - 1:
        played = tuple(
            replace(each, result=random.choice(FORFEITS if random.random() < 0.1 else PLAYED))
            if not each.result
            else each
            for each in next_round(event)
        )
        event = replace(event, rounds=(*event.rounds, played))
    return event


def colours(event: Event, number: int) -> str:
    games = [pairing for _, pairing in event.pairings_of(number) if pairing.result and pairing.result.is_played]
    return "".join("w" if pairing.first == number else "b" for pairing in games)


@pytest.mark.parametrize("first", some(range(0, 240, 40), 2))
def test_colours_alternate_whatever_was_not_played(first: int) -> None:
    num_rounds = 0
    for seed in range(first, first + 40):
        try:
            event = an_event(seed)
        except EventError:  # all have met: an event too long for its players
            continue
        for place in range(1, len(event.rounds) + 1):
            so_far = replace(event, rounds=event.rounds[:place])
            num_rounds += 1
            for player in event.players:
                had = colours(so_far, player.number)
                assert had[-3:] not in ("www", "bbb"), (seed, place, player.number, had)
                assert abs(had.count("w") - had.count("b")) <= 2, (seed, place, player.number, had)
    assert num_rounds > 40


def test_a_newcomer_takes_the_colour_that_is_left() -> None:
    bye, second = Result.BYE, Result.SECOND_WINS
    players = (Player(1, "P1"), Player(2, "P2"), Player(3, "P3"), Player(4, "Late", first_round=3))
    rounds = (
        (Pairing(1, 1, 2, second), Pairing(2, 3, None, bye)),
        (Pairing(1, 2, 3, second), Pairing(2, 1, None, bye)),
    )
    found = next_round(Event(System.SWISS, 5, players, rounds))
    assert (4, 2) in [(each.first, each.second) for each in found], "player 2 has had black, then white"
