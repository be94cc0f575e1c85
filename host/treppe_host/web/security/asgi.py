"""Shared by the middleware between browsers and pages: types, its base, headers, a refusal in one line."""

from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


class Guard:
    """Stands before an application: `handle` lets requests through to `app`. Nothing but HTTP comes through."""

    def __init__(self, app: App):
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle a request, or pass on that the server begins or ends."""
        if scope["type"] == "http":
            await self.handle(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.app(scope, receive, send)

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application do so."""
        await self.app(scope, receive, send)


def headers_of(scope: Message) -> dict[str, str]:
    """Return a request's headers by name in lower case; of a repeated header the last one."""
    return {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in scope["headers"]}


def cookie_in(headers: dict[str, str], name: str) -> str:
    """Return a cookie from a request's headers, empty if there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def is_encrypted(scope: Message) -> bool:
    """Return whether a browser's connection is over TLS: to this server, or to a proxy before it, which says so.

    Whoever says so without a proxy harms himself only: his browser gets a cookie that it does not send back.
    """
    return scope.get("scheme") == "https" or headers_of(scope).get("x-forwarded-proto", "") == "https"


async def refuse(send: Send, status: int, text: str, headers: tuple[Header, ...] = ()) -> None:
    """Answer a request with a line of text."""
    kind = (b"content-type", b"text/plain; charset=utf-8")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *headers]})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
