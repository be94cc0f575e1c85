"""Addresses of boards' pages: `/`, `/boards`, `/boards/KEY`, and for spectators `/watch`, `/watch/KEY`.

`/watch/KEY/overlay` is a page without a background, to lay over a video.
"""

from functools import partial
from types import ModuleType

from nicegui import ui

from treppe_host.html import Html, html, joined
from treppe_host.web import layout, texts
from treppe_host.web.board import summary
from treppe_host.web.board.page import BoardPage
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.drawing.static_board import draw_static_board
from treppe_host.web.invitation import Invitation, as_picture

_REFRESH_S = 1.0


class BoardRoutes:
    """Serves a page for each board, also for boards that are plugged in later."""

    def __init__(self, connections: BoardConnections, invitation: Invitation):
        self._connections = connections
        self._invitation = invitation
        self._pages: dict[str, BoardPage] = {}

    def serve(self) -> None:
        """Register the addresses."""
        for path, may_touch in (("/", True), ("/watch", False)):
            ui.page(path, title="Treppe", favicon=layout.FAVICON)(partial(self._front, may_touch))
        for path, may_touch in (("/boards/{key}", True), ("/watch/{key}", False)):
            ui.page(path, title="Treppe", favicon=layout.FAVICON)(partial(self._one, may_touch))
        ui.page("/watch/{key}/overlay", title="Treppe", favicon=layout.FAVICON)(self._overlay)
        ui.page("/boards", title="Treppe", favicon=layout.FAVICON)(partial(self._list, True))

    def _front(self, may_touch: bool) -> None:
        """Show the only board, or the list of boards."""
        if len(self._connections.all) == 1:
            self._page(next(iter(self._connections.all))).build(may_touch)
        else:
            self._list(may_touch)

    def _one(self, may_touch: bool, key: str) -> None:
        if key in self._connections.all:
            self._page(key).build(may_touch)
        else:
            self._list(may_touch)

    def _overlay(self, key: str) -> None:
        if key in self._connections.all:
            self._page(key).build(False, "overlay")
        else:
            self._list(False)

    def _page(self, key: str) -> BoardPage:
        if key not in self._pages:
            self._pages[key] = BoardPage(self._connections.all[key], self._connections.companies[key])
        return self._pages[key]

    def _list(self, may_touch: bool) -> None:
        """Show all boards as miniatures with links to their pages, and keep them up to date."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        others = _others(words, self._invitation) if may_touch else Html()
        bar = layout.Bar(is_watched=not may_touch)
        layout.build("boards", words, words.PAGE["boards"], "boards", bar, others=others)
        shown: dict[str, str] = {}

        def refresh() -> None:
            connections = list(self._connections.all.values())
            gone = joined(
                _card(words, connection, may_touch) for connection in connections if not connection.is_connected
            )
            now = {
                "boards": joined(
                    _card(words, connection, may_touch) for connection in connections if connection.is_connected
                ),
                "gone-boards": gone,
                "notice": joined(html("<p>{}</p>", text) for text in self._connections.complaints),
            }
            if now != shown:
                shown.update(now)
                client.run_javascript(layout.show({"html": now}))

        client.on_connect(lambda: shown.clear())
        ui.timer(_REFRESH_S, refresh)


def _others(words: ModuleType, invitation: Invitation) -> Html:
    """Return QR codes for other people's phones, if the page is open to the network."""
    say = words.JOIN
    offered = [(say["play"], invitation.play), (say["watch"], invitation.watch)]
    codes = joined(
        html(
            '<figure>{code}<figcaption><strong>{what}</strong><a href="{address}">{address}</a></figcaption></figure>',
            code=as_picture(address),
            what=what,
            address=address,
        )
        for what, address in offered
        if address
    )
    shown = html('<div class="codes">{}</div>', codes) if codes else html("<p>{}</p>", say["closed"])
    return html('<section class="others"><h2>{}</h2>{}</section>', say["title"], shown)


def _card(words: ModuleType, connection: BoardConnection, may_touch: bool) -> Html:
    picture = ""
    if connection.surface:
        game = connection.game
        names = game.names if game.state else connection.surface.NAMES
        picture = draw_static_board(connection.surface, names, game.markings, "", connection.stacks)
    address = f"/{'boards' if may_touch else 'watch'}/{connection.key}"
    return html(
        '<a class="miniature" href="{address}">{picture}<strong>{name}</strong><span>{game}</span>{status}</a>',
        address=address,
        picture=picture,
        name=summary.board_name(words, connection),
        game=summary.game_line(words, connection.game),
        status=summary.status(words, connection),
    )
