"""The page of the sensors, `/tune`: what they see, settings, calibration, recordings. See `treppe_host.tune`."""

import asyncio
import contextlib
import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from nicegui import Client, background_tasks, ui

from treppe_host.client import STREAMS as PLAY_STREAMS
from treppe_host.client import Client as LinkClient
from treppe_host.client import Message
from treppe_host.errors import BadFile, TreppeError
from treppe_host.store import Store
from treppe_host.tune import calibrations, report, series
from treppe_host.tune.bench import Bench
from treppe_host.tune.calibrations import Difference
from treppe_host.tune.effect import Effect
from treppe_host.tune.settings import NAMES, SWITCHES, defaults
from treppe_host.tune.views import VIEWS, tile
from treppe_host.tune.workbench import STREAMS, Workbench
from treppe_host.web import frame, texts, tune_panel
from treppe_host.web.desk import Desk
from treppe_host.web.tune_svg import draw_tiles

_REFRESH_S = 0.15
_FIGURES_EVERY = 4  # refreshes: numbers in tables would flicker otherwise
_FETCH_EVERY = 40
_MOST_CHOSEN = 3
_LONGEST = 200_000
_SAVED_S = 10.0

Act = Callable[..., Awaitable[object] | None]


@dataclass(slots=True)
class Look:
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


