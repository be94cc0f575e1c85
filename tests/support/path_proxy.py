"""A web server before another one, which it shows below a path; it passes bytes on as they come, streams too."""

import socket
import threading
from contextlib import suppress
from types import TracebackType

_MOST = 65536


class PathProxy:
    """Shows a server's pages below a path, for as long as the block lasts. `strays` are requests beside that path."""

    def __init__(self, port: int, path: str, strips: bool):
        """Stand before a server at a port of this machine; `strips`: take the path off what is passed on."""
        self._port = port
        self._path = path
        self._strips = strips
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.strays: list[str] = []
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}{path}/"

    def __enter__(self) -> "PathProxy":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            head, _, body = self._read_head(client)
            lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
            method, target, version = lines[0].split(b" ")
            if not (target + b"/").startswith(self._path.encode() + b"/"):
                self.strays.append(target.decode())
                client.sendall(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n")
                return
            if self._strips:
                target = target.removeprefix(self._path.encode()) or b"/"
            lines = [b" ".join((method, target, version)), *lines[1:], b"Connection: close", b"", b""]
            with socket.create_connection(("127.0.0.1", self._port)) as server:
                server.sendall(b"\r\n".join(lines) + body)
                threading.Thread(target=_pass, args=(client, server), daemon=True).start()
                _pass(server, client)

    def _read_head(self, client: socket.socket) -> tuple[bytes, bytes, bytes]:
        said = b""
        while b"\r\n\r\n" not in said:
            piece = client.recv(_MOST)
            if not piece:
                raise OSError
            said += piece
        return said.partition(b"\r\n\r\n")


def _pass(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(_MOST):
            sink.sendall(data)
