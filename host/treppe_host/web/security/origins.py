"""Allows requests by the names that the page was started for, and from its own pages only.

Any site can point its own name to this machine, and its pages can send requests here and open sockets. The browser
sends the requested name in `Host`, and the requesting page in `Origin`; of what it only loads, as a picture, it says in
`Sec-Fetch-Site` whether that page has the same address.
"""

import unicodedata
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from treppe_host.web.security.asgi import App, Guard, Message, Receive, Send, headers_of, refuse

_OWN_SITES = ("same-origin", "none")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PORTS = {"http": ":80", "https": ":443"}  # browsers leave them out, proxies may not


class Origins(Guard):
    """Lets requests through by an allowed name, from a page of the same address or from no page."""

    def __init__(self, app: App, host: str, names: Iterable[str] = ()):
        """Allow loopback, the address `host`, and more names; if `host` is all addresses, any numeric address."""
        super().__init__(app)
        self._names = {_sent(name) for name in (*LOOPBACK, host, *names)}
        self._is_any = _is_number(host) and ip_address(host).is_unspecified

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        asked = headers.get("host", "")
        name = _name_in(asked)
        if not (name in self._names or (self._is_any and _is_number(name))):
            text = f"Treppe does not answer to the name {name!a}: start it with --allow-host NAME"
            await refuse(send, 421, text)
        elif ("origin" in headers and not _is_same(headers["origin"], asked)) or _is_drawn_in(headers):
            await refuse(send, 403, "Treppe does not answer other sites' pages")
        else:
            await self.app(scope, receive, send)


def _is_drawn_in(headers: dict[str, str]) -> bool:
    """Return whether another site's page loads this as a part of itself: a picture, a frame. Links may lead here."""
    is_followed = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return headers.get("sec-fetch-site", "none") not in _OWN_SITES and not is_followed


def _name_in(host: str) -> str:
    """Return the name or number in a `Host` header, empty if it is malformed."""
    try:
        return _sent(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return ""


def _sent(name: str) -> str:
    """Return a name as browsers send it, in ASCII; one that ends with a dot is the same without it."""
    lower = unicodedata.normalize("NFKC", "".join(letter.lower() for letter in name))
    labels = lower.removesuffix(".").split(".")
    return ".".join(each if each.isascii() else "xn--" + each.encode("punycode").decode() for each in labels)


def _is_same(origin: str, host: str) -> bool:
    """Tell whether a page's `Origin` is the address that it asks; the final dot of a name makes another one of it."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = _PORTS.get(parts.scheme, "")
    return parts.netloc.lower().removesuffix(port) == host.lower().removesuffix(port) != ""


def _is_number(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
