"""Addresses of sensors and doctor: `/tune` and `/doctor`, each also with a board's `/KEY`."""

from urllib.parse import unquote

from fastapi import Request, Response
from nicegui import app, ui

from treppe_host.errors import BadFile
from treppe_host.store.store import Store
from treppe_host.web import layout
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.tune.doctor import DoctorPage
from treppe_host.web.tune.page import TunePage
from treppe_host.words import reason

_MOST_BYTES = 20_000_000


class TuneRoutes:
    """Serves a page of sensors and a doctor's page for each board."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store
        self._tune_pages: dict[str, TunePage] = {}
        self._doctor_pages: dict[str, DoctorPage] = {}

    def serve(self) -> None:
        """Register the addresses."""
        for path, build in (("tune", self._tune), ("doctor", self._examine)):
            ui.page(f"/{path}", title="Treppe", favicon=layout.FAVICON)(build)
            ui.page(f"/{path}/{{key}}", title="Treppe", favicon=layout.FAVICON)(build)
        app.get("/tune/{key}/{name}")(self.send_file)
        app.post("/tune/{key}/recording.frames")(self.take_recording)

    def _known(self, key: str) -> str:
        return key if key in self._connections.all else next(iter(self._connections.all))

    def page(self, key: str) -> TunePage:
        """Return the page of a board's sensors."""
        if key not in self._tune_pages:
            self._tune_pages[key] = TunePage(self._connections.all[key], self._store)
        return self._tune_pages[key]

    async def _tune(self, key: str = "") -> None:
        self.page(self._known(key)).build()

    async def _examine(self, key: str = "") -> None:
        known = self._known(key)
        if known not in self._doctor_pages:
            self._doctor_pages[known] = DoctorPage(self._connections.all[known], self._store)
        self._doctor_pages[known].build()

    def send_file(self, key: str, name: str) -> Response:
        """Send a calibration, a recording or a report."""
        found = self._tune_pages[key].sensors.file(name) if key in self._tune_pages else None
        if found is None:
            return Response(status_code=404)
        kind, content = found
        return Response(content, media_type=kind)

    async def take_recording(self, key: str, request: Request) -> Response:
        """Show a recording from a browser: its name in the header X-Treppe, its content as the body.

        Browsers ask before they send such a header to another site, so pages of other sites cannot send recordings.
        """
        name = unquote(request.headers.get("x-treppe", ""))
        if key not in self._tune_pages or not name:
            return Response(status_code=404)
        if int(request.headers.get("content-length", _MOST_BYTES + 1)) > _MOST_BYTES:
            return Response(f"{name} is larger than 20 MB", status_code=413)
        try:
            await self._tune_pages[key].sensors.load_recording(await request.body(), name)
        except BadFile as error:
            return Response(reason(error, layout.language_asked(request)), status_code=400, media_type="text/plain")
        return Response(status_code=204)
