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
from treppe_host.web.security.access import lend_access
from treppe_host.web.security.asgi import App, Guard, Message, Receive, Send
from treppe_host.web.security.password import PasswordGate
from treppe_host.web.serving import guarded, settings_of

_ALL = "0.0.0.0"
_FIRST_PORT = 8090
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that people take for something else
_CODE_LENGTH = 12  # 59 bits


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

    async def open(self) -> None:
        """Let others in; raises PortError."""
        if self._server or not self.may_open or not self.pages:
            return
        self._listener = listener = listen(_ALL, self._first_port)
        address = Address(_ALL, listener.getsockname()[1], below=self._below)
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        access = await asyncio.to_thread(lend_access, code)
        pages = guarded(PasswordGate(_Marked(self.pages), access, terminal.say, code), address)
        self._server = _GuestServer(settings_of(pages, address, listener, "off"))
        self._serving = start_task(self._server.serve(), "the entrance for others")
        self.invitation = Invitation(f"{address.url(address.port)}?key={code}")

    async def close(self) -> None:
        """Let nobody in any more, and end the connections of those who are in."""
        if not (self._server and self._serving and self._listener):
            return
        server, serving, listener = self._server, self._serving, self._listener
        self._server, self._serving, self.invitation = None, None, Invitation()
        server.should_exit = True
        await asyncio.wait([serving])
        listener.close()


class _GuestServer(uvicorn.Server):
    """A server beside another one, which takes the signals."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave them to the other server."""
        yield


class _Marked(Guard):
    """Marks a request as a guest's (`is_guest` in its scope): the entrance is not his to close."""

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        scope["is_guest"] = True
        await self.app(scope, receive, send)
