"""A board's sensors for the terminal."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from treppe_host.errors import BoardError
from treppe_host.link.client import Client, Message
from treppe_host.link.transport import SerialTransport
from treppe_host.store.store import Store
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.session import STREAMS, TuneSession

_HELLO_S = 10.0
_SILENCE_S = 1.0  # a hundred frames


class LiveBoard:
    """A session with a board. The link's thread feeds it, so hold `lock` to read it."""

    def __init__(self, session: TuneSession, transport: SerialTransport):
        self.session = session
        self.lock = threading.Lock()
        self._transport = transport
        self._heard_s = time.monotonic()
        for name in session.names:
            transport.client.observe(name, partial(self._take_message, name))

    def _take_message(self, name: str, message: Message) -> None:
        with self.lock:
            self.session.take(name, message)
            self._heard_s = time.monotonic()

    @property
    def monitor(self) -> SensorMonitor:
        """The monitor; exists after `await_ready`."""
        assert self.session.monitor
        return self.session.monitor

    def await_ready(self) -> None:
        """Wait until frames come; raise BoardError, BadFile."""
        end_s = time.monotonic() + _HELLO_S
        while not self.session.frames:
            if self.session.failure:
                raise self.session.failure
            if self._transport.failure:
                raise self._transport.failure
            if time.monotonic() > end_s:
                raise BoardError({"code": "board_without_readings"})
            time.sleep(0.02)

    def is_there(self) -> bool:
        """Return whether the board is heard now; the link waits for a port that has vanished.

        Raises the error that has ended the link or a recording.
        """
        failure = self._transport.failure or self.session.failure
        if failure:
            raise failure
        return self.session.hello is not None and time.monotonic() - self._heard_s < _SILENCE_S


@contextlib.contextmanager
def open_board(store: Store, port: str | Callable[[], str], session: TuneSession) -> Iterator[LiveBoard]:
    """Feed the session with a board's frames; the store keeps the games that go on meanwhile. Raises PortError."""
    transport = SerialTransport(Client(store, streams=STREAMS), port)
    live = LiveBoard(session, transport)
    with transport:
        try:
            live.await_ready()
            yield live
        finally:
            with live.lock:
                session.end_recording()
    if session.failure:
        raise session.failure
