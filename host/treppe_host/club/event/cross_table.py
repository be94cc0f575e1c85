"""The cross-table: in a round-robin a column an opponent, in a Swiss event a column a round."""

from dataclasses import dataclass

from treppe_host.club.event.event import Event, Pairing, System
from treppe_host.club.event.standings import Standing, standings


@dataclass(frozen=True)
class Cell:
    """The result of a round, or against one opponent. `rank` is the opponent's place, 0 without one."""

    pairing: Pairing
    rank: int
    is_first: bool
    points: float


@dataclass(frozen=True)
class Row:
    """A player's line. `cells` are by round or by the opponent's place; an empty cell: not played, or the player
    himself."""

    standing: Standing
    cells: tuple[tuple[Cell, ...], ...]


def cross_table(event: Event) -> list[Row]:
    """Return the lines, the first player on top."""
    ordered = standings(event)
    places = {standing.player.number: place for place, standing in enumerate(ordered, 1)}
    width = len(ordered) if event.system is System.ROUND_ROBIN else len(event.rounds)
    rows = []
    for standing in ordered:
        number = standing.player.number
        cells: list[list[Cell]] = [[] for _ in range(width)]
        for round_number, pairing in event.pairings_of(number):
            opponent = pairing.opponent(number)
            rank = places.get(opponent, 0) if opponent is not None else 0
            column = round_number if event.system is System.SWISS else rank
            if column:
                cells[column - 1].append(Cell(pairing, rank, pairing.first == number, pairing.points(number)))
        rows.append(Row(standing, tuple(map(tuple, cells))))
    return rows
