"""Sends a board of towers, between games, the calibration learned from all play on it."""

import asyncio
from functools import partial
from typing import Any

from treppe_host.errors import TreppeError
from treppe_host.link.client import Client, Message
from treppe_host.store.store import Store
from treppe_host.supervision import start_job
from treppe_host.tune import calibrations, lessons
from treppe_host.web.connections.connection import BoardConnection

_BETWEEN_GAMES = ("idle", "over")


class Teacher:
    """Watches one board. It writes the surface's memory at most once after each game, and only for a worthwhile change.

    A board whose setting `cell_automatic` is off stays as people have calibrated it.
    """

    def __init__(self, connection: BoardConnection, store: Store):
        self.failure: TreppeError | None = None
        """Why the board did not take its last lesson."""
        self._connection = connection
        self._store = store
        self._table: Any = None
        self._taught = b""
        self._done = (0, -1)
        self._work: asyncio.Task[None] | None = None
        connection.attached.append(self._attach)
        connection.changes.watchers.append(self._teach_if_due)

    def _attach(self, client: Client) -> None:
        client.observe("calibration", partial(self._connection.changes.carry, self._take_calibration))

    def _take_calibration(self, message: Message) -> None:
        """Keep a calibration that the board has; remember which one was learned."""
        surface, record = self._connection.surface, bytes.fromhex(message["record"])
        self._table = None
        if surface is None or not record:
            return
        try:
            self._table = calibrations.decode(record, surface)
            origin = lessons.LEARNED if record == self._taught else None
            lessons.keep(self._store, self._connection.board, surface, self._table, origin)
        except TreppeError as error:
            self.failure = error

    def _teach_if_due(self) -> None:
        """Teach once when a game is over, and once when the board is found without one."""
        connection = self._connection
        is_free = connection.is_connected and connection.display.get("phase") in _BETWEEN_GAMES
        if not is_free or self._table is None or not connection.settings.get("cell_automatic", False):
            return
        moment = (connection.game.number, len(connection.game.notations))
        if moment != self._done and (self._work is None or self._work.done()):
            self._done = moment
            self._work = start_job(self._teach(self._table), "learning from play")

    async def _teach(self, now: Any) -> None:
        surface = self._connection.surface
        assert surface
        try:
            learner = await asyncio.to_thread(lessons.learn, self._store, self._connection.board, surface)
            if learner is None or not lessons.is_worth(now, learner.table(surface.NAMES)):
                return
            self._taught = lessons.record_after(learner.table(surface.NAMES), now, surface)
            for piece in calibrations.in_pieces(self._taught):
                await self._connection.command("load", learned=True, **piece)
            self.failure = None
        except TreppeError as error:
            self.failure = error
