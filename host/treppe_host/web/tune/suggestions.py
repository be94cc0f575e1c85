"""The suggested settings that the page of the sensors shows, see `treppe_host.tune.suggest`."""

import asyncio
from pathlib import Path
from types import ModuleType
from typing import Any

from treppe_host.store.store import Store
from treppe_host.tune import suggest
from treppe_host.tune.kept_spans import kept_spans
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.suggest import Point, TradeOff
from treppe_host.web.connections.connection import BoardConnection


class Suggestions:
    """The curve of one board's settings, as all browsers see it."""

    def __init__(self, connection: BoardConnection, store: Store) -> None:
        self.curve: TradeOff | None = None
        self.progress: tuple[int, int] | None = None
        """How many runs are done, of how many; None while nothing runs."""
        self.is_without = False
        """True if nothing was kept when it was looked for last."""
        self._connection = connection
        self._store = store
        self._is_stopping = False
        self._back = ("", False)

    @property
    def has_room(self) -> bool:
        """Tell whether there is room on the disk to keep what sensors read."""
        keeper = self._connection.keeper
        return keeper is None or keeper.has_room

    @property
    def can_take_back(self) -> bool:
        """Tell whether settings were taken that can be taken back."""
        board = self._connection.board
        if self._connection.keeper is None:
            return False
        if self._back[0] != board:  # the page asks several times a second
            self._back = board, suggest.can_take_back_settings(self._folder, board)
        return self._back[1]

    @property
    def _folder(self) -> Path:
        assert self._connection.keeper
        return self._connection.keeper.folder

    @property
    def _surface(self) -> ModuleType:
        assert self._connection.surface
        return self._connection.surface

    async def find(self) -> None:
        """Replay what is kept under other settings, or stop a replay that is running. Raises BoardError."""
        if self.progress:
            self._is_stopping = True
            return
        self._is_stopping, self.is_without, self.progress = False, False, (0, 1)
        try:
            now = await self._in_thread(suggest.present_settings)
            points = await asyncio.to_thread(self._try_all, now)
            self.curve = suggest.trade_off(points, now) if points else self.curve
        finally:
            self.progress = None

    def _try_all(self, now: dict[str, int]) -> list[Point]:
        surface = self._surface
        if self._connection.keeper:
            self._connection.keeper.close()
        spans = kept_spans(self._store, self._folder, self._connection.board, surface.NAME)
        self.is_without = not spans
        return suggest.try_all(spans, suggest.tried(sensor_kind(surface), now), self._note_progress) if spans else []

    def _note_progress(self, done: int, most: int) -> bool:
        self.progress = (done, most)
        return not self._is_stopping

    async def take(self, number: int) -> None:
        """Send the settings of a point to the board; raises BoardError, OSError."""
        if self.curve is None or not 0 <= number < len(self.curve.points):
            return
        chosen = self.curve.points[number].settings
        await self._in_thread(suggest.take_settings, chosen, self._folder, self._connection.board)
        self._move_to(dict(chosen))

    async def take_back(self) -> None:
        """Send the earlier settings to the board; raises BoardError, OSError."""
        before = await self._in_thread(suggest.take_back_settings, self._folder, self._connection.board)
        if before:
            self._move_to(before)

    def _move_to(self, now: dict[str, int]) -> None:
        """Begin the curve at other settings; if it has no point for them, it must be computed again."""
        self._back = ("", False)
        points = self.curve.points if self.curve else ()
        is_on_it = any(point.settings == now for point in points)
        self.curve = suggest.trade_off(points, now) if is_on_it else None

    async def _in_thread(self, act: Any, *arguments: Any) -> Any:
        """Call a function in a thread, with what gives commands to the board and the kind of its sensors first."""
        loop = asyncio.get_running_loop()

        def ask_board(do: str, **fields: Any) -> Any:
            return asyncio.run_coroutine_threadsafe(self._connection.command(do, **fields), loop).result()

        return await asyncio.to_thread(act, ask_board, sensor_kind(self._surface), *arguments)
