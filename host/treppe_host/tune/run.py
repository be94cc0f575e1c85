"""The tasks of `treppe tune` with a board, in the terminal."""

import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text
from treppe_sim.hands.calibrating import CalibratingHands

from treppe_host import terminal
from treppe_host.errors import BadFile
from treppe_host.link.told import said_by_task, said_of_part
from treppe_host.narrow_table import NarrowTable
from treppe_host.store.store import Store
from treppe_host.tune import calibrations, lessons
from treppe_host.tune.live import LiveBoard
from treppe_host.tune.settings import BadSetting, numbers
from treppe_host.tune.terminal import draw, picture

_REFRESH_S = 0.2
_ROOM, _BAR = 6, 40  # columns of a field, and of the progress bar
_MOVEMENT_S = 1.0  # a reading counts when it has been calm for 600 ms
_AWAY = "The board is gone, and waited for. "
_STOPPING = ("stop_and_keep", "stop_and_lose")  # questions that OK answers with: stop
_ROLES = {"p": ("↓", "green"), "r": ("↑", "yellow"), "!": ("✗", "red"), "w": ("✓", "green")}


def places(surface: ModuleType, names: Sequence[str]) -> list[int]:
    """Return the fields of these names; raise BadSetting."""
    for name in names:
        if name not in surface.NAMES:
            raise BadSetting(f"there is no field {name!r} on {surface.NAME}")
    return [surface.NAMES.index(name) for name in names]


def watch(at: LiveBoard, seconds: float | None, chosen: Sequence[int], console: Console) -> None:
    """Show the sensors until Ctrl-C, or for some seconds."""
    ends_s = float("inf") if seconds is None else time.monotonic() + seconds
    known = numbers(at.monitor.sensor_kind.sensing)
    tried = "".join(f"{name} {value}, " for name, value in at.session.settings.items() if name in known)
    try:
        with Live(console=console, auto_refresh=False) as shown:
            while terminal.has_reader():
                away = "" if at.is_there() else _AWAY
                with at.lock:
                    note = f"{away}{tried}Ctrl-C ends it."
                    monitor = at.session.monitor  # None while another board starts at the port
                    drawn = draw(monitor, note, chosen, *_size(console)) if monitor else Text(note)
                shown.update(drawn, refresh=True)
                if time.monotonic() >= ends_s:
                    break
                time.sleep(_REFRESH_S)
    except KeyboardInterrupt:
        pass
    _end_line(console)


def _size(console: Console) -> tuple[int, int]:
    """Return columns and lines of the terminal; 0 lines for a file."""
    return console.width, console.height if console.is_terminal else 0


def _end_line(console: Console) -> None:
    """End the line after a picture that went to a file."""
    if not console.is_terminal:
        console.print()


def set_on_board(at: LiveBoard, settings: dict[str, Any], is_kept: bool, console: Console) -> None:
    """Change settings on the board; raise CommandRefused."""
    answer = at.command("settings", change=settings, save=is_kept)
    with at.lock:
        at.session.take_settings(answer)
    for name, value in answer["now"].items():
        saved = answer["saved"][name]
        console.print(f"{name}: {value}" + ("" if saved == value else f" (after a restart {saved}: --keep keeps it)"))


def follow(
    at: LiveBoard, what: str, asked: dict[str, Any], console: Console, hands: CalibratingHands | None = None
) -> None:
    """Begin a calibration or a check on the board, and show its requests until it ends.

    `asked` are fields of the command.
    Ctrl-C presses END, or OK when the board asks whether to stop. Simulated `hands` follow the lights.
    """
    at.command(what, **asked)
    advice = "Simulated hands follow the lights." if hands else "OK and END are buttons of the board."
    moved_s = time.monotonic()
    display: dict[str, Any] = {}
    with Live(console=console, auto_refresh=False) as shown:
        while True:
            try:
                time.sleep(_REFRESH_S)
                with at.lock:
                    display, roles = dict(at.session.display), at.session.roles
                if display.get("phase") != "calibrate":
                    break
                note = f"{advice} Ctrl-C stops." if at.is_there() else _AWAY
                shown.update(_draw_task(at.monitor.surface, roles, display, note), refresh=True)
                if hands and time.monotonic() - moved_s > _MOVEMENT_S:
                    moved_s = time.monotonic()
                    button = hands.act(roles, at.command(what))
                    if button:
                        at.command("button", name=button)
            except KeyboardInterrupt:
                hands = None
                at.command("button", name="OK" if display.get("says", {}).get("code") in _STOPPING else "END")
    _end_line(console)
    console.print(_ending(display))
    if at.monitor.is_calibrated and at.monitor.table.doubts:
        surface, table = at.monitor.surface, at.monitor.table
        console.print(f"Still learning: {table.num_known} of {surface.FIELDS} fields known. Games teach the others.")


