"""A PC's connection to its club's server: HTTP, kept open between one message and the next."""

import http.client
import json
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from treppe_host.errors import TreppeError

_PATIENCE_S = 10.0  # for the next bytes
_MOST_S = 60.0  # for a whole answer: a server may send it byte by byte
_LONGEST_ANSWER = 1 << 20


class BadLink(TreppeError):
    """The value of `--club` is not the link of a club."""


class ClubAway(TreppeError):
    """The club's server cannot be reached, or cannot store anything for now."""


class ClubRefuses(TreppeError):
    """The club's server rejects this PC's link, or its message."""


class BoardRefused(ClubRefuses):
    """The club's server does not accept this board by this link."""


class ClubLink:
    """Sends messages to the server that a link names, as `treppe club invite board` prints it."""

    def __init__(self, link: str):
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
            raise BadLink("--club takes the link that `treppe club invite board` prints: https://HOST/enter#TOKEN")
        self.name = parts.netloc
        """The server's name for people."""
        self._parts = parts
        self._upload = parts.path.rpartition("/")[0] + "/upload"  # beside the link, wherever a proxy shows the pages
        self._connection: http.client.HTTPConnection | None = None

    def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the server's answer; raises ClubAway and ClubRefuses."""
        try:
            status, answer = self._exchange_again(json.dumps(message).encode())
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            self.close()
            raise ClubAway(f"the club's server {self.name} does not answer: {error or type(error).__name__}") from error
        if status in (401, 403, 404, 421):
            raise ClubRefuses(f"the club's server {self.name} does not know this link: ask for a new one")
        if status == 409:
            link, board = answer.get("link"), message["board"]
            raise BoardRefused(
                f"the club's server {self.name} does not take board {board} by this link, which is for others: ask an "
                f"owner for a link of its own, or for `treppe club allow {link} {board}` at the server"
            )
        if status == 422:
            raise ClubRefuses(f"the club's server {self.name} rejects what this PC sends: {answer.get('error')}")
        if status != 200:
            raise ClubAway(f"the club's server {self.name} cannot store anything for now (status {status})")
        return answer

    def close(self) -> None:
        """Close the connection; the next message opens it again."""
        if self._connection:
            self._connection.close()
        self._connection = None

    def cut(self) -> None:
        """Let `send` fail now, in whichever thread it waits for an answer."""
        if self._connection:
            _cut(self._connection)

    def _exchange_again(self, body: bytes) -> tuple[int, dict[str, Any]]:
        """Exchange; reconnect if the server has closed the idle connection."""
        is_kept = self._connection is not None
        try:
            return self._exchange(body)
        except ConnectionError:
            if not is_kept:
                raise
        self.close()
        return self._exchange(body)

    def _exchange(self, body: bytes) -> tuple[int, dict[str, Any]]:
        connection = self._connection = self._connection or self._make_connection()
        headers = {"authorization": f"Bearer {self._parts.fragment}", "content-type": "application/json"}
        deadline = threading.Timer(_MOST_S, _cut, [connection])
        deadline.daemon = True
        deadline.start()
        try:
            connection.request("POST", self._upload, body, headers)
            answer = connection.getresponse()
            content = answer.read(_LONGEST_ANSWER)
        finally:
            deadline.cancel()
        reply = json.loads(content) if answer.status in (200, 409, 422) else {}
        if not isinstance(reply, dict):
            raise ValueError("its answer is no object")
        return answer.status, reply

    def _make_connection(self) -> http.client.HTTPConnection:
        assert self._parts.hostname
        if self._parts.scheme == "http":
            return http.client.HTTPConnection(self._parts.hostname, self._parts.port, timeout=_PATIENCE_S)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(self._parts.hostname, self._parts.port, timeout=_PATIENCE_S, context=context)


def _cut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError):
        if connection.sock:
            connection.sock.shutdown(socket.SHUT_RDWR)
