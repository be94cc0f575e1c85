"""The panels beside the picture of the sensors, as HTML."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from treppe_host import words as codes
from treppe_host.html import Html, escape, html, joined, options
from treppe_host.link.diagnostics import render_task
from treppe_host.tune.calibrations import Difference
from treppe_host.tune.effect import Effect
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.settings import default, limits, numbers, switches
from treppe_host.tune.suggest import LEAST_ACTIONS, LEAST_FOR_QUICKER, TradeOff
from treppe_host.tune.tiles import STATES, tile
from treppe_host.web.texts.en import Texts
from treppe_host.web.tune.suggestions import Suggestions

_SCAN_MS = 10
_OFF_G = 1.5  # a field that is off by more is done again, see the firmware's quick_check
_WORST = 8
_REED_TASK = {"END": "task_enough", "OK": "task_leave_out"}


def views(words: Texts, monitor: SensorMonitor, chosen: str, without: Collection[str]) -> Html:
    """Return the views of the picture as radio buttons, `without` those that have nothing to show."""
    view_names = monitor.sensor_kind.say(words.TUNE, "views")
    return joined(
        html(
            '<label><input type="radio" name="view" value="{}"{}><span>{}</span></label>',
            name,
            " checked" if name == chosen else "",
            text,
        )
        for name, text in view_names.items()
        if name not in without
    )


def closer(words: Texts, monitor: SensorMonitor, chosen: Sequence[int]) -> Html:
    """Return the figures of the chosen fields as a table."""
    say = words.TUNE
    if not chosen:
        return html("<p>{}</p>", say["closer_hint"])
    heads = [
        "field",
        "reading",
        *(["code"] if monitor.is_calibrated else []),
        "noise",
        "confidence",
        "doing",
        "changes",
        "unsure",
    ]
    rows = []
    for number, place in enumerate(chosen):
        figures = monitor.fields[place]
        seen = tile(monitor, place, "reading", None, {}, {})
        state = say["states"][STATES[monitor.sensing.activity[place]]]
        noise = monitor.sensor_kind.noise(figures.noise)
        reading = seen.small or seen.large or "○"
        code = [f"{figures.reading:.1f}"] if monitor.is_calibrated else []
        cells = [reading, *code, noise, f"{seen.confidence} %", state, figures.changes, f"{figures.unsure / 100:.1f} s"]
        name = html(
            '<th scope="row"><span class="key series{}"></span>{}</th>',
            number,
            monitor.surface.NAMES[place],
        )
        rows.append(html("<tr>{}{}</tr>", name, joined(html("<td>{}</td>", cell) for cell in cells)))
    titles = joined(html('<th scope="col">{}</th>', say[head]) for head in heads)
    return html(
        '<table class="figures"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>',
        titles,
        joined(rows),
    )


def crosstalk(words: Texts, monitor: SensorMonitor, chosen: Sequence[int]) -> Html:
    """Return the fields that move most with the last chosen field."""
    if not chosen:
        return Html()
    place = chosen[-1]
    name = monitor.surface.NAMES[place]
    view_names = monitor.crosstalk
    moved = view_names.found.get(place)
    if not moved:
        what = "several_changed" if view_names.num_changed > 1 else "nothing_moves"
        return html("<p>{}</p>", words.TUNE[what if view_names.is_ready else "awaits_rest"].format(name))
    others = [(part, other) for other, part in enumerate(moved) if other != place and abs(part) >= 0.0005]
    largest = sorted(others, key=lambda pair: -abs(pair[0]))[:5]
    shown = joined(
        (html("<span>{} {:+.1f} %</span>", monitor.surface.NAMES[other], 100 * part) for part, other in largest), " "
    )
    return html('<p class="along">{} {}</p>', words.TUNE["moves_with"].format(name), shown or "–")


def settings(words: Texts, monitor: SensorMonitor) -> Html:
    """Return a slider for each setting; `value_NAME` shows its value in words."""
    kind = monitor.sensor_kind
    names, helps = (kind.say(words.TUNE, each) for each in ("names", "helps"))
    sliders = [_slider(name, names[name], helps[name]) for name in numbers(kind.sensing)]
    return joined([*sliders, *(_switch(name, names[name], helps[name]) for name in switches(kind.sensing))])


def _switch(name: str, title: str, help_text: str) -> Html:
    return html(
        '<div class="setting"><label for="{name}">{title} '
        '<input type="checkbox" id="{name}" data-switch="{name}" aria-describedby="help_{name}"></label>'
        '<small id="help_{name}">{help}</small></div>',
        name=name,
        title=title,
        help=help_text,
    )


def _slider(name: str, title: str, help_text: str) -> Html:
    low, high = limits(name)
    step = 5 if name.startswith("cell_sure") else 10 if name.endswith("_cg") else 1
    return html(
        '<div class="setting"><label for="{name}">{title} <output id="value_{name}"></output></label>'
        '<input type="range" id="{name}" data-setting="{name}" min="{low}" max="{high}" step="{step}"'
        ' value="{default}" aria-describedby="help_{name}"><small id="help_{name}">{help}</small></div>',
        name=name,
        title=title,
        low=low,
        high=high,
        step=step,
        default=default(name),
        help=help_text,
    )


def amount(name: str, value: int) -> str:
    """Return a setting's value with its unit."""
    if name.endswith("_scans"):
        return f"{value * _SCAN_MS} ms"
    if name.endswith("_ms"):
        return f"{value} ms"
    if name.endswith("_cg"):
        return f"{value / 100:.1f} g"
    return f"{value} %"


