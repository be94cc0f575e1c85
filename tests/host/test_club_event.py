"""Events of a club: pairings, results, places. What has to be so of every event is tried on events by chance."""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import networkx
import pytest
from spread import seeds
from treppe_host.club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_host.club.event.pairing import _history, next_round
from treppe_host.club.event.standings import cross_table, standings
from treppe_host.club.event_results import recognise

WIN, LOSS, DRAW = Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW
OUTCOMES = (WIN, WIN, WIN, LOSS, LOSS, DRAW, DRAW, Result.FIRST_BY_FORFEIT)


def players(count):
    return tuple(Player(number, f"player {number}") for number in range(1, count + 1))


def swiss(count, rounds):
    return Event(System.SWISS, rounds, players(count))


def all_play_all(count, cycles=1):
    return Event(System.ROUND_ROBIN, 0, players(count), cycles=cycles)


def with_results(event, chance, outcomes=OUTCOMES):
    ruled = tuple(replace(each, result=each.result or chance.choice(outcomes)) for each in event.rounds[-1])
    return replace(event, rounds=(*event.rounds[:-1], ruled))


def paired(event):
    return replace(event, rounds=(*event.rounds, next_round(event)))


def played(event, seed=0, outcomes=OUTCOMES, before=lambda event: event):
    chance = random.Random(seed)
    while not event.is_over:
        event = with_results(paired(before(event)), chance, outcomes)
    return event


def games_of(event, number):
    return [pairing for _, pairing in event.pairings_of(number) if pairing.result and pairing.result.is_played]


def leaving(chance):
    """Now and then somebody leaves, somebody comes late, somebody asks for a bye."""

    def change(event):
        number = len(event.rounds) + 1
        people = list(event.players)
        place = chance.randrange(len(people))
        if chance.random() < 0.2 and sum(each.plays_in(number) for each in people) > event.num_rounds + 3:
            people[place] = replace(people[place], last_round=number - 1)
        elif chance.random() < 0.3:
            people[place] = replace(people[place], absent=people[place].absent | {number})
        elif chance.random() < 0.2:
            people.append(Player(len(people) + 1, f"late {number}", first_round=number))
        return replace(event, players=tuple(people))

    return change


@pytest.mark.parametrize("seed", seeds(40))
def test_swiss_pairings_keep_what_is_promised(seed):
    chance = random.Random(seed)
    rounds = chance.randrange(3, 8)
    event = swiss(chance.randrange(rounds + 3, 25), rounds)
    event = played(event, seed, before=leaving(chance) if seed % 2 else lambda same: same)
    assert len(event.rounds) == rounds
    for player in event.players:
        opponents = [pairing.opponent(player.number) for pairing in games_of(event, player.number)]
        assert len(opponents) == len(set(opponents)), "nobody plays the same twice"
        byes = [pairing for _, pairing in event.pairings_of(player.number) if pairing.result is Result.BYE]
        assert len(byes) <= 1, "one bye at most"
        firsts = [pairing.first == player.number for pairing in games_of(event, player.number)]
        assert abs(2 * sum(firsts) - len(firsts)) <= 3, "nobody always moves first"
        for number in range(1, rounds + 1):
            there = [pairing for pairing in event.rounds[number - 1] if pairing.has(player.number)]
            assert len(there) == player.plays_in(number), "each is paired once a round while he takes part"
    for number, pairings in enumerate(event.rounds, 1):
        asked = [pairing for pairing in pairings if pairing.result is Result.HALF_BYE]
        assert sum(pairing.result is Result.BYE for pairing in pairings) <= 1
        assert all(number in event.player(pairing.first).absent for pairing in asked)
        assert [pairing.table for pairing in pairings] == list(range(1, len(pairings) + 1))


@pytest.mark.parametrize("seed", seeds(20))
def test_score_groups_play_among_themselves(seed):
    event = played(swiss(24, 5), seed, outcomes=(WIN, LOSS, DRAW))
    numbers = [player.number for player in event.players]
    firsts = [[pairing.first == number for pairing in games_of(event, number)] for number in numbers]
    assert all(abs(2 * sum(each) - len(each)) <= 2 for each in firsts), "colours are balanced to one game"
    assert not any(a == b == c for each in firsts for a, b, c in zip(each, each[1:], each[2:], strict=False))
    for number, pairings in enumerate(event.rounds):
        before = replace(event, rounds=event.rounds[:number])
        gaps = [abs(before.points(each.first) - before.points(each.second)) for each in pairings]
        assert sum(gaps) <= smallest_gaps(before) + 1, "who has as many points meets, as far as that can be"


def smallest_gaps(event):
    """Return the smallest sum of differences in points, over all pairings in which the rules let players meet."""
    must = {player.number: must_be_first(event, player.number) for player in event.players}
    met = {(pairing.first, pairing.second) for pairings in event.rounds for pairing in pairings}
    graph = networkx.Graph()
    for one, other in combinations(must, 2):
        is_barred = must[one] is not None and must[one] == must[other]
        if not is_barred and (one, other) not in met and (other, one) not in met:
            graph.add_edge(one, other, weight=-abs(event.points(one) - event.points(other)))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return -sum(graph.edges[pair]["weight"] for pair in matching)


