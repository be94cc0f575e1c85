"""The option `--club`: a club's server that gets what is played on the boards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal

if TYPE_CHECKING:
    from treppe_host.broker.publisher import Publisher
    from treppe_host.club.bringer import Bringer
    from treppe_host.link.client import Client
    from treppe_host.store.store import Store

Club = Annotated[
    str | None,
    typer.Option(
        metavar="LINK",
        envvar="TREPPE_CLUB",
        help="Bring the boards to a club: the link that `treppe club invite board` prints there.",
    ),
]


@contextmanager
def bringing(link: str | None, store: "Store") -> Iterator["Bringer | None"]:
    """Bring boards to a club, if one is named, for as long as the block lasts; raise BadLink."""
    if not link:
        yield None
        return
    from treppe_sim.folders import data_folder

    from treppe_host.club.bringer import Bringer
    from treppe_host.club.link import ClubLink

    bringer = Bringer(ClubLink(link), store, data_folder() / "clubs.json", terminal.say)
    bringer.begin()
    try:
        yield bringer
    finally:
        bringer.close()


def attach_all(*listeners: "Publisher | Bringer | None") -> "Callable[[Client], None] | None":
    """Return what attaches all of these to a client of a link, None if there are none."""
    present = [listener.attach for listener in listeners if listener]

    def attach(client: "Client") -> None:
        from treppe_host.link.client import STREAMS

        for stream in STREAMS:
            client.ask_also(stream)
        for each in present:
            each(client)

    return attach if present else None
