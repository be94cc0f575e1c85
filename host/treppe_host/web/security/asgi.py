"""Shared by the middleware between browsers and pages: types, headers, a refusal in one line."""

from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


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
    return scope.get("scheme") in ("https", "wss") or headers_of(scope).get("x-forwarded-proto", "") == "https"


async def refuse(
    scope: Message, receive: Receive, send: Send, status: int, text: str, headers: tuple[Header, ...] = ()
) -> None:
    """Answer a request with a line of text; refuse a WebSocket before it opens."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    kind = (b"content-type", b"text/plain; charset=utf-8")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *headers]})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
