"""The page of the sensors, `/tune`: what they see, settings, calibration, recordings. See `treppe_host.tune`."""

import asyncio
import contextlib
import json
from functools import partial

from nicegui import background_tasks, ui

from treppe_host import words as codes
from treppe_host.errors import TreppeError
from treppe_host.html import options
from treppe_host.link.client import STREAMS as PLAY_STREAMS
from treppe_host.link.client import Client as LinkClient
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from treppe_host.tune.session import STREAMS
from treppe_host.web import layout, texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.tune.actions import BrowserActions
from treppe_host.web.tune.browser_view import BrowserView
from treppe_host.web.tune.sensors import BoardSensors

_REFRESH_S = 0.15
_FIGURES_EVERY = 4  # refreshes: numbers in tables would flicker otherwise
_FETCH_EVERY = 40
_LEARNED_EVERY = 200


class TunePage:
    """One board's sensors in any number of browsers. The board streams raw frames only while a browser shows them."""

    def __init__(self, connection: BoardConnection, store: Store):
        self.sensors = BoardSensors(connection, store)
        self._connection = connection
        self._views: dict[str, BrowserView] = {}
        self._refreshing: asyncio.Task[None] | None = None
        connection.attached.append(self._attach)
        if connection.client:
            self._attach(connection.client)

    # The link.

    def _attach(self, client: LinkClient) -> None:
        loop = asyncio.get_running_loop()
        for name in self.sensors.live.names:
            client.observe(name, partial(self._carry, loop, name))
        if client.hello:
            self._take("connected", client.hello)
        self._ask_for_streams(client)

    def _carry(self, loop: asyncio.AbstractEventLoop, name: str, message: Message) -> None:
        """In the link's thread: let the event loop take a message."""
        loop.call_soon_threadsafe(self._take, name, message)

    def _take(self, name: str, message: Message) -> None:
        self.sensors.live.take(name, message)
        if name == "connected" and self._views:
            background_tasks.create(self._fetch_settings())

    def _ask_for_streams(self, client: LinkClient) -> None:
        more = [name for name in STREAMS if name not in PLAY_STREAMS] if self._views else []
        client.ask_for([*PLAY_STREAMS, *more])

    async def _fetch_settings(self) -> None:
        with contextlib.suppress(TreppeError):
            self.sensors.live.take_settings(await self._connection.command("settings"))

    # Browsers.

    def build(self) -> None:
        """Build the page for one browser."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        say = words.TUNE
        materials = options(codes.load(words.LANGUAGE).MATERIALS.items())
        parts = {f"say_{name}": text for name, text in say.items() if isinstance(text, str)}
        key = self._connection.key
        parts |= {"files": f"/tune/{key}", "materials": materials}
        layout.build("tune", words, say["title"], "tune", layout.Bar(key), **parts)
        layout.add_files("tune", {**say["states"], "low": say["low"], "high": "", "lift": say["lift"]}, "tune_plots")
        view = BrowserView(client, words, self.sensors)
        for name, act in BrowserActions(self.sensors, view).by_name().items():
            ui.on(name, layout.listener(act))
        client.on_connect(lambda: self._greet(view))
        client.on_delete(lambda leaving: self._leave(leaving.id))  # not at disconnection: browsers reconnect

    def _greet(self, view: BrowserView) -> None:
        view.forget()
        is_first = not self._views
        self._views[view.client.id] = view
        if is_first:
            self.sensors.live.listen_anew()
            if self._connection.client:
                self._ask_for_streams(self._connection.client)
            background_tasks.create(self._fetch_settings())
            if self._refreshing is None or self._refreshing.done():
                self._refreshing = background_tasks.create(self._refresh())

    def _leave(self, browser: str) -> None:
        self._views.pop(browser, None)
        if not self._views:
            self.sensors.live.end_recording()
            self.sensors.show_board()
            if self._connection.client:
                self._ask_for_streams(self._connection.client)

    async def _refresh(self) -> None:
        """Send changes to all browsers until the last one leaves."""
        live = self.sensors.live
        turn = 0
        while self._views:
            for view in list(self._views.values()):
                update, html = view.changes(turn % _FIGURES_EVERY == 0)
                if html:
                    view.client.run_javascript(layout.show({"html": html}))
                if update:
                    view.client.run_javascript(f"tune.show({json.dumps(update)})")
            turn += 1
            if live.hello:
                background_tasks.create(self.sensors.look_at_task())
            if live.hello and turn % _LEARNED_EVERY == 1:
                background_tasks.create(self.sensors.look_at_games())
            if live.hello and not live.saved and turn % _FETCH_EVERY == 0:
                background_tasks.create(self._fetch_settings())  # the board had no time to answer
            await asyncio.sleep(_REFRESH_S)
