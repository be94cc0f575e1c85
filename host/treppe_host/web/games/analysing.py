"""Analyses games in the background, one after the other, for all browsers."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

from treppe_host.errors import TreppeError
from treppe_host.programs import analysis, stored_games
from treppe_host.programs.analysis import Analysis, Moment
from treppe_host.programs.process import Thinkers
from treppe_host.store.store import Store
from treppe_host.supervision import start_job


class AnalysisState(NamedTuple):
    """The state of a game's analysis: analysed positions, and all; the findings; the reason if there is none.

    It `is_waiting` while another game is analysed.
    """

    done: int
    most: int
    found: Analysis
    is_running: bool
    is_waiting: bool
    failure: TreppeError | OSError | None


@dataclass
class _Run:
    """The analysis of a game; `task` makes it, None while it rests."""

    game: list[Moment]
    found: Analysis
    is_wanted: bool = True
    has_turn: bool = False
    task: "asyncio.Task[None] | None" = None


class Analyses:
    """Analyses stored games, each until somebody stops it; the findings are kept."""

    def __init__(self, store: Store):
        self._store = store
        self._thinkers = Thinkers()
        self._runs: dict[int, _Run] = {}
        self._failures: dict[int, TreppeError | OSError] = {}
        self._turn = asyncio.Lock()

    def read_game(self, number: int) -> None:
        """Read a game and its stored findings; call it before the other methods. Raises UnknownRecord."""
        if number not in self._runs or not self._runs[number].task:
            game = stored_games.moments_of(self._store.sheet(number))
            self._runs[number] = _Run(
                game, stored_games.find_analysis(self._store, number, game) or analysis.begin(game)
            )

    def standing(self, number: int) -> AnalysisState:
        """Return how far the analysis of a game is."""
        run = self._runs[number]
        is_running = run.task is not None and run.is_wanted
        is_waiting = is_running and not run.has_turn
        failure = self._failures.get(number)
        return AnalysisState(len(run.found.chances), len(run.game), run.found, is_running, is_waiting, failure)

    def begin(self, number: int) -> None:
        """Analyse a game, or go on with it."""
        run = self._runs[number]
        self._failures.pop(number, None)
        run.is_wanted = True
        if run.task:
            return
        run.task = start_job(self._analyse(number, run), "an analysis")

    def stop(self, number: int) -> None:
        """Stop an analysis; it can go on later."""
        self._runs[number].is_wanted = False

    async def close(self) -> None:
        """Stop all analyses, and keep the findings."""
        running = [run.task for run in self._runs.values() if run.task]
        for number in self._runs:
            self.stop(number)
        self._thinkers.close()  # the present thought is lost
        await asyncio.gather(*running)

    async def _analyse(self, number: int, run: _Run) -> None:
        before = len(run.found.chances)
        try:
            try:
                async with self._turn:
                    run.has_turn = True
                    while run.is_wanted and len(run.found.chances) < len(run.game):
                        await asyncio.to_thread(analysis.go_on, run.found, run.game, self._thinkers)
                    self._thinkers.rest()
            finally:
                if len(run.found.chances) > before:
                    await asyncio.to_thread(stored_games.keep, self._store, number, run.found)
        except (TreppeError, OSError) as error:  # an OSError: the computer starts no further process
            self._failures[number] = error
        finally:
            run.task, run.has_turn = None, False
