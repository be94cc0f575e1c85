"""The live picture of `treppe tune`: each field's reading, value and activity."""

from collections.abc import Callable, Sequence
from types import ModuleType

from rich.console import Group
from rich.text import Text
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE

from treppe_host.link.told import said_of_part
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
_STEPS = " ▁▂▃▄▅▆▇█"
_WIDTH = 68  # of a trace, beside its name
_CELL_LINES, _CLOSER_LINES = 5, 6  # lines of a field, and of a chosen field's details
_LEAST_ROOM, _MOST_ROOM, _REED_ROOM = 10, 16, 3  # columns for a field


def draw(monitor: SensorMonitor, note: str = "", chosen: Sequence[int] = (), width: int = 80, height: int = 0) -> Group:
    """Return the picture for Rich, with more about the chosen fields below it.

    `height` is the terminal's number of lines, 0 for any; on a low terminal fields show less.
    """
    surface = monitor.surface
    lost = f", {monitor.num_lost} lost" if monitor.num_lost else ""
    lines = [
        f"{surface.NAME}: {monitor.num_frames} frames{lost}. {note}",
        *(said_of_part(told) for _, told in monitor.odd),
    ]
    if monitor.is_calibrated and monitor.table.doubts:
        lines.append(f"Still learning: {monitor.table.num_known} of {surface.FIELDS} fields known.")
    rows = len(set(surface.Y_MM10))
    is_low = 0 < height < rows * _CELL_LINES + len(lines) + len(chosen) * _CLOSER_LINES + 1
    room = _room(surface, width) if monitor.is_calibrated else _REED_ROOM

    def show(place: int) -> Text:
        name, colour = STATES[monitor.sensing.activity[place]]
        if not monitor.is_calibrated:
            return Text(monitor.sensor_kind.mark(monitor.sensing.image[place]) or "·", colour)
        return Text("\n".join(_low_cell(monitor, place, name) if is_low else _cell(monitor, place, name, room)), colour)

    board = picture(surface, show, room)
    if not monitor.is_calibrated and surface.COLUMNS:
        board = _with_coordinates(board, surface, room)
    return Group(board, *[Text(line) for line in lines], *[_closer(monitor, place) for place in chosen])


def picture(surface: ModuleType, show: Callable[[int], Text], room: int) -> Text:
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


def _room(surface: ModuleType, width: int) -> int:
    """Return how many columns each field can have."""
    fields = (max(surface.X_MM10) - min(surface.X_MM10)) / surface.PITCH_MM10 + 1
    return min(_MOST_ROOM, max(_LEAST_ROOM, int(width / fields)))


def _cell(monitor: SensorMonitor, place: int, state: str, room: int) -> list[str]:
    figures = monitor.fields[place]
    reading, weight = f"{figures.reading:.1f}", f"{monitor.grams(place, figures.reading):.1f} g"
    both = [f"{reading} {weight}"] if room >= _MOST_ROOM else [reading, weight]
    noise = f"±{figures.noise:.2f} {monitor.confidence(place)}%"
    return [_level(monitor, place), *both, noise, state]


def _low_cell(monitor: SensorMonitor, place: int, state: str) -> list[str]:
    reading = monitor.fields[place].reading
    return [_level(monitor, place), state or f"{reading:.0f} {monitor.grams(place, reading):+.1f}"]


def _level(monitor: SensorMonitor, place: int) -> str:
    return f"{monitor.surface.NAMES[place]} {level_name(monitor.sensing.image[place])}"


def level_name(value: int) -> str:
    """Return the value of a tower's field in words."""
    return f"{value & 15}{'+ball' if value & 16 else ''}"


def _closer(monitor: SensorMonitor, place: int) -> Text:
    """Return a field's trace, histogram and crosstalk."""
    trace = list(monitor.fields[place].trace)
    low, high = min(trace, default=0.0), max(trace, default=0.0)
    name = monitor.surface.NAMES[place]
    lines = [f"\n{name}  {low:.1f} to {high:.1f}, over {len(trace) * monitor.trace_every / 100:.0f} s"]
    lines += ["time       " + sparkline(trace[-_WIDTH:], low, high)]
    lines += ["histogram  " + sparkline([float(count) for count in histogram(trace, _WIDTH // 3)], 0.0)]
    if monitor.is_calibrated:
        least, most, lifting = (monitor.grams(place, total / 4) for total in monitor.thresholds(place))
        lines += [f"touched below {least:.1f} g or above {most:.1f} g, lifted below {lifting:.1f} g"]
    moved = monitor.crosstalk.found.get(place)
    if moved:
        others = sorted((part, other) for other, part in enumerate(moved) if other != place)
        largest = sorted(others[:2] + others[-3:], key=lambda pair: -abs(pair[0]))
        shown = ", ".join(f"{monitor.surface.NAMES[other]} {100 * part:+.2f} %" for part, other in largest)
        lines += [f"moves with it: {shown}"]
    return Text("\n".join(lines))


def sparkline(values: Sequence[float], low: float | None = None, high: float | None = None) -> str:
    """Return values as a row of little bars."""
    low = min(values, default=0.0) if low is None else low
    high = max(values, default=0.0) if high is None else high
    scale = (len(_STEPS) - 1) / max(high - low, 1e-9)
    return "".join(_STEPS[max(0, min(len(_STEPS) - 1, round((value - low) * scale)))] for value in values)


def histogram(values: Sequence[float], bins: int) -> list[int]:
    """Return the number of values in each of `bins` equal parts of their range."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / max(high - low, 1e-9) * bins))] += 1
    return counts
