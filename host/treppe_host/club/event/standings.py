"""Standings and the cross-table: points, then tie-breaks with their standard names (FIDE Handbook C.07).

| tie-break | what it is |
|---|---|
| Buchholz | points of all opponents together |
| Buchholz Cut 1 | the same without the weakest opponent |
| Sonneborn-Berger | points of the opponents who were beaten, half the points of those who drew |
| direct encounter | points from the games among those who are level; only if all of them have met |
| wins | games won at the table |

Rounds without a game: in a Swiss event a player's own bye or forfeit counts as a game against somebody with his own
points. Rounds that an opponent misses after his last game count as draws for him, so that players are not harmed when a
former opponent leaves. In a round-robin a forfeit is a game like others, and the games of a player who leaves before he
has played half of them count for nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from treppe_host.club.event.event import Event, Pairing, Player, Result, System

TIE_BREAKS = {
    System.SWISS: ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins"),
    System.ROUND_ROBIN: ("direct_encounter", "sonneborn_berger", "wins"),
}
Values = Callable[[list[int]], dict[int, float]]
"""A value for each of some players who are level."""


@dataclass(frozen=True)
class Standing:
    """A player's rank, with the points and tie-breaks behind it. Players who are level in all of them share a rank."""

    rank: int
    player: Player
    points: float
    tie_breaks: dict[str, float]


def counted(event: Event) -> Event:
    """Return the event without the games that do not count: those of players who left a round-robin too early."""
    if event.system is System.SWISS:
        return event
    gone = {player.number for player in event.players if _has_left_early(event, player)}
    rounds = tuple(
        tuple(pairing for pairing in pairings if not gone & {pairing.first, pairing.second})
        for pairings in event.rounds
    )
    return replace(event, players=tuple(each for each in event.players if each.number not in gone), rounds=rounds)


def standings(event: Event) -> list[Standing]:
    """Return all players from the first to the last; those who do not count any more are not among them."""
    event = counted(event)
    table = _Table(event)
    names = TIE_BREAKS[event.system]
    found: dict[int, dict[str, float]] = {player.number: {} for player in event.players}
    groups = [[player.number for player in event.players]]
    groups = _split(groups, lambda group: {number: event.points(number) for number in group})
    for name in names:
        values: Values = table.direct_encounter if name == "direct_encounter" else _each(getattr(table, name))
        for group in groups:
            for number, value in values(group).items():
                found[number][name] = value
        groups = _split(groups, values)
    ordered, rank = [], 1
    for group in groups:
        for number in group:
            ordered.append(Standing(rank, event.player(number), event.points(number), found[number]))
        rank += len(group)
    return ordered


def _each(value: Callable[[int], float]) -> Values:
    return lambda group: {number: value(number) for number in group}


def _split(groups: list[list[int]], values: Values) -> list[list[int]]:
    """Split groups of players who are level, by the value of each player in his group."""
    finer = []
    for group in groups:
        found = values(group)
        for value in sorted(set(found.values()), reverse=True):
            finer.append([number for number in group if found[number] == value])
    return finer


def _has_left_early(event: Event, player: Player) -> bool:
    played = sum(1 for _, pairing in event.pairings_of(player.number) if pairing.result and pairing.result.is_played)
    return player.last_round is not None and 2 * played < event.cycles * (len(event.players) - 1)


class _Table:
    """The tie-breaks of an event's players. A game that goes on does not count yet."""

    def __init__(self, event: Event):
        self._event = event
        self._pairings = {
            player.number: {place: pairing for place, pairing in event.pairings_of(player.number) if pairing.result}
            for player in event.players
        }
        self._num_rounds = {
            player.number: len(event.rounds) - any(not each.result for _, each in event.pairings_of(player.number))
            for player in event.players
        }
        self._worth = {player.number: self._adjusted(player.number) for player in event.players}

    def _adjusted(self, number: int) -> float:
        """Return the points of a player as they count for his opponents."""
        points = self._event.points(number)
        if self._event.system is System.ROUND_ROBIN:
            return points
        pairings = self._pairings[number]
        last = max((place for place, pairing in pairings.items() if self._is_game(pairing)), default=0)
        later = range(last + 1, self._num_rounds[number] + 1)
        missed = [pairings.get(place) for place in later if self._is_missed(number, pairings.get(place))]
        return points + sum(0.5 - (pairing.points(number) if pairing else 0.0) for pairing in missed)

    def _is_missed(self, number: int, pairing: Pairing | None) -> bool:
        """Whether a player was not there in a round, by his own will."""
        if pairing is None:
            return True
        return pairing.result is Result.HALF_BYE or (not self._is_game(pairing) and pairing.points(number) == 0)

    def _is_game(self, pairing: Pairing) -> bool:
        assert pairing.result
        return pairing.result.is_played

    def _opponents(self, number: int) -> list[tuple[float, float]]:
        """Return for each round the opponent's points, as they count, and the points won against him."""
        found = []
        for pairing in self._pairings[number].values():
            opponent = pairing.opponent(number)
            is_opponent = opponent is not None and (self._is_game(pairing) or self._event.system is System.ROUND_ROBIN)
            if opponent is not None and is_opponent:
                found.append((self._worth[opponent], pairing.points(number)))
            elif self._event.system is System.SWISS:
                found.append((self._event.points(number), pairing.points(number)))
        if self._event.system is System.SWISS:  # rounds before a late entry, and after leaving
            found += [(self._event.points(number), 0.0)] * (self._num_rounds[number] - len(self._pairings[number]))
        return found

    def buchholz(self, number: int) -> float:
        """Points of all opponents."""
        return sum(worth for worth, _ in self._opponents(number))

    def buchholz_cut_1(self, number: int) -> float:
        """Points of all opponents but the weakest."""
        worths = sorted(worth for worth, _ in self._opponents(number))
        return sum(worths[1:])

    def sonneborn_berger(self, number: int) -> float:
        """Points of the beaten opponents, half the points of those who drew."""
        return sum(worth * points for worth, points in self._opponents(number))

    def wins(self, number: int) -> float:
        """Games won at the table."""
        pairings = [pairing for pairing in self._pairings[number].values() if self._is_game(pairing)]
        return float(sum(pairing.points(number) == 1 for pairing in pairings))

    def direct_encounter(self, group: list[int]) -> dict[int, float]:
        """Points among those who are level, 0 unless all have met."""
        among = {
            number: [pairing for pairing in self._pairings[number].values() if pairing.opponent(number) in group]
            for number in group
        }
        if any({pairing.opponent(number) for pairing in among[number]} != set(group) - {number} for number in group):
            return dict.fromkeys(group, 0.0)
        return {number: sum(pairing.points(number) for pairing in among[number]) for number in group}


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
