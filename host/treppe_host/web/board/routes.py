"""Addresses of boards' pages: `/`, `/boards`, `/boards/KEY`, and for spectators `/watch`, `/watch/KEY`.

`/watch/KEY/overlay` is a page without a background, to lay over a video.
"""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from treppe_host.errors import PortError
from treppe_host.html import Html, html, joined
from treppe_host.web import assets, layout
from treppe_host.web.board import summary
from treppe_host.web.board.page import BoardPage
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.drawing.static_board import draw_static_board
from treppe_host.web.entrance import Entrance
from treppe_host.web.feed import PageFeed, RepeatedFeeds
from treppe_host.web.invitation import as_picture
from treppe_host.web.requests import Act, ActTaker, Content, is_guest, language_of
from treppe_host.web.stream import Streams
from treppe_host.web.texts import load
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

_REFRESH_S = 1.0


class BoardRoutes:
    """Answers browsers that look at boards, also at boards that are plugged in later."""

    def __init__(self, connections: BoardConnections, entrance: Entrance, taker: ActTaker):
        self._connections = connections
        self._entrance = entrance
        self._taker = taker
        self._pages: dict[str, BoardPage] = {}
        self._lists = RepeatedFeeds(_REFRESH_S, self._listed)

    def routes(self, streams: Streams) -> list[BaseRoute]:
        found: list[BaseRoute] = [
            Route("/boards", self._show_list),
            Route("/boards/do", self._act_on_entrance, methods=["POST"]),
            Route("/boards/{key}/do", self._act_on_page, methods=["POST"]),
        ]
        for front, one, may_touch in (("/", "/boards/{key}", True), ("/watch", "/watch/{key}", False)):
            found += self._viewed(streams, front, one, may_touch)
        return found

    def _viewed(self, streams: Streams, front: str, one: str, may_touch: bool) -> list[BaseRoute]:
        """Return the addresses of players or of spectators."""

        async def show_front(request: Request) -> HTMLResponse:
            """Show the only board, or the list of boards."""
            keys = list(self._connections.all)
            return self._page(keys[0]).build(request, may_touch) if len(keys) == 1 else self._list(request, may_touch)

        async def show_one(request: Request) -> HTMLResponse:
            key = request.path_params["key"]
            if key not in self._connections.all:
                return self._list(request, may_touch)
            return self._page(key).build(request, may_touch)

        async def show_overlay(request: Request) -> HTMLResponse:
            key = request.path_params["key"]
            if key not in self._connections.all:
                return self._list(request, False)
            return self._page(key).build(request, False, "overlay")

        async def feed_of_one(request: Request) -> PageFeed | None:
            key = request.path_params["key"]
            return self._page(key).feed(request, may_touch) if key in self._connections.all else None

        async def feed_of_list(request: Request) -> PageFeed:
            return self._lists.feed((language_of(request), may_touch))

        lists = "/boards/stream" if may_touch else "/watch/stream"
        found: list[BaseRoute] = [
            streams.route(lists, feed_of_list),
            Route(front, show_front),
            Route(one, show_one),
            streams.route(f"{one}/stream", feed_of_one),
        ]
        return found if may_touch else [*found, Route(f"{one}/overlay", show_overlay)]

    async def _act_on_entrance(self, request: Request) -> Response:
        """Open or close the entrance for others; a guest who came by it may do neither (see ActTaker)."""
        language = language_of(request)

        async def turn(act: Callable[[], Awaitable[None]]) -> Content:
            try:
                await act()
            except PortError as error:
                return {"html": {"notice": reason(error, language)}}
            return {"html": {"others": _others(load(language), self._entrance)}}

        entrance = self._entrance
        acts = {
            "let_in": Act(str, lambda _: turn(entrance.open), is_asked=True),
            "close_entrance": Act(str, lambda _: turn(entrance.close), is_asked=True),
        }
        return await self._taker.take(request, acts)

    async def _act_on_page(self, request: Request) -> Response:
        key = request.path_params["key"]
        if key not in self._connections.all:
            raise HTTPException(404)
        return await self._page(key).act(request)

    def _page(self, key: str) -> BoardPage:
        if key not in self._pages:
            self._pages[key] = BoardPage(self._connections.all[key], self._connections.board_programs[key], self._taker)
        return self._pages[key]

    async def _show_list(self, request: Request) -> HTMLResponse:
        return self._list(request, True)

    def _list(self, request: Request, may_touch: bool) -> HTMLResponse:
        """Return the page with all boards as miniatures, and links to their pages."""
        words = layout.words_for(request)
        is_host = may_touch and not is_guest.get()
        others = _others(words, self._entrance) if is_host else Html()
        bar = layout.Bar(is_watched=not may_touch)
        wiring = layout.Wiring("boards/stream" if may_touch else "watch/stream", "boards/do" if is_host else "")
        return layout.page("boards", words, words.PAGE["boards"], "boards", bar, wiring, others=others)

    def _listed(self, variant: tuple[str, bool]) -> Content:
        """Return the changing part of that page."""
        language, may_touch = variant
        words, all_boards = load(language), list(self._connections.all.values())
        kinds = {is_on: [each for each in all_boards if each.is_connected == is_on] for is_on in (True, False)}
        cards = {
            is_connected: assets.part("board_parts", "cards", [_card(words, each, may_touch) for each in boards])
            for is_connected, boards in kinds.items()
        }
        diagnostics = joined(html("<p>{}</p>", text) for text in self._connections.diagnostics)
        return {"html": {"boards": cards[True], "gone-boards": cards[False], "notice": diagnostics}}


def _others(words: Texts, entrance: Entrance) -> Html:
    """Return QR codes for other people's phones, and a button that lets them in or no more."""
    say, invitation = words.JOIN, entrance.invitation
    offered = [(say["code" if entrance.may_open else "play"], invitation.play), (say["watch"], invitation.watch)]
    shown = [(as_picture(address), what, address) for what, address in offered if address]
    act = ("close_entrance" if shown else "let_in") if entrance.may_open else ""
    return assets.part("board_parts", "others", say, words.PAGE["join"], shown, act)


def _card(words: Texts, connection: BoardConnection, may_touch: bool) -> dict[str, str]:
    picture = ""
    if connection.surface:
        game = connection.game
        names = game.names if game.state else connection.surface.NAMES
        picture = draw_static_board(connection.surface, names, game.markings, "", connection.stacks)
    return {
        "address": f"{'boards' if may_touch else 'watch'}/{connection.key}",
        "picture": picture,
        "name": summary.board_name(words, connection),
        "game": summary.game_line(words, connection.game),
        "status": summary.status(words, connection),
    }
