"""The page for addresses that do not exist."""

from fastapi import HTTPException, Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from nicegui import Client, app, ui

from treppe_host.html import html
from treppe_host.web import layout, texts

_STAIRS = html(
    '<svg viewBox="2 6 28 24" aria-hidden="true"><path d="M3 29V21H10.5V29ZM19.5 29V7H29V29Z"/>'
    '<path class="missing" d="M11 28.6V14H19V28.6Z"/></svg>',
)


def serve() -> None:
    """Show the page at all addresses that have no other one."""
    app.exception_handler(404)(_answer)
    app.exception_handler(RequestValidationError)(_answer)  # such as a game's number that is not one


async def _answer(request: Request, failure: Exception) -> Response:
    if "text/html" not in request.headers.get("accept", ""):  # a program's request, not a person's
        return await http_exception_handler(request, HTTPException(404))
    words = texts.load(layout.language_asked(request))
    say = words.NOT_FOUND
    content = html(
        '<div class="not-found">{stairs}<h2>{title}</h2><p>{text}</p><a class="primary" href="/">{board}</a> '
        '<a href="/games">{back}</a></div>',
        stairs=_STAIRS,
        title=say["title"],
        text=say["text"].format(request.url.path),
        board=say["board"],
        back=words.GAMES["back"],
    )
    with Client(ui.page("", title="Treppe", favicon=layout.FAVICON), request=request) as client:
        layout.build("games", words, say["title"], content=content)
    return client.build_response(request, 404)