def _ending(display: dict[str, Any]) -> str:
    """Return how a task has ended, from the display after it."""
    says = display.get("says")
    return said_of_part(says) if says else ""


def _draw_task(surface: ModuleType, roles: str, display: dict[str, Any], advice: str) -> Group:
    """Return the board with the task's requests, its progress, and `advice`."""

    def show(place: int) -> Text:
        sign, colour = _ROLES.get(roles[place : place + 1], ("·", "dim"))
        return Text(f"{surface.NAMES[place]} {sign}", colour)

    done, most = display.get("progress", (0, 1))
    bar = Text("━" * (_BAR * done // max(1, most)), "green")
    bar.append("━" * (_BAR - len(bar)), "dim")
    return Group(picture(surface, show, _ROOM), Text("\n".join(said_by_task(display))), bar, Text(advice, "dim"))


def export(at: LiveBoard, path: Path, console: Console) -> None:
    """Write the calibration into a file, in the form of its ending. Raises BadFile, OSError."""
    surface, table = _of_towers(at)
    forms = {".json": calibrations.to_json, ".csv": calibrations.to_csv}
    if path.suffix not in forms:
        raise BadFile(f"{path}: a calibration is written as .json or .csv")
    path.write_text(forms[path.suffix](table, surface), "utf-8")
    console.print(f"Calibration {table.serial} of {surface.NAME} in {path}")


def compare(at: LiveBoard, path: Path, console: Console) -> None:
    """Show how the fields would read with the calibration in a file; raise BadFile."""
    surface, table = _of_towers(at)
    other = calibrations.decode(calibrations.read_file(path, surface), surface)
    found = NarrowTable()
    for title in ("field", "empty", "seven pieces", ""):
        found.add_column(title, justify="right")
    for each in calibrations.compare(table, other, surface):
        note = "off by more than 1.5 g" if each.is_large else ""
        found.add_row(surface.NAMES[each.field], f"{each.empty_g:+.1f} g", f"{each.full_g:+.1f} g", note)
    console.print(f"With {path} fields would read, when the present calibration is right:")
    console.print(found)


def load(at: LiveBoard, path: Path, console: Console) -> None:
    """Store the calibration in a file on the surface; raise BadFile or CommandRefused, then the old one stays."""
    surface, table = _of_towers(at)
    record = calibrations.read_file(path, surface)
    calibrations.check_rises(table, calibrations.decode(record, surface), surface)
    _load(at, calibrations.renumbered(record, surface, table.serial), console)


def restore(at: LiveBoard, store: Store, console: Console) -> None:
    """Store the last good calibration by people, another one than that of now, again, and say from when it is.

    Raises BadFile or CommandRefused.
    """
    surface, table = _of_towers(at)
    known = lessons.to_restore(store, (at.session.hello or {}).get("board", ""), surface, table)
    if known is None:
        raise BadFile("the store knows no other good calibration of this surface that people have made")
    console.print(f"Calibration of {lessons.made_at(known)}:")
    _load(at, calibrations.renumbered(calibrations.read_text(known.content, surface), surface, table.serial), console)


def _load(at: LiveBoard, record: bytes, console: Console) -> None:
    for fields in calibrations.in_pieces(record):
        at.command("load", **fields)
    at.command("button", name="OK")
    console.print(_await_end(at))


def _await_end(at: LiveBoard) -> str:
    """Wait until the board has left its task; return its display, nothing if the board is gone."""
    while at.is_there():
        time.sleep(_REFRESH_S)
        with at.lock:
            display = at.session.display
        if display.get("phase") != "calibrate":
            return _ending(display)
    return ""


def _of_towers(at: LiveBoard) -> tuple[ModuleType, Any]:
    if not at.monitor.is_calibrated:
        raise BadFile(f"{at.monitor.surface.NAME} needs no calibration")
    return at.monitor.surface, at.monitor.table
