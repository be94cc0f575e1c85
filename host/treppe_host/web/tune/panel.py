"""What stands beside the picture of the sensors, as fragments of HTML by the id of the element they fill."""

import time
from collections.abc import Mapping, Sequence
from html import escape
from types import ModuleType
from typing import Any

from treppe_host.tune.calibrations import Difference
from treppe_host.tune.effect import Effect
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.settings import NAMES, SWITCHES, default, limits
from treppe_host.tune.tiles import STATES, tile

_SCAN_MS = 10
_REED_TASK = {"END": "task_enough", "OK": "task_leave_out"}


def views(words: ModuleType, monitor: SensorMonitor, chosen: str, can_compare: bool) -> str:
    """Return what the picture can show, as radio buttons."""
    known = words.TUNE["views" if monitor.is_cell else "reed_views"]
    return "".join(
        f'<label><input type="radio" name="view" value="{name}"{" checked" if name == chosen else ""}>'
        f"<span>{text}</span></label>"
        for name, text in known.items()
        if name != "difference" or can_compare
    )


def closer(words: ModuleType, monitor: SensorMonitor, chosen: Sequence[int]) -> str:
    """Return the figures of the chosen fields as a table."""
    say = words.TUNE
    if not chosen:
        return f"<p>{say['closer_hint']}</p>"
    heads = [
        "field",
        "reading",
        *(["code"] if monitor.is_cell else []),
        "noise",
        "confidence",
        "doing",
        "changes",
        "unsure",
    ]
    rows = []
    for number, place in enumerate(chosen):
        figures = monitor.fields[place]
        seen = tile(monitor, place, "reading", None, {})
        state = say["states"][STATES[monitor.sensing.activity[place]]]
        noise = f"{figures.noise:.2f}" if monitor.is_cell else f"{100 * figures.noise:.0f} %"
        reading = seen.small or seen.large or "○"
        code = [f"{figures.reading:.1f}"] if monitor.is_cell else []
        cells = [reading, *code, noise, f"{seen.confidence} %", state, figures.changes, f"{figures.unsure / 100:.1f} s"]
        name = f'<th scope="row"><span class="key series{number}"></span>{monitor.surface.NAMES[place]}</th>'
        rows.append(f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    titles = "".join(f'<th scope="col">{say[head]}</th>' for head in heads)
    return f'<table class="figures"><thead><tr>{titles}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def crosstalk(words: ModuleType, monitor: SensorMonitor, chosen: Sequence[int]) -> str:
    """Return which fields move most with the one that was chosen last."""
    if not chosen:
        return ""
    place = chosen[-1]
    name = monitor.surface.NAMES[place]
    known = monitor.crosstalk
    moved = known.found.get(place)
    if not moved:
        what = "several_changed" if known.num_changed > 1 else "nothing_moves"
        return f"<p>{words.TUNE[what if known.is_ready else 'awaits_rest'].format(name)}</p>"
    others = [(part, other) for other, part in enumerate(moved) if other != place and abs(part) >= 0.0005]
    largest = sorted(others, key=lambda pair: -abs(pair[0]))[:5]
    shown = " ".join(f"<span>{monitor.surface.NAMES[other]} {100 * part:+.1f} %</span>" for part, other in largest)
    return f'<p class="along">{words.TUNE["moves_with"].format(name)} {shown or "–"}</p>'


def settings(words: ModuleType, monitor: SensorMonitor) -> str:
    """Return a slider for each setting; `value_NAME` tells its value in words."""
    sensor = monitor.surface.SENSOR
    return "".join(
        [_slider(words, name) for name in NAMES[sensor]] + [_switch(words, name) for name in SWITCHES[sensor]]
    )


def _switch(words: ModuleType, name: str) -> str:
    say = words.TUNE
    return (
        f'<div class="setting"><label for="{name}">{say["names"][name]} <input type="checkbox" id="{name}" '
        f'data-switch="{name}" aria-describedby="help_{name}"></label><small id="help_{name}">{say["helps"][name]}'
        "</small></div>"
    )


def _slider(words: ModuleType, name: str) -> str:
    say = words.TUNE
    low, high = limits(name)
    step = 5 if name.startswith("cell_sure") else 10 if name.endswith("_cg") else 1
    return (
        f'<div class="setting"><label for="{name}">{say["names"][name]} <output id="value_{name}"></output></label>'
        f'<input type="range" id="{name}" data-setting="{name}" min="{low}" max="{high}" step="{step}" '
        f'value="{default(name)}" aria-describedby="help_{name}">'
        f'<small id="help_{name}">{say["helps"][name]}</small></div>'
    )


def amount(name: str, value: int) -> str:
    """Return a setting's value with its unit."""
    if name.endswith("_scans"):
        return f"{value * _SCAN_MS} ms"
    if name.endswith("_cg"):
        return f"{value / 100:.1f} g"
    return f"{value} %"


def replaying(words: ModuleType, name: str) -> str:
    """Return that a recording is looked at, and the way back to the board."""
    said = words.TUNE["replaying"].format(escape(name))
    return f'<p>{said}</p><button data-emit="live" id="live">{words.TUNE["live"]}</button>'


def effects(words: ModuleType, kept: Effect, now: Effect | None, of_recording: bool) -> str:
    """Return what the last minute, or a recording, would have been with the settings kept, and with those of now."""
    say = words.TUNE
    columns = [kept] + ([now] if now else [])
    titles = [say["effect_kept"]] + ([say["effect_now"]] if now else [])
    rows = [
        ("effect_changes", [str(each.changes) for each in columns]),
        ("effect_flickers", [str(each.flickers) for each in columns]),
        ("effect_unsure", [f"{each.unsure_s:.1f}" for each in columns]),
        ("effect_delay", ["–" if each.delay_ms is None else f"{each.delay_ms:.0f}" for each in columns]),
    ]
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    body = "".join(
        f'<tr><th scope="row">{say[name]}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for name, cells in rows
    )
    caption = (
        f'<th scope="col">{say["effect_recording" if of_recording else "effect"].format(f"{kept.seconds:.0f}")}</th>'
    )
    return f'<table class="figures"><thead><tr>{caption}{head}</tr></thead><tbody>{body}</tbody></table>'


def calibration(words: ModuleType, monitor: SensorMonitor) -> str:
    """Return which calibration a tower surface has."""
    if not monitor.is_cell:
        return ""
    if not monitor.table.serial:
        return f"<strong>{words.TUNE['none']}</strong>"
    material = words.TUNE["materials"][monitor.table.material]
    return str(words.TUNE["which"].format(serial=monitor.table.serial, material=material))


def comparison(words: ModuleType, monitor: SensorMonitor, differences: Mapping[int, Difference]) -> str:
    """Return how much another calibration differs."""
    if not differences:
        return ""
    off = {place: max(each.empty_g, each.full_g, key=abs) for place, each in differences.items()}
    most = max(off, key=lambda place: abs(off[place]))
    count = sum(each.is_large for each in differences.values())
    name = monitor.surface.NAMES[most]
    return f"<p>{words.TUNE['compared'].format(count=count, all=len(off), name=name, off=off[most])}</p>"


def choices(words: ModuleType, earlier: Sequence[Any], chosen: str) -> str:
    """Return the calibrations to compare with, as options of a list."""
    say = words.TUNE
    known = {"": say["compare_nothing"]}
    for number, each in enumerate(earlier):
        known[str(number)] = say["earlier"].format(time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at)))
    known["file"] = say["compare_file"]
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in known.items()
    )


def task(words: ModuleType, monitor: SensorMonitor, display: Mapping[str, Any]) -> str:
    """Return what the board asks for in a calibration or check, how far it is, and its buttons."""
    if display.get("phase") != "calibrate":
        return ""
    say = words.TUNE
    done, most = display.get("progress", (0, 1))
    said = escape(" ".join(display.get("lines", [])[:-1]))  # broken into lines for the little display
    names = {"OK": "task_ok", "UNDO": "task_undo", "END": "task_end"} if monitor.is_cell else _REED_TASK
    early = " disabled" if monitor.is_cell and done < most else ""  # nothing can be saved yet
    buttons = "".join(
        f'<button{" class=primary" + early if name == "OK" else ""} data-press="{name}" id="task-{name}">'
        f"{say[text]}</button>"
        for name, text in names.items()
    )
    return (
        f'<div class="said" role="status"><p>{said}</p></div><div class="far">'
        f'<progress max="{max(1, most)}" value="{done}" aria-label="{say["task"]}"></progress>'
        f'<span>{done} / {most}</span></div><div class="buttons">'
        f"{buttons}</div>"
    )
