"""The option `--club`: sends the games on the boards to a club's server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal

if TYPE_CHECKING:
    from treppe_host.broker.publisher import Publisher
    from treppe_host.club.uploader import Uploader
    from treppe_host.link.client import Client
    from treppe_host.store.store import Store

Club = Annotated[
    str | None,
    typer.Option(
        metavar="LINK",
        envvar="TREPPE_CLUB",
        help="Send the boards' games to a club, by the link that `treppe club invite board` prints there.",
    ),
]


@contextmanager
def uploading(link: str | None, store: "Store") -> Iterator["Uploader | None"]:
    """Send boards' games to a club, if one is named, for as long as the block lasts; raise BadLink."""
    if not link:
        yield None
        return
    from treppe_sim.folders import data_folder

    from treppe_host.club.link import ClubLink
    from treppe_host.club.uploader import Uploader

    uploader = Uploader(ClubLink(link), store, data_folder() / "clubs.json", terminal.say)
    uploader.begin()
    try:
        yield uploader
    finally:
        uploader.close()


def attach_all(*listeners: "Publisher | Uploader | None") -> "Callable[[Client], None] | None":
    """Return a function that attaches all of these to a link's client, None if there are none."""
    present = [listener.attach for listener in listeners if listener]

    def attach(client: "Client") -> None:
        from treppe_host.link.client import STREAMS

        for stream in STREAMS:
            client.ask_also(stream)
        for each in present:
            each(client)

    return attach if present else None
