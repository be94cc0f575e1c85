"""Finds the pairing of a finished game: by its players' names, or by the table where they have none."""

from collections.abc import Sequence
from dataclasses import replace

from treppe_host.club.event.event import Event, Pairing, Result
from treppe_host.names import fold_name

_RESULTS = {(0,): Result.FIRST_WINS, (1,): Result.SECOND_WINS, (): Result.DRAW, (0, 1): Result.DRAW}


def result_of(winners: Sequence[int]) -> Result | None:
    """Return the result of a game of two with these winners, for a pairing whose first player moved first."""
    return _RESULTS.get(tuple(sorted(winners)))


def recognise(event: Event, seats: Sequence[str], winners: Sequence[int], table: int | None) -> Pairing | None:
    """Return the pairing of the present round to which a game belongs, with its result; None if it is another game.

    `table` is the number of the board's table, None if it has none; at a table that is paired in this round only that
    pairing is played. In the pairing that is returned the player who really moved first is the first. With colours
    turned it is not that of two who have met before: it may be their earlier game, come late.
    """
    result = result_of(winners)
    if not event.rounds or len(seats) != 2 or result is None:
        return None
    names = [fold_name(seat) for seat in seats]
    paired_tables = {pairing.table for pairing in event.rounds[-1] if pairing.second is not None}
    for pairing in event.rounds[-1]:
        if pairing.second is None or pairing.result is not None or table in paired_tables - {pairing.table}:
            continue
        paired = [fold_name(event.player(number).name) for number in (pairing.first, pairing.second)]
        if names == paired or (not any(names) and table == pairing.table):
            return replace(pairing, result=result)
        if names == paired[::-1] and not _have_met(event, pairing):
            return replace(replace(pairing, result=None).turned(), result=result)
    return None


def _have_met(event: Event, pairing: Pairing) -> bool:
    """Return whether the two of a pairing have been paired before with colours turned."""
    return any(
        (each.first, each.second) == (pairing.second, pairing.first)
        for pairings in event.rounds[:-1]
        for each in pairings
    )
