"""The password that others on the network need: asked for by the browser, then remembered in a cookie."""

import asyncio
import base64
import binascii
import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import SimpleCookie
from ipaddress import ip_address
from typing import Any

_COOKIE = "treppe-key"
_WRONG_S = 1.0  # makes guessing slow

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def is_this_machine(host: str) -> bool:
    """Tell whether an address can be reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Gate:
    """Lets through who knows the password, whatever user name he gives."""

    def __init__(self, app: App, password: str):
        self._app = app
        self._password = password.encode()
        self._key = secrets.token_urlsafe(24)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in scope["headers"]}
        if self._has_key(headers.get("cookie", "")):
            await self._app(scope, receive, send)
        elif self._knows_password(headers.get("authorization", "")):
            await self._app(scope, receive, self._handing_over_the_key(send))
        else:
            if "authorization" in headers:
                await asyncio.sleep(_WRONG_S)
            await _refuse(scope, receive, send)

    def _has_key(self, cookies: str) -> bool:
        found = SimpleCookie(cookies).get(_COOKIE)
        return found is not None and hmac.compare_digest(found.value.encode(), self._key.encode())

    def _knows_password(self, authorization: str) -> bool:
        kind, _, credentials = authorization.partition(" ")
        try:
            _, _, said = base64.b64decode(credentials, validate=True).partition(b":")
        except binascii.Error:
            return False
        return kind.lower() == "basic" and hmac.compare_digest(said, self._password)

    def _handing_over_the_key(self, send: Send) -> Send:
        async def send_with_key(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = f"{_COOKIE}={self._key}; Path=/; HttpOnly; SameSite=Strict"
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        return send_with_key


async def _refuse(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"www-authenticate", b'Basic realm="Treppe", charset="UTF-8"'), (b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": b"Treppe: the password, please\n"})
