"""The curve of settings, from quicker to surer, as HTML."""

from collections.abc import Mapping

from treppe_host.html import Html, html, joined
from treppe_host.tune.suggest import LEAST_ACTIONS, LEAST_FOR_QUICKER, Point, TradeOff
from treppe_host.web.texts.en import Texts
from treppe_host.web.tune.panel import amount
from treppe_host.web.tune.suggestions import Suggestions

_WIDTH, _HEIGHT, _FOOT = 560.0, 128.0, 22.0
_BAR = 0.46  # of the room of a point
_MOST = 3.0  # times what players lose now: a bar that would be higher ends there


def curve(words: Texts, known: Suggestions) -> Html:
    """Return the panel: how far the search is, or the curve with its slider."""
    say = words.TUNE
    if known.progress:
        done, most = known.progress
        bar = html('<progress max="{}" value="{}" aria-label="{}"></progress>', most, done, say["curve_runs"])
        stop = html('<button data-emit="find_curve" id="find-curve">{}</button>', say["curve_stop"])
        return html('<div class="far">{} <span>{} / {}</span>{}</div>', bar, done, most, stop)
    begin = html(
        '<div class="buttons"><button{} data-emit="find_curve" id="find-curve">{}</button></div>',
        html("") if known.curve else html(' class="primary"'),
        say["curve_again" if known.curve else "curve_find"],
    )
    if known.curve is None:
        lines = [say["curve_intro"].format(least=LEAST_ACTIONS)]
        lines += [say["curve_nothing"]] if known.is_without else []
        lines += [] if known.has_room else [say["curve_no_room"]]
        return joined([*(html('<p class="soft">{}</p>', line) for line in lines), begin])
    found = known.curve
    slider = html(
        '<label class="ends"><span>{}</span><input type="range" id="curve-at" data-curve min="0" max="{}" step="1"'
        ' value="{}" aria-label="{}"><span>{}</span></label>',
        say["quicker"],
        len(found.points) - 1,
        found.chosen,
        say["curve"],
        say["surer"],
    )
    return joined([_advice(words, found), _plot(words, found), slider])


def point(words: Texts, known: Suggestions, at: int | None) -> Html:
    """Return what would have become better or worse with the chosen point, and its buttons."""
    found, say = known.curve, words.TUNE
    if found is None or known.progress:
        back = html('<button data-emit="curve_back" id="curve-back">{}</button>', say["curve_back"])
        return html('<div class="buttons">{}</div>', back) if known.can_take_back and not known.progress else Html()
    number = found.chosen if at is None else min(at, len(found.points) - 1)
    now, there = found.points[found.present], found.points[number]
    rows = joined(
        html('<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>', say[name], before, after)
        for name, before, after in _figures(now, there)
    )
    table = html(
        '<table class="figures"><thead><tr><th scope="col">{}</th><th scope="col">{}</th><th scope="col">{}</th></tr>'
        "</thead><tbody>{}{}</tbody></table>",
        say["curve_actions"].format(count=now.outcome.actions),
        say["curve_now"],
        say["curve_there"],
        rows,
        _settings(words, now.settings, there.settings),
    )
    take = html(
        '<button class="primary" id="curve-take" data-point="{}"{}>{}</button>',
        number,
        html(" disabled") if number == found.present else html(""),
        say["curve_take"],
    )
    back = html('<button data-emit="curve_back" id="curve-back">{}</button>', say["curve_back"])
    again = html('<button data-emit="find_curve" id="find-curve">{}</button>', say["curve_again"])
    return html(
        '<div class="wide">{}</div><div class="buttons">{}{}{}</div>',
        table,
        take,
        back if known.can_take_back else Html(),
        again,
    )


def _figures(now: Point, there: Point) -> list[tuple[str, str, str]]:
    """Return the rows of the table: name, with what the board has, with the point."""
    both = (now.outcome, there.outcome)
    figures = {
        "curve_delay": [f"{outcome.delay_ms:.0f} ms" for outcome in both],
        "curve_asked": [str(outcome.questions) for outcome in both],
        "curve_wrong": [str(outcome.wrong) for outcome in both],
        "curve_missing": [str(outcome.missing) for outcome in both],
    }
    return [(name, before, after) for name, (before, after) in figures.items()]


def _settings(words: Texts, now: Mapping[str, int], there: Mapping[str, int]) -> Html:
    names = words.TUNE["names"]
    return joined(
        html(
            '<tr class="soft"><th scope="row">{}</th><td>{}</td><td>{}</td></tr>',
            names[name],
            amount(name, value),
            amount(name, there[name]),
        )
        for name, value in now.items()
    )


def _advice(words: Texts, found: TradeOff) -> Html:
    """Return what follows from the curve, in one sentence, and what is still needed."""
    say = words.TUNE
    now, chosen = found.points[found.present], found.points[found.chosen]
    if now.outcome.actions < LEAST_ACTIONS:
        told = say["curve_too_few"].format(count=now.outcome.actions, least=LEAST_ACTIONS, quicker=LEAST_FOR_QUICKER)
        return html("<p>{}</p>", told)
    if found.chosen == found.present:
        more = say["curve_more"].format(found.num_needed) if found.num_needed else ""
        return html("<p><strong>{}</strong> {}</p>", say["curve_keep"], more)
    before, after = now.outcome, chosen.outcome
    change = {
        "asked": after.questions - before.questions,
        "wrong": after.wrong + after.missing - before.wrong - before.missing,
        "ms": after.delay_ms - before.delay_ms,
    }
    return html("<p><strong>{}</strong></p>", say["curve_better"].format(**change))


def _plot(words: Texts, found: TradeOff) -> Html:
    """Return a picture of the points: a bar as high as the delay, on it the trouble, below it whose point it is."""
    say = words.TUNE
    room = _WIDTH / len(found.points)
    most_s = min(max(each.lost_s for each in found.points), _MOST * found.points[found.present].lost_s) or 1.0
    drawn = []
    for number, each in enumerate(found.points):
        delay_s = each.outcome.delay_ms / 1000
        full, calm = ((_HEIGHT - _FOOT - 16) * min(1.0, part / most_s) for part in (each.lost_s, delay_s))
        left = (number + (1 - _BAR) / 2) * room
        kind = "chosen" if number == found.chosen else "present" if number == found.present else ""
        name = say["curve_suggested"] if number == found.chosen != found.present else say["curve_yours"]
        drawn.append(
            html(
                '<g class="{kind}"><title>{title}</title>'
                '<rect class="trouble" x="{x:.1f}" y="{high:.1f}" width="{width:.1f}" height="{more:.1f}" rx="3"/>'
                '<rect class="delay" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{calm:.1f}" rx="3"/>'
                '<text x="{middle:.1f}" y="{above:.1f}">{count}</text>'
                '<text class="whose" x="{middle:.1f}" y="{below:.1f}">{name}</text></g>',
                kind=kind,
                title=say["curve_bar"].format(ms=each.outcome.delay_ms, trouble=each.trouble),
                x=left,
                y=_HEIGHT - _FOOT - calm,
                high=_HEIGHT - _FOOT - full,
                more=max(0.0, full - calm),
                width=_BAR * room,
                calm=calm,
                middle=(number + 0.5) * room,
                above=_HEIGHT - _FOOT - full - 5,
                count=each.trouble or "",
                below=_HEIGHT - 5,
                name=name if kind else "",
            )
        )
    return html(
        '<svg class="curve" viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">{}</svg>',
        _WIDTH,
        _HEIGHT,
        say["curve_picture"],
        joined(drawn),
    )
