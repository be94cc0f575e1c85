"""The web server under the pages of `treppe play` and `treppe club`."""

import socket
from types import FrameType
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

import uvicorn

from treppe_host.html import put_below
from treppe_host.web.address import Address, handed_over
from treppe_host.web.security.asgi import App, Guard, Header, Message, Receive, Send
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins
from treppe_host.web.stream import Streams

_GRACE_S = 1
_LOCATION, _COOKIE = b"location", b"set-cookie"


class PageServer(uvicorn.Server):
    """A server that closes its streams when it shuts down: they would stay open for ever."""

    def __init__(self, config: uvicorn.Config, streams: Streams):
        super().__init__(config)
        self._streams = streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, once: uvicorn breaks off at a second Ctrl-C, with a traceback, and the end takes a second at most."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then shut down as usual."""
        self._streams.end()
        await super().shutdown(sockets)


def guarded(pages: App, address: Address) -> App:
    """Return pages behind what all servers have before them: headers, the check of names, a path if a proxy has one."""
    put_below(address.below)
    return SecurityHeaders(Origins(Below(pages, address.below), address.host, address.names))


def serve(application: App, streams: Streams, address: Address, listener: socket.socket) -> None:
    """Serve an application on a listening socket until Ctrl-C."""
    PageServer(settings_of(application, address, listener), streams).run()


def settings_of(
    application: App, address: Address, listener: socket.socket, lifespan: Literal["auto", "off"] = "auto"
) -> uvicorn.Config:
    """Return how an application is served on a listening socket, which stays open as long.

    `lifespan` "off": another server begins and ends it.
    """
    return uvicorn.Config(
        application,
        fd=handed_over(listener),
        host=address.host,
        port=listener.getsockname()[1],
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        lifespan=lifespan,
        timeout_graceful_shutdown=_GRACE_S,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )


class Below(Guard):
    """Takes the path off requests, and puts it into the addresses of redirections and the paths of cookies.

    Redirections name no server: what a browser calls it, and whether over TLS, a proxy knows better.
    """

    def __init__(self, app: App, path: str):
        """`path` is as `/treppe`, empty for none."""
        super().__init__(app)
        self._path = path

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        async def send_below(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._placed(*header) for header in message["headers"]]
            await send(message)

        asked = scope["path"]
        if f"{asked}/".startswith(f"{self._path}/"):
            asked = asked.removeprefix(self._path) or "/"
        await self.app({**scope, "path": asked}, receive, send_below)

    def _placed(self, name: bytes, text: bytes) -> Header:
        if name == _LOCATION:
            parts = urlsplit(text)
            path = self._path.encode() + b"/" + parts.path.lstrip(b"/")
            return name, urlunsplit((b"", b"", path, parts.query, parts.fragment))
        if name == _COOKIE:
            return name, text.replace(b"; Path=/", b"; Path=%b/" % self._path.encode(), 1)
        return name, text
