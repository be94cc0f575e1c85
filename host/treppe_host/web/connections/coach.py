"""A lesson on one board: the first steps of a game, each an action that the learner does; the table plays the others.

The board shows the action that is due by lamps and display, as it shows a program's; the page says what it teaches.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from treppe import games
from treppe.games.host import facts

from treppe_host.errors import TreppeError
from treppe_host.programs.turn import Step
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.move_prompter import MovePrompter

_PAUSE_S = 0.6  # before somebody else's action, so that people see what theirs has done


class Lesson(NamedTuple):
    """A lesson on the board: the game's number there, all its notations, the learner, and the places of his."""

    number: int
    notations: tuple[str, ...]
    learner: int
    places: tuple[int, ...]


class Coach:
    """Leads a learner through a game's lesson; he may end it at any time, and play on."""

    def __init__(self, connection: BoardConnection):
        self.failure: TreppeError | None = None
        self.is_thinking = False
        self._connection = connection
        self._prompter = MovePrompter(connection)
        self._lesson: Lesson | None = None
        self._asked = -1
        """How many actions had been played when the last one was asked for."""
        self._left = (0, 0)
        """The lesson's game and how many actions it had when the learner left it, to play on."""
        self._work: asyncio.Task[None] | None = None
        connection.changes.watchers.append(self._follow_lesson)

    async def begin(self, name: str) -> None:
        """Lay out the start of a game's lesson; raises InvalidOption, TreppeError and SimulationError."""
        lesson = facts.of(name).LESSON
        before, notations = lesson.before.split(), lesson.notations.split()
        if not notations:
            raise games.InvalidOption(f"{name} has no lesson")
        self.end()
        self.failure = None
        await self._connection.go_on_from(name, dict(lesson.options), before)
        await asyncio.to_thread(self._connection.keep_from_lists)
        game = self._connection.game
        assert game.state
        learner, places = game.state.current_player(), places_of(game.state, len(before), notations)
        self._lesson = Lesson(game.number, (*before, *notations), learner, places)
        self._follow_lesson()

    def end(self) -> None:
        """End the lesson: what is legal counts again."""
        game = self._connection.game
        self._left = (game.number, len(game.notations)) if self.is_teaching else (0, 0)
        if self.is_teaching and not game.is_over:
            self._prompter.give_up()
        self._allow("")
        self._lesson, self._asked = None, -1
        self._connection.changes.tell()

    @property
    def is_teaching(self) -> bool:
        """Whether a lesson is on the board, and as far as it has got it is followed."""
        lesson, game = self._lesson, self._connection.game
        if lesson is None or lesson.number != game.number:
            return False
        return game.notations == list(lesson.notations[: self._num_played])

    @property
    def is_done(self) -> bool:
        """Whether the lesson is on the board, and has come to its end."""
        return self.is_teaching and self._lesson is not None and self._num_played == len(self._lesson.notations)

    @property
    def learner(self) -> int:
        """The player who learns, -1 if nobody does."""
        return self._lesson.learner if self._lesson and self.is_teaching else -1

    @property
    def step(self) -> tuple[int, int]:
        """The step that the learner is at, from 1 on, and how many there are."""
        places = self._lesson.places if self._lesson else ()
        return 1 + sum(place < self._num_played for place in places), len(places)

    @property
    def is_to_move(self) -> bool:
        """Whether somebody else than the learner is to move."""
        lesson, state = self._lesson, self._connection.game.state
        if lesson is None or state is None or not self.is_teaching or self.is_done:
            return False
        return bool(state.current_player() != lesson.learner)

    @property
    def wish(self) -> Step | None:
        """The action of others that hands carry out now."""
        return self._prompter.wish

    @property
    def _num_played(self) -> int:
        return len(self._connection.game.notations)

    def _follow_lesson(self) -> None:
        game = self._connection.game
        if game.number == self._left[0] and len(game.notations) > self._left[1]:
            self._left = (0, 0)
            start_job(asyncio.to_thread(self._connection.keep_from_lists, False), "a game that was a lesson")
        if self._lesson and not self.is_teaching:
            self._allow("")
            self._lesson, self._asked = None, -1
        if not self._lesson or not self._connection.is_connected:
            return
        if self.is_done:
            self._allow("")
        elif self._asked != self._num_played:
            self._asked = self._num_played
            self._prompter.drop()
            if self._work:
                self._work.cancel()
            word = self._lesson.notations[self._num_played]
            self._allow("" if self.is_to_move else word)
            self._work = start_job(self._ask_for(word), "a lesson")
        self._prompter.confirm()

    async def _ask_for(self, word: str) -> None:
        game = self._connection.game
        state = game.state
        assert state
        try:
            if self.is_to_move:
                await self._connection.pass_time(_PAUSE_S)
                is_shown = bool(state.hand_moves(state.action(word)))
                self._prompter.begin()
                await self._prompter.do([Step(bytes(state.position), word, is_shown)], 0)
            else:  # also what no piece shows: the board proposes it, and OK plays it
                await self._connection.command("want", words=[word])
        except TreppeError as error:
            self.failure = error
        self._connection.changes.tell()

    def _allow(self, word: str) -> None:
        """Let people at the page play only this action; any, if it is empty."""
        self._connection.only = word


def places_of(state: games.State, first: int, notations: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the learner's words: he is to move now, and the first word has the place `first`."""
    twin, places, learner = state.clone(), [], state.current_player()
    for place, word in enumerate(notations, first):
        if twin.current_player() == learner:
            places.append(place)
        twin.apply_action(twin.action(word))
    return tuple(places)
