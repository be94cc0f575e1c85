"""Warnings while a piece is still in the hand: where it would cost its player much, if his hints are set to that."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from treppe.alphabet import roles
from treppe.alphabet.image import BEYOND
from treppe.games import State

from treppe_host.errors import TreppeError
from treppe_host.programs.analysis import BLUNDER
from treppe_host.programs.levels import ADVICE_S
from treppe_host.programs.process import Limits, Thinker
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection

_ALL = Limits(seconds=ADVICE_S, shown=1000)
_CLOSER = Limits(simulations=2000, seconds=0.03, is_work=True)
_MOST_CLOSER = 24
"""The most actions that are looked at closely, in less than a second. Where more would cost much nobody is warned."""
_CAME_FROM = chr(roles.CAME_FROM)


class Warner:
    """Thinks when a player's turn begins, and sends the board the targets that lose a BLUNDER's worth of his chance.

    It warns only of what a closer look confirms, so a warning comes up to a second after the piece was lifted. While
    the process does not answer nobody is warned, and the game goes on.
    """

    def __init__(self, connection: BoardConnection, thinker: Thinker):
        """Think with `thinker`, which answers one question at a time."""
        self._connection = connection
        self._thinker = thinker
        self._moment: tuple[int, bytes, int] | None = None
        self._chances: dict[tuple[int, bytes], dict[str, float]] = {}  # of the last position alone
        self._work: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        connection.changes.watchers.append(self._warn_if_due)

    def _warn_if_due(self) -> None:
        moment = self._now()
        if moment != self._moment:
            self._moment = moment
            if moment:
                self._work = start_job(self._warn(moment), "a warning")

    def _now(self) -> tuple[int, bytes, int] | None:
        """Return the game, its position, and where the piece in the hand is from; None if nobody needs a warning."""
        game, lamps = self._connection.game, self._connection.roles
        if not game.state or game.is_over or self._connection.display.get("asks") != "warning":
            return None
        origin = lamps.index(_CAME_FROM) if lamps.count(_CAME_FROM) == 1 else BEYOND
        return game.number, bytes(game.state.position), origin

    async def _warn(self, moment: tuple[int, bytes, int]) -> None:
        """Send the board a warning, unless something has changed meanwhile."""
        async with self._turn:  # what one has thought about a position serves the next
            state = self._connection.game.state
            if moment != self._moment or not state:
                return
            try:
                fields = await asyncio.to_thread(self._costly_targets, state.clone(), moment)
                if fields and moment == self._now():
                    assert self._connection.surface
                    names = self._connection.surface.NAMES
                    origin = {} if moment[2] == BEYOND else {"field": names[moment[2]]}
                    await self._connection.command("warn", fields=[names[field] for field in fields], **origin)
            except TreppeError:
                self._chances = {}

    def _costly_targets(self, state: State, moment: tuple[int, bytes, int]) -> list[int]:
        """Return the targets of the piece in the hand where each action costs much; in a thread, for it takes time."""
        game, position, origin = moment
        if (game, position) not in self._chances:
            best = self._thinker.think(state, _ALL).best
            self._chances = {(game, position): {thought.word: thought.chance for thought in best}}
        chances = self._chances[game, position]
        bar = max(chances.values()) - BLUNDER
        by_target: dict[int, list[str]] = {}
        actions = state.legal_actions()
        for action, first, last in zip(actions, *state.endpoints(actions), strict=True):
            if first == origin and last != BEYOND:
                by_target.setdefault(last, []).append(state.word(action))
        costly = {field: notations for field, notations in by_target.items() if _best(chances, notations) <= bar}
        if sum(map(len, costly.values())) > _MOST_CLOSER:
            return []
        return [field for field, notations in costly.items() if self._look_closer(state, notations, moment) <= bar]

    def _look_closer(self, state: State, notations: list[str], moment: tuple[int, bytes, int]) -> float:
        """Return the chance after the best of some actions; 1 if nobody needs it any more."""
        if moment != self._moment:
            return 1.0
        return max(self._thinker.think(state, replace(_CLOSER, only=word)).best[0].chance for word in notations)


def _best(chances: Mapping[str, float], notations: list[str]) -> float:
    return max(chances.get(word, 1.0) for word in notations)
