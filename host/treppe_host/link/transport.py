"""A thread that carries bytes between a board's port and the client of the link."""

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from treppe.alphabet.codes import diagnostic_of

from treppe_host.errors import (
    CommandUnanswered,
    Defect,
    PortError,
    PortVanished,
    ProtocolMismatch,
    StoreError,
    TreppeError,
)
from treppe_host.link.client import Client, Message
from treppe_host.link.ports import Port, open_port
from treppe_host.link.schema_violations import shown

_RETRY_S = 0.25
_STORE_RETRY_S = 2.0
_UPDATE_S = 2.0


class SerialTransport:
    """A client on a port (see `open_port`). The thread owns the client: its observers are called there.

    `start` opens the port, or raises PortNotFound, PortBusy or PortError. When the port vanishes later, the thread
    waits for it and opens it again; with `reconnects=False` it ends with PortVanished. A board that speaks another
    protocol ends it with ProtocolMismatch; with `waits_for_update` that is reported to `on_failure` once, and the port
    is left free and looked at again until the board has been updated. `port` may be a function that returns the port's
    name, for a board may come back under another name. The error that ends the thread is kept as `failure` and handed
    to `on_failure`. With `on_store_error` the thread hands errors of the store (locked, disk full) there and tries
    again; until then the board keeps its events. `clock` returns seconds.
    """

    def __init__(
        self,
        client: Client,
        port: str | Callable[[], str],
        *,
        reconnects: bool = True,
        waits_for_update: bool = False,
        on_failure: Callable[[TreppeError], None] | None = None,
        on_store_error: Callable[[StoreError], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.client = client
        self.port = port if isinstance(port, str) else ""
        self.failure: TreppeError | None = None
        self._find = port
        self._reconnects = reconnects
        self._waits_for_update = waits_for_update
        self._told_mismatch: Message = {}
        self._on_failure = on_failure
        self._on_store_error = on_store_error
        self._clock = clock
        self._lock = threading.RLock()
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"treppe {self.port}", daemon=True)
        self._port: Port | None = None
        self._end: Message = {}
        """The error that has ended the thread."""

    def __enter__(self) -> "SerialTransport":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Open the port and start the thread; `with` does it, and closes. Raises PortNotFound, PortBusy, PortError."""
        self._find_and_open()
        self._thread.start()

    def _find_and_open(self) -> None:
        self.port = self._find if isinstance(self._find, str) else self._find()
        self._port = open_port(self.port)

    def close(self) -> None:
        """End the thread and close the port; the board goes on by itself and keeps its events."""
        self._is_closing.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the thread ends; raise the error that ended it."""
        self._thread.join(timeout_s)
        if self.failure:
            raise self.failure

    def command(self, do: str, **fields: Any) -> "Future[Message]":
        """Send a command from any thread (see `Client.command`); after the end its future has CommandUnanswered."""
        with self._lock:
            if self._end:
                raise CommandUnanswered(self._end)
            future = self.client.command(do, **fields)
            with contextlib.suppress(OSError):  # the thread notices that the port has vanished
                self._send_output()
        return future

    def _run(self) -> None:
        try:
            while not self._is_closing.is_set():
                try:
                    self._carry()
                except OSError as error:
                    self._lose_port(error)
                except StoreError as error:
                    self._wait_for_store(error)
                except ProtocolMismatch as error:
                    self._wait_for_update(error)
        except TreppeError as failure:
            self._fail(failure)
        except (
            Exception
        ) as error:  # an observer's bug: waiting callers get it as an error, and the traceback tells where
            self._fail(Defect({"code": "defect", "name": type(error).__name__, "text": shown(str(error))}))
            raise
        finally:
            self._drop_port()
            with self._lock:
                self._end = diagnostic_of(self.failure) if self.failure else {"code": "link_ended"}
                self.client.commands.fail_all(self._end)

    def _fail(self, failure: TreppeError) -> None:
        self.failure = failure
        if self._on_failure:
            self._on_failure(failure)

    def _carry(self) -> None:
        assert self._port
        received = self._port.receive()
        with self._lock:
            self.client.feed(received, self._clock())
            self._send_output()

    def _send_output(self) -> None:
        if self._port is None:
            return
        if not self._port.send(self.client.take_output()):
            self.client.disconnect()  # the board has not read for a second: greet it again

    def _lose_port(self, error: OSError) -> None:
        self._drop_port()
        with self._lock:
            self.client.disconnect()
        if not self._reconnects:
            raise PortVanished({"code": "port_vanished", "port": self.port}) from error
        self._reopen()

    def _reopen(self) -> None:
        while self._port is None and not self._is_closing.wait(_RETRY_S):
            with self._lock:
                self.client.tick(self._clock())
                self.client.take_output()
            with contextlib.suppress(PortError):
                self._find_and_open()

    def _wait_for_update(self, error: ProtocolMismatch) -> None:
        """Leave the port to whoever updates the board, and look again after a while."""
        if not self._waits_for_update:
            raise error
        self._drop_port()
        with self._lock:
            self.client.disconnect()
        if diagnostic_of(error) != self._told_mismatch and self._on_failure:
            self._on_failure(error)
        self._told_mismatch = diagnostic_of(error)
        self._is_closing.wait(_UPDATE_S)
        self._reopen()

    def _wait_for_store(self, error: StoreError) -> None:
        if self._on_store_error is None:
            raise error
        with self._lock:
            self.client.disconnect()  # greeted again, the board sends these events again
        self._on_store_error(error)
        self._is_closing.wait(_STORE_RETRY_S)

    def _drop_port(self) -> None:
        with self._lock:
            if self._port:
                self._port.close()
            self._port = None
