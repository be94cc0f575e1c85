"""`treppe log`."""

from contextlib import closing
from typing import Annotated

import typer

from treppe_host import memory, terminal
from treppe_host.commands.annex_options import Club, Publish, attaching
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.options import Board, Json, Port

app = group()


@command(app, excludes=["all_ port board", "port board", "raw board all_ publish club explain json_"])
def log(
    context: typer.Context,
    port: Port = None,
    board: Board = None,
    all_: Annotated[
        bool, typer.Option("--all", help="All boards at USB, also those that are plugged in later.")
    ] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Print the board's lines, and store nothing.")] = False,
    publish: Publish = None,
    club: Club = None,
    explain: Annotated[bool, typer.Option("--explain", help="Also print why the board recorded each action.")] = False,
    json_: Json = False,
) -> None:
    """Store the games on boards until Ctrl-C, first those that people played without a PC."""
    if raw:
        from treppe_host.deploy.pico_port import find_pico
        from treppe_host.records.log import print_raw_lines

        return print_raw_lines(port or find_pico())
    from treppe_sim.folders import data_folder

    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.records.log import log_all, log_board
    from treppe_host.tune.kept_frames import FRAMES, FrameKeepers

    terminal.never_wait()
    store = open_store(context)
    store.check()
    memory.settle()
    with (
        attaching(store, publish, club) as receivers,
        closing(FrameKeepers(data_folder() / "boards" / FRAMES)) as keepers,
    ):
        attach = keepers.attached_with(receivers)
        if all_:
            log_all(store, explains=explain, attach=attach, as_json=json_)
        else:
            found = port or (lambda: choose_port(find_boards(), store.board_names(), board))
            log_board(store, found, explains=explain, attach=attach, as_json=json_)
