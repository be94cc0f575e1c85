"""The programs that play at one board: they think in a process of their own, and people's hands carry out their
actions.

A program never blocks a game: if it cannot think, or its process ends, people play its pieces.
"""

import asyncio
from random import SystemRandom
from typing import NamedTuple

from treppe.games import State

from treppe_host.errors import CommandRefused, TreppeError
from treppe_host.programs.process import Limits, Thinker
from treppe_host.programs.seats import level_at
from treppe_host.programs.turn import Step, plan_turn
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.move_prompter import MovePrompter

_ANSWER_S = 1.0
_AHEAD = 0.02  # so much more than its share a person has to be likely to win before programs agree to a draw
_ATTEMPTS, _AGAIN_S = 5, 2.0


class Moment(NamedTuple):
    """Whether the game is at the board, which board, which game, which position, and whether it has ended."""

    is_there: bool = False
    board: str = ""
    number: int = 0
    position: bytes = b""
    is_over: bool = False

    def is_in_game_of(self, other: "Moment") -> bool:
        """Return whether both are of the same game at the same board."""
        return self[:3] == other[:3]


class ProgramPlayer:
    """Plays the seats of programs, see `seats.py`, in the game of one board.

    `wish` is the action for hands to carry out now, None while there is none; `is_thinking` and `failure` tell why. On
    a simulated board the simulated hand does it.
    """

    def __init__(self, connection: BoardConnection, thinker: Thinker):
        """Think with `thinker`, which answers one question at a time."""
        self.is_thinking = False
        self.failure: TreppeError | None = None
        self.has_declined = False
        """Whether they would not agree to a draw in this position."""
        self._connection = connection
        self._thinker = thinker
        self._random = SystemRandom()
        self._moment = Moment()
        self._length = 0
        self._plan: list[Step] = []
        self._prompter = MovePrompter(connection)
        self._work: asyncio.Task[None] | None = None
        connection.changes.watchers.append(self._follow_position)

    @property
    def wish(self) -> Step | None:
        """The action for hands to carry out now."""
        return self._prompter.wish

    @property
    def is_to_move(self) -> bool:
        """Whether it is a program's turn."""
        return self.level > 0

    @property
    def level(self) -> int:
        """The level of the program whose turn it is, 0 if it is none's."""
        game = self._connection.game
        if game.state is None or game.is_over:
            return 0
        return level_at(game.seats, game.state.current_player())

    def close(self) -> None:
        self._drop()

    def offer_draw(self) -> None:
        """Let the programs answer a person's offer by what they think of the position; see `has_declined`."""
        state = self._connection.game.state
        if state and not self.is_to_move:
            start_job(self._answer_offer(self._moment, state.clone()), "a draw that is offered")

    async def _answer_offer(self, moment: Moment, state: State) -> None:
        try:
            thoughts = await asyncio.to_thread(self._thinker.think, state, Limits(seconds=_ANSWER_S))
            agrees = thoughts.best[0].chance >= 1 / state.players + _AHEAD
        except TreppeError:
            agrees = False
        if moment != self._moment:
            return
        self.has_declined = not agrees
        if agrees:
            self._connection.ask("draw")
        self._connection.changes.tell()

    def _follow_position(self) -> None:
        """Think, or go on, if a change has led to another position."""
        game = self._connection.game
        moment = self._now()
        if moment == self._moment:
            self._prompter.confirm()
            return
        is_same_game = moment.is_in_game_of(self._moment)
        is_taken_back = is_same_game and len(game.notations) < self._length
        if is_taken_back or not self.level or not is_same_game:
            self._plan = []
        self._moment, self._length = moment, len(game.notations)
        self._drop()
        if moment.is_there and not moment.is_over:
            self._work = start_job(self._respond(moment, is_taken_back), "a program that plays")

    def _now(self) -> Moment:
        connection, state = self._connection, self._connection.game.state
        shown = connection.display
        is_there = connection.is_connected and shown.get("game") == connection.game.name and shown["phase"] != "idle"
        if connection.simulated and state:  # the board may have another surface now
            is_there = is_there and state.surface == connection.simulated.simulation.world.surface.NAME
        game = connection.game
        return Moment(is_there, connection.board, game.number, bytes(state.position) if state else b"", game.is_over)

    def _drop(self) -> None:
        """Leave off what was begun for another position."""
        self._thinker.stop()
        if self._work:
            self._work.cancel()
        self._work = None
        self._prompter.drop()
        self.is_thinking = self.has_declined = False
        self.failure = None

    async def _respond(self, moment: Moment, is_taken_back: bool) -> None:
        for _ in range(_ATTEMPTS):
            try:
                if not (is_taken_back and await self._undo_further()):
                    await self._play_next(moment)
                self.failure = None
                break
            except TreppeError as error:
                self.failure = error
                self.is_thinking = False
                self._prompter.give_up()
                self._connection.changes.tell()
                if not isinstance(error, CommandRefused):
                    break
            await asyncio.sleep(_AGAIN_S)  # hands may keep the board from it for a while
        self._connection.changes.tell()

    async def _undo_further(self) -> bool:
        """If people took back a program's action, take back the action before it, too; False if there is none."""
        game = self._connection.game
        count = 0
        for turn in reversed(game.turns()):
            if not self.level:
                break
            if not level_at(game.seats, turn.player):
                await self._connection.pass_time(self._connection.settled_s)
                await self._connection.command("undo", count=count + 1)
                return True
            count += len(turn.notations)
        return False

    async def _play_next(self, moment: Moment) -> None:
        """Let hands tidy up after a program's action, then play the next one if it is a program's."""
        await self._tidy()
        if not self.level:
            return
        if not any(step.position == moment.position for step in self._plan):
            await self._think(moment)
        place = [step.position for step in self._plan].index(moment.position)
        await self._prompter.do(self._plan, place)

    async def _think(self, moment: Moment) -> None:
        self.is_thinking = True
        self._connection.changes.tell()
        self._plan, _ = await asyncio.gather(
            asyncio.to_thread(self._plan_turn, moment), self._connection.pass_time(self._connection.settled_s)
        )
        self._prompter.begin()
        self.is_thinking = False

    def _plan_turn(self, moment: Moment) -> list[Step]:
        """Return the plan for a moment; in a thread, for it takes seconds."""
        state, level = self._connection.game.state, self.level
        assert state
        return plan_turn(self._thinker, state.clone(), level, self._random, lambda: self._moment == moment)

    async def _tidy(self) -> None:
        """Take off and turn over pieces as the rules want after a program's action."""
        turns = self._connection.game.turns()
        if turns and level_at(self._connection.game.seats, turns[-1].player):
            await self._prompter.tidy()
