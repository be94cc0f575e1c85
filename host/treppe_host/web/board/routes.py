"""The boards' pages, and which address shows which: `/`, `/boards/KEY`, and the same to look at in `/watch`."""

import asyncio
from functools import partial
from html import escape
from types import ModuleType

from nicegui import background_tasks, ui

from treppe_host.errors import PortError
from treppe_host.web import layout, texts
from treppe_host.web.board import panel
from treppe_host.web.board.page import BoardPage
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.connections.followed_game import goal_fields
from treppe_host.web.drawing.static_board import draw_still

_LOOK_S = 1.0


class BoardRoutes:
    """A page for each board, also for those that are plugged in later."""

    def __init__(self, connections: BoardConnections):
        """Make the pages of boards that have been opened."""
        self.pages = {key: BoardPage(connection) for key, connection in connections.all.items()}
        self._connections = connections

    async def listen(self) -> None:
        """Begin to talk with all boards, and go on looking for others."""
        for connection in list(self._connections.all.values()):
            await connection.listen()
        if self._connections.looks_on:
            background_tasks.create(self._look_on())

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                added = await asyncio.to_thread(self._connections.add_plugged)
            except PortError:
                continue
            for connection in added:
                self.pages[connection.key] = BoardPage(connection)
                await connection.listen()

    async def close(self) -> None:
        """Stop talking to all boards."""
        for connection in self._connections.all.values():
            await connection.close()

    # Addresses.

    def serve(self) -> None:
        """Let browsers have the pages."""
        for path, may_touch in (("/", True), ("/watch", False)):
            ui.page(path, title="Treppe", favicon=layout.FAVICON)(partial(self._front, may_touch))
        for path, may_touch in (("/boards/{key}", True), ("/watch/{key}", False)):
            ui.page(path, title="Treppe", favicon=layout.FAVICON)(partial(self._one, may_touch))
        ui.page("/boards", title="Treppe", favicon=layout.FAVICON)(partial(self._list, True))

    def _front(self, may_touch: bool) -> None:
        """Show the only board, or all to choose one from."""
        if len(self.pages) == 1:
            next(iter(self.pages.values())).build(may_touch)
        else:
            self._list(may_touch)

    def _one(self, may_touch: bool, key: str) -> None:
        if key in self.pages:
            self.pages[key].build(may_touch)
        else:
            self._list(may_touch)

    def _list(self, may_touch: bool) -> None:
        """Show all boards as miniatures, each a link to its page, and keep them up to date."""
        client = ui.context.client
        words = texts.LANGUAGES[layout.language_of(client)]
        layout.add_head(words)
        ui.html(layout.fill("boards", words), sanitize=False).classes("treppe")
        shown: dict[str, str] = {}

        def refresh() -> None:
            connections = [page.connection for page in self.pages.values()]
            gone = "".join(
                _card(words, connection, may_touch) for connection in connections if not connection.is_connected
            )
            html = {
                "boards": "".join(
                    _card(words, connection, may_touch) for connection in connections if connection.is_connected
                ),
                "gone-boards": gone,
                "notice": "".join(f"<p>{escape(text)}</p>" for text in self._connections.complaints),
            }
            if html != shown:
                shown.update(html)
                client.run_javascript(layout.show({"html": html}))

        client.on_connect(lambda: shown.clear())
        ui.timer(_LOOK_S, refresh)


def _card(words: ModuleType, connection: BoardConnection, may_touch: bool) -> str:
    picture = ""
    if connection.surface:
        game = connection.game
        names = game.names if game.state else connection.surface.NAMES
        goals = goal_fields(game.state) if game.state else frozenset()
        picture = draw_still(connection.surface, names, goals, "", connection.stacks)
    address = f"/{'boards' if may_touch else 'watch'}/{connection.key}"
    return (
        f'<a class="miniature" href="{address}">{picture}<strong>{escape(panel.board_name(words, connection))}</strong>'
        f"<span>{panel.game_line(words, connection.game)}</span>{panel.status(words, connection)}</a>"
    )
