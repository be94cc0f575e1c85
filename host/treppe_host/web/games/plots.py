"""Plots of one stored game as SVG: thinking times and points."""

from collections.abc import Sequence
from functools import partial

from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.web import assets
from treppe_host.web.texts import figure
from treppe_host.web.texts.en import Texts

_PLOT_WIDTH = 640
_PLOT_HEIGHT = 110
_plot = partial(assets.part, "game_parts", "plot")


def thinking_plot(words: Texts, sheet: ScoreSheet) -> str:
    """Return the thinking time of each move as a bar in the player's colour."""
    times = [(move.thinking_ms or 0) / 1000 for move in sheet.moves]
    if not any(times):
        return ""
    most = max(times)
    step = _PLOT_WIDTH / len(times)
    bars = [
        (
            move.player or 0,
            f"{place * step:.1f}",
            f"{_PLOT_HEIGHT * (1 - seconds / most):.1f}",
            f"{max(step - 1, 0.6):.1f}",
            f"{_PLOT_HEIGHT * seconds / most:.1f}",
            figure(words, seconds),
        )
        for place, (move, seconds) in enumerate(zip(sheet.moves, times, strict=True))
    ]
    return _plot(words.GAMES["thinking"], figure(words, most), _PLOT_WIDTH, _PLOT_HEIGHT, bars)


def score_plot(words: Texts, scores: Sequence[Sequence[int] | None]) -> str:
    """Return the points after each move as a line for each player; nothing for games without points."""
    complete = [tuple(each) for each in scores if each is not None]
    if len(complete) < 2 or not max(map(max, complete)):
        return ""
    most = max(map(max, complete))
    lines = []
    for player in range(len(complete[0])):
        points = " ".join(
            f"{place * _PLOT_WIDTH / (len(complete) - 1):.1f},{_PLOT_HEIGHT * (1 - each[player] / most):.1f}"
            for place, each in enumerate(complete)
        )
        lines.append((points, words.PLAYERS[player]))
    return _plot(words.GAMES["score"], str(most), _PLOT_WIDTH, _PLOT_HEIGHT, (), lines)
