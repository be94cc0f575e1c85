"""An event: players, rounds and their results. Events are immutable; places are computed from them.

Events are for games of two players: pairing systems and tie-breaks with standard names exist for pairs alone. Games
that three or four can play are played by two in an event, as their option `players` allows.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from treppe_host.errors import TreppeError


class EventError(TreppeError):
    """A change of an event is not allowed. `code` is one of EVENT_ERRORS in the page's words."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


class System(StrEnum):
    """How an event pairs its players."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"


class Result(StrEnum):
    """The result of a pairing. A forfeit is a game that one player missed. Byes have no second player."""

    FIRST_WINS = "1-0"
    SECOND_WINS = "0-1"
    DRAW = "1/2"
    FIRST_BY_FORFEIT = "+-"
    SECOND_BY_FORFEIT = "-+"
    NEITHER = "--"
    BYE = "bye"  # the odd player of a round: a full point
    HALF_BYE = "half"  # asked for
    FREE = "free"  # in a round-robin the round of an odd player: no point, and nothing is missing

    @property
    def is_played(self) -> bool:
        """Whether there was a game."""
        return self in (Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW)

    @property
    def is_bye(self) -> bool:
        """Whether the first player had no opponent."""
        return self in (Result.BYE, Result.HALF_BYE, Result.FREE)


POINTS: dict[Result, tuple[float, float]] = {
    Result.FIRST_WINS: (1.0, 0.0),
    Result.SECOND_WINS: (0.0, 1.0),
    Result.DRAW: (0.5, 0.5),
    Result.FIRST_BY_FORFEIT: (1.0, 0.0),
    Result.SECOND_BY_FORFEIT: (0.0, 1.0),
    Result.NEITHER: (0.0, 0.0),
    Result.BYE: (1.0, 0.0),
    Result.HALF_BYE: (0.5, 0.0),
    Result.FREE: (0.0, 0.0),
}
"""Points of the first and the second player."""


@dataclass(frozen=True)
class Player:
    """A player who takes part, from one round to another."""

    number: int
    """The place in the list at the start, the strongest first."""
    name: str
    first_round: int = 1
    last_round: int | None = None
    """The last round in which a player who has left was paired; None while he plays."""
    absent: frozenset[int] = frozenset()
    """Rounds for which the player has asked for a bye."""

    def plays_in(self, number: int) -> bool:
        """Whether the player belongs to a round, with an opponent or a bye for which he has asked."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


@dataclass(frozen=True)
class Pairing:
    """Two players who meet; `first` moves first. A bye has no second player."""

    table: int
    first: int
    second: int | None
    result: Result | None = None

    def has(self, number: int) -> bool:
        """Whether a player takes part."""
        return number in (self.first, self.second)

    def points(self, number: int) -> float:
        """Return a player's points, 0 while there is no result."""
        if self.result is None:
            return 0.0
        return POINTS[self.result][int(number != self.first)]

    def opponent(self, number: int) -> int | None:
        """Return a player's opponent, None for a bye."""
        return self.second if number == self.first else self.first

    def turned(self) -> "Pairing":
        """Return the pairing with the other one as first."""
        assert self.second is not None
        mirrored = {
            Result.FIRST_WINS: Result.SECOND_WINS,
            Result.SECOND_WINS: Result.FIRST_WINS,
            Result.FIRST_BY_FORFEIT: Result.SECOND_BY_FORFEIT,
            Result.SECOND_BY_FORFEIT: Result.FIRST_BY_FORFEIT,
        }
        result = mirrored.get(self.result, self.result) if self.result else None
        return replace(self, first=self.second, second=self.first, result=result)


@dataclass(frozen=True)
class Event:
    """An event with its players and its paired `rounds`."""

    system: System
    num_rounds: int
    """Of a Swiss event; a round-robin has as many as its players need."""
    players: tuple[Player, ...]
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    cycles: int = 1
    """How many times all players meet in a round-robin."""

    def player(self, number: int) -> Player:
        """Return a player by number; raise EventError if there is none."""
        for player in self.players:
            if player.number == number:
                return player
        raise EventError("unknown")

    def pairings_of(self, number: int) -> list[tuple[int, Pairing]]:
        """Return a player's pairings with their rounds."""
        return [
            (place, pairing)
            for place, pairings in enumerate(self.rounds, 1)
            for pairing in pairings
            if pairing.has(number)
        ]

    def points(self, number: int, rounds: int | None = None) -> float:
        """Return a player's points, or those after so many rounds."""
        last = len(self.rounds) if rounds is None else rounds
        return sum(pairing.points(number) for place, pairing in self.pairings_of(number) if place <= last)

    @property
    def length(self) -> int:
        """The number of rounds from the first to the last."""
        if self.system is System.SWISS:
            return self.num_rounds
        count = len(self.players)
        return self.cycles * (count - 1 + count % 2)

    @property
    def is_open(self) -> bool:
        """Whether a round that is paired lacks results: the last one, or one whose game has been opened again."""
        return any(pairing.result is None for pairings in self.rounds for pairing in pairings)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.rounds) >= self.length and not self.is_open
