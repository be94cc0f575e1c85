"""The live picture of `treppe tune`: each field with what it reads, what stands there, and what it is doing."""

from rich.console import Group
from rich.table import Table
from rich.text import Text
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE

from treppe_host.tune.bench import Bench

_STATES = {
    QUIET: ("", "white"),
    TOUCHED: ("touched", "cyan"),
    LIFTED: ("lifted", "blue"),
    SETTLING: ("settling", "green"),
    UNSURE: ("unsure", "yellow"),
    FAULTY: ("faulty", "red"),
}


def draw(bench: Bench, note: str = "") -> Group:
    """Return the picture, to be printed by Rich."""
    surface = bench.surface
    table = Table(show_header=False, box=None, padding=(0, 1))
    rows: dict[int, list[int]] = {}
    for place in range(surface.FIELDS):
        rows.setdefault(surface.Y_MM10[place], []).append(place)
    for north in sorted(rows, reverse=True):
        table.add_row(*[_cell(bench, place) for place in sorted(rows[north], key=lambda place: surface.X_MM10[place])])
    lost = f", {bench.num_lost} lost" if bench.num_lost else ""
    lines = [f"{surface.NAME}: {bench.num_frames} frames{lost}. {note}", *bench.sensing.faults]
    return Group(table, *[Text(line) for line in lines])


def _cell(bench: Bench, place: int) -> Text:
    name, colour = _STATES[bench.sensing.activity[place]]
    value, figures = bench.sensing.image[place], bench.fields[place]
    if not bench.is_cell:
        return Text("●" if value else "·", style=colour)
    level = f"{value & 15}{'+ball' if value & 16 else ''}"
    grams = bench.grams(place, figures.reading)
    return Text(
        f"{bench.surface.NAMES[place]} {level}\n{figures.reading:6.1f} {grams:5.1f} g\n"
        f"±{figures.noise:.2f} {bench.confidence(place)}%\n{name}",
        style=colour,
    )