def replaying(words: Texts, name: str) -> Html:
    """Return the name of the shown recording, and a button back to the board."""
    said = words.TUNE["replaying"].format(name)
    return html('<p>{}</p><button data-emit="live" id="live">{}</button>', said, words.TUNE["live"])


def effects(words: Texts, kept: Effect, now: Effect | None, of_recording: bool) -> Html:
    """Return the effect on the shown frames of the saved settings, and of those of now."""
    say = words.TUNE
    columns = [kept] + ([now] if now else [])
    titles = [say["effect_kept"]] + ([say["effect_now"]] if now else [])
    rows = [
        ("effect_changes", [str(each.changes) for each in columns]),
        ("effect_flickers", [str(each.flickers) for each in columns]),
        ("effect_unsure", [f"{each.unsure_s:.1f}" for each in columns]),
        ("effect_delay", ["–" if each.delay_ms is None else f"{each.delay_ms:.0f}" for each in columns]),
    ]
    head = joined(html('<th scope="col">{}</th>', title) for title in titles)
    body = joined(
        html(
            '<tr><th scope="row">{}</th>{}</tr>',
            say[name],
            joined(html("<td>{}</td>", cell) for cell in cells),
        )
        for name, cells in rows
    )
    caption = html(
        '<th scope="col">{}</th>',
        say["effect_recording" if of_recording else "effect"].format(f"{kept.seconds:.0f}"),
    )
    return html(
        '<table class="figures"><thead><tr>{}{}</tr></thead><tbody>{}</tbody></table>',
        caption,
        head,
        body,
    )


def suggested(words: Texts, view_names: Suggestions) -> Html:
    """Return how far the search for better settings is, or what it has found: a row for each of the settings."""
    say, found = words.TUNE, view_names.curve
    if view_names.progress:
        done, most = view_names.progress
        bar = html('<progress max="{}" value="{}" aria-label="{}"></progress>', most, done, say["curve_runs"])
        stop = html('<button data-emit="find_curve" id="find-curve">{}</button>', say["curve_stop"])
        return html('<div class="far">{} <span>{} / {}</span>{}</div>', bar, done, most, stop)
    if found:
        shown = [html("<p>{}</p>", advice(say, found)), _trade_off(say, found)]
    else:
        lines = [say["curve_intro"].format(least=LEAST_ACTIONS)]
        lines += [say["curve_nothing"]] if view_names.is_without else []
        lines += [] if view_names.has_room else [say["curve_no_room"]]
        shown = [html('<p class="soft">{}</p>', line) for line in lines]
    find = say["curve_again" if found else "curve_find"]
    buttons = html('<button data-emit="find_curve" id="find-curve">{}</button>', find)
    if view_names.can_take_back:
        buttons += html('<button data-emit="curve_back" id="curve-back">{}</button>', say["curve_back"])
    return joined([*shown, html('<div class="buttons">{}</div>', buttons)])


def advice(say: Mapping[str, Any], found: TradeOff) -> str:
    """Return what follows from the outcomes, and how many actions more are needed."""
    now, chosen = found.points[found.present].outcome, found.points[found.chosen].outcome
    if now.actions < LEAST_ACTIONS:
        return str(say["curve_too_few"].format(count=now.actions, least=LEAST_ACTIONS, quicker=LEAST_FOR_QUICKER))
    if found.chosen == found.present:
        more = say["curve_more"].format(found.num_needed) if found.num_needed else ""
        return html("<strong>{}</strong> {}", say["curve_keep"], more)
    change = {
        "asked": chosen.questions - now.questions,
        "wrong": chosen.wrong + chosen.missing - now.wrong - now.missing,
        "ms": chosen.delay_ms - now.delay_ms,
    }
    return html("<strong>{}</strong>", say["curve_better"].format(**change))


def _trade_off(say: Mapping[str, Any], found: TradeOff) -> Html:
    """Return what would have become of the recorded actions, from quicker to surer settings, each with its button."""
    heads = [say["curve_actions"].format(count=found.points[found.present].outcome.actions)]
    heads += [say[name] for name in ("curve_delay", "curve_asked", "curve_wrong", "curve_missing")]
    return html(
        '<div class="wide"><table class="figures"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        joined(html('<th scope="col">{}</th>', head) for head in heads),
        joined(_point(say, found, number) for number in range(len(found.points))),
    )


