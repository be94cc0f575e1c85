"""The board month by month: small pictures, a row for each measure of health; fields to look at glow."""

from collections.abc import Sequence
from types import ModuleType

from treppe_host.html import Html, html, joined
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.month_figures import Figure, values
from treppe_host.tune.months import Month
from treppe_host.web.drawing.ground import place
from treppe_host.web.texts.en import Texts

_MOST_MONTHS = 8


def months_map(words: Texts, known: Sequence[Month], surface: ModuleType) -> Html:
    """Return the map; nothing without a month of play."""
    if not known:
        return Html()
    say, shown = words.TUNE, known[-_MOST_MONTHS:]
    heads = joined(
        html('<th scope="col">{}<small>{}</small></th>', month.name, say["month_games"].format(len(month.games)))
        for month in shown
    )
    rows = joined(
        html(
            '<tr><th scope="row">{}</th>{}</tr>',
            say["month_rows"][figure.name],
            joined(html("<td>{}</td>", _picture(words, month, figure, surface)) for month in shown),
        )
        for figure in sensor_kind(surface).FIGURES
        if any(values(month, figure, surface) for month in shown)
    )
    if not rows:
        return Html()
    table = html('<table class="months"><thead><tr><td></td>{}</tr></thead><tbody>{}</tbody></table>', heads, rows)
    return html(
        '<div class="wide">{}</div><p class="soft">{}</p>',
        table,
        sensor_kind(surface).say(say, "month_legend"),
    )


def _picture(words: Texts, month: Month, figure: Figure, surface: ModuleType) -> Html:
    """Return one small board; its name tells the field that glows most."""
    told = values(month, figure, surface)
    worst = max(told, key=lambda number: figure.glow_of(told[number]), default=None)
    most = words.TUNE["month_unknown"]
    if worst is not None:
        most = words.TUNE["month_worst"].format(name=surface.NAMES[worst], value=figure.form.format(told[worst]))
    marks = joined(_mark(surface, number, told.get(number), figure) for number in range(surface.FIELDS))
    scale = 1000 / surface.PITCH_MM10
    return html(
        '<svg viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">{}</svg><small>{}</small>',
        scale * surface.WIDTH_MM,
        scale * surface.HEIGHT_MM,
        most,
        marks,
        most,
    )


def _mark(surface: ModuleType, number: int, value: float | None, figure: Figure) -> Html:
    x, y = place(surface, number)
    if value is None:
        return html('<circle class="unknown" cx="{:.0f}" cy="{:.0f}" r="14"/>', x, y)
    glow = round(max(0.0, min(1.0, figure.glow_of(value))), 2)
    title = f"{surface.NAMES[number]} {figure.form.format(value)}"
    return html(
        '<circle cx="{:.0f}" cy="{:.0f}" r="42" style="--glow:{}"><title>{}</title></circle>', x, y, glow, title
    )
