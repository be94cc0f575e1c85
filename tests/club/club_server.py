"""A club's server in a thread, for tests: its page at an address of its own, its database as given."""

import socket
import threading
from types import TracebackType

import httpx
import uvicorn
from treppe_club import invitations
from treppe_club.roles import Role
from treppe_club.server import application
from treppe_club.store import ClubStore
from treppe_host.html import put_below
from treppe_host.web.address import Address
from treppe_host.web.serving import PageServer


class RunningClub:
    """A club's server for as long as the block lasts, below a path if there is one.

    `port` may be that of one that has ended.
    """

    def __init__(self, store: ClubStore, port: int = 0, below: str = "") -> None:
        self.store = store
        self._listener = socket.create_server(("127.0.0.1", port), backlog=1000)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        pages, streams = application(store, Address(below=below))
        self._server = PageServer(
            uvicorn.Config(pages, log_config=None, ws="none", timeout_graceful_shutdown=1), streams
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    def __enter__(self) -> "RunningClub":
        self._thread.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()
        put_below("")

    def invite(self, role: Role, num_boards: int = 64) -> str:
        """Return a link."""
        with self.store.transaction(writes=True) as connection:
            return f"{self.url}enter#{invitations.invite(connection, role, role.value, num_boards)}"

    def cookie(self, role: Role) -> str:
        """Return a browser's cookie."""
        answer = httpx.post(f"{self.url}enter", json={"token": self.invite(role).partition("#")[2]})
        return str(answer.cookies["treppe-club"])
