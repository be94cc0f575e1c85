"""The page of the sensors, `/tune`: what they see, settings, calibration, recordings. See `treppe_host.tune`."""

import asyncio
import contextlib
import secrets
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from treppe_host import words as codes
from treppe_host.errors import TreppeError
from treppe_host.html import options
from treppe_host.link.client import STREAMS as PLAY_STREAMS
from treppe_host.link.client import Client as LinkClient
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from treppe_host.supervision import start_job
from treppe_host.tune.session import STREAMS
from treppe_host.web import layout
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.feed import Feed
from treppe_host.web.requests import ActTaker
from treppe_host.web.tune.actions import BrowserActions
from treppe_host.web.tune.browser_view import BrowserView
from treppe_host.web.tune.sensors import BoardSensors

_REFRESH_S = 0.15
_FIGURES_EVERY = 4  # refreshes: numbers in tables would flicker otherwise
_FETCH_EVERY = 40
_LEARNED_EVERY = 200


class TunePage:
    """One board's sensors in any number of browsers. The board streams raw frames only while a browser shows them."""

    def __init__(self, connection: BoardConnection, store: Store, taker: ActTaker):
        self.sensors = BoardSensors(connection, store)
        self._connection = connection
        self._taker = taker
        self._views: dict[str, BrowserView] = {}
        """By a name that each page gets when it is built."""
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
            self._forward_message("connected", client.hello)
        self._ask_for_streams(client)

    def _carry(self, loop: asyncio.AbstractEventLoop, name: str, message: Message) -> None:
        """In the link's thread: let the event loop take a message."""
        loop.call_soon_threadsafe(self._forward_message, name, message)

    def _forward_message(self, name: str, message: Message) -> None:
        self.sensors.take(name, message)
        if name == "connected" and self._views:
            start_job(self._fetch_settings(), "reading settings")

    def _ask_for_streams(self, client: LinkClient) -> None:
        more = [name for name in STREAMS if name not in PLAY_STREAMS] if self._views else []
        client.ask_for([*PLAY_STREAMS, *more])

    async def _fetch_settings(self) -> None:
        with contextlib.suppress(TreppeError):
            self.sensors.live.take_settings(await self._connection.command("settings"))

    # Browsers.

    def build(self, request: Request) -> HTMLResponse:
        """Return the page for one browser."""
        words = layout.words_for(request)
        say, key, browser = words.TUNE, self._connection.key, secrets.token_urlsafe(9)
        parts = {"files": f"tune/{key}", "materials": options(codes.load_codes(words.LANGUAGE).MATERIALS.items())}
        marks = {**say["states"], "low": say["low"], "high": "", "lift": say["lift"]}
        wiring = layout.Wiring(f"tune/{key}/stream/{browser}", f"tune/{key}/do/{browser}", ("tune",), {"tune": marks})
        return layout.page("tune", words, say["title"], "tune", layout.Bar(key), wiring, **parts)

    def feed(self, request: Request) -> Feed:
        is_first = not self._views
        browser = request.path_params["browser"]
        if browser not in self._views:
            self._views[browser] = BrowserView(layout.words_for(request), self.sensors)
        if is_first:
            self.sensors.live.listen_anew()
            if self._connection.client:
                self._ask_for_streams(self._connection.client)
            start_job(self._fetch_settings(), "reading settings")
            if self._refreshing is None or self._refreshing.done():
                self._refreshing = start_job(self._refresh(), "the sensors' page")
        self._views[browser].feed.expect_reader()
        return self._views[browser].feed

    async def act(self, request: Request) -> Response:
        """Do what a person does on the page."""
        view = self._views.get(request.path_params["browser"])
        if view is None:
            raise HTTPException(404)
        return await self._taker.take(request, BrowserActions(self.sensors, view).by_name())

    def _forget_views(self) -> None:
        """Forget the browsers that have gone; with the last one the board streams no raw frames any more."""
        for browser, view in list(self._views.items()):
            if not view.feed.is_followed:
                view.feed.end()
                del self._views[browser]
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
            for view in [each for each in self._views.values() if each.feed.has_readers]:
                update = view.changes(turn % _FIGURES_EVERY == 0)
                if update:
                    view.feed.publish(update)
            turn += 1
            if live.hello:
                start_job(self.sensors.look_at_task(), "reading a task")
            if live.hello and turn % _LEARNED_EVERY == 1:
                start_job(self.sensors.look_at_games(), "reading games")
            if live.hello and not live.saved and turn % _FETCH_EVERY == 0:
                start_job(self._fetch_settings(), "reading settings")  # the board had no time to answer
            await asyncio.sleep(_REFRESH_S)
            self._forget_views()