def _point(say: Mapping[str, Any], found: TradeOff, number: int) -> Html:
    point, outcome = found.points[number], found.points[number].outcome
    kind = "primary" if number == found.chosen else ""
    take = html('<button class="{}" data-point="{}">{}</button>', kind, number, say["curve_take"])
    mark = say["curve_yours"] if number == found.present else say["curve_suggested"] if number == found.chosen else ""
    settings = " · ".join(f"{say['names'][name]} {amount(name, value)}" for name, value in point.settings.items())
    cells = (f"{outcome.delay_ms:.0f} ms", outcome.questions, outcome.wrong, outcome.missing)
    return html(
        '<tr class="{}"><th scope="row">{} {}<small>{}</small></th>{}</tr>',
        "chosen" if number == found.chosen else "",
        mark,
        take if number != found.present else "",
        settings,
        joined(html("<td>{}</td>", cell) for cell in cells),
    )


def calibration(words: Texts, monitor: SensorMonitor, *, can_restore: bool = False) -> Html:
    """Return the calibration of a tower surface in words, and a button that undoes what games have taught."""
    if not monitor.is_calibrated:
        return Html()
    if not monitor.table.serial:
        return html("<strong>{}</strong>", words.TUNE["none"])
    material = codes.load(words.LANGUAGE).MATERIALS[monitor.table.material]
    said = [escape(words.TUNE["which"].format(serial=monitor.table.serial, material=material))]
    if monitor.table.doubts:
        view_names = words.LEARNING.format(monitor.table.num_known, monitor.surface.FIELDS)
        said.append(html("<strong>{}.</strong>", view_names))
    if can_restore:
        said.append(escape(words.TUNE["taught"]))
        said.append(html('<button data-emit="restore" id="restore">{}</button>', words.TUNE["restore"]))
    return joined(said, " ")


def comparison(words: Texts, monitor: SensorMonitor, differences: Mapping[int, Difference]) -> Html:
    """Return the differences of another calibration in words."""
    if not differences:
        return Html()
    off = {place: max(each.empty_g, each.full_g, key=abs) for place, each in differences.items()}
    most = max(off, key=lambda place: abs(off[place]))
    count = sum(each.is_large for each in differences.values())
    name = monitor.surface.NAMES[most]
    return html("<p>{}</p>", words.TUNE["compared"].format(count=count, all=len(off), name=name, off=off[most]))


def checked(words: Texts, report: Mapping[str, Any]) -> Html:
    """Return what the last check has found: cells that were off, or reeds that have never closed."""
    say = words.TUNE
    if "missing" in report:
        done, most = report["progress"]
        missing = " ".join(report["missing"]) or "–"
        return html("<p>{}</p>", say["checked_reeds"].format(done=done, most=most, missing=missing))
    residuals: dict[str, float] = report.get("residuals", {})
    if not residuals:
        return Html()
    off = sorted(((abs(off_g), name, off_g) for name, off_g in residuals.items() if abs(off_g) > _OFF_G), reverse=True)
    worst = ", ".join(f"{name} {off_g:+.1f} g" for _, name, off_g in off[:_WORST]) or "–"
    text = say["checked"].format(count=len(residuals), most=report["progress"][1], off=len(off), worst=worst)
    return html("<p>{}</p>", text)


def choices(words: Texts, earlier: Sequence[Any], chosen: str) -> Html:
    """Return the calibrations to compare with, as options of a list."""
    say = words.TUNE
    view_names = {"": say["compare_nothing"]}
    for number, each in enumerate(earlier):
        view_names[str(number)] = say["earlier"].format(time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at)))
    view_names["file"] = say["compare_file"]
    return options(view_names.items(), chosen)


def task(words: Texts, monitor: SensorMonitor, display: Mapping[str, Any]) -> Html:
    """Return the board's request in a calibration or check, the progress, and buttons."""
    if display.get("phase") != "calibrate":
        return Html()
    say = words.TUNE
    done, most = display.get("progress", (0, 1))
    said = joined(html("<p>{}</p>", line) for line in render_task(display, words.LANGUAGE))
    names = {"OK": "task_ok", "UNDO": "task_undo", "END": "task_end"} if monitor.is_calibrated else _REED_TASK
    answers = say["answers"].get(display.get("says", {}).get("code"), {})
    early = " disabled" if monitor.is_calibrated and done < most and not answers else ""  # nothing can be saved yet
    buttons = joined(
        html(
            '<button{attributes} data-press="{name}" id="task-{name}">{text}</button>',
            attributes=" class=primary" + early if name == "OK" else "",
            name=name,
            text=answers.get(name, say[text]),
        )
        for name, text in names.items()
    )
    return html(
        '<div class="said" role="status">{said}</div><div class="far">'
        '<progress max="{longest}" value="{done}" aria-label="{task}"></progress><span>{done} / {most}'
        '</span></div><div class="buttons">{buttons}</div>',
        said=said,
        longest=max(1, most),
        done=done,
        task=say["task"],
        most=most,
        buttons=buttons,
    )
