"""Which address shows the sensors and the state of which board: `/tune` and `/doctor`, each also with `/KEY`."""

from urllib.parse import unquote

from fastapi import Request, Response
from nicegui import app, ui

from treppe_host.errors import BadFile
from treppe_host.store.store import Store
from treppe_host.web import layout
from treppe_host.web.board.routes import Hall
from treppe_host.web.tune.doctor import Consultation
from treppe_host.web.tune.tuner import Tuner

_MOST_BYTES = 20_000_000


class Workshop:
    """A tuner and a doctor for each board of the hall."""

    def __init__(self, hall: Hall, store: Store):
        self._hall = hall
        self._store = store
        self._tuners: dict[str, Tuner] = {}
        self._doctors: dict[str, Consultation] = {}

    def serve(self) -> None:
        """Let browsers have the pages."""
        for path, build in (("tune", self._tune), ("doctor", self._examine)):
            ui.page(f"/{path}", title="Treppe", favicon=layout.FAVICON)(build)
            ui.page(f"/{path}/{{key}}", title="Treppe", favicon=layout.FAVICON)(build)
        app.get("/tune/{key}/{name}")(self.send_file)
        app.post("/tune/{key}/recording.frames")(self.take_recording)

    def _known(self, key: str) -> str:
        return key if key in self._hall.pages else next(iter(self._hall.pages))

    def tuner(self, key: str) -> Tuner:
        """Return the tuner of a board."""
        if key not in self._tuners:
            self._tuners[key] = Tuner(self._hall.pages[key].desk, self._store)
        return self._tuners[key]

    async def _tune(self, key: str = "") -> None:
        self.tuner(self._known(key)).build()

    async def _examine(self, key: str = "") -> None:
        known = self._known(key)
        if known not in self._doctors:
            self._doctors[known] = Consultation(self._hall.pages[known].desk)
        self._doctors[known].build()

    def send_file(self, key: str, name: str) -> Response:
        """Send a calibration, a recording or a report."""
        found = self._tuners[key].file(name) if key in self._tuners else None
        if found is None:
            return Response(status_code=404)
        kind, content = found
        return Response(content, media_type=kind)

    async def take_recording(self, key: str, request: Request) -> Response:
        """Lay a recording on a tuner's workbench: its name in the header X-Treppe, its content as the body.

        The header makes a browser ask first, so that no other site can send one.
        """
        name = unquote(request.headers.get("x-treppe", ""))
        if key not in self._tuners or not name:
            return Response(status_code=404)
        if int(request.headers.get("content-length", _MOST_BYTES + 1)) > _MOST_BYTES:
            return Response(f"{name} is larger than 20 MB", status_code=413)
        try:
            await self._tuners[key].look_at_recording(await request.body(), name)
        except BadFile as error:
            return Response(str(error), status_code=400, media_type="text/plain")
        return Response(status_code=204)
