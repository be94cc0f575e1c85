"""A game as players write it on a score sheet: who played what, in which order, and how it ended."""

from dataclasses import dataclass, field
from typing import Any

Content = dict[str, Any]


@dataclass(slots=True)
class Move:
    """An action (`word`), or a take-back of the last `undo` actions. `line` is its line in a file.

    >>> from treppe import games
    >>> state = games.start("step", size=5)
    >>> for move in (Move("a1-b1"), Move(undo=1)):
    ...     move.play(state)
    >>> state.history()
    []
    """

    word: str = ""
    undo: int = 0
    player: int | None = None
    thinking_ms: int | None = None
    at: float | None = None
    comments: list[str] = field(default_factory=list)
    line: int = 0

    def play(self, state: Any) -> None:
        """Play it on a game's state, or take back; raises ValueError for what the rules do not allow."""
        for _ in range(self.undo):
            state.undo_action()
        if not self.undo:
            state.apply_action(state.action(self.word))


@dataclass(slots=True)
class ScoreSheet:
    """A whole game. `reason` is None before its end; times are in seconds since 1970.

    `num_missing` and `zone_s`: see GameRow.

        >>> moves = [Move("a1-b1", player=0), Move("+a1", player=0), Move("g7-g6", player=1)]
        >>> sheet = ScoreSheet("step", {"players": 2}, ["Ada", "Bo"], moves)
        >>> sheet.turn_numbers()
        [1, 1, 2]
    """

    game: str
    options: Content
    seats: list[Any]
    moves: list[Move] = field(default_factory=list)
    reason: str | None = None
    winners: list[int] | None = None
    scores: list[int] | None = None
    event: str | None = None
    site: str | None = None
    round: str | None = None
    started_at: float | None = None
    ended_at: float | None = None
    firmware: str = ""
    board: str = ""
    origin: str | None = None
    comments: list[str] = field(default_factory=list)
    num_missing: int = 0
    zone_s: int | None = None
    line: int = 0

    @property
    def actions(self) -> list[Move]:
        """The moves without take-backs: a ply is a place in this list, counted from 1.

        >>> sheet = ScoreSheet("tor", {"players": 2}, [], [Move("a1-a2"), Move(undo=1), Move("a1-b1")])
        >>> [move.word for move in sheet.actions]
        ['a1-a2', 'a1-b1']
        """
        return [move for move in self.moves if not move.undo]

    def turn_numbers(self) -> list[int]:
        """Return the number of each move's turn: actions in a row are one, but not those of one who plays alone."""
        is_alone = self.options.get("players") == 1
        numbers: list[int] = []
        number, player = 0, None
        for move in self.moves:
            if not move.undo and (is_alone or move.player is None or move.player != player):
                number, player = number + 1, move.player
            numbers.append(number)
        return numbers


def result_text(result: Content) -> str:
    """Return a result as one line: `*` before the end of the game, else as the engine writes it.

    >>> result_text({"reason": "goal", "winners": [0, 2], "scores": None})
    'goal winners=0,2'
    >>> result_text({"reason": None, "winners": None, "scores": None})
    '*'
    """
    if result["reason"] is None:
        return "*"
    winners = ",".join(map(str, result["winners"] or ()))
    scores = "" if result["scores"] is None else " scores=" + ",".join(map(str, result["scores"]))
    return f"{result['reason']} winners={winners}{scores}"
