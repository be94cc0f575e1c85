"""Advice: the action that a program would take for a person who asks on the page or by the board's button."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from treppe.alphabet.image import BEYOND
from treppe.games import State

from treppe_host.errors import TreppeError
from treppe_host.programs.levels import ADVICE_S
from treppe_host.programs.process import Limits, Thinker, Thoughts
from treppe_host.programs.reasons import why
from treppe_host.programs.seats import is_program_at
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection

PIECE = "piece"
ACTION = "action"
_THEN_S = 0.4
_ONE_LOOK = Limits(simulations=1)


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a position of a game, its reason as a code, and whether it names only the piece."""

    moment: tuple[int, bytes]
    thoughts: Thoughts
    kind: str
    why: dict[str, Any] | None
    then: str = ""
    """The action by which the same player brings a piece afterwards, as the brick of STEP BY STEP; empty if none."""


class Adviser:
    """Advises the player to move at one board, at the highest level.

    `advice` holds for the present position, None if none was given; `is_thinking`; `failure`: why there is none.
    """

    def __init__(self, connection: BoardConnection, thinker: Thinker):
        """Think with `thinker`, which answers one question at a time."""
        self.is_thinking = False
        self.failure: TreppeError | None = None
        self._connection = connection
        self._thinker = thinker
        self._given: Advice | None = None
        self._moment = (0, b"")
        self._is_asked = False
        self._work: asyncio.Task[None] | None = None
        self._preparation: asyncio.Task[None] | None = None
        connection.changes.watchers.append(self._note_question)

    @property
    def advice(self) -> Advice | None:
        """The advice for the present position."""
        return self._given if self._given and self._given.moment == self._now() else None

    def _now(self) -> tuple[int, bytes]:
        """Return the game's number and its position."""
        game = self._connection.game
        return game.number, bytes(game.state.position) if game.state else b""

    def may_advise(self) -> bool:
        """Return whether a person is to move."""
        game = self._connection.game
        if game.state is None or game.is_over:
            return False
        return not is_program_at(game.seats, game.state.current_player())

    def ask_more(self) -> None:
        """Think, then show the player to move which piece it is; when asked again, the whole action."""
        if self.may_advise() and not self.is_thinking:
            self.is_thinking = True
            self.failure = None
            self._work = start_job(self._advise(ACTION if self.advice else PIECE), "advice")
            self._connection.changes.tell()

    def _note_question(self) -> None:
        """Answer a question at the board: first with the piece, then with the action."""
        moment = self._now()
        state = self._connection.game.state
        if state and moment[0] != self._moment[0] and self.may_advise():
            self._prepare(self._thinker.think, state.clone(), _ONE_LOOK)
        if moment != self._moment:
            self._moment = moment
            self.failure = None
        was_asked, self._is_asked = self._is_asked, self._connection.display.get("asks") == "advice"
        if self._is_asked and not was_asked:
            self.ask_more()

    def wake(self) -> None:
        """Have the process start before a game begins; in the event loop."""
        self._prepare(self._thinker.wake)

    def _prepare(self, act: Callable[..., object], *what: object) -> None:
        """Do in a thread what would take time when somebody asks: half of a second or more, the first time."""

        async def do() -> None:
            with suppress(TreppeError, OSError):  # whoever asks reads it
                await asyncio.to_thread(act, *what)

        self._preparation = start_job(do(), "advice")

    async def _advise(self, kind: str) -> None:
        try:
            moment, state, then = (0, b""), None, ""
            while moment[0] != self._now()[0]:  # another game may have begun meanwhile
                state, moment, advice = self._connection.game.state, self._now(), self.advice
                assert state
                thoughts = advice.thoughts if advice else await asyncio.to_thread(self._think, state.clone())
                then = advice.then if advice else await asyncio.to_thread(self._think_on, state.clone(), thoughts.word)
            if state and moment == self._now():
                because = why(state, thoughts)
                self._given = Advice(moment, thoughts, kind, because, then)
                fields = {"why": because} if because and kind == ACTION else {}
                await self._connection.command("advise", word=thoughts.word, kind=kind, **fields)
        except TreppeError as error:
            self.failure = error
        finally:
            self.is_thinking = False
            self._connection.changes.tell()

    def _think(self, state: State) -> Thoughts:
        return self._thinker.think(state, Limits(seconds=ADVICE_S))

    def _think_on(self, state: State, word: str) -> str:
        """Return the best piece to bring after an action, where its player can do nothing else then."""
        player = state.current_player()
        state.apply_action(state.action(word))
        if state.is_terminal() or state.current_player() != player:
            return ""
        firsts, lasts = state.endpoints(state.legal_actions())
        if set(firsts) != {BEYOND} or BEYOND in lasts:
            return ""
        return self._thinker.think(state, Limits(seconds=_THEN_S)).word
