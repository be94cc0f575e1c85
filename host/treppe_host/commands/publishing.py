"""The option `--publish`: publishes the boards at a broker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.errors import TreppeError

if TYPE_CHECKING:
    from treppe_host.broker.publisher import Publisher
    from treppe_host.store.store import Store


class NoBrokerClient(TreppeError):
    """The packages for MQTT are not installed."""


Publish = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="TREPPE_PUBLISH",
        help="Publish what happens on the boards at this broker: mqtt://HOST, mqtts://USER@HOST/PREFIX?ca=FILE.",
    ),
]


@contextmanager
def publishing(url: str | None, store: "Store") -> Iterator["Publisher | None"]:
    """Publish at a broker, if one is named, for as long as the block lasts; raise BadAddress or NoBrokerClient."""
    if not url:
        yield None
        return
    need_client()
    from treppe_host.broker.address import read_address
    from treppe_host.broker.publisher import Publisher

    publisher = Publisher(read_address(url), store, terminal.say)
    try:
        yield publisher
    finally:
        publisher.close()


def need_client() -> None:
    """Raise NoBrokerClient unless the packages of treppe[together] are installed."""
    try:
        import nacl  # noqa: F401
        import paho.mqtt  # noqa: F401
    except ImportError as error:
        raise NoBrokerClient(f"{error.name} is missing: pip install 'treppe[together]'") from None
