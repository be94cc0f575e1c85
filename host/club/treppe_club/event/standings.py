"""Standings and the cross-table: points, then tie-breaks with their standard names (FIDE Handbook C.07).

| tie-break | what it is |
|---|---|
| Buchholz | points of all opponents together |
| Buchholz Cut 1 | the same without the weakest opponent, or a round that the player missed by his own will |
| Sonneborn-Berger | points of the opponents who were beaten, half the points of those who drew |
| direct encounter | points from the games among those who are level; only if all of them have met |
| wins | games won at the table |

Rounds without a game, by article 16 of FIDE's Tie-Break Regulations of 2023: in a Swiss event a player's own bye or
forfeit counts as a game against somebody with his own points. A player misses a round by his own will if he has asked
for a bye, is not in the round, or loses by forfeit; Cut 1 leaves out such a round first. Those that an opponent has
asked for, or is not in, count as draws for him where none but missed rounds follow, so that players are not harmed
when a former opponent leaves. In a round-robin a forfeit is a game like others, and the games of a player who leaves
before he has played half of them count for nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from treppe_club.event.event import Event, Pairing, Player, Result, System

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
        self._rounds = {
            player.number: [
                place
                for place, pairings in enumerate(event.rounds, 1)
                if all(each.result for each in pairings if each.has(player.number))
            ]
            for player in event.players
        }
        self.worth = {player.number: self._adjusted(player.number) for player in event.players}

    def _adjusted(self, number: int) -> float:
        """Return the points of a player as they count for his opponents."""
        points = self._event.points(number)
        if self._event.system is System.ROUND_ROBIN:
            return points
        for place in reversed(self._rounds[number]):
            pairing = self._pairings[number].get(place)
            if not self._is_missed(number, pairing):
                break
            if pairing is None or pairing.result is Result.HALF_BYE:
                points += 0.5 - (pairing.points(number) if pairing else 0.0)
        return points

    def _is_missed(self, number: int, pairing: Pairing | None) -> bool:
        """Whether a player missed a round by his own will: FIDE's voluntary unplayed round."""
        if pairing is None or pairing.result is Result.HALF_BYE:
            return True
        return not self._is_game(pairing) and pairing.points(number) == 0

    def _is_game(self, pairing: Pairing) -> bool:
        assert pairing.result
        return pairing.result.is_played

    def _opponents(self, number: int) -> list[tuple[float, float, bool]]:
        """Return for each round the opponent's points, as they count, the points won against him, and whether the
        player missed the round by his own will.
        """
        found = []
        for pairing in self._pairings[number].values():
            opponent = pairing.opponent(number)
            is_opponent = opponent is not None and (self._is_game(pairing) or self._event.system is System.ROUND_ROBIN)
            if opponent is not None and is_opponent:
                found.append((self.worth[opponent], pairing.points(number), False))
            elif self._event.system is System.SWISS:
                is_missed = self._is_missed(number, pairing)
                found.append((self._event.points(number), pairing.points(number), is_missed))
        if self._event.system is System.SWISS:  # rounds before a late entry, and after leaving
            num_others = len(self._rounds[number]) - len(self._pairings[number])
            found += [(self._event.points(number), 0.0, True)] * num_others
        return found

    def buchholz(self, number: int) -> float:
        """Points of all opponents."""
        return sum(worth for worth, _, _ in self._opponents(number))

    def buchholz_cut_1(self, number: int) -> float:
        """Points of all opponents but the weakest; rounds that were missed by one's own will are left out first."""
        worths = sorted((not is_missed, worth) for worth, _, is_missed in self._opponents(number))
        return sum(worth for _, worth in worths[1:])

    def sonneborn_berger(self, number: int) -> float:
        """Points of the beaten opponents, half the points of those who drew."""
        return sum(worth * points for worth, points, _ in self._opponents(number))

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
