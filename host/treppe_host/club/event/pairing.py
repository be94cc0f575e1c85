"""Pairs the next round by the FIDE Dutch system or Berger tables, with caissify-pairings.

The result is checked again: no two players meet twice, and no player has two byes.
"""

from typing import Any

from caissify_pairings import generate_pairings

from treppe_host.club.event.event import Event, EventError, Pairing, Player, Result, System

MOST_IN_SWISS = 150
"""Players for whom a round is paired within half a minute on a PC: the time grows with the fourth power."""


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
    _check(event, playing, found, met)
    pairings = [
        Pairing(row["table"], row["white_id"], row["black_id"], None if row["black_id"] else Result.BYE)
        for row in sorted(found, key=lambda row: int(row["table"]))
    ]
    absent = [player for player in event.players if player.plays_in(number) and number in player.absent]
    byes = [Pairing(len(pairings) + place, each.number, None, Result.HALF_BYE) for place, each in enumerate(absent, 1)]
    return tuple(pairings + byes)


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


def _check(event: Event, playing: list[Player], found: list[dict[str, Any]], met: set[Any]) -> None:
    """Raise EventError unless each plays once, meets somebody new, and has no second bye."""
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
    if not is_whole or has_met or had_bye:
        raise EventError("all_met")


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
