"""`treppe play`."""

from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.annex_options import Club, Code, Name, Publish, With, attaching, joining
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.options import complete_ports
from treppe_host.commands.serving import AllowHost, Below, Certificate, HttpPort, Key

app = group()


def _boards_only(ports: list[str] | None) -> list[str] | None:
    for each in ports or ():
        if each.isdecimal():
            raise typer.BadParameter(f"the page's port is --http-port {each}")
    return ports


FAULTS = (
    "stuck-reed, dead-reed, chattering-reed, broken-chain, open-hall, shorted-hall, lost-magnet, jammed-platform, "
    "humming-hall, reference-gone, noisy-converter, dead-lamp, sag"
)


@command(app, needs=["code with_", "name with_", "certificate key", "key certificate"])
def play(
    context: typer.Context,
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PORT",
            autocompletion=complete_ports,
            callback=_boards_only,
            help="Port of a board: /dev/ttyACM0, socket://HOST:NUMBER, sim:SURFACE. May be given several times. Faults "
            f"of a simulated board follow after commas, such as sim:square7,open-hall:c4: {FAULTS}.",
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    http_port: HttpPort = 8080,
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

    address = Address(host, http_port, allow_host or (), certificate, key, below)
    terminal.never_wait()
    store = open_store(context)
    store.check()
    with attaching(store, publish, club) as attach:
        join = joining(with_, code, name, data_folder() / "together")
        page.serve(
            data_folder() / "boards",
            store,
            address,
            port or [],
            speed=speed,
            has_real_hands=real_hands,
            opens=open_,
            attach=attach,
            join=join,
        )
