"""`treppe tune ...`; the library is in `treppe_host.tune`."""

from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.options import Board, Output, Port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from treppe_host.tune.live import LiveBoard

app = group("Watch what the sensors see, calibrate them, and keep calibrations as files.")

Seconds = Annotated[float | None, typer.Option(min=0, help="End after this many seconds; by default Ctrl-C ends it.")]


@command(app, "show", excludes=["port board"])
def show(context: typer.Context, port: Port = None, board: Board = None, seconds: Seconds = None) -> None:
    """Show what each field's sensor reads."""
    from treppe_host.tune import run

    with _opened(context, port, board) as at:
        run.watch(at, seconds, terminal.console())


@command(app, "record", excludes=["port board"])
def record(
    context: typer.Context, output: Output, port: Port = None, board: Board = None, seconds: Seconds = None
) -> None:
    """Show the same, and write the raw frames into a file; the page replays it."""
    from treppe_host.tune import run

    with _opened(context, port, board) as at:
        at.session.begin_recording(output)
        run.watch(at, seconds, terminal.console())


@command(app, "calibrate", excludes=["port board"])
def calibrate(
    context: typer.Context,
    port: Port = None,
    board: Board = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Ask for seven placements only: games teach the board the rest.")
    ] = False,
    material: Annotated[str, typer.Option(metavar="NAME", help="Material of the springs: steel, fr4, petg.")] = "",
) -> None:
    """Calibrate a surface of towers: its lights ask for one piece after another."""
    asked: dict[str, Any] = {"material": material} if material else {}
    _let_hands_follow(context, port, board, "calibrate", asked | ({"few": True} if quick else {}))


@command(app, "check", excludes=["port board"])
def check(context: typer.Context, port: Port = None, board: Board = None) -> None:
    """Check a calibration with a tower of seven, or reeds with a magnet: the lights lead."""
    _let_hands_follow(context, port, board, "check", {})


@command(app, "export", excludes=["port board"])
def export(context: typer.Context, output: Output, port: Port = None, board: Board = None) -> None:
    """Write the calibration into a file, .json or .csv."""
    from treppe_host.tune import run

    with _opened(context, port, board) as at:
        run.export(at, output)


@command(app, "load", excludes=["port board"])
def load(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `treppe tune export` wrote as JSON.")],
    port: Port = None,
    board: Board = None,
) -> None:
    """Store the calibration in a file on the surface."""
    from treppe_host.tune import run

    with _opened(context, port, board) as at:
        run.load_calibration(at, file)


@command(app, "restore", excludes=["port board"])
def restore(context: typer.Context, port: Port = None, board: Board = None) -> None:
    """Restore the last calibration made by a person."""
    from treppe_host.tune import run

    with _opened(context, port, board) as at:
        run.restore(at, open_store(context))


@command(app, "page")
def page(context: typer.Context, port: Port = None) -> None:
    """Show the sensors in the browser: settings, plots and recordings, too."""
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as pages
    from treppe_host.web.address import Address

    boards = [port] if port else []
    pages.serve(data_folder() / "boards", open_store(context), Address(), boards, view="tune")


@contextmanager
def _opened(context: typer.Context, port: str | None, board: str | None, where: Any = None) -> "Iterator[LiveBoard]":
    """Yield the board at a port, or the one that is found at USB."""
    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.tune import live
    from treppe_host.tune.session import TuneSession

    store = open_store(context)
    found = where or port or (lambda: choose_port(find_boards(), store.board_names(), board))
    with live.open_board(store, found, TuneSession(store)) as at:
        yield at


def _let_hands_follow(
    context: typer.Context, port: str | None, board: str | None, what: str, asked: dict[str, Any]
) -> None:
    """Let hands follow the lights; those of a simulated board leave it as it was."""
    from treppe_sim.hands.calibrating import CalibratingHands

    from treppe_host.link.ports import with_world
    from treppe_host.tune import run

    simulated = with_world(port) if port else nullcontext((None, None))
    with simulated as (where, world), _opened(context, port, board, where) as at:
        hands = CalibratingHands(world) if world else None
        try:
            run.follow_task(at, what, asked, hands)
        finally:
            if hands:
                hands.leave()
