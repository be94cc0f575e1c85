"""What two sides have agreed on: a game from its log. Each entry is checked by the rules before it counts.

An entry is `{"by": SIDE, "do": ...}`:

| `do` | further | meaning |
|---|---|---|
| `act` | `word`, `ms` | the side plays an action after thinking for `ms` milliseconds |
| `back` | `count` | the side takes back actions of its turn, which has not ended |
| `ask` | `count` | the side asks to take back the last `count` actions |
| `offer` | | the side offers a draw |
| `grant`, `refuse` | | the answer of the other side |
| `resign` | | the side gives up |
| `time` | | the side's time is up |
| `hints` | `level` | the side's board shows what is legal from now on, or does not |
| `void` | | the host has dropped an entry of the guest that came too late |
"""

from typing import Any

from treppe import games
from treppe.play import clock as clocks

Entry = dict[str, Any]
HINTS = ("legal", "off", "advice", "warning")
SIDES = 2
_MOST_WORD, _MOST_MS = 200, 10**9


class BadEntry(ValueError):
    """The rules, or the record of the game, do not allow an entry."""


class Agreement:
    """A game of two sides as its log tells it. Player `flip` is the host's."""

    def __init__(self, name: str, options: dict[str, Any], flip: int = 0, clock: dict[str, int] | None = None):
        """Begin a game, with time limits as the board's command `new` takes them; raises InvalidOption."""
        self.state: Any = games.start(name, options)
        if self.state.players != SIDES:
            raise games.InvalidOption({"code": "failed", "text": "two boards play games of two players"})
        self.flip = flip
        self.notations: list[str] = []
        self.players: list[int] = []
        """The player of each action."""
        self.question: tuple[int, str, int] | None = None
        """The open question: the side that asks, `ask` or `offer`, and the count of actions."""
        self.result: tuple[str, int] | None = None
        """`resign` or `time` with the player, or `agreed` with -1; None while the rules alone say who wins."""
        self.clock = clocks.read(clock, SIDES)
        """What each side has left; None without time limits."""
        self.hints = ["off", "off"]
        """The level of hints on each side's board."""

    @property
    def limits(self) -> dict[str, int] | None:
        """The time limits, None without."""
        return self.clock.limits if self.clock else None

    @property
    def left_ms(self) -> list[int]:
        """The time that each side has left; empty without limits."""
        return self.clock.left_ms if self.clock else []

    @property
    def is_over(self) -> bool:
        """True after the end, by the rules or otherwise."""
        return self.result is not None or bool(self.state.is_terminal())

    @property
    def to_move(self) -> int:
        """The side that is to move, -1 after the end."""
        return -1 if self.is_over else self.side_of(self.state.current_player())

    def side_of(self, player: int) -> int:
        """Return the side of a player."""
        return (player + self.flip) % SIDES

    def player_of(self, side: int) -> int:
        """Return the player of a side."""
        return (side + self.flip) % SIDES

    def follow(self, entry: Entry) -> None:
        """Take the next entry; raise BadEntry, and change nothing then."""
        by, do = entry.get("by"), entry.get("do")
        if type(by) is not int or not 0 <= by < SIDES or not isinstance(do, str):
            raise BadEntry(f"no entry: {entry}")
        take = getattr(self, f"_take_{do}", None)
        if take is None:
            raise BadEntry(f"no such entry: {do[:20]}")
        take(by, entry)

    def may_take_back(self, side: int, count: int) -> bool:
        """Return whether a side may take back actions without asking: its own, in its turn."""
        return self.to_move == side and all(self.side_of(player) == side for player in self.players[-count:])

    def _take_act(self, by: int, entry: Entry) -> None:
        word, thought_ms = entry.get("word"), entry.get("ms", 0)
        if not isinstance(word, str) or len(word) > _MOST_WORD or type(thought_ms) is not int:
            raise BadEntry("no action")
        if self.to_move != by or not 0 <= thought_ms <= _MOST_MS:
            raise BadEntry(f"{word}: it is not this side's turn")
        player = self.state.current_player()
        try:
            self.state.apply_action(self.state.action(word))
        except ValueError as error:
            raise BadEntry(f"{word} is not legal") from error
        self.notations.append(word)
        self.players.append(player)
        if self.clock:
            self.clock.left_ms[by] -= thought_ms
            self.clock.switch_player(by, self.to_move)
        self.question = None

    def _take_back(self, by: int, entry: Entry) -> None:
        count = self._read_count(entry)
        if not self.may_take_back(by, count):
            raise BadEntry("only what was played in this turn is taken back without asking")
        self._undo(count)

    def _take_ask(self, by: int, entry: Entry) -> None:
        self._ask_question(by, "ask", self._read_count(entry))

    def _take_offer(self, by: int, _: Entry) -> None:
        if self.is_over:
            raise BadEntry("the game is over")
        self._ask_question(by, "offer", 0)

    def _ask_question(self, by: int, what: str, count: int) -> None:
        if self.question:
            raise BadEntry("something is asked already")
        if self.result:
            raise BadEntry("the game is over")
        self.question = by, what, count

    def _take_grant(self, by: int, _: Entry) -> None:
        what, count = self._answered(by)
        if what == "offer":
            self.result = "agreed", -1
        else:
            self._undo(count)

    def _take_refuse(self, by: int, _: Entry) -> None:
        self._answered(by)

    def _answered(self, by: int) -> tuple[str, int]:
        if not self.question or self.question[0] == by:
            raise BadEntry("nothing was asked")
        _, what, count = self.question
        self.question = None
        return what, count

    def _take_resign(self, by: int, entry: Entry) -> None:
        if self.is_over:
            raise BadEntry("the game is over")
        self.result, self.question = (str(entry["do"]), self.player_of(by)), None

    _take_time = _take_resign

    def _take_hints(self, by: int, entry: Entry) -> None:
        if entry.get("level") not in HINTS:
            raise BadEntry("no level of hints")
        self.hints[by] = entry["level"]

    def _take_void(self, by: int, entry: Entry) -> None:
        pass

    def _read_count(self, entry: Entry) -> int:
        count = entry.get("count")
        if type(count) is not int or not 1 <= count <= len(self.notations):
            raise BadEntry("no actions to take back")
        return count

    def _undo(self, count: int) -> None:
        for _ in range(count):
            follower = self.to_move
            self.state.undo_action()
            if self.clock:
                self.clock.take_back(self.to_move, follower)
        del self.notations[-count:], self.players[-count:]
        self.question = None
