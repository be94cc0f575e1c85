"""Which pairing a finished game belongs to: by the names of its players, or by the table where they have none."""

from collections.abc import Sequence
from dataclasses import replace

from treppe_host.club.event.event import Event, Pairing, Result

_RESULTS = {(0,): Result.FIRST_WINS, (1,): Result.SECOND_WINS, (): Result.DRAW, (0, 1): Result.DRAW}


def result_of(winners: Sequence[int]) -> Result | None:
    """Return what a game of two with these winners is worth, the player who moved first being the first."""
    return _RESULTS.get(tuple(sorted(winners)))


def recognise(event: Event, seats: Sequence[str], winners: Sequence[int], table: int | None) -> Pairing | None:
    """Return the pairing of the present round to which a game belongs, with its result; None if it is another game.

    `table` is the number of the board's table, None if it has none. Who really moved first stands first afterwards.
    """
    result = result_of(winners)
    if not event.rounds or len(seats) != 2 or result is None:
        return None
    names = [_plain(seat) for seat in seats]
    for pairing in event.rounds[-1]:
        if pairing.second is None or pairing.result is not None:
            continue
        paired = [_plain(event.player(number).name) for number in (pairing.first, pairing.second)]
        if names == paired or (not any(names) and table == pairing.table):
            return replace(pairing, result=result)
        if names == paired[::-1]:
            return replace(replace(pairing, result=None).turned(), result=result)
    return None


def _plain(name: str) -> str:
    """Return a name as far as people agree on how to write it."""
    return " ".join(name.casefold().split())
