"""`treppe tune`; the library is in `treppe_host.tune`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from treppe_host import terminal
from treppe_host.commands import tune_options as options
from treppe_host.commands.database import open_store

if TYPE_CHECKING:
    from rich.console import Console
    from treppe_sim.world import World

    from treppe_host.store.store import Store
    from treppe_host.tune.live import LiveBoard
    from treppe_host.tune.monitor import SensorMonitor


def tune(
    context: typer.Context,
    port: options.Port = None,
    board: options.Board = None,
    page: options.Page = False,
    field: options.Fields = None,
    record: options.Record = None,
    replay: options.Replay = None,
    setting: options.Settings = None,
    apply: options.Apply = False,
    keep: options.Keep = False,
    kind: options.Kind = "",
    calibrate: options.Calibrate = False,
    quick: options.Quick = False,
    check: options.Check = False,
    export: options.Export = None,
    compare: options.Compare = None,
    load: options.Load = None,
    restore: options.Restore = False,
    cell: options.Cell = False,
    creep_minutes: options.CreepMinutes = 10,
    material: options.Material = "",
    report: options.Report = None,
    seconds: options.Seconds = None,
    suggest: options.Suggest = False,
    take_back: options.TakeBack = False,
) -> None:
    """Show what the sensors see; record it, try other settings, calibrate."""
    if page:
        return _show_page(context, port)
    wish = options.read_wish(context)
    console = terminal.console()
    if suggest or take_back:
        return _suggest(wish, open_store(context), console)
    monitor = _replay(wish, console) if wish.replay else _use_board(wish, open_store(context), console)
    if report:
        from treppe_host.tune.report import write_report

        write_report(monitor, report)
        console.print(f"Report in {report}")


def _show_page(context: typer.Context, port: str | None) -> None:
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as pages
    from treppe_host.web.address import Address

    boards = [port] if port else []
    pages.run(data_folder() / "boards", open_store(context), Address(), boards, view="tune")


def _suggest(wish: options.Wish, store: "Store", console: "Console") -> None:
    from treppe_sim.folders import data_folder

    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.tune import suggest_run
    from treppe_host.tune.kept_frames import FRAMES

    port = wish.port or choose_port(find_boards(), store.board_names(), wish.board)
    folder, takes = data_folder() / "boards" / FRAMES, wish.apply or wish.keep
    suggest_run.run(port, store, folder, console, takes=takes, takes_back=wish.take_back)


def _replay(wish: options.Wish, console: "Console") -> "SensorMonitor":
    from treppe_host.tune import live, run
    from treppe_host.tune.settings import parse_settings
    from treppe_host.tune.terminal import draw

    assert wish.replay
    monitor = live.run_recording(wish.replay, parse_settings(wish.setting or []), wish.kind)
    console.print(draw(monitor, f"from {wish.replay}", run.places(monitor.surface, wish.fields), console.width))
    return monitor


def _use_board(wish: options.Wish, store: "Store", console: "Console") -> "SensorMonitor":
    from treppe_host.link.ports import with_world
    from treppe_host.link.usb_boards import choose_port, find_boards
    from treppe_host.tune import live, run
    from treppe_host.tune.session import TuneSession
    from treppe_host.tune.settings import parse_settings

    settings = parse_settings(wish.setting or [])
    find = wish.port or (lambda: choose_port(find_boards(), store.board_names(), wish.board))
    has_hands = wish.port and (wish.calibrate or wish.quick or wish.check or wish.cell)
    simulated = with_world(wish.port) if wish.port and has_hands else nullcontext((find, None))
    session = TuneSession(store, wish.kind, settings)
    with simulated as (where, world), live.open_board(store, where, session) as at:
        if wish.apply or wish.keep:
            run.set_on_board(at, settings, wish.keep, console)
        if wish.record:
            session.begin_recording(wish.record)
        _do_task(wish, at, store, world, console)
    return at.monitor


def _do_task(wish: options.Wish, at: "LiveBoard", store: "Store", world: "World | None", console: "Console") -> None:
    """Do the first task among the options; without one, show what the sensors see."""
    from treppe_host.tune import run

    if wish.cell:
        _measure_cell(wish, at, world, console)
    elif wish.load:
        run.load(at, wish.load, console)
    elif wish.restore:
        run.restore(at, store, console)
    elif wish.compare:
        run.compare(at, wish.compare, console)
    elif wish.export:
        run.export(at, wish.export, console)
    elif wish.calibrate or wish.quick or wish.check:
        _calibrate(wish, at, world, console)
    else:
        run.watch(at, wish.seconds, run.places(at.monitor.surface, wish.fields), console)


def _measure_cell(wish: options.Wish, at: "LiveBoard", world: "World | None", console: "Console") -> None:
    from treppe_sim.hands.calibrating import WeighingHands

    from treppe_host.tune import cell_run, run

    place = run.places(at.monitor.surface, wish.fields or ["d4"])[0]
    target, material = wish.export or Path("cell.json"), wish.material or "steel"
    with hands_at(world, lambda world: WeighingHands(world, place)) as weighing:
        cell_run.run(at, place, material, target, 60 * wish.creep_minutes, console, weighing)


def _calibrate(wish: options.Wish, at: "LiveBoard", world: "World | None", console: "Console") -> None:
    from treppe_sim.hands.calibrating import CalibratingHands

    from treppe_host.tune import run

    with hands_at(world, CalibratingHands) as calibrating:
        asked: dict[str, Any] = {"material": wish.material} if wish.material else {}
        asked |= {"few": True} if wish.quick else {}
        run.follow(at, "check" if wish.check else "calibrate", asked, console, calibrating)


@contextmanager
def hands_at(world: "World | None", sit_down: "Callable[[World], Any]") -> Iterator[Any]:
    """Provide simulated hands for a simulated board, and restore the board afterwards; None for a real board."""
    hands = sit_down(world) if world else None
    try:
        yield hands
    finally:
        if hands:
            hands.leave()
