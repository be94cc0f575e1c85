"""The page of the sensors, `/tune`: what they see, settings, calibration, recordings. See `treppe_host.tune`.

What a browser is shown is in browser_view.py, what it may ask for in actions.py.
"""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import background_tasks, ui

from treppe_host.errors import BadFile, TreppeError
from treppe_host.link.client import STREAMS as PLAY_STREAMS
from treppe_host.link.client import Client as LinkClient
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from treppe_host.tune import calibrations, report
from treppe_host.tune.bench import Bench
from treppe_host.tune.effect import Effect
from treppe_host.tune.replay import Replay, read
from treppe_host.tune.workbench import STREAMS, Workbench
from treppe_host.web import layout, texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.tune import browser_view
from treppe_host.web.tune.actions import BrowserActions
from treppe_host.web.tune.browser_view import BrowserView

_REFRESH_S = 0.15
_FIGURES_EVERY = 4  # refreshes: numbers in tables would flicker otherwise
_FETCH_EVERY = 40


class TunePage:
    """One board's sensors in any number of browsers. It listens to raw frames only while somebody looks."""

    def __init__(self, connection: BoardConnection, store: Store):
        self.connection = connection
        self.live = Workbench(store)
        self.replay: Replay | None = None
        """A recording that lies on the workbench instead of the board, if one does."""
        self.replay_name = ""
        self.effects: tuple[Effect, Effect | None] | None = None
        self._store = store
        self._looks: dict[str, BrowserView] = {}
        self._showing: asyncio.Task[None] | None = None
        self._num_judged = 0
        self._folder = TemporaryDirectory(prefix="treppe-tune-")
        self.recording = Path(self._folder.name) / "recording.frames"
        self.num_recorded = 0
        """How many frames had come when recording began."""
        connection.attached.append(self._attach)
        if connection.client:
            self._attach(connection.client)

    @property
    def workbench(self) -> Workbench:
        """What is looked at: the board, or a recording."""
        return self.replay or self.live

    def bench(self) -> Bench:
        """Return the sensing that is looked at; raise BadFile while there is none."""
        if self.workbench.bench is None:
            raise BadFile("the board has not told yet what its sensors see")
        return self.workbench.bench

    # The link.

    def _attach(self, client: LinkClient) -> None:
        loop = asyncio.get_running_loop()
        for name in self.live.names:
            client.observe(name, partial(self._carry, loop, name))
        if client.hello:
            self._take("connected", client.hello)
        self._ask_for_streams(client)

    def _carry(self, loop: asyncio.AbstractEventLoop, name: str, message: Message) -> None:
        """In the link's thread: let the event loop take a message."""
        loop.call_soon_threadsafe(self._take, name, message)

    def _take(self, name: str, message: Message) -> None:
        self.live.take(name, message)
        if name == "connected" and self._looks:
            background_tasks.create(self._fetch_settings())

    def _ask_for_streams(self, client: LinkClient) -> None:
        more = [name for name in STREAMS if name not in PLAY_STREAMS] if self._looks else []
        client.ask_for([*PLAY_STREAMS, *more])

    async def _fetch_settings(self) -> None:
        with contextlib.suppress(TreppeError):
            self.live.take_settings(await self.connection.command("settings"))

    # Browsers.

    def build(self) -> None:
        """Build the page for one browser."""
        client = ui.context.client
        words = texts.LANGUAGES[layout.language_of(client)]
        layout.add_head(words)
        layout.add_files(
            "tune", {**words.TUNE["states"], "low": words.TUNE["low"], "high": "", "lift": words.TUNE["lift"]}
        )
        materials = "".join(f'<option value="{name}">{text}</option>' for name, text in words.TUNE["materials"].items())
        say = {f"say_{name}": text for name, text in words.TUNE.items() if isinstance(text, str)}
        key = self.connection.key
        parts = {"materials": materials, "files": f"/tune/{key}", "board": f"/boards/{key}", "doctor": f"/doctor/{key}"}
        ui.html(layout.fill("tune", words, doctor_title=words.DOCTOR["title"], **parts, **say), sanitize=False).classes(
            "treppe"
        )
        look = BrowserView(client, words)
        for name, act in BrowserActions(self, look).by_name().items():
            ui.on(name, layout.listener(act))
        client.on_connect(lambda: self._greet(look))
        client.on_delete(lambda leaving: self._leave(leaving.id))  # it has not come back: a broken line is mended soon

    def _greet(self, look: BrowserView) -> None:
        look.forget()
        is_first = not self._looks
        self._looks[look.client.id] = look
        if is_first:
            self.live.listen_anew()
            if self.connection.client:
                self._ask_for_streams(self.connection.client)
            background_tasks.create(self._fetch_settings())
            if self._showing is None or self._showing.done():
                self._showing = background_tasks.create(self._show_on())

    def _leave(self, browser: str) -> None:
        self._looks.pop(browser, None)
        if not self._looks:
            self.live.end_recording()
            self.replay = None
            if self.connection.client:
                self._ask_for_streams(self.connection.client)

    async def _show_on(self) -> None:
        turn = 0
        while self._looks:
            for look in list(self._looks.values()):
                update, texts_update = browser_view.update(self, look, turn % _FIGURES_EVERY == 0)
                if texts_update:
                    look.client.run_javascript(layout.show({"html": texts_update}))
                if update:
                    look.client.run_javascript(f"tune.show({json.dumps(update)})")
            turn += 1
            if self.live.hello and not self.live.saved and turn % _FETCH_EVERY == 0:
                background_tasks.create(self._fetch_settings())  # the board had no time to answer
            await asyncio.sleep(_REFRESH_S)

    # Settings, recordings and files.

    async def judge(self) -> None:
        """See what the settings that are kept would have made of what is looked at, and those of now."""
        workbench = self.workbench
        if workbench.frames:
            self._num_judged += 1
            number = self._num_judged
            effects = await asyncio.to_thread(_judge, workbench)
            if number == self._num_judged and workbench is self.workbench:
                self.effects = effects  # else something later has been asked for meanwhile

    def earlier(self) -> Sequence[Any]:
        """Return the calibrations that this surface has had, without the present one."""
        surface = self.workbench.surface
        if surface is None:
            return []
        return [each for each in self._store.calibrations(self.connection.board) if each.surface == surface.NAME][1:8]

    def record(self) -> None:
        """Begin to record what the board sees, or stop; raises OSError."""
        if self.live.is_recording:
            self.live.end_recording()
        elif self.live.bench:
            self.num_recorded = self.live.bench.num_frames
            self.live.begin_recording(self.recording)

    async def look_at_recording(self, content: bytes, name: str) -> None:
        """Lay a recording on the workbench; raise BadFile."""
        path = Path(self._folder.name) / "loaded.frames"
        path.write_bytes(content)
        try:
            replay = await asyncio.to_thread(lambda: Replay(read(path), {}, self.live.saved))
        except BadFile as error:
            raise BadFile(str(error).replace(str(path), name)) from None
        finally:
            path.unlink()
        self.replay_name = name
        self.look_at_board()
        self.lay(replay)
        await self.judge()

    def look_at_board(self) -> None:
        """Put the recording away."""
        self.replay, self.effects = None, None
        for look in self._looks.values():
            look.forget()
            look.differences, look.compared, look.view = {}, "", "reading"

    def lay(self, replay: Replay) -> None:
        """BrowserView at a recording; plots are drawn anew."""
        self.replay = replay
        for look in self._looks.values():
            look.sent.clear()

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


def _judge(workbench: Workbench) -> tuple[Effect, Effect | None]:
    kept = workbench.judge(workbench.saved)
    return kept, None if workbench.saved == workbench.settings else workbench.judge(workbench.settings)
