"""`treppe play`."""

from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.database import open_store
from treppe_host.commands.joining import Code, Name, With, joining
from treppe_host.commands.publishing import Publish, publishing
from treppe_host.commands.serving import AllowHost, Below, Certificate, Key
from treppe_host.commands.uploading import Club, attach_all, uploading

FAULTS = (
    "stuck-reed, dead-reed, chattering-reed, broken-chain, open-hall, shorted-hall, lost-magnet, jammed-platform, "
    "humming-hall, reference-gone, noisy-converter, dead-lamp, sag"
)


def play(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER|BOARD",
            help="Port of the page (8080; if it is in use, the next free one), or of a board: /dev/ttyACM0, "
            "socket://HOST:NUMBER, sim:SURFACE. May be given several times. Faults of a simulated board "
            f"follow after commas, as in sim:square7,open-hall:c4: {FAULTS}.",
        ),
    ] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=20, help="Speed of a simulated board's time.")] = 1.0,
    real_hands: Annotated[
        bool,
        typer.Option(
            "--real-hands",
            help="Move each piece of a simulated board by hand, as its sensors see it, and may misread it.",
        ),
    ] = False,
    allow_host: AllowHost = None,
    certificate: Certificate = None,
    key: Key = None,
    below: Below = "",
    publish: Publish = None,
    club: Club = None,
    with_: With = None,
    code: Code = None,
    name: Name = "",
    open_: Annotated[
        bool,
        typer.Option(
            "--open/--no-browser", help="Open the page in the browser, where there is a display and this is not CI."
        ),
    ] = False,
) -> None:
    """Play in the browser, on the boards at USB or else on a simulated one. Ctrl-C ends it; games go on later."""
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as page
    from treppe_host.web.address import Address

    numbers = [int(each) for each in port or () if each.isdecimal()]
    boards = [each for each in port or () if not each.isdecimal()]
    number = numbers[-1] if numbers else 8080
    address = Address(host, number, allow_host or (), certificate, key, below)
    terminal.never_wait()
    store = open_store(context)
    store.check()
    with publishing(publish, store) as publisher, uploading(club, store) as uploader:
        attach = attach_all(publisher, uploader)
        join = joining(with_, code, name, data_folder() / "together")
        page.run(
            data_folder() / "boards",
            store,
            address,
            boards,
            speed=speed,
            has_real_hands=real_hands,
            opens=open_,
            attach=attach,
            join=join,
        )