def must_be_first(event, number):
    """Return whether a player has to move first, or not to; None if either will do."""
    firsts = [pairing.first == number for pairing in games_of(event, number)]
    balance = 2 * sum(firsts) - len(firsts)
    if abs(balance) > 1:
        return balance < 0
    return not firsts[-1] if len(firsts) > 1 and firsts[-1] == firsts[-2] else None


def test_who_left_is_paired_no_more_and_who_comes_late_is():
    chance = random.Random(1)
    event = with_results(paired(swiss(8, 3)), chance, (WIN,))
    people = [replace(each, last_round=1) if each.number == 3 else each for each in event.players]
    event = paired(replace(event, players=(*people, Player(9, "late", first_round=2))))
    assert not any(pairing.has(3) for pairing in event.rounds[1])
    assert any(pairing.has(9) for pairing in event.rounds[1])


def test_a_round_waits_for_the_results_of_the_one_before():
    event = paired(swiss(6, 3))
    with pytest.raises(EventError, match="open"):
        next_round(event)
    with pytest.raises(EventError, match="over"):
        next_round(played(swiss(6, 3)))
    with pytest.raises(EventError, match="too_few"):
        next_round(swiss(1, 3))
    with pytest.raises(EventError, match="all_met"):
        played(swiss(4, 5), outcomes=(WIN, LOSS))


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("cycles", [1, 2])
def test_in_a_round_robin_all_meet_all(count, cycles):
    event = played(all_play_all(count, cycles), count, outcomes=(WIN, LOSS, DRAW))
    for player in event.players:
        opponents = [pairing.opponent(player.number) for pairing in games_of(event, player.number)]
        assert sorted(opponents) == sorted([each.number for each in event.players if each != player] * cycles)
        firsts = [pairing.first == player.number for pairing in games_of(event, player.number)]
        assert abs(2 * sum(firsts) - len(firsts)) <= 1
        assert sum(pairing.result is Result.FREE for _, pairing in event.pairings_of(player.number)) == cycles * (
            count % 2
        )


def leave_after(number, rounds):
    def change(event):
        if len(event.rounds) < rounds:
            return event
        people = [replace(each, last_round=rounds) if each.number == number else each for each in event.players]
        return replace(event, players=tuple(people))

    return change


def test_who_leaves_a_round_robin_early_counts_for_nobody_later_loses_by_forfeit():
    early = played(all_play_all(6), 1, (WIN,), before=leave_after(2, 1))
    assert [standing.player.number for standing in standings(early)].count(2) == 0
    assert all(len(row.cells) == 5 for row in cross_table(early))
    late = played(all_play_all(6), 1, (WIN,), before=leave_after(2, 3))
    assert [standing.player.number for standing in standings(late)].count(2) == 1
    forfeits = [pairing for _, pairing in late.pairings_of(2) if pairing.result and not pairing.result.is_played]
    assert len(forfeits) == 2 and all(pairing.points(2) == 0 for pairing in forfeits)


# The event of the FIDE handbook's kind, small enough to count by hand: 1 beats 2 and 3, 2 beats 4, 3 and 4 draw.
BY_HAND = Event(
    System.SWISS,
    2,
    players(4),
    (
        (Pairing(1, 1, 3, WIN), Pairing(2, 2, 4, WIN)),
        (Pairing(1, 2, 1, LOSS), Pairing(2, 3, 4, DRAW)),
    ),
)


WITH_GAPS = Event(
    System.SWISS,
    3,
    players(5),
    (
        (Pairing(1, 1, 2, Result.FIRST_BY_FORFEIT), Pairing(2, 3, 4, WIN), Pairing(3, 5, None, Result.BYE)),
        (Pairing(1, 3, 1, LOSS), Pairing(2, 2, 5, WIN), Pairing(3, 4, None, Result.HALF_BYE)),
    ),
)


def test_the_dutch_system_is_told_of_colours_floats_byes_and_forfeits():
    names = ("color_hist", "float_history", "bye_count", "forfeit_win_count")
    told = {player.number: _history(WITH_GAPS, player) for player in WITH_GAPS.players}
    assert {number: tuple(each[name] for name in names) for number, each in told.items()} == {
        1: (["black"], ["down", "none"], 0, 1),
        2: (["white"], ["none", "up"], 0, 0),
        3: (["white", "white"], ["none", "none"], 0, 0),
        4: (["black"], ["none", "down"], 0, 0),
        5: (["black"], ["down", "down"], 1, 0),
    }


