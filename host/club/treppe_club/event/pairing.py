"""Pairs the next round by the FIDE Dutch system or Berger tables, with caissify-pairings, or as an arbiter says.

The result of the library is checked again: no two players meet twice, and no player has two byes. Where there is none,
the first rule that forbids it is named.
"""

import logging
import warnings
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import networkx
from caissify_pairings import MissingFloatHistoryWarning, generate_pairings

from treppe_club.event.event import Event, EventError, Pairing, Player, Result, System

MOST_IN_SWISS = 150
"""Players for whom a round is paired within half a minute on a PC: the time grows with the fourth power."""


# What the library warns of is checked here, and the arbiter sees it: the server's output is no place for it.
logging.getLogger("caissify_pairings").setLevel(logging.CRITICAL)
warnings.filterwarnings("ignore", category=MissingFloatHistoryWarning)

_ALONE = 0
"""Stands for the opponent of a player who has the bye."""


def check_next(event: Event) -> None:
    """Raise EventError if the next round cannot be paired now; whether it can be, only `next_round` finds."""
    if event.is_open:
        raise EventError("open")
    if len(event.rounds) >= event.length:
        raise EventError("over")
    if len(_playing(event) if event.system is System.SWISS else event.players) < 2:
        raise EventError("too_few")


def next_round(event: Event) -> tuple[Pairing, ...]:
    """Return the pairings of the next round; raise EventError if there is none."""
    check_next(event)
    return _berger(event) if event.system is System.ROUND_ROBIN else _swiss(event)


def _swiss(event: Event) -> tuple[Pairing, ...]:
    number = len(event.rounds) + 1
    playing = _playing(event)
    met = {
        (pairing.first, pairing.second)
        for pairings in event.rounds
        for pairing in pairings
        if pairing.result and pairing.result.is_played
    }
    histories = [_history(event, player) for player in playing]
    found = generate_pairings("dutch", histories, met, number, event.num_rounds)
    if not _is_right(event, playing, found, met):
        raise EventError(_forbidding(histories, met))
    rows = sorted(found, key=lambda row: int(row["table"]))
    return _with_byes(event, [(row["white_id"], row["black_id"]) for row in rows])


def by_hand(event: Event, tables: Sequence[Sequence[int]]) -> tuple[Pairing, ...]:
    """Return the next round as an arbiter pairs it: at each table the numbers of one who moves first and of another, or
    of one who has the bye. He may let players meet again. Raise EventError unless each player of the round sits once.
    """
    check_next(event)
    seated = sorted(number for table in tables for number in table)
    if not all(1 <= len(table) <= 2 for table in tables) or event.system is System.ROUND_ROBIN:
        raise EventError("by_hand")
    if seated != sorted(player.number for player in _playing(event)):
        raise EventError("by_hand")
    pairs = [(table[0], table[1] if len(table) > 1 else None) for table in tables]
    return _with_byes(event, sorted(pairs, key=lambda pair: pair[1] is None))


def _with_byes(event: Event, pairs: Sequence[tuple[int, int | None]]) -> tuple[Pairing, ...]:
    """Return pairings at tables from 1 on, with those who have asked for a bye behind them."""
    number = len(event.rounds) + 1
    absent = [player for player in event.players if player.plays_in(number) and number in player.absent]
    rows = [(first, second, None if second else Result.BYE) for first, second in pairs]
    rows += [(player.number, None, Result.HALF_BYE) for player in absent]
    return tuple(Pairing(place, *row) for place, row in enumerate(rows, 1))


def _forbidding(histories: list[dict[str, Any]], met: set[Any]) -> str:
    """Return the rule that forbids a round, as a code: by the rules before it there would be one.

    The rules, by FIDE C.04.1: nobody meets twice, has a second bye, or the bye after a win by forfeit; nobody has a
    colour three times running, or three times more often than the other one.
    """
    graph = networkx.Graph()
    numbers = [player["id"] for player in histories] + [_ALONE] * (len(histories) % 2)
    graph.add_nodes_from(numbers)
    graph.add_edges_from(pair for pair in combinations(numbers, 2) if pair not in met and pair[::-1] not in met)
    due = {player["id"]: _colour_due(player["color_hist"]) for player in histories} | {_ALONE: None}
    barred = {
        "all_met": [],
        "byes": [(player["id"], _ALONE) for player in histories if player["bye_count"]],
        "forfeits": [(player["id"], _ALONE) for player in histories if player["forfeit_win_count"]],
        "colours": [pair for pair in graph.edges if due[pair[0]] and due[pair[0]] == due[pair[1]]],
    }
    for code, pairs in barred.items():
        graph.remove_edges_from(pairs)
        if 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) < len(numbers):
            return code
    return "not_found"


