"""`treppe tune --suggest`: the curve of settings in the terminal."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from treppe import surfaces

from treppe_host.link.enquiry import Enquiry
from treppe_host.narrow_table import NarrowTable
from treppe_host.store.store import Store
from treppe_host.tune import suggest
from treppe_host.tune.kept_frames import has_room
from treppe_host.tune.kept_spans import kept_spans
from treppe_host.tune.kinds import SensorKind, sensor_kind
from treppe_host.tune.suggest import Point, TradeOff

_HELLO_S = 3.0
_FORMS: dict[str, Callable[[int], str]] = {
    "reed_lift_scans": lambda scans: f"gone after {10 * scans} ms",
    "reed_place_scans": lambda scans: f"there after {10 * scans} ms",
    "cell_sure_percent": lambda percent: f"sure to {percent} %",
    "cell_touch_cg": lambda cg: f"touched {cg / 100:.1f} g",
    "cell_lift_cg": lambda cg: f"lifted {cg / 100:.1f} g",
    "wait_ms": lambda ms: f"quiet {ms} ms",
}


def run(port: str, store: Store, folder: Path, console: Console, *, takes: bool, takes_back: bool) -> None:
    """Show the curve of the board at a port, and take what it suggests; or take that back. Raises BoardError."""
    with Enquiry(port) as board:
        hello = board.hello(_HELLO_S)
        if hello is None:
            console.print(f"The board at {port} is silent.")
            return
        kind = sensor_kind(surfaces.load(hello["surface"]))
        if takes_back:
            _take_back(board, kind, folder, hello["board"], console)
            return
        now = suggest.present_settings(board.command, kind)
        found = _find(store, folder, hello, now, console)
        if not found:
            return
        _show(found, console)
        if takes and found.chosen != found.present:
            suggest.take_settings(board.command, kind, found.points[found.chosen].settings, folder, hello["board"])
            console.print("The board has them now. treppe tune --take-back brings back those before.")


def _take_back(board: Enquiry, kind: SensorKind, folder: Path, identity: str, console: Console) -> None:
    before = suggest.take_back_settings(board.command, kind, folder, identity)
    console.print(f"The board has again: {_named(before)}" if before else "There is nothing to take back.")


def _find(
    store: Store, folder: Path, hello: Mapping[str, Any], now: Mapping[str, int], console: Console
) -> TradeOff | None:
    """Return the curve; None without anything recorded, or if it was stopped."""
    surface = surfaces.load(hello["surface"])
    spans = kept_spans(store, folder, hello["board"], surface.NAME)
    if not spans:
        console.print("Nothing is kept of this board: treppe play keeps what its sensors have read.")
        if not has_room(folder):
            console.print("It keeps nothing now: less than 1 GB is free on the disk.")
        return None
    console.print(f"{sum(len(span.actions) for span in spans)} actions run again.")
    console.print("Ctrl-C stops it.")
    columns = (TextColumn("settings"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as shown:
        bar = shown.add_task("")

        def tell(done: int, most: int) -> bool:
            shown.update(bar, completed=done, total=most)
            return True

        try:
            points = suggest.try_all(spans, suggest.tried(sensor_kind(surface), now), tell)
        except KeyboardInterrupt:
            console.print("Stopped: the board keeps its settings.")
            return None
    return suggest.trade_off(points, now)


def _show(curve: TradeOff, console: Console) -> None:
    table = NarrowTable(goes=("asked", "after"))
    for title in ("", "after", "asked", "wrong", "missing", "settings"):
        table.add_column(title, justify="left" if title in ("", "settings") else "right")
    for number, point in enumerate(curve.points):
        outcome = point.outcome
        counts = (outcome.questions, outcome.wrong, outcome.missing)
        table.add_row(
            _mark(curve, number),
            f"{outcome.delay_ms:.0f} ms",
            *map(str, counts),
            _named(point.settings),
            style="bold" if number in (curve.present, curve.chosen) else "",
        )
    console.print(table)
    console.print("\n".join(advice(curve)))


def _mark(curve: TradeOff, number: int) -> str:
    if number == curve.chosen != curve.present:
        return "suggested"
    if number == curve.present:
        return "you have"
    return {0: "quickest", len(curve.points) - 1: "surest"}.get(number, "")


def advice(curve: TradeOff) -> list[str]:
    """Return what follows from a curve, in lines."""
    now, chosen = curve.points[curve.present], curve.points[curve.chosen]
    num_actions = now.outcome.actions
    lines = []
    if num_actions < suggest.LEAST_ACTIONS:
        lines.append(
            f"Too few actions for a suggestion: {num_actions}, it needs {suggest.LEAST_ACTIONS}, "
            f"quicker settings {suggest.LEAST_FOR_QUICKER}."
        )
    elif curve.chosen == curve.present:
        lines.append("Keep what you have.")
        if curve.num_needed:
            lines.append(f"For quicker settings it needs {curve.num_needed} actions more.")
    else:
        lines.append(f"Suggested: {_named(chosen.settings)} ({_gain(now, chosen)}). --apply takes it.")
    return lines


def _gain(now: Point, chosen: Point) -> str:
    """Return what would have become better, in words."""
    fewer: Sequence[tuple[str, int]] = (
        ("asked", now.outcome.questions - chosen.outcome.questions),
        ("wrong", now.outcome.wrong - chosen.outcome.wrong),
        ("missing", now.outcome.missing - chosen.outcome.missing),
    )
    told = [f"{abs(count)} {'fewer' if count > 0 else 'more'} {what}" for what, count in fewer if count]
    quicker_ms = now.outcome.delay_ms - chosen.outcome.delay_ms
    if quicker_ms:
        told.append(f"{abs(quicker_ms):.0f} ms {'sooner' if quicker_ms > 0 else 'later'}")
    return ", ".join(told)


def _named(settings: Mapping[str, int]) -> str:
    """Return settings in words, with their units."""
    return ", ".join(_FORMS[name](value) for name, value in settings.items())
