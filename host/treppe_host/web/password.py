"""The password that others on the network need: asked for by the browser, then remembered in a cookie.

Who is to look only gets an address with a key in it instead; that opens nothing but the pages for spectators.
"""

import asyncio
import base64
import binascii
import hmac
import secrets
from http.cookies import SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs

from treppe_host.web.asgi import App, Message, Receive, Send, headers_of, refuse

_COOKIE = "treppe-key"
_WATCH_COOKIE = "treppe-watch"
_WATCH = "/watch"
_FOR_SPECTATORS = (_WATCH, "/static/", "/_nicegui")  # a page's own connection can do what that page may
_WRONG_S = 1.0  # makes guessing slow


def is_this_machine(host: str) -> bool:
    """Tell whether an address can be reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def watch_key(password: str) -> str:
    """Return the key in the spectators' address: the same as long as the password is."""
    return hmac.new(password.encode(), b"treppe watch", "sha256").hexdigest()[:20]


class Gate:
    """Lets through who knows the password, whatever user name he gives."""

    def __init__(self, app: App, password: str):
        self._app = app
        self._password = password.encode()
        self._key = secrets.token_urlsafe(24)
        self._watch_key = watch_key(password)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope)
        cookies = headers.get("cookie", "")
        is_for_spectators = scope.get("path", "").startswith(_FOR_SPECTATORS)
        if _has(cookies, _COOKIE, self._key) or (is_for_spectators and _has(cookies, _WATCH_COOKIE, self._watch_key)):
            await self._app(scope, receive, send)
        elif is_for_spectators and self._is_invited(scope.get("query_string", b"")):
            await self._app(scope, receive, _handing_over(send, _WATCH_COOKIE, self._watch_key))
        elif self._knows_password(headers.get("authorization", "")):
            await self._app(scope, receive, _handing_over(send, _COOKIE, self._key))
        else:
            if "authorization" in headers:
                await asyncio.sleep(_WRONG_S)
            asks = (b"www-authenticate", b'Basic realm="Treppe", charset="UTF-8"')
            await refuse(scope, receive, send, 401, "Treppe: the password, please", (asks,))

    def _is_invited(self, query: bytes) -> bool:
        said = parse_qs(query.decode("latin-1")).get("key", [""])[0]
        return hmac.compare_digest(said.encode(), self._watch_key.encode())

    def _knows_password(self, authorization: str) -> bool:
        kind, _, credentials = authorization.partition(" ")
        try:
            _, _, said = base64.b64decode(credentials, validate=True).partition(b":")
        except binascii.Error:
            return False
        return kind.lower() == "basic" and hmac.compare_digest(said, self._password)


def _has(cookies: str, name: str, key: str) -> bool:
    found = SimpleCookie(cookies).get(name)
    return found is not None and hmac.compare_digest(found.value.encode(), key.encode())


def _handing_over(send: Send, name: str, key: str) -> Send:
    async def send_with_key(message: Message) -> None:
        if message["type"] == "http.response.start":
            cookie = f"{name}={key}; Path=/; HttpOnly; SameSite=Strict"
            message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
        await send(message)

    return send_with_key
