"""A chess clock: the time that each player has for the whole game, and gains with each of his turns."""

from typing import Any

from treppe.games import InvalidOption
from treppe.runtime import const

LONGEST_MIN = const(180)
LONGEST_INCREMENT_S = const(60)


def read(limits: "dict[str, Any] | None", players: int) -> "Clock | None":
    """Return the Clock that a game's `start` event describes, None without one; raises InvalidOption.

    `limits` has `minutes` (1 to 180) for each player and `increment_s` (0 to 60, else 0) for each of his turns.

    >>> read({"minutes": 5}, 2).face(1), read(None, 2)
    ('5:00', None)
    """
    if not limits:
        return None
    if not isinstance(limits, dict):
        raise _wrong("clock", limits, "minutes, increment_s")
    minutes, increment_s = limits.get("minutes"), limits.get("increment_s", 0)
    if not isinstance(minutes, int) or not 1 <= minutes <= LONGEST_MIN:
        raise _wrong("minutes", minutes, "1.." + str(LONGEST_MIN))
    if not isinstance(increment_s, int) or not 0 <= increment_s <= LONGEST_INCREMENT_S:
        raise _wrong("increment_s", increment_s, "0.." + str(LONGEST_INCREMENT_S))
    return Clock(players, minutes, increment_s)


def _wrong(name: str, value: "Any", allowed: str) -> InvalidOption:
    return InvalidOption({"code": "option_value", "option": name, "value": repr(value), "allowed": allowed})


class Clock:
    """`left_ms` has the time that each player has left; `limits` are those of the `start` event.

    It `is_running` once people have started it, by OK or by playing. Between two actions one player's time runs, so
    what each player to move had when his position came up is enough to bring all clocks back (`_begun_ms`).
    """

    def __init__(self, players: int, minutes: int, increment_s: int):
        self.limits = {"minutes": minutes, "increment_s": increment_s}
        self.left_ms = [60_000 * minutes] * players
        self._increment_ms = 1000 * increment_s
        self._begun_ms = self.left_ms[:1]
        self.is_running = False

    def start(self) -> None:
        self.is_running = True

    def run(self, player: int, elapsed_ms: int) -> bool:
        """Take time from the player to move; return True if the shown time has changed."""
        shown = self.seconds(player)
        self.left_ms[player] = max(0, self.left_ms[player] - elapsed_ms)
        return self.seconds(player) != shown

    def switch_player(self, player: int, follower: int) -> None:
        """Take an action of a player; `follower` is to move after it, -1 if nobody is."""
        if follower != player:
            self.left_ms[player] += self._increment_ms
        self._begun_ms.append(self.left_ms[follower])

    def take_back(self, player: int, follower: int) -> None:
        """Take the last action back: all players have what they had before it. For the players see switch_player."""
        self.left_ms[follower] = self._begun_ms.pop()
        if follower != player:
            self.left_ms[player] -= self._increment_ms

    def reopen(self, player: int) -> None:
        """Let a player to move whose time has run out have what he had when the position came up."""
        if self.left_ms[player] <= 0:
            self.left_ms[player] = self._begun_ms[-1]

    def face(self, player: int) -> str:
        """Return the time that a player has left, `12:05`; seconds are rounded up."""
        seconds = self.seconds(player)
        return f"{seconds // 60}:{seconds % 60:02d}"

    def seconds(self, player: int) -> int:
        """Return the seconds that a player has left, rounded up."""
        return (self.left_ms[player] + 999) // 1000
