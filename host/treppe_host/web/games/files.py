"""Files of games that browsers upload and download."""

import asyncio
import json
from collections.abc import AsyncIterator
from io import BytesIO
from types import ModuleType
from urllib.parse import unquote

from fastapi import HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from treppe_host.errors import TreppeError, UnknownRecord
from treppe_host.records.exchange import Progress, export, import_games
from treppe_host.store.store import Store
from treppe_host.web import layout, texts
from treppe_host.web.games.replay_file import replay_of
from treppe_host.words import reason

FORMS = {"text": "txt", "jsonl": "jsonl", "csv": "csv", "html": "html"}
_MOST_BYTES = 20_000_000
_TELL_S = 1.0


class GameFiles:
    """Receives files of games, and sends them."""

    def __init__(self, store: Store):
        self._store = store
        self._importing = asyncio.Lock()  # one file after the other

    async def take(self, request: Request) -> StreamingResponse:
        """Store the games of a file from a browser; answer with the progress (see `_import`).

        The header `X-Treppe` has the file's name; pages of other sites cannot send it.
        """
        words = texts.load(layout.language_asked(request))
        name = unquote(request.headers.get("x-treppe", ""))
        is_fit = name and int(request.headers.get("content-length", _MOST_BYTES + 1)) <= _MOST_BYTES
        file = BytesIO(await request.body()) if is_fit else None
        return StreamingResponse(self._import(words, name, file), media_type="application/x-ndjson")

    async def _import(self, words: ModuleType, name: str, file: BytesIO | None) -> AsyncIterator[str]:
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

    def send(self, request: Request, number: int, form: str) -> Response:
        """Send a game as a file."""
        if form not in FORMS:
            raise HTTPException(404)
        try:
            if form == "html":
                content = replay_of(self._store, number, layout.language_asked(request))
            else:
                content = export(self._store, [number], form)
        except UnknownRecord as error:
            return Response(reason(error, layout.language_asked(request)), status_code=404)
        name = f"treppe-{number}.{FORMS[form]}"
        return Response(
            content,
            media_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


def _line(**told: str) -> str:
    return json.dumps(told) + "\n"
