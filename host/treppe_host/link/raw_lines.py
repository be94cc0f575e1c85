"""`treppe log --raw`: prints each line as a board sends it, and neither stores nor acknowledges events."""

import secrets
import time

from treppe.link.line import encode

from treppe_host import terminal
from treppe_host.link.client import STREAMS
from treppe_host.link.ports import open_port

_LEASE_S = 1.0


def run(name: str) -> None:
    """Print until Ctrl-C, or until nobody reads it; raises PortError."""
    port = open_port(name)
    number = 0
    next_lease = 0.0
    received = b""
    try:
        session = secrets.token_hex(4)
        port.send(encode({"hello": session}))
        while terminal.has_reader():
            *lines, received = (received + port.receive()).split(b"\n")
            for line in lines:
                if line.strip():  # the board fills up its packets with empty lines
                    terminal.say(line.decode("ascii", "backslashreplace").rstrip("\r"))
            if time.monotonic() >= next_lease:
                number += 1
                port.send(encode({"c": number, "s": session, "do": "lease", "streams": list(STREAMS)}))
                next_lease = time.monotonic() + _LEASE_S
    except KeyboardInterrupt:
        terminal.say()
    finally:
        port.close()
