"""One browser's view of a board's sensors: it sends only changes, as HTML by id and for the script."""

import math
from types import ModuleType
from typing import Any

from treppe_host.html import html
from treppe_host.link.client import Client as LinkClient
from treppe_host.tune.calibrations import Difference
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.session import TuneSession, readings_since, threshold_lines
from treppe_host.tune.settings import numbers, switches
from treppe_host.tune.tiles import tile
from treppe_host.web import assets
from treppe_host.web.feed import Content, Feed
from treppe_host.web.texts.en import Texts
from treppe_host.web.tune import panel
from treppe_host.web.tune.learned import glance
from treppe_host.web.tune.sensors import BoardSensors
from treppe_host.web.tune.tiles_svg import draw_tiles
from treppe_host.words import reason


class BrowserView:
    """One browser's choices, and what it shows already."""

    def __init__(self, words: Texts, sensors: BoardSensors):
        self.feed = Feed(self._everything)
        """The changes for the browser, and at first everything."""
        self.words = words
        self.view = "reading"
        self.chosen: list[int] = []
        """The fields whose plots are shown, the latest chosen last."""
        self.compared = ""
        self.differences: dict[int, Difference] = {}
        self.notice = ""
        self._surface: ModuleType | None = None
        self._sensors = sensors
        self._session = sensors.session
        self._plotted: dict[int, int] = {}
        """By field: the number of the last frame in its plot."""
        self._html: dict[str, str] = {}
        self._parts: dict[str, Any] = {}
        """What the browser shows already: HTML by id, and what the script draws."""

    def forget(self) -> None:
        self._plotted.clear()
        self._html.clear()
        self._parts.clear()

    def drop_plot(self, place: int) -> None:
        """Draw the plot of a field again when it is chosen next."""
        self._plotted.pop(place, None)

    def _everything(self) -> Content:
        self.forget()
        return self.changes(with_figures=True)

    def changes(self, with_figures: bool) -> Content:
        """Return the changes since the last call: HTML by id, and what the page's script draws; empty if none."""
        self._turn_to_session()
        monitor = self._session.monitor
        if monitor and monitor.surface is not self._surface:
            self._surface = monitor.surface
            fitting = [place for place in self.chosen if place < self._surface.FIELDS]
            self.chosen = fitting or [_middle(self._surface)]
        html = assets.escaped({"html": self._html_now(monitor, with_figures)})["html"]
        news = {key: text for key, text in html.items() if self._html.get(key) != text}
        self._html |= news
        if "tiles-place" in news:
            self._plotted.clear()
            self._parts.clear()
        update: Content = {"html": news} if news else {}
        if monitor is None:
            return update
        drawn: dict[str, Any] = {"cell": monitor.is_calibrated}
        for name, now in self._parts_now(monitor).items():
            before = self._parts.get(name, {})
            changed = {key: value for key, value in now.items() if before.get(key) != value}
            if changed:
                drawn[name] = changed
            self._parts[name] = now
        if "task" in news and not self._parts.get("task"):
            drawn["task"] = True
        self._parts["task"] = bool(html["task"])
        if self._parts.get("chosen") != self.chosen:
            drawn["chosen"] = self._parts["chosen"] = list(self.chosen)
        drawn["series"] = [self._series(monitor, place) for place in self.chosen]
        return update | {"tune": drawn}

    def _turn_to_session(self) -> None:
        """Draw plots again for other settings of a recording, and everything between board and recording."""
        before, self._session = self._session, self._sensors.session
        if self._session is before:
            return
        self._plotted.clear()
        if self._sensors.live in (before, self._session):
            self.forget()
            self.differences, self.compared, self.view = {}, "", "reading"

    def _parts_now(self, monitor: SensorMonitor) -> dict[str, dict[Any, Any]]:
        session = self._session
        focus = self.chosen[-1] if self.chosen else None
        is_task = session.display.get("phase") == "calibrate"
        is_recorded = self._sensors.recorded is not None
        roles = session.roles if is_task else ""
        settings = session.settings
        kind = monitor.sensor_kind.sensing
        return {
            "tiles": {
                place: [
                    *tile(monitor, place, self.view, focus, self.differences, self._sensors.margins),
                    roles[place : place + 1],
                ]
                for place in range(monitor.surface.FIELDS)
            },
            "settings": {
                name: [settings[name], panel.amount(name, settings[name])] for name in numbers(kind) if name in settings
            },
            "switches": {name: settings[name] for name in switches(kind) if name in settings},
            "hidden": {"save-recording": session.is_recording or not self._sensors.recording.exists()},
            "disabled": {
                "keep": settings == session.saved or is_recorded,
                "as-kept": settings == session.saved,
                "record": is_recorded,
                "begin-calibration": is_task or is_recorded,
                "begin-quick": is_task or is_recorded,
                "begin-check": is_task or is_recorded or (monitor.is_calibrated and not monitor.table.serial),
                "begin-field": is_task or is_recorded or not (monitor.is_calibrated and monitor.table.serial),
            },
        }

    def _empty_views(self) -> list[str]:
        shown = {"difference": self.differences, "margin": self._sensors.margins}
        return [name for name, content in shown.items() if not content]

    def _series(self, monitor: SensorMonitor, place: int) -> dict[str, Any]:
        session = self._session
        is_new = place not in self._plotted
        readings, taken = readings_since(session, place, self._plotted.get(place, -1))
        if session.frames:
            self._plotted[place] = session.frames[-1][0]
        return {
            "place": place,
            "readings": readings,
            "taken": taken,
            "isNew": is_new,
            "lines": threshold_lines(monitor, place),
        }

    def _html_now(self, monitor: SensorMonitor | None, with_figures: bool) -> dict[str, str]:
        words, session, sensors = self.words, self._session, self._sensors
        say = words.TUNE
        shown = {
            "notice": self.notice or (reason(session.failure, words.LANGUAGE) if session.failure else ""),
            "status": "" if session.hello else html('<span class="away">{}</span>', say["away"]),
        }
        if monitor is None:
            shown["notice"] = shown["notice"] or say["waiting"]
            return shown
        is_recorded = sensors.recorded is not None
        kind = monitor.sensor_kind
        shown |= {
            "tiles-place": draw_tiles(words, monitor.surface),
            "views": panel.views(words, monitor, self.view, self._empty_views()),
            "legend": kind.say(say, "legend"),
            "task": panel.task(words, monitor, session.display),
            "settings": panel.settings(words, monitor),
            "curve": "" if is_recorded else panel.suggested(words, sensors.suggestions),
            "replaying": panel.replaying(words, sensors.recorded_name) if is_recorded else "",
            "effect": panel.effects(words, *sensors.effects, is_recorded) if sensors.effects else "",
            "calibration": panel.calibration(words, monitor, can_restore=sensors.can_restore and not is_recorded),
            "learned": ""
            if is_recorded
            else glance(words, sensors.learner, session.display, monitor.surface, sensors.reeds, monitor.odd),
            "checked": panel.checked(words, sensors.check),
            "needs": kind.say(say, "needs"),
            "begin-check": kind.say(say, "check"),
            "begin-field": say["one"].format(monitor.surface.NAMES[self.chosen[-1]]) if self.chosen else "",
            "comparison": panel.comparison(words, monitor, self.differences),
            "record": say["stop" if session.is_recording else "record"],
        }
        if with_figures:
            shown |= self._figures(monitor)
        return shown

    def _figures(self, monitor: SensorMonitor) -> dict[str, str]:
        """Return the figures that change with every frame; they are sent less often, so that they do not flicker."""
        words, session, sensors = self.words, self._session, self._sensors
        say, link = words.TUNE, sensors.connection.client
        rate = round(len(session.frames) / max(1, _seconds(session))) if session.frames else 0
        figures = describe(words, link) if link and sensors.recorded is None else ""
        count = monitor.num_frames - sensors.first_recorded
        choices = panel.choices(words, sensors.earlier_calibrations(), self.compared) if monitor.is_calibrated else ""
        return {
            "closer": panel.closer(words, monitor, self.chosen),
            "crosstalk": panel.crosstalk(words, monitor, self.chosen),
            "compare": choices,
            "recorded": say["recorded"].format(count) if session.is_recording else "",
            "link": say["link"].format(rate=rate, lost=monitor.num_lost, figures=figures),
        }


def _seconds(session: TuneSession) -> float:
    """Return the duration of the remembered frames, lost ones included."""
    frames = session.frames
    return (frames[-1][0] - frames[0][0] + 1) / 100


def _middle(surface: ModuleType) -> int:
    """Return the field in the middle of the board."""
    east, north = 5 * surface.WIDTH_MM, 5 * surface.HEIGHT_MM

    def apart(field: int) -> float:
        return math.hypot(surface.X_MM10[field] - east, surface.Y_MM10[field] - north)

    return min(range(surface.FIELDS), key=apart)


def describe(words: Texts, link: LinkClient) -> str:
    """Return the figures of a link in words."""
    figures = link.figures
    trip = figures.round_trip_s
    return str(
        words.TUNE["link_figures"].format(
            lines=figures.lines,
            bad=figures.bad_lines + figures.board_bad_lines,
            repeats=figures.board_resends + link.commands.num_repeats,
            trip=words.TUNE["no_trip"] if trip is None else f"{1000 * trip:.0f} ms",
        )
    )
