"""Addresses of sensors and doctor: `/tune` and `/doctor`, each also with a board's `/KEY`."""

from asyncio import to_thread
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from treppe_host.errors import BadFile
from treppe_host.store.store import Store
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.feed import Feed
from treppe_host.web.requests import ActTaker, language_of, read_body
from treppe_host.web.security.headers import WITHOUT_SCRIPTS
from treppe_host.web.stream import Streams
from treppe_host.words import reason

if TYPE_CHECKING:
    from treppe_host.web.tune.doctor import DoctorPage
    from treppe_host.web.tune.page import TunePage

_MOST_BYTES = 20_000_000


class TuneRoutes:
    """Serves a page of sensors and a doctor's page for each board."""

    def __init__(self, connections: BoardConnections, store: Store, taker: ActTaker):
        self._connections = connections
        self._store = store
        self._taker = taker
        self._tune_pages: dict[str, TunePage] = {}
        self._doctor_pages: dict[str, DoctorPage] = {}

    def routes(self, streams: Streams) -> list[BaseRoute]:
        return [
            Route("/tune", self._tune),
            Route("/tune/{key}", self._tune),
            streams.route("/tune/{key}/stream/{browser}", self._feed),
            Route("/tune/{key}/do/{browser}", self._act_on_sensors, methods=["POST"]),
            Route("/tune/{key}/recording.frames", self._take_recording, methods=["POST"]),
            Route("/tune/{key}/{name}", self._send_file),
            Route("/doctor", self._doctor),
            Route("/doctor/{key}", self._doctor),
            Route("/doctor/{key}/do", self._act_on_doctor, methods=["POST"]),
        ]

    def _known(self, request: Request) -> str:
        key = request.path_params.get("key", "")
        return key if key in self._connections.all else next(iter(self._connections.all))

    async def _sensors(self, key: str) -> "TunePage":
        if key not in self._connections.all:
            raise HTTPException(404)
        # Whoever starts waits for the page of the board, not for this one.
        module = await to_thread(import_module, "treppe_host.web.tune.page")
        if key not in self._tune_pages:
            self._tune_pages[key] = module.TunePage(self._connections.all[key], self._store, self._taker)
        return self._tune_pages[key]

    async def _doctors(self, key: str) -> "DoctorPage":
        if key not in self._connections.all:
            raise HTTPException(404)
        module = await to_thread(import_module, "treppe_host.web.tune.doctor")
        if key not in self._doctor_pages:
            self._doctor_pages[key] = module.DoctorPage(self._connections.all[key], self._store, self._taker)
        return self._doctor_pages[key]

    async def _tune(self, request: Request) -> HTMLResponse:
        return (await self._sensors(self._known(request))).build(request)

    async def _feed(self, request: Request) -> Feed:
        return (await self._sensors(request.path_params["key"])).feed(request)

    async def _act_on_sensors(self, request: Request) -> Response:
        return await (await self._sensors(request.path_params["key"])).act(request)

    async def _doctor(self, request: Request) -> HTMLResponse:
        return (await self._doctors(self._known(request))).build(request)

    async def _act_on_doctor(self, request: Request) -> Response:
        return await (await self._doctors(request.path_params["key"])).act(request)

    async def _send_file(self, request: Request) -> Response:
        """Send a calibration or a recording."""
        found = (await self._sensors(request.path_params["key"])).sensors.file(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        kind, content = found
        return Response(content, media_type=kind, headers={"content-security-policy": WITHOUT_SCRIPTS})

    async def _take_recording(self, request: Request) -> Response:
        """Show a recording from a browser: its name in the header X-Treppe, its content as the body.

        Browsers ask before they send such a header to another site, so pages of other sites cannot send recordings.
        """
        sensors = (await self._sensors(request.path_params["key"])).sensors
        name = unquote(request.headers.get("x-treppe", ""))
        if not name:
            raise HTTPException(400)
        try:
            await sensors.load_recording(await read_body(request, _MOST_BYTES), name)
        except BadFile as error:
            return Response(reason(error, language_of(request)), status_code=400, media_type="text/plain")
        return Response(status_code=204)
