"""Allows requests by the names that the page was started for, and from its own pages only.

Any site can point its own name to this machine, and its pages can send requests here and open sockets. The browser
sends the requested name in `Host`, and the requesting page in `Origin`.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from treppe_host.web.security.asgi import App, Guard, Message, Receive, Send, headers_of, refuse

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Origins(Guard):
    """Lets requests through by an allowed name, from a page of the same address or from no page."""

    def __init__(self, app: App, host: str, names: Iterable[str] = ()):
        """Allow loopback, the address `host`, and more names; if `host` is all addresses, any numeric address."""
        super().__init__(app)
        self._names = {name.lower() for name in (*LOOPBACK, host, *names)}
        self._is_any = _is_number(host) and ip_address(host).is_unspecified

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = headers_of(scope)
        asked = headers.get("host", "")
        name = _name_in(asked)
        if not (name in self._names or (self._is_any and _is_number(name))):
            said = f"Treppe does not answer to the name {name!a}: start it with --allow-host NAME"
            await refuse(send, 421, said)
        elif "origin" in headers and _netloc_in(headers["origin"]) != asked.lower():
            await refuse(send, 403, "Treppe does not answer other sites' pages")
        else:
            await self.app(scope, receive, send)


def _name_in(host: str) -> str:
    """Return the name or number in a `Host` header, empty if it is malformed."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _netloc_in(origin: str) -> str | None:
    """Return the name and port in an `Origin` header, None if it is malformed."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _is_number(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
