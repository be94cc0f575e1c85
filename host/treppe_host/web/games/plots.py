"""Plots of one stored game as SVG: thinking times and points."""

from collections.abc import Sequence

from treppe_host.html import Html, html, joined
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.web.texts import figure
from treppe_host.web.texts.en import Texts

_PLOT_WIDTH = 640
_PLOT_HEIGHT = 110


def thinking_plot(words: Texts, sheet: ScoreSheet) -> str:
    """Return the thinking time of each move as a bar in the player's colour."""
    times = [(move.thinking_ms or 0) / 1000 for move in sheet.moves]
    if not any(times):
        return ""
    most = max(times)
    step = _PLOT_WIDTH / len(times)
    bars = joined(
        html(
            '<rect class="player{player}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}"'
            ' height="{height:.1f}"><title>{place}: {said} s</title></rect>',
            player=move.player or 0,
            left=place * step,
            top=_PLOT_HEIGHT * (1 - seconds / most),
            width=max(step - 1, 0.6),
            height=_PLOT_HEIGHT * seconds / most,
            place=place + 1,
            said=figure(words, seconds),
        )
        for place, (move, seconds) in enumerate(zip(sheet.moves, times, strict=True))
    )
    return _plot(words.GAMES["thinking"], bars, figure(words, most))


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
        lines.append(
            html(
                '<polyline class="player{}" points="{}"><title>{}</title></polyline>',
                player,
                points,
                words.PLAYERS[player],
            )
        )
    return _plot(words.GAMES["score"], joined(lines), str(most))


def _plot(title: str, drawing: str, most: str) -> Html:
    return html(
        "<figure><figcaption>{title}</figcaption>"
        '<svg class="plot" role="img" aria-label="{title}" viewBox="-4 -24 {across} {down}">'
        '<path class="axis" d="M0 0V{height}H{width}"/>{drawing}<text x="0" y="-6">{most}'
        "</text></svg></figure>",
        title=title,
        across=_PLOT_WIDTH + 8,
        down=_PLOT_HEIGHT + 30,
        height=_PLOT_HEIGHT,
        width=_PLOT_WIDTH,
        drawing=drawing,
        most=most,
    )
