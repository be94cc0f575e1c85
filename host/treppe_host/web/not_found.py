"""The page for addresses that do not exist."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from treppe_host.html import html
from treppe_host.web import layout

_STAIRS = html(
    '<svg viewBox="2 6 28 24" aria-hidden="true"><path d="M3 29V21H10.5V29ZM19.5 29V7H29V29Z"/>'
    '<path class="missing" d="M11 28.6V14H19V28.6Z"/></svg>',
)


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
