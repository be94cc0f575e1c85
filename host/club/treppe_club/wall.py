"""All tables of a club, and the feeds of their changes for spectators, from one reading for all."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from treppe_host.errors import StoreError
from treppe_host.html import Html
from treppe_host.link.client import Message
from treppe_host.web.feed import Content, Feed

from treppe_club.finished import ON_THE_WALL, Finished, finished_list, read_finished
from treppe_club.grounds import drawing_of
from treppe_club.live_table import LiveTable
from treppe_club.reading import Table, read_events, read_tables
from treppe_club.store import ClubStore
from treppe_club.table_view import Shown, TableView
from treppe_club.texts import load_texts

_LOOK_S = 15.0
_AGAIN_S = 1.0

Rows = tuple[list[Table], dict[int, list[Message]], list[Finished]]


class Wall:
    """Follows all tables. Everything but the reading itself runs in the event loop: games are followed one by one."""

    def __init__(self, store: ClubStore):
        self.tables: dict[str, LiveTable] = {}
        """By the boards' ids, in the order of the wall."""
        self._store = store
        self._finished: list[Finished] = []
        self._feeds: dict[str, tuple[Feed, dict[str, TableView]]] = {}
        self._woken: set[str] = set()
        self._is_all_woken = True
        self._call = asyncio.Event()

    def feed(self, language: str) -> Feed:
        """Return the frames in a language."""
        if language not in self._feeds:
            views: dict[str, TableView] = {}
            self._feeds[language] = Feed(lambda: self._everything(language, views)), views
            self._send_changes(language, self.tables)
        return self._feeds[language][0]

    def table(self, number: int) -> LiveTable | None:
        """Return a table by its number."""
        return next((table for table in self.tables.values() if table.row.number == number), None)

    def wake(self, board: str | None = None) -> None:
        """Read the rows of a board soon, or of all boards."""
        self._is_all_woken = self._is_all_woken or board is None
        if board is not None:
            self._woken.add(board)
        self._call.set()

    async def run(self) -> None:
        """Read changes, for ever; while the database is away, nothing changes."""
        while True:
            boards = None if self._is_all_woken else frozenset(self._woken)
            self._woken.clear()
            self._is_all_woken = False
            self._call.clear()
            try:
                self._follow_tables(*await asyncio.to_thread(self._read_changes, boards))
            except StoreError:
                await asyncio.sleep(_AGAIN_S)
                self._is_all_woken = True
                continue
            await self._call.wait()

    def _read_changes(self, boards: Collection[str] | None) -> Rows:
        """Read the rows of tables, and the events that were not followed yet."""
        with self._store.transaction() as connection:
            rows = read_tables(connection, boards)
            last_events = {}
            for row in rows:
                table = self.tables.get(row.board)
                if row.game is not None:
                    last_events[row.game] = table.last if table and table.row.game == row.game else 0
            return rows, read_events(connection, last_events), read_finished(connection, ON_THE_WALL)

    def _follow_tables(self, rows: list[Table], events: dict[int, list[Message]], finished: list[Finished]) -> None:
        for row in rows:
            if row.board not in self.tables:
                self.tables[row.board] = LiveTable(row)
            self._follow_events(self.tables[row.board], row, events.get(row.game or 0, ()))
        is_news = finished != self._finished
        self._finished = finished
        for language, (feed, _) in self._feeds.items():
            self._send_changes(language, [row.board for row in rows])
            if is_news:
                feed.publish({"wall": {"finished": self._finished_list(language)}})

    def _follow_events(self, table: LiveTable, row: Table, events: Sequence[Message]) -> None:
        try:
            table.turn_to(row)
            table.follow(events)
        except Exception as error:  # whatever one board sends, the others' tables go on
            table.close_broken(error)

    def _changes(self, view: TableView, table: LiveTable) -> Shown:
        try:
            return view.changes()
        except Exception as error:
            table.close_broken(error)
            return view.changes()

    def _send_changes(self, language: str, boards: Collection[str]) -> None:
        """Send a language's spectators the changes on these boards."""
        feed, views = self._feeds[language]
        changed: dict[str, Any] = {}
        for board in boards:
            table = self.tables[board]
            view = views.setdefault(board, TableView(load_texts(language), table))
            changes = self._changes(view, table)
            if changes:
                changed[str(table.row.number)] = changes
        if changed:
            feed.publish(_with_grounds({"tables": changed}))

    def _finished_list(self, language: str) -> Html:
        return finished_list(load_texts(language), self._finished)

    def _everything(self, language: str, views: dict[str, TableView]) -> Content:
        shown = {
            str(self.tables[board].row.number): {name: part for name, part in view.shown.items() if name != "turns"}
            for board, view in views.items()
        }
        return _with_grounds({"whole": True, "tables": shown, "finished": self._finished_list(language)})

    async def look_again(self) -> None:
        """Read all again now and then, for ever: boards may be silent for too long, a notification may be lost."""
        while True:
            await asyncio.sleep(_LOOK_S)
            self.wake()


def _with_grounds(content: Content) -> Content:
    """Return a frame, with the drawings of the grounds that tables in it have."""
    keys = {changes["ground"] for changes in content["tables"].values() if "ground" in changes}
    return {"wall": content | ({"grounds": {key: drawing_of(key) for key in sorted(keys)}} if keys else {})}
