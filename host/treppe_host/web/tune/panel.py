"""The panels beside the picture of the sensors, as HTML."""

import time
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from treppe_host import words as codes
from treppe_host.html import Html, html, joined, options
from treppe_host.link.diagnostics import render_task
from treppe_host.tune.calibrations import Difference
from treppe_host.tune.effect import Effect
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.settings import default, limits, numbers, switches
from treppe_host.tune.suggest import LEAST_ACTIONS, LEAST_FOR_QUICKER, TradeOff
from treppe_host.tune.tiles import STATES, tile
from treppe_host.web import assets
from treppe_host.web.texts.en import Texts
from treppe_host.web.tune.suggestions import Suggestions

_SCAN_MS = 10
_OFF_G = 1.5  # a field that is off by more is done again, see the firmware's quick_check
_WORST = 8
_REED_TASK = {"END": "task_enough", "OK": "task_leave_out"}


class _Row(NamedTuple):
    """A row of a table of figures."""

    head: str
    cells: Sequence[object]
    kind: str = ""


_part = partial(assets.part, "tune_parts")


def views(words: Texts, monitor: SensorMonitor, chosen: str, without: Collection[str]) -> Html:
    """Return the views of the picture as radio buttons, `without` those that have nothing to show."""
    named = monitor.sensor_kind.say(words.TUNE, "views").items()
    return _part("views", [each for each in named if each[0] not in without], chosen)


def closer(words: Texts, monitor: SensorMonitor, chosen: Sequence[int]) -> Html:
    """Return the figures of the chosen fields as a table."""
    say = words.TUNE
    if not chosen:
        return html("<p>{}</p>", say["closer_hint"])
    code = ["code"] if monitor.is_calibrated else []
    heads = ["field", "reading", *code, "noise", "confidence", "doing", "changes", "unsure"]
    rows = []
    for number, place in enumerate(chosen):
        figures = monitor.fields[place]
        seen = tile(monitor, place, "reading", None, {}, {})
        cells = [seen.small or seen.large or "○"]
        cells += [f"{figures.reading:.1f}"] if monitor.is_calibrated else []
        cells += [monitor.sensor_kind.noise(figures.noise), f"{seen.confidence} %"]
        cells += [say["states"][STATES[monitor.sensing.activity[place]]], str(figures.changes)]
        cells += [f"{figures.unsure / 100:.1f} s"]
        rows.append(_Row(_part("key", number, monitor.surface.NAMES[place]), cells))
    return _part("table", [say[head] for head in heads], rows)


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
    sliders = [
        {
            "name": name,
            "title": names[name],
            "help": helps[name],
            "low": limits(name)[0],
            "high": limits(name)[1],
            "stride": 5 if name.startswith("cell_sure") else 10 if name.endswith("_cg") else 1,
            "default": default(name),
        }
        for name in numbers(kind.sensing)
    ]
    shown = [{"name": name, "title": names[name], "help": helps[name]} for name in switches(kind.sensing)]
    return _part("settings", sliders, shown)


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
    text = words.TUNE["replaying"].format(name)
    return html('<p>{}</p><button data-emit="live" id="live">{}</button>', text, words.TUNE["live"])


def effects(words: Texts, kept: Effect, now: Effect | None, of_recording: bool) -> Html:
    """Return the effect on the shown frames of the saved settings, and of those of now."""
    say = words.TUNE
    columns = [kept] + ([now] if now else [])
    heads = [say["effect_recording" if of_recording else "effect"].format(f"{kept.seconds:.0f}"), say["effect_kept"]]
    rows = [
        _Row(say["effect_changes"], [each.changes for each in columns]),
        _Row(say["effect_flickers"], [each.flickers for each in columns]),
        _Row(say["effect_unsure"], [f"{each.unsure_s:.1f}" for each in columns]),
        _Row(say["effect_delay"], ["–" if each.delay_ms is None else f"{each.delay_ms:.0f}" for each in columns]),
    ]
    return _part("table", [*heads, *([say["effect_now"]] if now else [])], rows)


def suggested(words: Texts, view_names: Suggestions) -> Html:
    """Return how far the search for better settings is, or what it has found: a row for each of the settings."""
    say, found = words.TUNE, view_names.curve
    if view_names.progress:
        return _part("searching", say, *view_names.progress)
    if found:
        shown = html("<p>{}</p>{}", advice(say, found), _trade_off(say, found))
    else:
        lines = [say["curve_intro"].format(least=LEAST_ACTIONS)]
        lines += [say["curve_nothing"]] if view_names.is_without else []
        lines += [] if view_names.has_room else [say["curve_no_room"]]
        shown = joined(html('<p class="soft">{}</p>', line) for line in lines)
    return _part("suggested", say, shown, bool(found), view_names.can_take_back)


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
    rows = [_point(say, found, number) for number in range(len(found.points))]
    return html('<div class="wide">{}</div>', _part("table", heads, rows))


def _point(say: Mapping[str, Any], found: TradeOff, number: int) -> _Row:
    point, outcome = found.points[number], found.points[number].outcome
    kind = "chosen" if number == found.chosen else ""
    mark = say["curve_yours"] if number == found.present else say["curve_suggested"] if kind else ""
    settings = " · ".join(f"{say['names'][name]} {amount(name, value)}" for name, value in point.settings.items())
    cells = (f"{outcome.delay_ms:.0f} ms", outcome.questions, outcome.wrong, outcome.missing)
    return _Row(_part("point", say, number, mark, kind, settings), cells, kind)


def calibration(words: Texts, monitor: SensorMonitor, *, can_restore: bool = False) -> Html:
    """Return the calibration of a tower surface in words, and a button that undoes what games have taught."""
    if not monitor.is_calibrated:
        return Html()
    table = monitor.table
    if not table.serial:
        return html("<strong>{}</strong>", words.TUNE["none"])
    material = codes.load_codes(words.LANGUAGE).MATERIALS[table.material]
    which = words.TUNE["which"].format(serial=table.serial, material=material)
    learning = words.LEARNING.format(table.num_known, monitor.surface.FIELDS) if table.doubts else ""
    return _part("calibration", words.TUNE, which, learning, can_restore)


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
    names = {"OK": "task_ok", "UNDO": "task_undo", "END": "task_end"} if monitor.is_calibrated else _REED_TASK
    answers = say["answers"].get(display.get("says", {}).get("code"), {})
    buttons = [(name, answers.get(name, say[text])) for name, text in names.items()]
    is_early = monitor.is_calibrated and done < most and not answers  # nothing can be saved yet
    return _part("task", say, render_task(display, words.LANGUAGE), done, most, buttons, is_early)
