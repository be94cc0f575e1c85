"""`treppe tune ...`; the library is in `treppe_host.tune`."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.options import Board, Output, Port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from treppe_host.tune.live import LiveBoard

app = group("Watch what the sensors see, tune and calibrate them.")

Seconds = Annotated[float | None, typer.Option(min=0, help="End after this many seconds; by default Ctrl-C ends it.")]


@command(app, "show", excludes=["port board"])
def show(context: typer.Context, port: Port = None, board: Board = None, seconds: Seconds = None) -> None:
    """Show what each field's sensor reads."""
    from treppe_host.tune.terminal import watch

    with _opened(context, port, board) as at:
        watch(at, seconds, terminal.console())


@command(app, "record", excludes=["port board"])
def record(
    context: typer.Context, output: Output, port: Port = None, board: Board = None, seconds: Seconds = None
) -> None:
    """Show the same, and write the raw frames into a file; the page replays it."""
    from treppe_host.tune.terminal import watch

    with _opened(context, port, board) as at:
        at.session.begin_recording(output)
        watch(at, seconds, terminal.console())


@command(app, "page")
def page(context: typer.Context, port: Port = None) -> None:
    """Show the sensors in the browser: settings, plots and recordings, too; calibrate and check them there."""
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as pages
    from treppe_host.web.address import Address

    boards = [port] if port else []
    pages.serve(data_folder() / "boards", open_store(context), Address(), boards, view="tune")


@contextmanager
def _opened(context: typer.Context, port: str | None, board: str | None) -> "Iterator[LiveBoard]":
    """Yield the board at a port, or the one that is found at USB."""
    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.tune import live
    from treppe_host.tune.session import TuneSession

    store = open_store(context)
    found = port or (lambda: choose_port(find_boards(), store.board_names(), board))
    with live.open_board(store, found, TuneSession(store)) as at:
        yield at
