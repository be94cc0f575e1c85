"""A relay before a broker whose cut lines stay open at the broker's end, as where a network's path has changed."""

import socket
import threading
from contextlib import suppress


class HalfOpenRelay:
    """Passes bytes on at `port`; `cut` ends the clients' ends only."""

    def __init__(self, broker_port: int):
        self._broker_port = broker_port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._lines: list[tuple[socket.socket, socket.socket]] = []
        self._stale: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all present lines; the broker hears no more of them."""
        for client, broker in self._lines:
            self._stale.append(broker)
            with suppress(OSError):  # it has ended by itself
                client.shutdown(socket.SHUT_RDWR)
        self._lines.clear()

    def close(self) -> None:
        """End everything."""
        self._server.close()
        self.cut()
        for broker in self._stale:
            broker.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            broker = socket.create_connection(("127.0.0.1", self._broker_port))
            self._lines.append((client, broker))
            for source, sink in ((client, broker), (broker, client)):
                threading.Thread(target=self._pass, args=(source, sink, broker), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, broker: socket.socket) -> None:
        try:
            while data := source.recv(4096):
                if broker in self._stale:
                    return
                sink.sendall(data)
            if broker not in self._stale:
                sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
