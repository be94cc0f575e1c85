"""The live picture of `treppe tune`: each field with what it reads, what stands there, and what it is doing."""

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE

from treppe_host.tune.bench import Bench

STATES = {
    QUIET: ("", "white"),
    TOUCHED: ("touched", "cyan"),
    LIFTED: ("lifted", "blue"),
    SETTLING: ("settling", "green"),
    UNSURE: ("unsure", "yellow"),
    FAULTY: ("faulty", "red"),
}
_STEPS = " ▁▂▃▄▅▆▇█"
_WIDTH = 72


def draw(bench: Bench, note: str = "", chosen: Sequence[int] = ()) -> Group:
    """Return the picture, to be printed by Rich, with more about the chosen fields below it."""
    surface = bench.surface
    table = Table(show_header=False, box=None, padding=(0, 1))
    rows: dict[int, list[int]] = {}
    for place in range(surface.FIELDS):
        rows.setdefault(surface.Y_MM10[place], []).append(place)
    for north in sorted(rows, reverse=True):
        table.add_row(*[_cell(bench, place) for place in sorted(rows[north], key=lambda place: surface.X_MM10[place])])
    lost = f", {bench.num_lost} lost" if bench.num_lost else ""
    lines = [f"{surface.NAME}: {bench.num_frames} frames{lost}. {note}", *bench.sensing.faults]
    return Group(table, *[Text(line) for line in lines], *[_closer(bench, place) for place in chosen])


def _cell(bench: Bench, place: int) -> Text:
    name, colour = STATES[bench.sensing.activity[place]]
    value, figures = bench.sensing.image[place], bench.fields[place]
    if not bench.is_cell:
        return Text("●" if value else "·", style=colour)
    grams = bench.grams(place, figures.reading)
    return Text(
        f"{bench.surface.NAMES[place]} {level_name(value)}\n{figures.reading:6.1f} {grams:5.1f} g\n"
        f"±{figures.noise:.2f} {bench.confidence(place)}%\n{name}",
        style=colour,
    )


def level_name(value: int) -> str:
    """Return what a field of towers is taken for."""
    return f"{value & 15}{'+ball' if value & 16 else ''}"


def _closer(bench: Bench, place: int) -> Text:
    """A field over time, how often it read what, and who moves with it."""
    trace = list(bench.fields[place].trace)
    low, high = min(trace, default=0.0), max(trace, default=0.0)
    name = bench.surface.NAMES[place]
    lines = [f"\n{name}  {low:.1f} to {high:.1f}, over {len(trace) * bench.trace_every / 100:.0f} s"]
    lines += ["time       " + sparkline(trace[-_WIDTH:], low, high)]
    lines += ["histogram  " + sparkline([float(count) for count in histogram(trace, _WIDTH // 3)], 0.0)]
    if bench.is_cell:
        least, most, lifting = (bench.grams(place, total / 4) for total in bench.sensing.thresholds(place))
        lines += [f"touched below {least:.1f} g or above {most:.1f} g, lifted below {lifting:.1f} g"]
    moved = bench.crosstalk.found.get(place)
    if moved:
        others = sorted((part, other) for other, part in enumerate(moved) if other != place)
        largest = sorted(others[:2] + others[-3:], key=lambda pair: -abs(pair[0]))
        shown = ", ".join(f"{bench.surface.NAMES[other]} {100 * part:+.2f} %" for part, other in largest)
        lines += [f"moves with it: {shown}"]
    return Text("\n".join(lines))


def sparkline(values: Sequence[float], low: float | None = None, high: float | None = None) -> str:
    """Return values as a row of little bars."""
    low = min(values, default=0.0) if low is None else low
    high = max(values, default=0.0) if high is None else high
    scale = (len(_STEPS) - 1) / max(high - low, 1e-9)
    return "".join(_STEPS[max(0, min(len(_STEPS) - 1, round((value - low) * scale)))] for value in values)


def histogram(values: Sequence[float], bins: int) -> list[int]:
    """Return how many of the values lie in each of so many equal parts of their range."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / max(high - low, 1e-9) * bins))] += 1
    return counts
