"""Options whose work annexes do: `--club` of treppe-club, `--publish` and `--with` of treppe-together."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import annexes
from treppe_host.commands import hidden

if TYPE_CHECKING:
    from treppe_host.link.client import Client
    from treppe_host.store.store import Store
    from treppe_host.web.connections.connection import BoardConnection
    from treppe_host.web.connections.rival import Rival

Club = Annotated[
    str | None,
    typer.Option(
        metavar="LINK",
        envvar="TREPPE_CLUB",
        help="Send the boards' games to a club, by the link that `treppe club invite board` prints there."
        + hidden.HELP,
    ),
]
Publish = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="TREPPE_PUBLISH",
        help="Publish what happens on the boards at this broker: mqtt://HOST, mqtts://USER@HOST/PREFIX?ca=FILE.",
    ),
]
With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="URL",
        envvar="TREPPE_WITH",
        help="Play on two boards, over the broker at this address: mqtts://HOST, mqtt://USER@HOST/PREFIX?ca=FILE.",
    ),
]
Code = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        envvar="TREPPE_CODE",
        help="The code that the other side shows; by default the code of last time, or a new one. `new`: a new one."
        + hidden.HELP,
    ),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="Your name for the other side.")]


@contextmanager
def attaching(store: "Store", publish: str | None, club: str | None) -> "Iterator[Callable[[Client], None] | None]":
    """Publish and send what boards do, as the options say, for as long as the block lasts.

    Yields a function that attaches all receivers to a link's client, None without an option. Raises MissingAnnex, and
    what the annexes raise of an option that they cannot read.
    """
    with ExitStack() as stack:
        receivers = [
            stack.enter_context(annexes.load_entry(annexes.OPTIONS, name, annex)(value, store))
            for name, annex, value in (
                ("publish", "together", publish),
                ("club", "club", hidden.read_secret(club, "Link")),
            )
            if value
        ]

        def attach(client: "Client") -> None:
            from treppe_host.link.client import STREAMS

            for stream in STREAMS:
                client.ask_also(stream)
            for each in receivers:
                each.attach(client)

        yield attach if receivers else None


def joining(url: str | None, code: str | None, name: str, folder: Path) -> "Callable[[BoardConnection], Rival] | None":
    """Return a function that brings a rival to a board, None without `--with`.

    Raises MissingAnnex, and what the annex raises of an address or code that it cannot read.
    """
    if not url:
        return None
    join = annexes.load_entry(annexes.OPTIONS, "with", "together")
    found: Callable[[BoardConnection], Rival] = join(url, hidden.read_secret(code, "Code"), name, folder)
    return found
