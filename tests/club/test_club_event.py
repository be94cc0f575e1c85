"""Events of a club: pairings, results, places. What has to be so of every event is tried on events by chance."""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import networkx
import pytest
from caissify_pairings import MissingFloatHistoryWarning
from spread import seeds
from treppe_club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_club.event.pairing import _history, by_hand, next_round
from treppe_club.event.standings import _Table, cross_table, standings
from treppe_club.event_results import recognise
from treppe_club.names import read_names

WIN, LOSS, DRAW = Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW
NONE, HALF, BYE = None, Result.HALF_BYE, Result.BYE
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


def refused(event):
    """Return the rule that forbids the next round, empty if it is paired."""
    try:
        next_round(event)
    except EventError as error:
        return error.code
    return ""


BY_FORFEIT, MISSED = Result.FIRST_BY_FORFEIT, Result.NEITHER


@pytest.mark.parametrize(
    ("code", "count", "rounds"),
    [
        ("all_met", 3, [[(1, 2, WIN), (3, NONE, BYE)], [(3, 1, WIN), (2, NONE, BYE)], [(2, 3, DRAW), (1, NONE, BYE)]]),
        (
            "byes",
            3,
            [[(1, 2, MISSED), (3, NONE, BYE)], [(1, 3, MISSED), (2, NONE, BYE)], [(3, 2, LOSS), (1, NONE, BYE)]],
        ),
        ("forfeits", 3, [[(1, 2, BY_FORFEIT), (3, NONE, BYE)], [(1, 3, WIN), (2, NONE, BYE)]]),
        (
            "colours",
            5,
            [
                [(1, 3, DRAW), (4, 2, DRAW), (5, NONE, BYE)],
                [(5, 1, LOSS), (3, 4, WIN), (2, NONE, BYE)],
                [(2, 1, BY_FORFEIT), (3, 5, LOSS), (4, NONE, BYE)],
                [(2, 5, LOSS), (1, 4, DRAW), (3, NONE, BYE)],
            ],
        ),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_round(code, count, rounds):
    made = tuple(tuple(Pairing(place, *each) for place, each in enumerate(pairs, 1)) for pairs in rounds)
    assert refused(replace(swiss(count, 9), rounds=made)) == code


def rules_kept_by(event, pairs):
    """Return the codes of the rules that pairings break."""
    number = len(event.rounds) + 1
    must = {player.number: must_be_first(event, player.number) for player in event.players if player.plays_in(number)}
    met = {frozenset((each.first, each.second)) for played_ in event.rounds for each in played_ if is_game(each)}
    won = {Result.BYE: "byes", Result.FIRST_BY_FORFEIT: "forfeits", Result.SECOND_BY_FORFEIT: "forfeits"}
    broken = set()
    for first, second in pairs:
        if second is None:
            byes = [each for _, each in event.pairings_of(first) if each.points(first) == 1 and each.result in won]
            broken |= {won[each.result] for each in byes}
        else:
            broken |= {"all_met"} if frozenset((first, second)) in met else set()
            broken |= {"colours"} if must[first] is not None and must[first] == must[second] else set()
    return broken


def is_game(pairing):
    return bool(pairing.result and pairing.result.is_played)


def each_round(numbers):
    """Yield all ways in which players can sit in pairs, one alone if they are odd."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    if len(numbers) % 2:
        yield from ([(first, None), *following] for following in each_round(others))
    for other in others:
        left = [number for number in others if number != other]
        yield from ([(first, other), *following] for following in each_round(left))


@pytest.mark.parametrize("seed", seeds(60, 15))
def test_a_round_is_refused_only_where_the_rules_forbid_it(seed, caplog, recwarn):
    chance = random.Random(seed)
    event = swiss(chance.randrange(3, 8), 9)
    outcomes = (WIN, LOSS, DRAW, Result.FIRST_BY_FORFEIT, Result.NEITHER)
    while not (code := refused(event)):
        event = with_results(paired(event), chance, outcomes)
    if code != "over":
        numbers = [player.number for player in event.players]
        broken = [rules_kept_by(event, pairs) for pairs in each_round(numbers)]
        order = ["all_met", "byes", "forfeits", "colours"]
        allowed = order[: order.index(code)]
        assert all(broken), "there is a round"
        assert any(not each & set(allowed) for each in broken), "without this rule there would be one"
        assert not any(not each & {*allowed, code} for each in broken), "this rule forbids the others"
        by_hand(event, [[*pair] if pair[1] else [pair[0]] for pair in next(each_round(numbers))])
    warned = [each for each in recwarn if issubclass(each.category, MissingFloatHistoryWarning)]
    assert (caplog.messages, warned) == ([], []), "what the library warns of is the arbiter's affair"


def test_an_arbiter_pairs_by_hand_whom_the_rules_keep_apart():
    people = (*players(5), Player(6, "away", absent=frozenset({2})))
    event = Event(System.SWISS, 2, people, ((Pairing(1, 1, 2, WIN), Pairing(2, 3, 4, WIN), Pairing(3, 5, 6, WIN)),))
    assert by_hand(event, [[3], [2, 1], [5, 4]]) == (
        Pairing(1, 2, 1),
        Pairing(2, 5, 4),
        Pairing(3, 3, None, Result.BYE),
        Pairing(4, 6, None, Result.HALF_BYE),
    )
    for odd in ([], [[1, 2], [3, 4]], [[1, 2], [3, 4], [5, 6]], [[1, 2, 3], [4, 5]], [[1, 2], [3, 4], [5], [5]], [[0]]):
        with pytest.raises(EventError, match="by_hand"):
            by_hand(event, odd)
    with pytest.raises(EventError, match="by_hand"):
        by_hand(all_play_all(2), [[1, 2]])


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
    ((Pairing(1, 1, 3, WIN), Pairing(2, 2, 4, WIN)), (Pairing(1, 2, 1, LOSS), Pairing(2, 3, 4, DRAW))),
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
    reported = {player.number: _history(WITH_GAPS, player) for player in WITH_GAPS.players}
    assert {number: tuple(each[name] for name in names) for number, each in reported.items()} == {
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
    rounds = ((Pairing(1, 1, 2, WIN), Pairing(2, 3, None, Result.BYE)), (Pairing(1, 1, 3, DRAW),))
    people = (Player(1, "1"), Player(2, "2", last_round=1), Player(3, "3"))
    found = {standing.player.number: standing for standing in standings(Event(System.SWISS, 2, people, rounds))}
    assert found[1].points == 1.5 and found[3].points == 1.5
    assert found[1].tie_breaks["buchholz"] == 0.5 + 1.5, "the round that 2 has missed counts as a draw"
    assert found[3].tie_breaks["buchholz"] == 1.5 + 1.5


@pytest.mark.parametrize(
    ("first", "second", "third", "buchholz", "cut_1"),
    [  # by article 16 of FIDE's Tie-Break Regulations of 2023; opponents have 2 points (2), 0 (3) and 1 (4)
        (WIN, WIN, WIN, 2 + 0 + 1, 2 + 1),
        (BYE, WIN, WIN, 3 + 0 + 1, 3 + 1),  # who was given the bye was there: the weakest opponent goes
        (HALF, WIN, WIN, 2.5 + 0 + 1, 0 + 1),  # who asked for it was not: the round goes
        (WIN, HALF, HALF, 2 + 2 + 2, 2 + 2),
        (NONE, WIN, WIN, 2 + 0 + 1, 0 + 1),  # came late
        (Result.SECOND_BY_FORFEIT, WIN, WIN, 2 + 0 + 1, 0 + 1),
        (Result.NEITHER, WIN, BYE, 2 + 0 + 2, 0 + 2),
        (Result.FIRST_BY_FORFEIT, LOSS, WIN, 2 + 0 + 1, 2 + 1),
    ],
)
def test_rounds_without_a_game_count_as_in_fides_handbook(first, second, third, buchholz, cut_1):
    worth = {2: (WIN, WIN, LOSS), 3: (LOSS, LOSS, LOSS), 4: (WIN, LOSS, LOSS)}
    rounds = []
    for place, own in enumerate((first, second, third)):
        opponent, others = place + 2, [each for each in worth if each != place + 2]
        pairings = [] if own is None else [Pairing(1, 1, None if own in (BYE, HALF) else opponent, own)]
        rounds.append(pairings + [Pairing(9, other, 90 + other, worth[other][place]) for other in others])
    people = tuple(Player(number, str(number)) for number in (1, 2, 3, 4, 92, 93, 94))
    table = _Table(Event(System.SWISS, 3, people, tuple(map(tuple, rounds))))
    table.worth |= {2: 2, 3: 0, 4: 1}
    assert (table.buchholz(1), table.buchholz_cut_1(1)) == (buchholz, cut_1)


@pytest.mark.parametrize(
    ("rounds", "counts"),
    [
        ((WIN, NONE, NONE), 1 + 0.5 + 0.5),
        ((WIN, NONE, WIN), 2),
        ((WIN, NONE, BYE), 2),  # who is given a bye is there
        ((WIN, NONE, Result.SECOND_BY_FORFEIT), 1 + 0.5 + 0),
        ((WIN, LOSS, Result.SECOND_BY_FORFEIT), 1),
        ((NONE, NONE, WIN), 1),
        ((HALF, HALF, HALF), 1.5),
    ],
)
def test_what_an_opponent_missed_counts_for_others_as_in_fides_handbook(rounds, counts):
    paired_ = [() if own is None else (Pairing(1, 1, None if own in (BYE, HALF) else 2, own),) for own in rounds]
    assert _Table(Event(System.SWISS, 3, players(2), tuple(paired_))).worth[1] == counts


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


@pytest.mark.parametrize("spelt", ["JOSE\u0301", "jose\u0301", " José "])
def test_a_game_is_recognised_by_a_name_from_another_keyboard(spelt):
    event = Event(System.SWISS, 3, (Player(1, "José"), Player(2, "Bob")), ((Pairing(1, 1, 2),),))
    assert recognise(event, [spelt, "BOB"], [0], None)
    assert read_names({"table": 1, "name": "علی\u200cرضا", "game": 0, "seats": []}).name == "علی\u200cرضا"
