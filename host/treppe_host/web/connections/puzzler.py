"""Puzzles on a board: the position before a player's mistake, and the better action."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from treppe.games import State

from treppe_host.company.analysis import Mistake, chance_after
from treppe_host.company.process import Thinker
from treppe_host.errors import TreppeError
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection

_AS_GOOD = 0.05  # an action that keeps at most so much less than the best one is right, too
OPEN, CHECKING, FOUND, MISSED = "open", "checking", "found", "missed"


@dataclass
class Puzzle:
    """A puzzle on a board: `source` is the game that it is from, `player` the one to find an action.

    It is the board's game `number`, from action `begins` on; `better` is the best action that is known. `verdicts`
    tell for words that were judged whether they are as good. `keep` is called once it is solved.
    """

    source: int
    number: int
    begins: int
    state: State
    better: str
    verdicts: dict[str, bool] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    is_kept: bool = False

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
        connection.changes.watchers.append(self._look)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is on the board, None if another game is played there."""
        posed = self._posed
        return posed if posed and posed.number == self._connection.game.number else None

    def standing(self) -> tuple[str, str]:
        """Return the puzzle's state, OPEN, CHECKING, FOUND or MISSED, and the played action, if any."""
        puzzle, words = self.puzzle, self._connection.game.words
        if puzzle is None or len(words) <= puzzle.begins:
            return OPEN, ""
        played = words[puzzle.begins]
        if played not in puzzle.verdicts:
            return CHECKING, played
        return (FOUND if puzzle.verdicts[played] else MISSED), played

    async def pose(self, source: int, state: State, mistake: Mistake, keep: Callable[[], None]) -> None:
        """Lead the board to the position before a mistake in a stored game; `state` has the actions before it.

        `keep` is called once a player has found an action that is as good.

        Raises InvalidOption, TreppeError and SimulationError.
        """
        words = words_of(state)
        await self._connection.go_on_from(state.NAME, state.options, words)
        number = self._connection.game.number
        verdicts = {mistake.better: True, mistake.word: False}
        self._posed = Puzzle(source, number, len(words), state.clone(), mistake.better, verdicts, keep)
        self._connection.changes.tell()

    def _look(self) -> None:
        standing, played = self.standing()
        if standing == CHECKING and self.puzzle and (self._work is None or self._work.done()):
            self._work = start_job(self._judge(self.puzzle, played), "a puzzle")
        if standing == FOUND and self.puzzle and not self.puzzle.is_kept:
            self.puzzle.is_kept = True
            self.puzzle.keep()

    async def _judge(self, puzzle: Puzzle, played: str) -> None:
        try:
            puzzle.verdicts[played] = await asyncio.to_thread(self._is_as_good, puzzle, played)
        except TreppeError:
            puzzle.verdicts[played] = False  # unknown; the action found before is right
        self._connection.changes.tell()

    def _is_as_good(self, puzzle: Puzzle, played: str) -> bool:
        """Tell whether an action keeps about as much of the chance as the best one. Blocks."""
        kept, left = (chance_after(self._thinker, puzzle.state, word) for word in (puzzle.better, played))
        return left >= kept - _AS_GOOD


def words_of(state: State) -> list[str]:
    """Return the words of the actions that have led to a position."""
    twin = state.clone()
    actions = twin.history()
    for _ in actions:
        twin.undo_action()
    words = []
    for action in actions:
        words.append(twin.notation(action))
        twin.apply_action(action)
    return words
