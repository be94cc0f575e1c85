"""`treppe tune`; the library is in `treppe_host.tune`."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treppe_host import terminal
from treppe_host.commands.database import open_store

if TYPE_CHECKING:
    from treppe_sim.world import World


def tune(
    context: typer.Context,
    port: Annotated[
        str | None, typer.Option(help="Serial port of the board; or socket://HOST:NUMBER, sim:SURFACE.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Name of the board, or the beginning of its id.")] = None,
    page: Annotated[bool, typer.Option("--page", help="In the browser instead of the terminal.")] = False,
    field: Annotated[
        list[str] | None, typer.Option(help="Show details of this field: trace, histogram, crosstalk.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the raw frames into this file.")] = None,
    replay: Annotated[Path | None, typer.Option(help="Run a recording through sensing instead of a board.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Try another setting, NAME=NUMBER.")] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Change the settings on the board, until it restarts.")
    ] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Change the settings on the board for good.")] = False,
    kind: Annotated[str, typer.Option(help="Kind of pieces on a tower surface: bricks or discs.")] = "",
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Calibrate a tower surface: follow its lights.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Check the calibration with a tower of seven.")] = False,
    export: Annotated[
        Path | None, typer.Option(help="Write the calibration, or what --cell finds, into this file.")
    ] = None,
    compare: Annotated[Path | None, typer.Option(help="Compare the calibration with that in a JSON file.")] = None,
    load: Annotated[Path | None, typer.Option(help="Store the calibration in a JSON file on the surface.")] = None,
    restore: Annotated[
        bool, typer.Option("--restore", help="Store the last calibration that people have made again.")
    ] = False,
    cell: Annotated[
        bool, typer.Option("--cell", help="Measure one cell (of --field, by default d4) with weights, for the model.")
    ] = False,
    creep_minutes: Annotated[float, typer.Option(min=0, help="How long --cell waits for creep.")] = 10,
    material: Annotated[str, typer.Option(help="Material of the springs: steel, fr4, petg.")] = "",
    report: Annotated[Path | None, typer.Option(help="Write noise and drift into this HTML file.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="End after this many seconds; by default Ctrl-C ends it.")
    ] = None,
) -> None:
    """Show what the sensors see; record it, try other settings, calibrate."""
    from treppe.sensing.calibration import MATERIALS
    from treppe.sensing.masses import KINDS
    from treppe_sim.hands.calibrating import CalibratingHands
    from treppe_sim.hands.weighing import WeighingHands

    from treppe_host.link.ports import with_world
    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.tune import cell_run, live, run
    from treppe_host.tune.report import write_report
    from treppe_host.tune.session import TuneSession
    from treppe_host.tune.settings import BadSetting, check_choice, parse_settings
    from treppe_host.tune.terminal import draw

    if page:
        from treppe_sim.folders import data_folder

        from treppe_host.web import server as pages
        from treppe_host.web.address import Address

        boards = [port] if port else []
        return pages.run(data_folder() / "boards", open_store(context), Address(), boards, view="tune")
    settings = parse_settings(setting or [])
    if (apply or keep) and not settings:
        raise BadSetting("--apply and --keep need settings: give them with --set")
    if replay and any((record, export, compare, load, restore, cell, calibrate, check, apply, keep)):
        raise BadSetting("--replay shows a recording: only --field, --set, --kind and --report go with it")
    check_choice("kind", kind, KINDS)
    check_choice("material", material, MATERIALS)
    for path in (record, export, report, Path("cell.json") if cell else None):
        _check_writable(path)
    console = terminal.console()
    if replay:
        monitor = live.run_recording(replay, settings, kind)
        console.print(draw(monitor, f"from {replay}", run.places(monitor.surface, field or []), console.width))
    else:
        store = open_store(context)
        find = port or (lambda: choose_port(find_boards(), store.board_names(), board))
        simulated = with_world(port) if port and (calibrate or check or cell) else nullcontext((find, None))
        with simulated as (where, world), live.open_board(store, where, TuneSession(store, kind, settings)) as at:
            if apply or keep:
                run.set_on_board(at, settings, keep, console)
            if record:
                at.session.begin_recording(record)
            if cell:
                place = run.places(at.monitor.surface, field or ["d4"])[0]
                target = export or Path("cell.json")
                with hands_at(world, lambda world: WeighingHands(world, place)) as weighing:
                    cell_run.run(at, place, material or "steel", target, 60 * creep_minutes, console, weighing)
            elif load:
                run.load(at, load, console)
            elif restore:
                run.restore(at, store, console)
            elif compare:
                run.compare(at, compare, console)
            elif export:
                run.export(at, export, console)
            elif calibrate or check:
                with hands_at(world, CalibratingHands) as calibrating:
                    run.follow(at, "check" if check else "calibrate", material, console, calibrating)
            else:
                run.watch(at, seconds, run.places(at.monitor.surface, field or []), console)
        monitor = at.monitor
    if report:
        write_report(monitor, report)
        console.print(f"Report in {report}")


def _check_writable(path: Path | None) -> None:
    """Raise BadFile if a file cannot be written, so that a long measurement does not begin in vain."""
    from treppe_host.errors import BadFile

    if path is None:
        return
    if not path.parent.is_dir():
        raise BadFile(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise BadFile(f"{path}: this is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadFile(f"{path}: cannot be written")


@contextmanager
def hands_at(world: "World | None", sit_down: "Callable[[World], Any]") -> Iterator[Any]:
    """Provide simulated hands for a simulated board, and restore the board afterwards; None for a real board."""
    hands = sit_down(world) if world else None
    try:
        yield hands
    finally:
        if hands:
            hands.leave()
