"""The command `treppe tune`; what it does is in `tune`."""

from pathlib import Path
from typing import Annotated

import typer

from treppe_host.cli_games import open_store


def tune(
    context: typer.Context,
    port: Annotated[
        str | None, typer.Option(help="Serial port of the board; or socket://HOST:NUMBER, sim:SURFACE.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Name of the board, or the beginning of its id.")] = None,
    record: Annotated[Path | None, typer.Option(help="Write the raw frames into this file.")] = None,
    replay: Annotated[Path | None, typer.Option(help="Run a recording through sensing instead of a board.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Another setting, NAME=NUMBER.")] = None,
    kind: Annotated[str, typer.Option(help="What stands on a tower surface: bricks or discs.")] = "",
    report: Annotated[Path | None, typer.Option(help="Write noise and drift into this HTML file.")] = None,
    seconds: Annotated[float | None, typer.Option(help="End after so long; else Ctrl-C ends it.")] = None,
) -> None:
    """See what every sensor sees; record it, and try other settings on it. The board's own settings stay."""
    from rich.console import Console

    from treppe_host.ports import choose_port, find_boards
    from treppe_host.tune.live import parse_settings, run_live, run_recording
    from treppe_host.tune.report import write_report
    from treppe_host.tune.terminal import draw

    settings = parse_settings(setting or [])
    console = Console(highlight=False)
    if replay:
        bench = run_recording(replay, settings, kind)
        console.print(draw(bench, f"from {replay}"))
    else:
        store = open_store(context)
        find = port or (lambda: choose_port(find_boards(), store.board_names(), board))
        bench = run_live(store, find, settings, kind, record, seconds, console)
    if report:
        write_report(bench, report)
        console.print(f"Report in {report}")