def _colour_due(colours: list[str]) -> str | None:
    """Return the colour that a player has to have next, None if either will do."""
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return "black" if colours[-1] == "white" else "white"
    balance = colours.count("white") - colours.count("black")
    return None if abs(balance) < 2 else "black" if balance > 0 else "white"


def _playing(event: Event) -> list[Player]:
    number = len(event.rounds) + 1
    return [player for player in event.players if player.plays_in(number) and number not in player.absent]


def _history(event: Event, player: Player) -> dict[str, Any]:
    """Return a player's history for the Dutch system: a float for each round, a colour for each round that he played.

    FIDE C.04.3 looks at colours of games played alone; the library would take two rounds without a game for a colour
    twice in a row.
    """
    number, colours, floats, num_byes, num_forfeits = player.number, [], [], 0, 0
    pairings = dict(event.pairings_of(number))
    for place in range(1, len(event.rounds) + 1):
        pairing = pairings.get(place)
        result = pairing.result if pairing else None
        won_unplayed = bool(pairing and result and not result.is_played and pairing.points(number) == 1)
        num_byes += result is Result.BYE
        num_forfeits += won_unplayed and result is not Result.BYE
        if not pairing or not result or not result.is_played or pairing.second is None:
            floats.append("down" if pairing and pairing.points(number) > 0 else "none")
            continue
        colours.append("white" if pairing.first == number else "black")
        opponent = pairing.opponent(number)
        assert opponent is not None
        before, other = event.points(number, place - 1), event.points(opponent, place - 1)
        floats.append("down" if before > other else "up" if before < other else "none")
    return {
        "id": number,
        "name": player.name,
        "score": event.points(number),
        "rating": 0,
        "starting_number": number,
        "pairing_number": number,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": num_byes,
        "forfeit_win_count": num_forfeits,
    }


def _is_right(event: Event, playing: list[Player], found: list[dict[str, Any]], met: set[Any]) -> bool:
    """Return whether each plays once, meets somebody new, and has no second bye."""
    paired = [row[side] for row in found for side in ("white_id", "black_id") if row[side] is not None]
    byes = [row["white_id"] for row in found if row["black_id"] is None]
    is_whole = sorted(paired) == sorted(player.number for player in playing) and len(byes) == len(playing) % 2
    pairs = {(row["white_id"], row["black_id"]) for row in found}
    has_met = any(pair in met or pair[::-1] in met for pair in pairs)
    had_bye = any(
        pairing.first == number and pairing.result is Result.BYE
        for number in byes
        for pairings in event.rounds
        for pairing in pairings
    )
    return is_whole and not has_met and not had_bye


def _berger(event: Event) -> tuple[Pairing, ...]:
    """Return a round of the Berger tables; a player who has left loses by forfeit."""
    number = len(event.rounds) + 1
    players = [{"id": player.number, "starting_number": player.number} for player in event.players]
    rows = generate_pairings("round_robin", players, set(), number, event.length, cycles=event.cycles)
    pairings: list[Pairing] = []
    for row in sorted(rows, key=lambda row: (row["black_id"] is None, int(row["table"]))):
        first, second = row["white_id"], row["black_id"]
        result = Result.FREE if second is None else _without_a_game(event, number, first, second)
        pairings.append(Pairing(len(pairings) + 1, first, second, result))
    return tuple(pairings)


def _without_a_game(event: Event, number: int, first: int, second: int) -> Result | None:
    """Return a pairing with its result before any game: a player who has left loses by forfeit."""
    is_first_there, is_second_there = (event.player(each).plays_in(number) for each in (first, second))
    if is_first_there and is_second_there:
        return None
    if is_first_there:
        return Result.FIRST_BY_FORFEIT
    return Result.SECOND_BY_FORFEIT if is_second_there else Result.NEITHER
