"""What a browser that looks at the sensors is shown: what has changed, as texts by id and for the page's script."""

import math
from dataclasses import dataclass, field
from html import escape
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nicegui import Client

from treppe_host.tune import series
from treppe_host.tune.bench import Bench
from treppe_host.tune.calibrations import Difference
from treppe_host.tune.settings import NAMES, SWITCHES
from treppe_host.tune.views import tile
from treppe_host.tune.workbench import Workbench
from treppe_host.web import layout
from treppe_host.web.tune import panel as tune_panel
from treppe_host.web.tune.tiles import draw_tiles

if TYPE_CHECKING:
    from treppe_host.web.tune.page import TunePage


@dataclass(slots=True)
class BrowserView:
    """What one browser looks at, and what it has been shown."""

    client: Client
    words: ModuleType
    view: str = "reading"
    chosen: list[int] = field(default_factory=list)
    sent: dict[int, int] = field(default_factory=dict)
    """By field: the number of the last frame that is in its plot."""
    compared: str = ""
    differences: dict[int, Difference] = field(default_factory=dict)
    notice: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
    """What the browser shows already: texts by id, and what the page's script draws."""

    def forget(self) -> None:
        """Show everything anew."""
        self.sent.clear()
        self.texts.clear()
        self.parts.clear()


def update(page: "TunePage", look: BrowserView, with_figures: bool) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what has changed for a browser: for the page's script, and as texts by id. Texts come first."""
    bench = page.workbench.bench
    html = _words(page, look, bench, with_figures)
    news = {key: text for key, text in html.items() if look.texts.get(key) != text}
    look.texts |= news
    if "tiles-place" in news:
        look.client.run_javascript(layout.show({"html": news}))
        news = {}
        look.chosen = [place for place in look.chosen if bench and place < bench.surface.FIELDS]
        if bench and not look.chosen:
            look.chosen = [_middle(bench.surface)]
        look.sent.clear()
        look.parts.clear()
    if bench is None:
        return {}, news
    update: dict[str, Any] = {"cell": bench.is_cell}
    for name, now in _parts(page, look, bench).items():
        before = look.parts.get(name, {})
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        if changed:
            update[name] = changed
        look.parts[name] = now
    if "task" in news and not look.parts.get("task"):
        update["task"] = True
    look.parts["task"] = bool(html["task"])
    if look.parts.get("chosen") != look.chosen:
        update["chosen"] = look.parts["chosen"] = list(look.chosen)
    update["series"] = [_series(page.workbench, look, bench, place) for place in look.chosen]
    return update, news


def _parts(page: "TunePage", look: BrowserView, bench: Bench) -> dict[str, dict[Any, Any]]:
    focus = look.chosen[-1] if look.chosen else None
    is_task = page.workbench.display.get("phase") == "calibrate"
    roles = page.workbench.roles if is_task else ""
    settings = page.workbench.settings
    is_replay = page.replay is not None
    return {
        "tiles": {
            place: [*tile(bench, place, look.view, focus, look.differences), roles[place : place + 1]]
            for place in range(bench.surface.FIELDS)
        },
        "settings": {
            name: [settings[name], tune_panel.amount(name, settings[name])]
            for name in NAMES[bench.surface.SENSOR]
            if name in settings
        },
        "switches": {name: settings[name] for name in SWITCHES[bench.surface.SENSOR] if name in settings},
        "hidden": {
            "save-recording": page.workbench.is_recording or not page.recording.exists(),
        },
        "disabled": {
            "keep": settings == page.workbench.saved or is_replay,
            "as-kept": settings == page.workbench.saved,
            "record": is_replay,
            "begin-calibration": is_task or is_replay,
            "begin-check": is_task or is_replay or (bench.is_cell and not bench.table.serial),
            "begin-field": is_task or is_replay or not (bench.is_cell and bench.table.serial),
        },
    }


def _series(workbench: Workbench, look: BrowserView, bench: Bench, place: int) -> dict[str, Any]:
    is_new = place not in look.sent
    readings, taken = series.since(workbench, place, look.sent.get(place, -1))
    if workbench.frames:
        look.sent[place] = workbench.frames[-1][0]
    return {
        "place": place,
        "readings": readings,
        "taken": taken,
        "isNew": is_new,
        "lines": series.thresholds(bench, place),
    }


def _words(page: "TunePage", look: BrowserView, bench: Bench | None, with_figures: bool) -> dict[str, str]:
    words, workbench = look.words, page.workbench
    say = words.TUNE
    html = {
        "notice": escape(look.notice or str(workbench.failure or "")),
        "status": "" if workbench.hello else f'<span class="away">{say["away"]}</span>',
    }
    if bench is None:
        html["notice"] = html["notice"] or escape(say["waiting"])
        return html
    html |= {
        "tiles-place": draw_tiles(bench.surface, say["title"]),
        "views": tune_panel.views(words, bench, look.view, bool(look.differences)),
        "legend": say["legend" if bench.is_cell else "reed_legend"],
        "task": tune_panel.task(words, bench, workbench.display),
        "settings": tune_panel.settings(words, bench),
        "replaying": tune_panel.replaying(words, page.replay_name) if page.replay else "",
        "effect": tune_panel.effects(words, *page.effects, bool(page.replay)) if page.effects else "",
        "calibration": tune_panel.calibration(words, bench),
        "needs": say["needs" if bench.is_cell else "reed_needs"],
        "begin-check": say["check" if bench.is_cell else "reed_check"],
        "begin-field": say["one"].format(bench.surface.NAMES[look.chosen[-1]]) if look.chosen else "",
        "comparison": tune_panel.comparison(words, bench, look.differences),
        "record": say["stop" if workbench.is_recording else "record"],
    }
    if with_figures:
        count = bench.num_frames - page.num_recorded
        figures = tune_panel.link(words, page.connection.client) if page.connection.client else ""
        rate = round(len(workbench.frames) / max(1, _seconds(workbench))) if workbench.frames else 0
        html |= {
            "closer": tune_panel.closer(words, bench, look.chosen),
            "crosstalk": tune_panel.crosstalk(words, bench, look.chosen),
            "compare": tune_panel.choices(words, page.earlier(), look.compared) if bench.is_cell else "",
            "recorded": say["recorded"].format(count) if workbench.is_recording else "",
            "link": say["link"].format(rate=rate, lost=bench.num_lost, figures="" if page.replay else figures),
        }
    return html


def _seconds(workbench: Workbench) -> float:
    """Return how long the frames that are remembered took, by their numbers: lost ones count."""
    frames = workbench.frames
    return (frames[-1][0] - frames[0][0] + 1) / 100


def _middle(surface: ModuleType) -> int:
    """Return the field in the middle of the board."""
    east, north = 5 * surface.WIDTH_MM, 5 * surface.HEIGHT_MM

    def apart(field: int) -> float:
        return math.hypot(surface.X_MM10[field] - east, surface.Y_MM10[field] - north)

    return min(range(surface.FIELDS), key=apart)
