"""The pages of `treppe play` as one application, with the checks between them and the network."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount

from treppe_host import terminal
from treppe_host.html import html
from treppe_host.store.store import Store
from treppe_host.supervision import AnsweringPool, start_task
from treppe_host.web import layout
from treppe_host.web.address import Address
from treppe_host.web.assets import StaticFiles
from treppe_host.web.board.routes import BoardRoutes
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.entrance import Entrance
from treppe_host.web.games.routes import GameRoutes
from treppe_host.web.requests import ActTaker
from treppe_host.web.rules import routes as rules_routes
from treppe_host.web.security.access import Access
from treppe_host.web.security.asgi import App
from treppe_host.web.security.password import PasswordGate
from treppe_host.web.serving import guarded
from treppe_host.web.stream import Streams
from treppe_host.web.tune.routes import TuneRoutes

_STAIRS = html(
    '<svg viewBox="2 6 28 24" aria-hidden="true"><path d="M3 29V21H10.5V29ZM19.5 29V7H29V29Z"/>'
    '<path class="missing" d="M11 28.6V14H19V28.6Z"/></svg>'
)


def application(
    connections: BoardConnections, store: Store, entrance: Entrance, streams: Streams, announce: Callable[[], None]
) -> Starlette:
    """Return all pages; they listen to the boards from the server's start to its end. `announce` is called first.

    Others may come in by `entrance`.
    """
    taker = ActTaker()
    games = GameRoutes(connections, store, taker)

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(AnsweringPool())
        announce()
        listening = start_task(connections.listen(), "the search for boards")
        yield
        listening.cancel()
        await entrance.close()
        await games.close()
        await connections.close()

    pages = Starlette(
        routes=[
            Mount("/static", StaticFiles()),
            *BoardRoutes(connections, entrance, taker).routes(streams),
            *TuneRoutes(connections, store, taker).routes(streams),
            *games.routes(streams),
            *rules_routes.routes(),
        ],
        exception_handlers={404: answer_not_found},
        lifespan=live,
    )
    entrance.pages = pages
    return pages


def protect(pages: App, address: Address, access: Access | None) -> App:
    """Return the pages behind a gate: names, headers, and a password if there is one."""
    terminal.guard_logs()
    if access:
        pages = PasswordGate(pages, access, terminal.say)
    return guarded(pages, address)


async def answer_not_found(request: Request, failure: Exception) -> Response:
    """Answer people with the page, programs with a line."""
    assert isinstance(failure, HTTPException)
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(f"{failure.detail}\n", failure.status_code)
    words = layout.words_for(request)
    say = words.NOT_FOUND
    content = html(
        '<div class="not-found">{stairs}<h2>{title}</h2><p>{text}</p><a class="primary" href="~/">{board}</a> '
        '<a href="~/games">{back}</a></div>',
        stairs=_STAIRS,
        title=say["title"],
        text=say["text"].format(request.url.path),
        board=say["board"],
        back=words.GAMES["back"],
    )
    answer = layout.page("games", words, say["title"], content=content)
    answer.status_code = 404
    return answer