def test_tie_breaks_by_hand():
    found = {standing.player.number: standing for standing in standings(BY_HAND)}
    assert [standing.player.number for standing in standings(BY_HAND)] == [1, 2, 3, 4]
    assert [found[number].points for number in (1, 2, 3, 4)] == [2, 1, 0.5, 0.5]
    assert [found[number].tie_breaks["buchholz"] for number in (1, 2, 3, 4)] == [1.5, 2.5, 2.5, 1.5]
    assert [found[number].tie_breaks["buchholz_cut_1"] for number in (1, 2, 3, 4)] == [1, 2, 2, 1]
    assert [found[number].tie_breaks["sonneborn_berger"] for number in (1, 2, 3, 4)] == [1.5, 0.5, 0.25, 0.25]
    assert [found[number].tie_breaks["wins"] for number in (1, 2, 3, 4)] == [2, 1, 0, 0]


def test_a_bye_counts_as_a_game_against_oneself_and_a_leaver_harms_nobody():
    rounds = (
        (Pairing(1, 1, 2, WIN), Pairing(2, 3, None, Result.BYE)),
        (Pairing(1, 1, 3, DRAW),),
    )
    people = (Player(1, "1"), Player(2, "2", last_round=1), Player(3, "3"))
    found = {standing.player.number: standing for standing in standings(Event(System.SWISS, 2, people, rounds))}
    assert found[1].points == 1.5 and found[3].points == 1.5
    assert found[1].tie_breaks["buchholz"] == 0.5 + 1.5, "the round that 2 has missed counts as a draw"
    assert found[3].tie_breaks["buchholz"] == 1.5 + 1.5


@pytest.mark.parametrize("system", list(System))
def test_a_round_that_is_being_played_changes_no_tie_break(system):
    event = swiss(8, 4) if system is System.SWISS else all_play_all(8)
    for seed in range(3):
        event = with_results(paired(event), random.Random(seed), (WIN, LOSS, DRAW))
    assert standings(paired(event)) == standings(event)


def test_direct_encounter_tells_apart_only_those_who_have_all_met():
    cycle = Event(
        System.ROUND_ROBIN,
        0,
        players(3),
        (
            (Pairing(1, 1, 2, WIN), Pairing(2, 3, None, Result.FREE)),
            (Pairing(1, 3, 1, WIN), Pairing(2, 2, None, Result.FREE)),
            (Pairing(1, 2, 3, WIN), Pairing(2, 1, None, Result.FREE)),
        ),
    )
    assert [standing.rank for standing in standings(cycle)] == [1, 1, 1]
    level = Event(System.ROUND_ROBIN, 0, players(4), ((Pairing(1, 2, 1, WIN), Pairing(2, 3, 4, LOSS)),))
    assert [standing.player.number for standing in standings(level)][:2] == [2, 4]
    assert all(standing.tie_breaks["direct_encounter"] == 0 for standing in standings(level)), "not all have met"


@pytest.mark.parametrize("system", list(System))
@pytest.mark.parametrize("seed", range(5))
def test_the_cross_table_has_each_game_from_both_sides(system, seed):
    event = played(swiss(9, 4) if system is System.SWISS else all_play_all(7), seed)
    rows = cross_table(event)
    assert [row.standing.points for row in rows] == sorted((row.standing.points for row in rows), reverse=True)
    for row in rows:
        assert sum(cell.points for cells in row.cells for cell in cells) == row.standing.points
        for column, cells in enumerate(row.cells):
            for cell in cells:
                if not cell.rank:
                    continue
                back = rows[cell.rank - 1].cells[column if system is System.SWISS else rows.index(row)]
                assert [other.pairing for other in back].count(cell.pairing) == 1
                assert cell.is_first != back[0].is_first
                assert cell.is_first == (cell.pairing.first == row.standing.player.number)
    assert all(one.standing.rank <= other.standing.rank for one, other in pairwise(rows))


def test_games_are_recognised_by_names_or_by_their_table():
    event = Event(System.SWISS, 1, (Player(1, "Ann"), Player(2, "Bob Ross"), Player(3, "Eve"), Player(4, "Zoë")))
    event = replace(event, rounds=((Pairing(1, 1, 2), Pairing(2, 3, 4)),))
    assert recognise(event, ["ann ", "BOB  ross"], [0], 7) == Pairing(1, 1, 2, WIN)
    assert recognise(event, ["Bob Ross", "Ann"], [0], 7) == Pairing(1, 2, 1, WIN), "who moved first stands first"
    assert recognise(event, ["Zoë", "Eve"], [], None) == Pairing(2, 4, 3, DRAW)
    assert recognise(event, ["", ""], [1], 2) == Pairing(2, 3, 4, LOSS)
    assert recognise(event, ["", ""], [1], None) is None
    assert recognise(event, ["Ann", "Eve"], [1], 1) is None, "another game at that table"
    assert recognise(event, ["Ann", ""], [1], 1) is None
    ruled = replace(event, rounds=((Pairing(1, 1, 2, WIN), Pairing(2, 3, 4)),))
    assert recognise(ruled, ["Ann", "Bob Ross"], [1], 1) is None, "what counts already stays"
