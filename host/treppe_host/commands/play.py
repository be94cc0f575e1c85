"""`treppe play`."""

from pathlib import Path
from typing import Annotated

import typer

from treppe_host.commands.database import open_store

FAULTS = (
    "stuck-reed, dead-reed, chattering-reed, broken-chain, open-hall, shorted-hall, lost-magnet, jammed-platform, "
    "reference-gone, noisy-converter, dead-lamp, sag"
)


def play(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on; another than this machine's own lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER|BOARD",
            help="Port of the page (8080; if it is in use, the next free one), or of a board: /dev/ttyACM0, "
            "socket://HOST:NUMBER, sim:SURFACE. May be said several times. What is broken on a simulated board "
            f"stands behind commas, as in sim:square7,open-hall:c4: {FAULTS}.",
        ),
    ] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=20, help="How fast a simulated board's time passes.")] = 1.0,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name by which browsers ask for the page, as board.club.example."),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Certificate for TLS, so that nobody reads along on the way.")
    ] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's private key.")] = None,
) -> None:
    """Play in the browser, on the boards at USB or else on a simulated one. Ctrl-C ends it; games go on later."""
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as page

    numbers = [int(each) for each in port or () if each.isdecimal()]
    boards = [each for each in port or () if not each.isdecimal()]
    number = numbers[-1] if numbers else 8080
    address = page.Address(host, number, allow_host or (), certificate, key)
    page.run(data_folder() / "boards", open_store(context), address, boards, speed=speed)
