"""The address of a broker, as people write it: `mqtts://user:password@host:8883/treppe?ca=/path/ca.pem`."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from treppe_host.errors import TreppeError, without_password

from treppe_together.discovery import PREFIX

PASSWORD = "TREPPE_BROKER_PASSWORD"
"""The environment variable for the password; a password in an address stays in the shell's history."""
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_TOPIC = re.compile(r"[\w.-]+(/[\w.-]+)*")


class BadAddress(TreppeError):
    """The text is not the address of a broker."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Host, port, account and encryption of a broker. All topics begin with `prefix`."""

    host: str
    port: int
    is_encrypted: bool = False
    user: str = ""
    password: str = ""
    prefix: str = "treppe"
    authority: Path | None = None
    """File with the certificate of the broker's authority; None: the authorities that the system trusts."""
    discovery: str = PREFIX
    """The topic below which Home Assistant looks for devices; empty: it is to find none."""


def read_address(text: str) -> BrokerAddress:
    """Parse the address of a broker; raise BadAddress."""
    shown = without_password(text)
    try:
        parts = urlsplit(text)
        port = parts.port or _PORTS[parts.scheme]
        asked = parse_qs(parts.query, strict_parsing=bool(parts.query))
    except (KeyError, ValueError) as error:
        raise BadAddress(f"{shown} is no broker: write mqtt://HOST or mqtts://USER@HOST:PORT/PREFIX") from error
    prefix = unquote(parts.path).strip("/") or "treppe"
    if not parts.hostname or "#" in text or set(asked) - {"ca", "discovery"} or not _TOPIC.fullmatch(prefix):
        raise BadAddress(f"{shown} is no broker: write mqtt://HOST or mqtts://USER@HOST:PORT/PREFIX?ca=FILE")
    authority = Path(asked["ca"][0]) if "ca" in asked else None
    discovery = asked.get("discovery", [PREFIX])[0]
    if not _TOPIC.fullmatch(discovery):
        raise BadAddress(f"{shown}: discovery is a topic, such as homeassistant, or no")
    if authority and not authority.is_file():
        raise BadAddress(f"{authority}: there is no certificate file of this name")
    password = unquote(parts.password or "") or os.environ.get(PASSWORD, "")
    return BrokerAddress(
        parts.hostname,
        port,
        parts.scheme == "mqtts",
        unquote(parts.username or ""),
        password,
        prefix,
        authority,
        "" if discovery == "no" else discovery,
    )
