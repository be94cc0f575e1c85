"""Files of games that browsers upload and download."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from io import BytesIO
from urllib.parse import quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from treppe.games import InvalidOption, catalogue

from treppe_host.errors import TreppeError, UnknownRecord
from treppe_host.records.exchange import Progress, export, import_games
from treppe_host.store.store import Store
from treppe_host.store.times import on_the_wall
from treppe_host.web import texts
from treppe_host.web.games import record
from treppe_host.web.games.replay_file import replay_of
from treppe_host.web.requests import LARGEST, language_of, read_body
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

FORMS = {"text": "txt", "jsonl": "jsonl", "csv": "csv", "html": "html"}
_MOST_BYTES = 20_000_000
_TELL_S = 1.0
_NO_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]')  # letters that no name of a file may have on some system


class GameFiles:
    """Receives files of games, and sends them."""

    def __init__(self, store: Store):
        self._store = store
        self._importing = asyncio.Lock()  # one file after the other

    async def take(self, request: Request) -> StreamingResponse:
        """Store the games of a file from a browser; answer with the progress (see `_import`).

        The header `X-Treppe` has the file's name; pages of other sites cannot send it.
        """
        words = texts.load(language_of(request))
        name = unquote(request.headers.get("x-treppe", ""))
        if not name:
            raise HTTPException(400)
        try:
            file = BytesIO(await read_body(request, _MOST_BYTES))
        except HTTPException as error:
            if error.status_code != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                raise
            file = None
        return StreamingResponse(self._import(words, name, file), media_type="application/x-ndjson")

    async def _import(self, words: Texts, name: str, file: BytesIO | None) -> AsyncIterator[str]:
        """Import a file in a thread; yield lines of JSON: `progress` each second, at last `done` or `error`."""
        if file is None:
            yield _line(error=words.GAMES["too_big"])
            return
        reached = Progress(0)

        def tell(progress: Progress) -> None:
            nonlocal reached
            reached = progress

        async with self._importing:
            work = asyncio.create_task(asyncio.to_thread(import_games, self._store, file, name, tell))
            while not (await asyncio.wait({work}, timeout=_TELL_S))[0]:
                yield _line(progress=words.GAMES["importing"].format(reached.num_checked, reached.num_done))
        try:
            yield _line(done=words.GAMES["imported"].format(*work.result()))
        except TreppeError as error:
            yield _line(error=reason(error, words.LANGUAGE))

    async def send(self, request: Request) -> Response:
        """Send a game as a file."""
        number, form = request.path_params["number"], request.path_params["form"]
        if form not in FORMS or number > LARGEST:
            raise HTTPException(404)
        return await asyncio.to_thread(self._file, number, form, language_of(request))

    def _file(self, number: int, form: str, language: str) -> Response:
        try:
            if form == "html":
                content = replay_of(self._store, number, language)
            else:
                content = export(self._store, [number], form)
        except (UnknownRecord, InvalidOption) as error:
            return Response(reason(error, language), status_code=404)
        name = f"{self._called(number, language)}.{FORMS[form]}".encode("utf-8", "replace")
        return Response(
            content.encode("utf-8", "replace"),
            media_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"},
        )

    def _called(self, number: int, language: str) -> str:
        """Return what people call a game's file: `STEP BY STEP, Ida - Max, 2026-11-26, 12`."""
        sheet = self._store.sheet(number)
        players = " - ".join(record.player_names(texts.load(language), sheet))
        begun = on_the_wall(sheet.started_at, sheet.zone_s)
        day = f"{begun:%Y-%m-%d}" if begun else ""
        name = ", ".join(filter(None, [catalogue.title(sheet.game), players, day, str(number)]))
        return _NO_NAME.sub("_", name)


def _line(**fields: str) -> str:
    return json.dumps(fields) + "\n"
