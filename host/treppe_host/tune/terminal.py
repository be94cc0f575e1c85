"""The live picture of `treppe tune`: each field's reading, value and activity."""

import time
from collections.abc import Callable
from types import ModuleType

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE

from treppe_host import terminal
from treppe_host.link.diagnostics import render_part
from treppe_host.tune.live import LiveBoard
from treppe_host.tune.monitor import SensorMonitor

STATES = {
    QUIET: ("", "white"),
    TOUCHED: ("touched", "cyan"),
    LIFTED: ("lifted", "blue"),
    SETTLING: ("settling", "green"),
    UNSURE: ("unsure", "yellow"),
    FAULTY: ("faulty", "red"),
}
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_CELL_ROOM, _REED_ROOM = 11, 3  # columns for a field
_REFRESH_S = 0.2
_AWAY = "The board is gone, and waited for. "


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


def draw_monitor(monitor: SensorMonitor, note: str = "") -> Group:
    """Return the picture for Rich, which fits a terminal of 80 columns and 24 lines, with a note below it."""
    surface = monitor.surface
    lost = f", {monitor.num_lost} lost" if monitor.num_lost else ""
    lines = [
        f"{surface.NAME}: {monitor.num_frames} frames{lost}. {note}",
        *(render_part(diagnostic) for _, diagnostic in monitor.odd),
    ]
    if monitor.is_calibrated and monitor.table.doubts:
        lines.append(f"Still learning: {monitor.table.num_known} of {surface.FIELDS} fields known.")

    def show(place: int) -> Text:
        name, colour = STATES[monitor.sensing.activity[place]]
        if not monitor.is_calibrated:
            return Text(monitor.sensor_kind.mark(monitor.sensing.image[place]) or "·", colour)
        value, reading = monitor.sensing.image[place], monitor.fields[place].reading
        second = name or f"{reading:.0f} {monitor.grams(place, reading):+.1f}"
        return Text(f"{surface.NAMES[place]} {value & 15}{'+ball' * (value > 15)}\n{second}", colour)

    room = _CELL_ROOM if monitor.is_calibrated else _REED_ROOM
    board = _picture(surface, show, room)
    if not monitor.is_calibrated and surface.COLUMNS:
        board = _with_coordinates(board, surface, room)
    return Group(board, *[Text(line) for line in lines])


def _picture(surface: ModuleType, show: Callable[[int], Text], room: int) -> Text:
    """Return the board, north at the top, with `room` columns for each field."""
    rows: dict[int, list[int]] = {}
    for place in range(surface.FIELDS):
        rows.setdefault(surface.Y_MM10[place], []).append(place)
    west = min(surface.X_MM10)
    drawn = Text()
    for north in sorted(rows, reverse=True):
        fields = [
            (round((surface.X_MM10[place] - west) / surface.PITCH_MM10 * room), show(place))
            for place in sorted(rows[north], key=lambda place: surface.X_MM10[place])
        ]
        for line in range(max(str(text).count("\n") for _, text in fields) + 1):
            column = 0
            for start, text in fields:
                content = [*str(text).split("\n"), *[""] * line][line][: room - 1]
                drawn.append(" " * (start - column)).append(content, text.style)
                column = start + len(content)
            drawn.append("\n")
    drawn.rstrip()
    return drawn


def _with_coordinates(board: Text, surface: ModuleType, room: int) -> Text:
    """Return a picture of one line a row with the rows' numbers before it, and the columns' letters below."""
    of_row = {y: name.lstrip(_LETTERS) for name, y in zip(surface.NAMES, surface.Y_MM10, strict=True)}
    of_column = {x: name.rstrip(_DIGITS) for name, x in zip(surface.NAMES, surface.X_MM10, strict=True)}
    numbers = [of_row[y] for y in sorted(of_row, reverse=True)]
    letters = "".join(f"{of_column[x]:{room}}" for x in sorted(of_column))
    lines = [
        Text.assemble((f"{number:>2}  ", "dim"), line) for number, line in zip(numbers, board.split(), strict=True)
    ]
    return Text("\n").join([*lines, Text("    " + letters.rstrip(), "dim")])
