"""Addresses of a club's server: the wall `/`, finished games, `/enter` for invitations, and the address to which PCs
send events."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route
from treppe.games import InvalidOption

from treppe_host.club import invitations
from treppe_host.club.bonds import BoardNotAllowed, note_waiting
from treppe_host.club.finished import ON_A_PAGE, Finished, is_of_club, read_finished
from treppe_host.club.gate import COOKIE
from treppe_host.club.intake import Held, take
from treppe_host.club.invitations import Guest
from treppe_host.club.names import BadNames, Names, read_names, store_names
from treppe_host.club.page import door_page, finished_page, wall_page
from treppe_host.club.steps import turns_of
from treppe_host.club.store import ClubStore
from treppe_host.club.upload import MOST_BYTES, BadUpload, Upload, read_upload
from treppe_host.club.wall import Wall
from treppe_host.errors import StoreError
from treppe_host.web import texts
from treppe_host.web.games.replay_file import policy_in, replay_of
from treppe_host.web.requests import LARGEST, language_of, read_json
from treppe_host.web.security.asgi import is_encrypted

_LONGEST_TOKEN = 64
_MOST_BYTES = 1000
_LONGEST_PAGE = 6  # digits


class ClubRoutes:
    """Answers browsers."""

    def __init__(self, store: ClubStore, wall: Wall):
        self._store = store
        self._wall = wall

    def routes(self) -> list[BaseRoute]:
        """Return the addresses."""
        return [
            Route("/", self._show_wall),
            Route("/enter", self._show_door),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/tables/{number:record}", self._show_steps),
            Route("/finished", self._show_finished),
            Route("/games/{number:record}", self._show_replay),
            Route("/games/{number:record}/file", self._send_replay),
            Route("/names", self._name, methods=["POST"]),
            Route("/upload", self._take_upload, methods=["POST"]),
        ]

    async def _show_wall(self, request: Request) -> HTMLResponse:
        return HTMLResponse(wall_page(texts.load(language_of(request)), guest_of(request)))

    async def _show_door(self, request: Request) -> HTMLResponse:
        return HTMLResponse(door_page(texts.load(language_of(request))))

    async def _enter(self, request: Request) -> Response:
        """Give a browser its cookie for the token of its link."""
        said = await read_json(request, _MOST_BYTES)
        token = said.get("token")
        if not isinstance(token, str) or len(token) > _LONGEST_TOKEN:
            raise HTTPException(400)
        cookie = await asyncio.to_thread(self._begin_session, token)
        if not cookie:
            raise HTTPException(403)
        answer = Response(status_code=204)
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=invitations.SESSION_S,
            httponly=True,
            samesite="lax",
            secure=is_encrypted(request.scope),
            path="/",
        )
        return answer

    async def _show_steps(self, request: Request) -> Response:
        """Answer with the game on a table so far."""
        table = self._wall.table(request.path_params["number"])
        if table is None:
            raise HTTPException(404)
        game, words = table.game, texts.load(language_of(request))
        if game.state is None:
            return JSONResponse({"places": [], "turns": []})
        begin, played, turns = (game.name, game.state.options, game.markings), list(game.words), list(game.turns())

        def answer() -> JSONResponse:
            return JSONResponse({"places": table.steps.of(begin, played), "turns": turns_of(words, begin, turns)})

        return await asyncio.to_thread(answer)

    async def _show_finished(self, request: Request) -> HTMLResponse:
        asked = request.query_params.get("page", "")
        page = max(1, int(asked)) if asked.isdecimal() and len(asked) <= _LONGEST_PAGE else 1
        found = await asyncio.to_thread(self._read_finished, page)
        return HTMLResponse(finished_page(texts.load(language_of(request)), found, page))

    def _read_finished(self, page: int) -> list[Finished]:
        with self._store.transaction() as connection:
            return read_finished(connection, ON_A_PAGE, (page - 1) * ON_A_PAGE)

    async def _show_replay(self, request: Request) -> Response:
        """Answer with a game of the club as a page that replays it."""
        content = await asyncio.to_thread(self._replay, request.path_params["number"], language_of(request))
        return HTMLResponse(content, headers={"content-security-policy": policy_in(content)})

    async def _send_replay(self, request: Request) -> Response:
        """Answer with the same page as a file to keep."""
        number = request.path_params["number"]
        content = await asyncio.to_thread(self._replay, number, language_of(request))
        as_file = {"Content-Disposition": f'attachment; filename="treppe-{number}.html"'}
        return Response(content, media_type="application/octet-stream", headers=as_file)

    def _replay(self, number: int, language: str) -> str:
        with self._store.transaction() as connection:
            if number > LARGEST or not is_of_club(connection, number):
                raise HTTPException(404)
        try:
            return replay_of(self._store, number, language)
        except InvalidOption:  # of a newer or lying board
            raise HTTPException(404) from None

    async def _name(self, request: Request) -> Response:
        """Give a table and its players the names that an owner or arbiter has typed."""
        guest = guest_of(request)
        if not guest.role.may_name:
            raise HTTPException(403)
        try:
            names = read_names(await read_json(request, _MOST_BYTES))
            await asyncio.to_thread(self._store_names, names, guest)
        except BadNames as error:
            return JSONResponse({"error": str(error)}, 422)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        return Response(status_code=204)

    def _store_names(self, names: Names, guest: Guest) -> None:
        with self._store.transaction(writes=True) as connection:
            store_names(connection, names, guest)

    async def _take_upload(self, request: Request) -> Response:
        """Store a PC's message; answer with the stored part of the board's journal."""
        said = await read_json(request, MOST_BYTES)
        try:
            upload = read_upload(said)
            held = await asyncio.to_thread(self._store_upload, upload, guest_of(request).invitation)
        except BoardNotAllowed as error:
            await asyncio.to_thread(self._note_waiting, error)
            return JSONResponse({"link": error.invitation}, 409)
        except BadUpload as error:
            return JSONResponse({"error": str(error)}, 422)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        return JSONResponse({"last": held.last, "holes": held.holes})

    def _store_upload(self, upload: Upload, invitation: int) -> Held:
        with self._store.transaction(writes=True) as connection:
            return take(connection, upload, invitation)

    def _note_waiting(self, refused: BoardNotAllowed) -> None:
        with self._store.transaction(writes=True) as connection:
            note_waiting(connection, refused.invitation, refused.board)

    def _begin_session(self, token: str) -> str:
        with self._store.transaction(writes=True) as connection:
            guest = invitations.guest_of(connection, token)
            return invitations.begin_session(connection, guest) if guest and guest.role.may_see else ""


def guest_of(request: Request) -> Guest:
    """Return the guest whom the gate has found."""
    guest: Guest = request.scope["guest"]
    return guest


def is_storable(text: str) -> bool:
    """Return whether a database can keep a text: it has neither NUL nor halves of surrogate pairs."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
