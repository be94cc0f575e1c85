"""The board month by month, for `treppe doctor`: beside each field a bar for each month, high where it is good."""

from collections.abc import Sequence
from types import ModuleType

from rich.console import Group
from rich.text import Text

from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.month_figures import glow
from treppe_host.tune.months import Month
from treppe_host.tune.terminal import picture

_BARS = "▁▂▃▄▅▆▇█"
_MOST_MONTHS = 6
_LOOK = 0.66


def draw(known: Sequence[Month], surface: ModuleType, width: int = 80) -> Group | None:
    """Return the map; None without a month of play, or of a board that has no room for it."""
    shown = known[-_MOST_MONTHS:]
    columns = len(set(surface.X_MM10))
    room = width // columns if surface.COLUMNS else 0
    if not shown or room < len(shown) + 4:
        return None
    title = f"Month by month, {shown[0].name} to {shown[-1].name}: high is good, a dot unknown"
    return Group(Text(title, "dim"), picture(surface, lambda field: _field(shown, field, surface), min(room, 12)))


def _field(shown: Sequence[Month], field: int, surface: ModuleType) -> Text:
    glows = [glow(month, field, surface, sensor_kind(surface).FIGURES) for month in shown]
    bars = "".join("·" if each is None else _BARS[round((1 - each) * (len(_BARS) - 1))] for each in glows)
    last = next((each for each in reversed(glows) if each is not None), None)
    colour = "dim" if last is None else "red" if last >= _LOOK else "green"
    return Text(f"{surface.NAMES[field]} {bars}", colour)
