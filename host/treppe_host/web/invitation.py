"""The page's address in the network, as text and as a QR code for phones."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import zip_longest
from typing import TYPE_CHECKING

from treppe_host.html import Html, trusted

if TYPE_CHECKING:
    from segno import QRCode

# Addresses for documentation, see RFC 5737 and RFC 3849. Nothing is sent there: the system only chooses a way out.
_ANYWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
_PORT = 9
_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_BORDER = 2


@dataclass(frozen=True, slots=True)
class Invitation:
    """Addresses for other people: to play, and to watch; both empty if only this machine can open the page."""

    play: str = ""
    watch: str = ""


def reachable(host: str) -> str:
    """Return the address by which others reach a program that listens on `host`: its own one if `host` means all."""
    if not _is_unspecified(host):
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ANYWHERE[family], _PORT))
        except OSError:  # there is no network
            return "localhost"
        return str(probe.getsockname()[0])


def _is_unspecified(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def as_blocks(address: str) -> Iterator[str]:
    """Yield an address as a QR code in lines of a terminal, two rows of it each; what is light shines."""
    rows = [[not is_dark for is_dark in row] for row in _code(address).matrix_iter(border=_BORDER)]
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=[False] * len(rows[0])):
        yield "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))


def as_picture(address: str) -> Html:
    """Return an address as a QR code in SVG, dark on light, without a size of its own."""
    return trusted(_code(address).svg_inline(border=_BORDER, dark="#000", light="#fff", omitsize=True))


def _code(address: str) -> "QRCode":
    import segno  # few need it, and not before the first page

    return segno.make(address, micro=False)
