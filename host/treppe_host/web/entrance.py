"""A second address of the page, for others in the network: opened and closed by whoever sits at this machine."""

import asyncio
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from socket import socket

import uvicorn

from treppe_host import terminal
from treppe_host.supervision import start_task
from treppe_host.web.address import Address, listen
from treppe_host.web.invitation import Invitation
from treppe_host.web.requests import is_guest
from treppe_host.web.security.access import lend_access
from treppe_host.web.security.asgi import App, Guard, Message, Receive, Send, refuse
from treppe_host.web.security.password import PasswordGate
from treppe_host.web.serving import guarded, settings_of

_ALL = "0.0.0.0"
_FIRST_PORT = 8090
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that people take for something else
_CODE_LENGTH = 12  # 59 bits
_OWNERS = ("/tune", "/doctor")


class Entrance:
    """The way in for others; `invitation` has its address with its code, empty while it is closed.

    A program that listens to the network anyway, with a password, has its own `invitation` and opens nothing. The code
    is in the link, and may be typed as the password. It is another one each time, and ends with the program.
    """

    def __init__(self, invitation: Invitation, below: str = "", first_port: int = _FIRST_PORT):
        self.invitation = invitation
        self.pages: App | None = None
        """What others see: the application of the pages, which knows its entrance and so is made later."""
        self.may_open = not invitation.play
        self._below = below
        self._first_port = first_port
        self._server: _GuestServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._listener: socket | None = None
        self._closing = asyncio.Event()

    async def open(self) -> None:
        """Let others in; raises PortError."""
        if self._server or not self.may_open or not self.pages:
            return
        self._listener = listener = listen(_ALL, self._first_port)
        address = Address(_ALL, listener.getsockname()[1], below=self._below)
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        access = await asyncio.to_thread(lend_access, code)
        self._closing = asyncio.Event()
        guests = _Guests(self.pages, self._closing)
        pages = guarded(PasswordGate(guests, access, terminal.say, code), address)
        self._server = _GuestServer(settings_of(pages, address, listener, "off"))
        self._serving = start_task(self._server.serve(), "the entrance for others")
        self.invitation = Invitation(f"{address.url(address.port)}?key={code}")

    async def close(self) -> None:
        """Let nobody in any more, and end the connections of those who are in."""
        if not (self._server and self._serving and self._listener):
            return
        server, serving, listener = self._server, self._serving, self._listener
        self._server, self._serving, self.invitation = None, None, Invitation()
        self._closing.set()
        server.should_exit = True
        await asyncio.wait([serving])
        listener.close()


class _GuestServer(uvicorn.Server):
    """A server beside another one, which takes the signals."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave them to the other server."""
        yield


class _Guests(Guard):
    """Lets guests play and look; sensors, doctor and imports are the owner's, and so are other acts (requests.py).

    Streams get `closing`, which is set when the entrance is closed.
    """

    def __init__(self, app: App, closing: asyncio.Event):
        super().__init__(app)
        self._closing = closing

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        is_act = scope["path"].endswith("/do")
        if scope["path"].startswith(_OWNERS) or not (scope["method"] in ("GET", "HEAD") or is_act):
            await refuse(send, 403, "Treppe: only whoever sits at this computer may do that")
            return
        scope["closing"] = self._closing
        before = is_guest.set(True)
        try:
            await self.app(scope, receive, send)
        finally:
            is_guest.reset(before)
