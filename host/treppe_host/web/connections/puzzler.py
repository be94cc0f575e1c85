"""Puzzles on a board: the position before a player's mistake, and the better action."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from treppe.games import State

from treppe_host.errors import TreppeError
from treppe_host.programs.analysis import AT_ONCE, chance_after
from treppe_host.programs.process import Thinker
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection

_AS_GOOD = 0.05  # an action that keeps at most so much less than the best one is right, too
OPEN, CHECKING, FOUND, MISSED = "open", "checking", "found", "missed"


@dataclass
class Puzzle:
    """A puzzle on a board: `source` is the game that it is from, `player` the one to find an action.

    It is the board's game `number`, from action `begins` on; `better` is the best action that is known. `verdicts`
    show for actions that were judged whether they are as good. `keep` is called once it is solved. It is the puzzle
    `place` of `count` (0: of no list); `go_on` poses the next one, and returns a change of the page.
    """

    source: int
    begins: int
    state: State
    better: str
    number: int = 0
    verdicts: dict[str, bool] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    is_kept: bool = False
    place: int = 1
    count: int = 1
    go_on: "Callable[[str], Awaitable[dict[str, Any]]] | None" = None
    weighing: "asyncio.Task[None] | None" = None
    kept: float | None = None
    """The chance that the better action keeps: worked out while people look at the board, None if nobody could."""

    @property
    def player(self) -> int:
        """The player to find an action."""
        return self.state.current_player()


class Puzzler:
    """Poses puzzles on one board, and checks solutions."""

    def __init__(self, connection: BoardConnection, thinker: Thinker):
        """Think with `thinker`, which answers one question at a time."""
        self._connection = connection
        self._thinker = thinker
        self._posed: Puzzle | None = None
        self._work: asyncio.Task[None] | None = None
        connection.changes.watchers.append(self._check_puzzle)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is on the board, None if another game is played there."""
        posed = self._posed
        return posed if posed and posed.number == self._connection.game.number else None

    def standing(self) -> tuple[str, str]:
        """Return the puzzle's state, OPEN, CHECKING, FOUND or MISSED, and the played action, if any."""
        puzzle, notations = self.puzzle, self._connection.game.notations
        if puzzle is None or len(notations) <= puzzle.begins:
            return OPEN, ""
        played = notations[puzzle.begins]
        if played not in puzzle.verdicts:
            return CHECKING, played
        return (FOUND if puzzle.verdicts[played] else MISSED), played

    async def pose(self, puzzle: Puzzle) -> None:
        """Lead the board to a puzzle's position, and number it as the board does.

        Raises InvalidOption, TreppeError and SimulationError.
        """
        await self._connection.go_on_from(puzzle.state.NAME, puzzle.state.options, notations_of(puzzle.state))
        await asyncio.to_thread(self._connection.keep_from_lists)
        puzzle.number = self._connection.game.number
        puzzle.weighing = start_job(self._weigh(puzzle), "a puzzle")
        self._posed = puzzle
        self._connection.changes.tell()

    async def go_on(self, language: str) -> dict[str, Any] | None:
        """Pose the puzzle that follows the one on the board; return a change of the page."""
        puzzle = self.puzzle
        return await puzzle.go_on(language) if puzzle and puzzle.go_on else None

    def _check_puzzle(self) -> None:
        standing, played = self.standing()
        if standing == CHECKING and self.puzzle and (self._work is None or self._work.done()):
            self._work = start_job(self._judge_action(self.puzzle, played), "a puzzle")
        if standing == FOUND and self.puzzle and not self.puzzle.is_kept:
            self.puzzle.is_kept = True
            self.puzzle.keep()

    async def _weigh(self, puzzle: Puzzle) -> None:
        with suppress(TreppeError):  # the action found before stays the only right one then
            puzzle.kept = await asyncio.to_thread(self._chance_after, puzzle, puzzle.better)

    async def _judge_action(self, puzzle: Puzzle, played: str) -> None:
        """Find out whether an action keeps about as much of the chance as the best one."""
        assert puzzle.weighing
        await puzzle.weighing
        try:
            left = await asyncio.to_thread(self._chance_after, puzzle, played)
            puzzle.verdicts[played] = puzzle.kept is not None and left >= puzzle.kept - _AS_GOOD
        except TreppeError:
            puzzle.verdicts[played] = False
        self._connection.changes.tell()

    def _chance_after(self, puzzle: Puzzle, word: str) -> float:
        return chance_after(self._thinker, puzzle.state, word, AT_ONCE)


def notations_of(state: State) -> list[str]:
    """Return the notations of the actions that have led to a position."""
    twin = state.clone()
    actions = twin.history()
    for _ in actions:
        twin.undo_action()
    notations = []
    for action in actions:
        notations.append(twin.notation(action))
        twin.apply_action(action)
    return notations
