"""Listens to PostgreSQL's NOTIFY, by which all servers of a club hear of changes."""

import threading
from collections.abc import Callable

import psycopg
from sqlalchemy import make_url

from treppe_host.club.store import CHANNEL
from treppe_host.store.database import server_patience

_AGAIN_S = 1.0
_LOOK_S = 0.5


class NotifyListener:
    """Calls `wake` with each payload, in a thread of its own; after each new connection with None: everything may have
    changed."""

    def __init__(self, url: str, wake: Callable[[str | None], object]):
        self._patience = server_patience(make_url(url))
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._wake = wake
        self._is_ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Listen from now on."""
        self._thread.start()

    def end(self) -> None:
        """Listen no more."""
        self._is_ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_ended.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._is_ended.wait(_AGAIN_S)

    def _listen(self) -> None:
        with psycopg.connect(self._url, autocommit=True, **self._patience) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake(None)
            while not self._is_ended.is_set():
                for notice in connection.notifies(timeout=_LOOK_S):
                    self._wake(notice.payload)