class Tuner:
    """One board's sensors in any number of browsers. It listens to raw frames only while somebody looks."""

    def __init__(self, desk: Desk, store: Store):
        self.desk = desk
        self.workbench = Workbench(store)
        self.effects: tuple[Effect, Effect | None] | None = None
        self._store = store
        self._looks: dict[str, Look] = {}
        self._folder = TemporaryDirectory(prefix="treppe-tune-")
        self.recording = Path(self._folder.name) / "recording.frames"
        self._num_recorded = 0
        desk.attached.append(self._attach)
        if desk.client:
            self._attach(desk.client)

    # The link.

    def _attach(self, client: LinkClient) -> None:
        loop = asyncio.get_running_loop()
        for name in self.workbench.names:
            client.observe(name, partial(self._carry, loop, name))
        if client.hello:
            self._take("connected", client.hello)
        self._ask_for_streams(client)

    def _carry(self, loop: asyncio.AbstractEventLoop, name: str, message: Message) -> None:
        """In the link's thread: let the event loop take a message."""
        loop.call_soon_threadsafe(self._take, name, message)

    def _take(self, name: str, message: Message) -> None:
        self.workbench.take(name, message)
        if name == "connected" and self._looks:
            background_tasks.create(self._fetch_settings())

    def _ask_for_streams(self, client: LinkClient) -> None:
        more = [name for name in STREAMS if name not in PLAY_STREAMS] if self._looks else []
        client.ask_for([*PLAY_STREAMS, *more])

    async def _fetch_settings(self) -> None:
        with contextlib.suppress(TreppeError):
            self.workbench.take_settings(await self.desk.command("settings"))

    # Browsers.

    def build(self) -> None:
        """Build the page for one browser."""
        client = ui.context.client
        words = texts.LANGUAGES[frame.language_of(client)]
        frame.add_head(words)
        frame.add_files(
            "tune", {**words.TUNE["states"], "low": words.TUNE["low"], "high": "", "lift": words.TUNE["lift"]}
        )
        materials = "".join(f'<option value="{name}">{text}</option>' for name, text in words.TUNE["materials"].items())
        say = {f"say_{name}": text for name, text in words.TUNE.items() if isinstance(text, str)}
        key = self.desk.key
        parts = {"materials": materials, "files": f"/tune/{key}", "board": f"/boards/{key}", "doctor": f"/doctor/{key}"}
        ui.html(frame.fill("tune", words, doctor_title=words.DOCTOR["title"], **parts, **say), sanitize=False).classes(
            "treppe"
        )
        look = Look(client, words)
        for name, act in self._acts(look).items():
            ui.on(name, frame.listener(act))
        client.on_connect(lambda: self._greet(look))
        client.on_disconnect(lambda leaving: self._leave(leaving.id))

    def _greet(self, look: Look) -> None:
        look.forget()
        is_first = not self._looks
        self._looks[look.client.id] = look
        if is_first:
            self.workbench.listen_anew()
            if self.desk.client:
                self._ask_for_streams(self.desk.client)
            background_tasks.create(self._fetch_settings())
            background_tasks.create(self._show_on())

    def _leave(self, browser: str) -> None:
        self._looks.pop(browser, None)
        if not self._looks:
            self.workbench.end_recording()
            if self.desk.client:
                self._ask_for_streams(self.desk.client)

    async def _show_on(self) -> None:
        turn = 0
        while self._looks:
            for look in list(self._looks.values()):
                update, texts_update = self._update(look, turn % _FIGURES_EVERY == 0)
                if texts_update:
                    look.client.run_javascript(frame.show({"html": texts_update}))
                if update:
                    look.client.run_javascript(f"tune.show({json.dumps(update)})")
            turn += 1
            if self.workbench.hello and not self.workbench.saved and turn % _FETCH_EVERY == 0:
                background_tasks.create(self._fetch_settings())  # the board had no time to answer
            await asyncio.sleep(_REFRESH_S)

    # What a browser is shown.

    def _update(self, look: Look, with_figures: bool) -> tuple[dict[str, Any], dict[str, str]]:
        """Return what has changed for a browser: for the page's script, and as texts by id. Texts come first."""
        bench = self.workbench.bench
        html = self._words(look, bench, with_figures)
        news = {key: text for key, text in html.items() if look.texts.get(key) != text}
        look.texts |= news
        if "tiles-place" in news:
            look.client.run_javascript(frame.show({"html": news}))
            news = {}
            look.chosen = [place for place in look.chosen if bench and place < bench.surface.FIELDS]
            if bench and not look.chosen:
                look.chosen = [_middle(bench.surface)]
            look.sent.clear()
            look.parts.clear()
        if bench is None:
            return {}, news
        update: dict[str, Any] = {"cell": bench.is_cell}
        for name, now in self._parts(look, bench).items():
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
        update["series"] = [self._series(look, bench, place) for place in look.chosen]
        return update, news

    def _parts(self, look: Look, bench: Bench) -> dict[str, dict[Any, Any]]:
        focus = look.chosen[-1] if look.chosen else None
        is_task = self.workbench.display.get("phase") == "calibrate"
        roles = self.workbench.roles if is_task else ""
        settings = self.workbench.settings
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
                "save-recording": self.workbench.is_recording or not self.recording.exists(),
            },
            "disabled": {
                "keep": settings == self.workbench.saved,
                "as-kept": settings == self.workbench.saved,
                "begin-calibration": is_task,
                "begin-check": is_task or (bench.is_cell and not bench.table.serial),
                "begin-field": is_task or not (bench.is_cell and bench.table.serial),
            },
        }

    def _series(self, look: Look, bench: Bench, place: int) -> dict[str, Any]:
        is_new = place not in look.sent
        readings, taken = series.since(self.workbench, place, look.sent.get(place, -1))
        if self.workbench.frames:
            look.sent[place] = self.workbench.frames[-1][0]
        return {
            "place": place,
            "readings": readings,
            "taken": taken,
            "isNew": is_new,
            "lines": series.thresholds(bench, place),
        }

    def _words(self, look: Look, bench: Bench | None, with_figures: bool) -> dict[str, str]:
        words, workbench = look.words, self.workbench
        say = words.TUNE
        html = {
            "notice": escape(look.notice),
            "status": "" if workbench.hello else f'<span class="away">{say["away"]}</span>',
        }
        if bench is None:
            html["notice"] = html["notice"] or escape(str(workbench.failure or say["waiting"]))
            return html
        html |= {
            "tiles-place": draw_tiles(bench.surface, say["title"]),
            "views": tune_panel.views(words, bench, look.view, bool(look.differences)),
            "legend": say["legend" if bench.is_cell else "reed_legend"],
            "task": tune_panel.task(words, bench, workbench.display),
            "settings": tune_panel.settings(words, bench),
            "effect": tune_panel.effects(words, *self.effects) if self.effects else "",
            "calibration": tune_panel.calibration(words, bench),
            "needs": say["needs" if bench.is_cell else "reed_needs"],
            "begin-check": say["check" if bench.is_cell else "reed_check"],
            "begin-field": say["one"].format(bench.surface.NAMES[look.chosen[-1]]) if look.chosen else "",
            "comparison": tune_panel.comparison(words, bench, look.differences),
            "record": say["stop" if workbench.is_recording else "record"],
        }
        if with_figures:
            count = bench.num_frames - self._num_recorded
            figures = tune_panel.link(words, self.desk.client) if self.desk.client else ""
            rate = round(len(workbench.frames) / max(1, self._seconds())) if workbench.frames else 0
            html |= {
                "closer": tune_panel.closer(words, bench, look.chosen),
                "crosstalk": tune_panel.crosstalk(words, bench, look.chosen),
                "compare": tune_panel.choices(words, self._earlier(), look.compared) if bench.is_cell else "",
                "recorded": say["recorded"].format(count) if workbench.is_recording else "",
                "link": say["link"].format(rate=rate, lost=bench.num_lost, figures=figures),
            }
        return html

    def _seconds(self) -> float:
        """How long the frames that are remembered took, by their numbers: lost ones count."""
        frames = self.workbench.frames
        return (frames[-1][0] - frames[0][0] + 1) / 100

    def _earlier(self) -> Sequence[Any]:
        """The calibrations that this surface has had, without the present one."""
        surface = self.workbench.surface
        if surface is None:
            return []
        return [each for each in self._store.calibrations(self.desk.board) if each.surface == surface.NAME][1:8]

    # What a browser asks for.

    def _acts(self, look: Look) -> dict[str, Act]:
        acts: dict[str, Act] = {
            "view": self._choose_view,
            "pick": self._pick,
            "set": self._set,
            "keep": self._keep,
            "as_kept": self._take_back,
            "as_delivered": self._reset,
            "calibrate": lambda look, material: self.desk.command("calibrate", material=material),
            "check": lambda look, _: self.desk.command("check"),
            "one_field": self._calibrate_field,
            "task_button": lambda look, name: self.desk.command("button", name=name),
            "load": self._load,
            "compare": self._compare,
            "compare_file": self._compare_file,
            "record": self._record,
        }
        return {name: partial(self._try, look, act) for name, act in acts.items()}

    async def _try(self, look: Look, act: Act, said: Any) -> None:
        """Do what a browser asks for, or say there why not."""
        look.notice = ""
        try:
            done = act(look, said)
            if done is not None:
                await done
        except (TreppeError, OSError) as error:
            look.notice = look.words.TUNE["refused"].format(error)

    def _bench(self) -> Bench:
        if self.workbench.bench is None:
            raise BadFile("the board has not told yet what its sensors see")
        return self.workbench.bench

    def _choose_view(self, look: Look, view: str) -> None:
        if view in VIEWS:
            look.view = view

    def _pick(self, look: Look, place: int) -> None:
        """Look closer at a field, or no longer."""
        if place in look.chosen:
            look.chosen.remove(place)
            look.sent.pop(place, None)
        elif 0 <= place < self._bench().surface.FIELDS:
            look.chosen.append(place)
            for old in look.chosen[:-_MOST_CHOSEN]:
                look.sent.pop(old, None)
            del look.chosen[:-_MOST_CHOSEN]

    async def _set(self, look: Look, said: dict[str, Any]) -> None:
        await self._apply({str(said.get("name")): said.get("value")})

    async def _keep(self, look: Look, _: Any) -> None:
        await self._apply({}, save=True)
        look.notice = look.words.TUNE["kept"]

    async def _take_back(self, look: Look, _: Any) -> None:
        saved = self.workbench.saved
        await self._apply({name: saved[name] for name in defaults(self._bench().surface.SENSOR)})

    async def _reset(self, look: Look, _: Any) -> None:
        await self._apply(defaults(self._bench().surface.SENSOR))

    async def _apply(self, change: dict[str, Any], *, save: bool = False) -> None:
        """Let the board take settings, then see what they would have made of the last minute."""
        answer = await self.desk.command("settings", change=change, save=save)
        self.workbench.take_settings(answer)
        if self.workbench.frames:
            self.effects = await asyncio.to_thread(self._judge)

    def _judge(self) -> tuple[Effect, Effect | None]:
        workbench = self.workbench
        kept = workbench.judge(workbench.saved)
        return kept, None if workbench.saved == workbench.settings else workbench.judge(workbench.settings)

    async def _calibrate_field(self, look: Look, _: Any) -> None:
        if look.chosen:
            await self.desk.command("field", name=self._bench().surface.NAMES[look.chosen[-1]])

    async def _load(self, look: Look, said: dict[str, str]) -> None:
        """Give the surface the calibration of a file that the browser has read."""
        bench = self._bench()
        record = calibrations.renumbered(self._read(said), bench.surface, bench.table.serial)
        for piece in calibrations.in_pieces(record):
            await self.desk.command("load", **piece)
        await self.desk.command("button", name="OK")
        end_s = asyncio.get_running_loop().time() + _SAVED_S
        while self.workbench.record != record and asyncio.get_running_loop().time() < end_s:
            await asyncio.sleep(_REFRESH_S)
        if self.workbench.record != record:
            raise BadFile(" ".join(self.workbench.display.get("lines", [])))
        look.notice = look.words.TUNE["loaded"].format(said.get("name"))

    def _read(self, said: dict[str, str]) -> bytes:
        text = str(said.get("text", ""))
        if not text or len(text) > _LONGEST:
            raise BadFile(f"{said.get('name')}: this is no calibration")
        try:
            return calibrations.read_text(text, self._bench().surface)
        except BadFile as error:
            raise BadFile(f"{said.get('name')}: {error}") from None

    def _compare(self, look: Look, number: str) -> None:
        """Compare with a calibration that the surface had earlier, or with none."""
        earlier = self._earlier()
        if str(number).isdigit() and int(number) < len(earlier):
            self._differ(look, calibrations.read_text(earlier[int(number)].content, self._bench().surface))
            look.compared = str(number)
        else:
            look.differences, look.compared = {}, ""
            look.view = "reading" if look.view == "difference" else look.view

    def _compare_file(self, look: Look, said: dict[str, str]) -> None:
        look.compared = ""
        self._differ(look, self._read(said))
        look.compared = "file"

    def _differ(self, look: Look, record: bytes) -> None:
        bench = self._bench()
        other = calibrations.decode(record, bench.surface)
        look.differences = {each.field: each for each in calibrations.compare(bench.table, other, bench.surface)}
        look.view = "difference"

    def _record(self, look: Look, _: Any) -> None:
        """Begin to record, or stop."""
        if self.workbench.is_recording:
            self.workbench.end_recording()
        else:
            self._num_recorded = self._bench().num_frames
            self.workbench.begin_recording(self.recording)

    # Files.

    def file(self, name: str) -> tuple[str, str | bytes] | None:
        """Return a file's kind and content; None if there is none of this name now."""
        bench = self.workbench.bench
        if bench is None:
            return None
        if name == "report.html":
            return "text/html", report.page(bench)
        if name == "recording.frames" and self.recording.exists():
            return "text/plain", self.recording.read_bytes()
        if name == "calibration.json" and bench.is_cell:
            return "application/json", calibrations.to_json(bench.table, bench.surface)
        if name == "calibration.csv" and bench.is_cell:
            return "text/csv", calibrations.to_csv(bench.table, bench.surface)
        return None


def _middle(surface: ModuleType) -> int:
    """Return the field in the middle of the board."""
    east, north = 5 * surface.WIDTH_MM, 5 * surface.HEIGHT_MM

    def apart(field: int) -> float:
        return math.hypot(surface.X_MM10[field] - east, surface.Y_MM10[field] - north)

    return min(range(surface.FIELDS), key=apart)
