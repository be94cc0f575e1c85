"""The password for the network: the browser asks for it, then a cookie remembers it.

Spectators get an address with a key instead; the key opens only the spectators' pages.
"""

import asyncio
import base64
import binascii
import hmac
import secrets
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import parse_qs, quote

from treppe_host.web.security.access import Access, Attempts
from treppe_host.web.security.asgi import (
    App,
    Guard,
    Message,
    Receive,
    Send,
    cookie_in,
    headers_of,
    is_encrypted,
    refuse,
)

_COOKIE = "treppe-key"
_WATCH_COOKIE = "treppe-watch"
_ATTRIBUTES = "; Path=/; HttpOnly"
_WATCH = "/watch"
_FOR_SPECTATORS = (_WATCH, "/rules", "/static/")
_MOST_TOLD = 100


def is_this_machine(host: str) -> bool:
    """Return whether an address can be reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class PasswordGate(Guard):
    """Lets requests with the password through, with any user name; after several wrong guesses it refuses for a while.

    `tell` is called with a line for the owner after too many guesses. `code`: an address with it as its key opens all
    pages, and leads to the same page without it; its cookie is sent along when another site's link leads there.
    """

    def __init__(self, app: App, access: Access, tell: Callable[[str], None], code: str = ""):
        super().__init__(app)
        self._code = code
        self._access = access
        self._key = secrets.token_urlsafe(24)
        self._attempts = Attempts()
        self._tell = tell
        self._diagnostic: set[str] = set()

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        watch_key = self._access.watch_key
        is_for_spectators = scope.get("path", "").startswith(_FOR_SPECTATORS)
        may_watch = is_for_spectators and _is_same(cookie_in(headers, _WATCH_COOKIE), watch_key)
        if may_watch or _is_same(cookie_in(headers, _COOKIE), self._key):
            await self.app(scope, receive, send)
        elif is_for_spectators and _is_invited(scope.get("query_string", b""), watch_key):
            await self.app(scope, receive, self._handing_over(scope, send, _WATCH_COOKIE, watch_key))
        elif self._code and _is_invited(scope.get("query_string", b""), self._code):
            await _lead_in(scope, self._handing_over(scope, send, _COOKIE, self._key, "Lax"))
        elif (password := _password_in(headers.get("authorization", ""))) is None:
            asks = (b"www-authenticate", b'Basic realm="Treppe", charset="UTF-8"')
            await refuse(send, 401, "Treppe: the password, please", (asks,))
        else:
            await self._check_password(password, scope, receive, send)

    async def _check_password(self, password: bytes, scope: Message, receive: Receive, send: Send) -> None:
        address = str((scope.get("client") or ("somewhere",))[0])
        wait_s = self._attempts.take(address)
        if wait_s:
            self._report(address)
            after = (b"retry-after", b"%d" % (wait_s + 1))
            await refuse(send, 429, "Too many wrong passwords: wait a minute", (after,))
        elif await asyncio.to_thread(self._access.knows, password):
            self._attempts.give_back(address)
            await self.app(scope, receive, self._handing_over(scope, send, _COOKIE, self._key))
        else:
            asks = (b"www-authenticate", b'Basic realm="Treppe", charset="UTF-8"')
            await refuse(send, 401, "Treppe: the password, please", (asks,))

    def _report(self, address: str) -> None:
        if address not in self._diagnostic and len(self._diagnostic) < _MOST_TOLD:
            self._diagnostic.add(address)
            self._tell(f"Somebody at {address} guesses passwords; only a few more guesses are checked.")

    def _handing_over(self, scope: Message, send: Send, name: str, key: str, same_site: str = "Strict") -> Send:
        attributes = f"{_ATTRIBUTES}; SameSite={same_site}" + ("; Secure" if is_encrypted(scope) else "")

        async def send_with_key(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = f"{name}={key}{attributes}"
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        return send_with_key


async def _lead_in(scope: Message, send: Send) -> None:
    """Lead a guest to the same page without the code: it shall not stay in the address bar, or in a picture of it."""
    place = "/" + quote(scope["path"].lstrip("/"))
    await send({"type": "http.response.start", "status": 303, "headers": [(b"location", place.encode())]})
    await send({"type": "http.response.body", "body": b""})


def _is_invited(query: bytes, watch_key: str) -> bool:
    return _is_same(parse_qs(query.decode("latin-1")).get("key", [""])[0], watch_key)


def _password_in(authorization: str) -> bytes | None:
    """Return the password that a browser sends, None if it sends none."""
    kind, _, credentials = authorization.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        _, _, given = base64.b64decode(credentials.encode("latin-1"), validate=True).partition(b":")
    except binascii.Error:
        return None
    return given


def _is_same(given: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), key.encode())
