"""The page's address: host, port and names, with TLS or without, and the socket that listens there."""

import os
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from treppe_host.errors import PortError, TreppeError
from treppe_host.web.invitation import reachable
from treppe_host.web.security.password import is_this_machine

_TRIES = 20
_LAST_PORT = 65535
_BACKLOG = 2048
_IS_POSIX = os.name == "posix"


class NoPassword(TreppeError):
    """The page would be open to the network without a password."""


class BadCertificate(TreppeError):
    """The page cannot be encrypted with these files."""


@dataclass(frozen=True, slots=True)
class Address:
    """The page's address: host and port to listen on, further names for browsers, and both or neither file for TLS.

    `below` is the path, as `/treppe`, at which a proxy shows the pages; empty: they begin at `/`.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    names: Sequence[str] = ()
    certificate: Path | None = None
    key: Path | None = None
    below: str = ""

    def check(self, password: str) -> None:
        """Raise NoPassword if the network could reach the page without one, BadCertificate if the files cannot be
        used."""
        if not (is_this_machine(self.host) or password):
            raise NoPassword(f"--host {self.host} is open to the network: set a password in TREPPE_PASSWORD first")
        if self.certificate or self.key:
            if not (self.certificate and self.key):
                raise BadCertificate("TLS needs both --certificate and --key")
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self.certificate, self.key)
            except OSError as error:  # SSLError is a subclass
                raise BadCertificate(
                    f"{self.certificate} and {self.key} cannot be used: {error.strerror or error}"
                ) from error

    def url(self, port: int) -> str:
        """Return the address for a browser, on this machine or another one that may reach it."""
        found = reachable(self.host)
        host = f"[{found}]" if ":" in found else found
        return f"{'https' if self.certificate else 'http'}://{host}:{port}{self.below}/"


def listen(host: str, wanted: int) -> socket.socket:
    """Return a socket that listens on the wanted port, or on the next one that is free.

    It keeps the port from now on: an early browser waits, and another program that starts now takes the next port.
    Raises PortError if none of twenty ports is free, or it is none.
    """
    if not 1 <= wanted <= _LAST_PORT:
        raise PortError(f"the page's port is a number from 1 to {_LAST_PORT}, not {wanted}")
    last = min(wanted + _TRIES - 1, _LAST_PORT)
    for port in range(wanted, last + 1):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if _IS_POSIX:  # on Windows it would let two programs have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
        try:
            listener.bind((host, port))
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            continue
        return listener
    raise PortError(f"no free port from {wanted} to {last} on {host}")


def handed_over(listener: socket.socket) -> int | None:
    """Return the socket's number for the web server; None on systems where the server has to open the port again."""
    if _IS_POSIX:
        return listener.fileno()
    listener.close()
    return None
