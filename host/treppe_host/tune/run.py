"""What `treppe tune` does with a board: it watches, leads through calibrations, stores them, writes them to files."""

import time
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text
from treppe_sim.hands.calibrating import CalibratingHands

from treppe_host import terminal
from treppe_host.errors import BadFile
from treppe_host.link.diagnostics import render_part, render_task
from treppe_host.store.store import Store
from treppe_host.tune import calibrations, lessons
from treppe_host.tune.live import LiveBoard
from treppe_host.tune.terminal import draw_monitor

_REFRESH_S = 0.2
_MOVEMENT_S = 1.0  # a reading counts when it has been calm for 600 ms
_BEGIN_S = 3.0
_PRESS_S = 1.0
_STOP_S = 10.0
_AWAY = "The board is gone, and waited for. "
_STOPPING = ("stop_and_keep", "stop_and_lose")  # questions that OK answers with: stop


def watch(at: LiveBoard, seconds: float | None, console: Console) -> None:
    """Show the sensors until Ctrl-C, or for some seconds."""
    ends_s = float("inf") if seconds is None else time.monotonic() + seconds
    try:
        with Live(console=console, auto_refresh=False) as shown:
            while terminal.has_reader():
                note = f"{'' if at.is_there() else _AWAY}Ctrl-C ends it."
                with at.lock:
                    monitor = at.session.monitor  # None while another board starts at the port
                    drawn = draw_monitor(monitor, note) if monitor else Text(note)
                shown.update(drawn, refresh=True)
                if time.monotonic() >= ends_s:
                    break
                time.sleep(_REFRESH_S)
    except KeyboardInterrupt:
        pass
    if not console.is_terminal:
        console.print()  # the picture has no end of line in a file


def follow_task(at: LiveBoard, what: str, asked: dict[str, Any], hands: CalibratingHands | None = None) -> None:
    """Begin a calibration or a check on the board, and print its requests until it ends.

    `asked` are fields of the command. Simulated `hands` follow the lights. Ctrl-C stops it, as END and OK do.
    """
    try:
        at.send_command(what, **asked)
        who = "Simulated hands follow the lights." if hands else "OK and END are buttons of the board."
        terminal.say(f"{who} Ctrl-C stops.")
        _lead(at, what, hands)
    except KeyboardInterrupt:
        _stop(at)
    terminal.say(_ending(at.display()))
    if at.monitor.is_calibrated and at.monitor.table.doubts:
        surface, table = at.monitor.surface, at.monitor.table
        terminal.say(f"Still learning: {table.num_known} of {surface.FIELDS} fields known. Games teach the others.")


def _lead(at: LiveBoard, what: str, hands: CalibratingHands | None) -> None:
    """Print each request, and let simulated hands follow it, until the task has ended."""
    begun_s = moved_s = time.monotonic()
    has_begun, shown = False, ""
    while True:
        display = at.display()
        has_begun |= _is_task(display)
        if not _is_task(display) and (has_begun or time.monotonic() - begun_s > _BEGIN_S):
            return
        done, most = display.get("progress", (0, 0))
        request = f"{done} / {most}: {'. '.join(render_task(display))}" if at.is_there() else _AWAY
        if has_begun and request != shown:
            terminal.say(request)
            shown = request
        if hands and has_begun and time.monotonic() - moved_s > _MOVEMENT_S:
            moved_s = time.monotonic()
            button = hands.act(at.session.roles, at.send_command(what))
            if button:
                at.send_command("button", name=button)
        time.sleep(_REFRESH_S)


def _stop(at: LiveBoard) -> None:
    """Press END, and OK where the board asks whether to stop, until it has left the task: what it had stays."""
    ends_s = time.monotonic() + _STOP_S
    pressed_s, answered = float("-inf"), dict[str, Any]()
    time.sleep(_REFRESH_S)  # the command may have come to the board, and the display not yet to here
    while at.is_there() and time.monotonic() < ends_s:
        display = at.display()
        if not _is_task(display):
            return
        if display != answered or time.monotonic() - pressed_s > _PRESS_S:
            pressed_s, answered = time.monotonic(), display
            at.send_command("button", name="OK" if display.get("says", {}).get("code") in _STOPPING else "END")
        time.sleep(_REFRESH_S)


def _is_task(display: dict[str, Any]) -> bool:
    return display.get("phase") == "calibrate"


def _ending(display: dict[str, Any]) -> str:
    """Return how a task has ended, from the display after it."""
    says = display.get("says")
    return render_part(says) if says else ""


def export(at: LiveBoard, path: Path) -> None:
    """Write the calibration into a file, in the form of its ending. Raises BadFile, OSError."""
    surface, table = _of_towers(at)
    forms = {".json": calibrations.to_json, ".csv": calibrations.to_csv}
    if path.suffix not in forms:
        raise BadFile(f"{path}: a calibration is written as .json or .csv")
    path.write_text(forms[path.suffix](table, surface), "utf-8")
    terminal.say(f"Calibration {table.serial} of {surface.NAME} in {path}")


def load_calibration(at: LiveBoard, path: Path) -> None:
    """Store the calibration in a file on the surface; raise BadFile or CommandRefused, then the old one stays."""
    surface, table = _of_towers(at)
    record = calibrations.read_file(path, surface)
    calibrations.check_rises(table, calibrations.decode(record, surface), surface)
    _send_calibration(at, calibrations.renumbered(record, surface, table.serial))


def restore(at: LiveBoard, store: Store) -> None:
    """Store the last good calibration by people, another one than that of now, again, and say from when it is.

    Raises BadFile or CommandRefused.
    """
    surface, table = _of_towers(at)
    lesson = lessons.to_restore(store, (at.session.hello or {}).get("board", ""), surface, table)
    if lesson is None:
        raise BadFile("the store knows no other good calibration of this surface that people have made")
    terminal.say(f"Calibration of {lessons.made_at(lesson)}:")
    _send_calibration(
        at, calibrations.renumbered(calibrations.read_text(lesson.content, surface), surface, table.serial)
    )


def _send_calibration(at: LiveBoard, record: bytes) -> None:
    """Send a calibration; print how it has ended, nothing if the board is gone."""
    for fields in calibrations.in_pieces(record):
        at.send_command("load", **fields)
    at.send_command("button", name="OK")
    while at.is_there():
        time.sleep(_REFRESH_S)
        if not _is_task(display := at.display()):
            return terminal.say(_ending(display))


def _of_towers(at: LiveBoard) -> tuple[ModuleType, Any]:
    if not at.monitor.is_calibrated:
        raise BadFile(f"{at.monitor.surface.NAME} needs no calibration")
    return at.monitor.surface, at.monitor.table
