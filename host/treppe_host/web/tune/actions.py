"""The actions of a browser on the page of the sensors, by the names of their events."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from treppe_host.errors import BadFile, TreppeError
from treppe_host.link.diagnostics import render_part
from treppe_host.tune import calibrations, lessons
from treppe_host.tune.settings import check_setting, defaults
from treppe_host.tune.tiles import VIEWS
from treppe_host.web.requests import Act
from treppe_host.web.tune.browser_view import BrowserView
from treppe_host.web.tune.sensors import BoardSensors
from treppe_host.words import reason

Take = Callable[[Any], Awaitable[object] | None]

_MOST_CHOSEN = 3
_LONGEST = 200_000
_SAVED_S = 10.0
_LOOK_S = 0.15


class BrowserActions:
    """The actions of one browser."""

    def __init__(self, sensors: BoardSensors, view: BrowserView):
        self._sensors = sensors
        self._view = view

    def by_name(self) -> dict[str, Act]:
        """Return all acts; each shows an error in the browser."""
        command, suggestions = self._sensors.connection.command, self._sensors.suggestions
        acts: dict[str, tuple[type, Take]] = {
            "view": (str, self._choose_view),
            "pick": (int, self._pick),
            "set": (dict, self._set),
            "keep": (str, self._save_settings),
            "as_kept": (str, self._restore_settings),
            "as_delivered": (str, self._reset),
            "calibrate": (str, lambda material: command("calibrate", material=material)),
            "quick": (str, lambda material: command("calibrate", material=material, few=True)),
            "check": (str, lambda _: command("check")),
            "one_field": (str, self._calibrate_field),
            "task_button": (str, lambda name: command("button", name=name)),
            "load": (dict, self._load_file),
            "restore": (str, self._restore),
            "compare": (str, self._compare),
            "compare_file": (dict, self._compare_file),
            "record": (str, self._record),
            "find_curve": (str, lambda _: suggestions.find()),
            "curve_take": (int, self._take_point),
            "curve_back": (str, self._take_point_back),
            "live": (str, lambda _: self._sensors.show_board()),
        }
        return {name: Act(kind, partial(self._try, take)) for name, (kind, take) in acts.items()}

    async def _try(self, take: Take, content: Any) -> None:
        self._view.notice = ""
        words = self._view.words
        try:
            done = take(content)
            if done is not None:
                await done
        except (TreppeError, OSError) as error:
            self._view.notice = words.TUNE["refused"].format(reason(error, words.LANGUAGE))

    def _choose_view(self, view: str) -> None:
        if view in VIEWS:
            self._view.view = view

    def _pick(self, place: int) -> None:
        """Show details of a field, or hide them."""
        view = self._view
        if place in view.chosen:
            view.chosen.remove(place)
            view.drop_plot(place)
        elif 0 <= place < self._sensors.monitor().surface.FIELDS:
            view.chosen.append(place)
            for old in view.chosen[:-_MOST_CHOSEN]:
                view.drop_plot(old)
            del view.chosen[:-_MOST_CHOSEN]

    # Settings.

    async def _set(self, content: dict[str, Any]) -> None:
        await self._apply({str(content.get("name")): content.get("value")})

    async def _save_settings(self, _: Any) -> None:
        await self._apply({}, save=True)
        self._view.notice = self._view.words.TUNE["kept"]

    async def _restore_settings(self, _: Any) -> None:
        saved = self._sensors.session.saved
        await self._apply({name: saved[name] for name in defaults(self._sensors.monitor().surface)})

    async def _reset(self, _: Any) -> None:
        await self._apply(defaults(self._sensors.monitor().surface))

    async def _apply(self, change: dict[str, Any], *, save: bool = False) -> None:
        """Change settings on the board or for the recording, then judge their effect on the shown frames."""
        sensors = self._sensors
        if sensors.recorded:
            for name, value in change.items():
                check_setting(name, value)
            sensors.recorded = await asyncio.to_thread(sensors.recorded.with_settings, change)
        else:
            sensors.session.take_settings(await sensors.connection.command("settings", change=change, save=save))
        await sensors.judge()

    # Suggested settings.

    async def _take_point(self, number: int) -> None:
        await self._sensors.suggestions.take(number)
        await self._after_taking("curve_taken")

    async def _take_point_back(self, _: Any) -> None:
        await self._sensors.suggestions.take_back()
        await self._after_taking("curve_taken_back")

    async def _after_taking(self, notice_key: str) -> None:
        """Tell the page the board's settings, and what was done."""
        self._sensors.live.take_settings(await self._sensors.connection.command("settings"))
        self._view.notice = self._view.words.TUNE[notice_key]

    # Calibrations.

    async def _calibrate_field(self, _: Any) -> None:
        if self._view.chosen:
            names = self._sensors.monitor().surface.NAMES
            await self._sensors.connection.command("field", name=names[self._view.chosen[-1]])

    async def _load_file(self, content: dict[str, str]) -> None:
        """Store the calibration from a file of the browser on the surface."""
        record, monitor = self._read_calibration(content), self._sensors.monitor()
        calibrations.check_rises(monitor.table, calibrations.decode(record, monitor.surface), monitor.surface)
        await self._store(record)
        self._view.notice = self._view.words.TUNE["loaded"].format(content.get("name"))

    async def _restore(self, _: Any) -> None:
        """Store the last good calibration that people have made on the surface again."""
        lesson = self._sensors.to_restore()
        if lesson:
            await self._store(calibrations.read_text(lesson.content, self._sensors.monitor().surface))
            self._view.notice = self._view.words.TUNE["restored"].format(lessons.made_at(lesson))

    async def _store(self, record: bytes) -> None:
        """Store a calibration on the surface, and wait until it is there."""
        sensors = self._sensors
        if sensors.recorded:
            raise BadFile({"code": "recording_shown"})
        monitor, session = sensors.monitor(), sensors.session
        record = calibrations.renumbered(record, monitor.surface, monitor.table.serial)
        for piece in calibrations.in_pieces(record):
            await sensors.connection.command("load", **piece)
        await sensors.connection.command("button", name="OK")
        end_s = asyncio.get_running_loop().time() + _SAVED_S
        while session.record != record and asyncio.get_running_loop().time() < end_s:
            await asyncio.sleep(_LOOK_S)
        if session.record != record:
            says = session.display.get("says")
            raise BadFile(render_part(says, self._view.words.LANGUAGE) if says else "")

    def _read_calibration(self, content: dict[str, str]) -> bytes:
        text = str(content.get("text", ""))
        if not text or len(text) > _LONGEST:
            raise BadFile({"code": "calibration_unread", "name": content.get("name")})
        try:
            return calibrations.read_text(text, self._sensors.monitor().surface)
        except BadFile as error:
            raise BadFile(f"{content.get('name')}: {error}") from None

    def _compare(self, number: str) -> None:
        """Compare with an earlier calibration of the surface, or end the comparison."""
        view, earlier = self._view, self._sensors.earlier_calibrations()
        if number in map(str, range(len(earlier))):
            self._differ(calibrations.read_text(earlier[int(number)].content, self._sensors.monitor().surface))
            view.compared = number
        else:
            view.differences, view.compared = {}, ""
            view.view = "reading" if view.view == "difference" else view.view

    def _compare_file(self, content: dict[str, str]) -> None:
        self._view.compared = ""
        self._differ(self._read_calibration(content))
        self._view.compared = "file"

    def _differ(self, record: bytes) -> None:
        monitor = self._sensors.monitor()
        other = calibrations.decode(record, monitor.surface)
        self._view.differences = {
            each.field: each for each in calibrations.compare(monitor.table, other, monitor.surface)
        }
        self._view.view = "difference"

    def _record(self, _: Any) -> None:
        self._sensors.record()
