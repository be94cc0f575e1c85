"""Statistics of games as tables for the terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from treppe_host.colours import COLOURS
from treppe_host.narrow_table import NarrowTable
from treppe_host.records.statistics_report import FIELDS, is_played_alone, percent_of
from treppe_host.store.statistics import SAMPLE, GameStatistics


def tables(statistics: list[GameStatistics]) -> RenderableType:
    """Return statistics as tables."""
    if not statistics:
        return Text("No games.")
    overview = NarrowTable(goes=("thinking time (median)", "ends", "won by seat", "actions", "draws", "ended"))
    for title in ("game", "games", "ended", "draws", "won by seat", "actions", "thinking time (median)", "ends"):
        overview.add_column(title, justify="right" if title in ("games", "ended", "draws", "actions") else "left")
    for figures in statistics:
        ends = ", ".join(f"{reason} {count}" for reason, count in figures.reasons.most_common())
        length = f"{figures.mean_length:.1f}" if figures.num_ended else ""
        draws = "" if is_played_alone(figures.game) else str(figures.num_draws)
        counts = (str(figures.num_games), str(figures.num_ended), draws)
        overview.add_row(figures.game, *counts, _by_seat(figures), length, _thinking(figures), ends)
    fields = NarrowTable("game")
    fields.add_column(f"most used fields (latest {SAMPLE} games)")
    for figures in statistics:
        most = figures.fields.most_common(FIELDS)
        fields.add_row(figures.game, ", ".join(f"{name} {count}" for name, count in most))
    return Group(overview, Text(), fields)


def _by_seat(figures: GameStatistics) -> str:
    return ", ".join(f"{COLOURS[seat]} {percent_of(seat, figures)}" for seat in sorted(figures.wins))


def _thinking(figures: GameStatistics) -> str:
    times = {COLOURS[seat]: all_[len(all_) // 2] / 1000 for seat, all_ in sorted(figures.thinking_ms.items())}
    return ", ".join(f"{colour} {seconds:.1f} s" for colour, seconds in times.items())
