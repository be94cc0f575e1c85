"""Statistics of games as plots in HTML."""

from collections.abc import Callable, Mapping

from treppe.games import catalogue
from treppe.games.host import facts

from treppe_host.colours import COLOURS
from treppe_host.html import Html, html, joined
from treppe_host.store.statistics import SAMPLE, GameStatistics

FIELDS = 12
_BAR = 22  # height of a bar with its gap, in pixels
_WIDTH = 440
_LABEL = 170
_TEXT = 175
_LETTER = 7.2
_HUES = ("var(--blue,#1d4ed8)", "var(--red,#c2410c)", "var(--yellow,#a16207)", "var(--green,#15803d)")
_STYLE = """
:root{color-scheme:light dark;--ink:#1c1917;--paper:#fafaf9;--line:#d6d3d1;--bar:#57534e}
@media (prefers-color-scheme:dark){:root{--ink:#f5f5f4;--paper:#1c1917;--line:#44403c;--bar:#a8a29e}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:44rem;margin:2rem auto;
padding:0 1rem}
h2{margin-top:3rem;border-bottom:1px solid var(--line)}h3{margin:1.5rem 0 .3rem;font-size:1rem}
svg{width:100%;height:auto;font:13px system-ui,sans-serif}svg text{fill:var(--ink)}
table{border-collapse:collapse}td,th{padding:.1rem 1rem .1rem 0;text-align:left;font-weight:normal}th{opacity:.7}
"""


def page(statistics: list[GameStatistics], title: str) -> Html:
    """Return statistics as one HTML page with plots; it loads no other file."""
    return html(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width"><style>{style}</style><h1>{title}'
        "</h1>{sections}</html>\n",
        title=title,
        style=_STYLE,
        sections=sections(statistics, {}),
    )


def sections(statistics: list[GameStatistics], words: Mapping[str, str]) -> Html:
    """Return a section with plots for each kind of game; `words` translate phrases, titles and reasons."""

    def say(phrase: str) -> str:
        return words.get(phrase, phrase)

    return joined(_section(figures, say) for figures in statistics) or html("<p>{}</p>", say("No games."))


def _section(figures: GameStatistics, say: Callable[[str], str]) -> Html:
    counts = {"games": figures.num_games, "ended": figures.num_ended, "draws": figures.num_draws}
    if is_played_alone(figures.game):
        del counts["draws"]
    rows = joined(html("<th>{}</th><td>{}</td>", say(name), count) for name, count in counts.items())

    def seconds(milliseconds: int) -> str:
        return f"{milliseconds / 1000:.1f} s".replace(".", say("."))

    seats = sorted({*figures.wins, *figures.thinking_ms})
    hues = [_HUES[seat] for seat in seats]
    names = {seat: say(COLOURS[seat]) for seat in seats}
    won = [(names[seat], figures.wins[seat], f"{figures.wins[seat]} ({percent_of(seat, figures)})") for seat in seats]
    thought = []
    for seat in seats:
        times = figures.thinking_ms.get(seat, [])
        if times:
            median, most = times[len(times) // 2], times[len(times) * 9 // 10]
            thought.append((names[seat], median, f"{seconds(median)}, {say('90 % below')} {seconds(most)}"))
    lengths = [(f"{low}-{low + 9}", count, str(count)) for low, count in sorted(figures.lengths.items())]
    fields = [(name, count, str(count)) for name, count in figures.fields.most_common(FIELDS)]
    ends = [(say(reason), count, str(count)) for reason, count in figures.reasons.most_common()]
    latest = f" ({say('latest {} games').format(SAMPLE)})" if figures.num_games > SAMPLE else ""
    plots: list[tuple[str, list[tuple[str, int, str]], list[str]]] = [
        (say("Won, by seat"), [] if is_played_alone(figures.game) else won, hues),
        (say("How they ended"), ends, []),
        (say("Length in actions"), lengths, []),
        (say("Thinking time of an action, median") + latest, thought, hues),
        (say("Most used fields") + latest, fields, []),
    ]
    drawn = joined(html("<h3>{}</h3>{}", name, draw_bars(bars, fills, name)) for name, bars, fills in plots if bars)
    return html("<section><h2>{}</h2><table><tr>{}</tr></table>{}</section>", say(figures.game), rows, drawn)


def is_played_alone(game: str) -> bool:
    """Return whether one plays a game alone, who neither wins nor draws; not of a game that is not here any more."""
    return game in catalogue.names() and facts.player_counts(game)[-1] == 1


def percent_of(seat: int, figures: GameStatistics) -> str:
    """Return how many of the ended games a seat has won."""
    return f"{100 * figures.wins[seat] / figures.num_ended:.0f} %" if figures.num_ended else "-"


def draw_bars(bars: list[tuple[str, int, str]], fills: list[str], name: str) -> Html:
    """Draw bars, each with its label, its length and a text beside it."""
    longest = max(length for _, length, _ in bars) or 1
    left = max(_LABEL, *(round(_LETTER * len(label)) for label, _, _ in bars))  # some languages have long words
    room = _WIDTH - _LABEL - _TEXT
    parts = []
    for place, (label, length, text) in enumerate(bars):
        y = place * _BAR
        width = max(1, round(room * length / longest))
        fill = fills[place] if place < len(fills) else "var(--bar)"
        parts.append(
            html(
                '<text x="{left}" y="{below}" text-anchor="end">{label}</text>'
                '<rect x="{start}" y="{top}" width="{width}" height="{height}" rx="2" fill="{fill}"/>'
                '<text x="{right}" y="{below}">{text}</text>',
                left=left - 8,
                below=y + 15,
                label=label,
                start=left,
                top=y + 3,
                width=width,
                height=_BAR - 6,
                fill=fill,
                right=left + width + 8,
                text=text,
            )
        )
    size = f"0 0 {_WIDTH + left - _LABEL} {len(bars) * _BAR}"
    return html('<svg viewBox="{}" role="img" aria-label="{}">{}</svg>', size, name, joined(parts))
