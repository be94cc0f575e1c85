"""The option `--publish`: publishes the boards at a broker."""

from collections.abc import Iterator
from contextlib import contextmanager

from treppe_host import terminal
from treppe_host.store.store import Store

from treppe_together.address import read_address
from treppe_together.publisher import Publisher


@contextmanager
def publishing(url: str, store: Store) -> Iterator[Publisher]:
    """Publish at a broker for as long as the block lasts; raise BadAddress."""
    publisher = Publisher(read_address(url), store, terminal.say)
    try:
        yield publisher
    finally:
        publisher.close()
