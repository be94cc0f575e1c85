"""Addresses of a club's server: the wall `/`, finished games, `/enter` for invitations, and the address to which PCs
send events."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from treppe_host.errors import StoreError, UnknownRecord
from treppe_host.supervision import AnsweringPool
from treppe_host.web.games.replay_file import policy_in
from treppe_host.web.requests import Page, language_of, number_in, read_json
from treppe_host.web.security.asgi import is_encrypted

from treppe_club import invitations
from treppe_club.board_links import BoardNotAllowed, note_waiting
from treppe_club.finished import ON_A_PAGE, Finished, read_finished
from treppe_club.gate import COOKIE
from treppe_club.intake import Held, take
from treppe_club.invitations import Principal
from treppe_club.names import BadNames, Names, read_names, store_names
from treppe_club.page import door_page, finished_page, wall_page
from treppe_club.replays import Replays
from treppe_club.steps import turns_of
from treppe_club.store import ClubStore
from treppe_club.texts import load_texts
from treppe_club.upload import MOST_BYTES, BadUpload, Upload, read_upload
from treppe_club.wall import Wall

_LONGEST_TOKEN = 64
_MOST_BYTES = 1000


class ClubRoutes:
    """Answers browsers."""

    def __init__(self, store: ClubStore, wall: Wall):
        self._store = store
        self._wall = wall
        self._drawing = AnsweringPool(1, "drawing")
        self._replays = Replays(store, self._drawing)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._show_wall),
            Route("/enter", self._show_door),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/tables/{number:record}", self._show_steps),
            Route("/finished", self._show_finished),
            Route("/games/{number:record}", self._show_replay),
            Route("/games/{number:record}/file", self._send_replay),
            Route("/names", self._take_names, methods=["POST"]),
            Route("/upload", self._take_upload, methods=["POST"]),
        ]

    async def _show_wall(self, request: Request) -> Page:
        return Page(wall_page(load_texts(language_of(request)), guest_of(request)))

    async def _show_door(self, request: Request) -> Page:
        return Page(door_page(load_texts(language_of(request))))

    async def _enter(self, request: Request) -> Response:
        """Give a browser its cookie for the token of its link."""
        message = await read_json(request, _MOST_BYTES)
        token = message.get("token")
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
        game, words = table.game, load_texts(language_of(request))
        if game.state is None:
            return JSONResponse({"places": [], "turns": []})
        begin, played, turns = (game.name, game.state.options, game.markings), list(game.notations), list(game.turns())

        def answer() -> JSONResponse:
            return JSONResponse({"places": table.steps.of(begin, played), "turns": turns_of(words, begin, turns)})

        return await asyncio.get_running_loop().run_in_executor(self._drawing, answer)

    async def _show_finished(self, request: Request) -> Page:
        page = max(1, number_in(request.query_params.get("page")))
        found = await asyncio.to_thread(self._read_finished, page)
        return Page(finished_page(load_texts(language_of(request)), found, page))

    def _read_finished(self, page: int) -> list[Finished]:
        with self._store.transaction() as connection:
            return read_finished(connection, ON_A_PAGE, (page - 1) * ON_A_PAGE)

    async def _show_replay(self, request: Request) -> Response:
        """Answer with a game of the club as a page that replays it."""
        content = await self._replay(request)
        return Page(content, headers={"content-security-policy": policy_in(content)})

    async def _send_replay(self, request: Request) -> Response:
        """Answer with the same page as a file to keep."""
        content = await self._replay(request)
        as_file = {"Content-Disposition": f'attachment; filename="treppe-{request.path_params["number"]}.html"'}
        return Response(content.encode("utf-8", "replace"), media_type="application/octet-stream", headers=as_file)

    async def _replay(self, request: Request) -> str:
        try:
            return await self._replays.page(request.path_params["number"], language_of(request))
        except UnknownRecord:
            raise HTTPException(404) from None

    async def _take_names(self, request: Request) -> Response:
        """Give a table and its players the names that an owner or arbiter has typed."""
        principal = guest_of(request)
        if not principal.role.may_name:
            raise HTTPException(403)
        try:
            names = read_names(await read_json(request, _MOST_BYTES))
            await asyncio.to_thread(self._store_names, names, principal)
        except BadNames as error:
            return JSONResponse({"error": str(error)}, 422)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        return Response(status_code=204)

    def _store_names(self, names: Names, principal: Principal) -> None:
        with self._store.transaction(writes=True) as connection:
            store_names(connection, names, principal)

    async def _take_upload(self, request: Request) -> Response:
        """Store a PC's message; answer with the stored part of the board's journal."""
        message = await read_json(request, MOST_BYTES)
        try:
            upload = read_upload(message)
            held = await asyncio.to_thread(self._store_upload, upload, guest_of(request).invitation)
        except BoardNotAllowed as error:
            await asyncio.to_thread(self._note_waiting, error)
            return JSONResponse({"link": error.invitation}, 409)
        except BadUpload as error:
            return JSONResponse({"error": str(error)}, 422)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        return JSONResponse({"last": held.last, "holes": held.open_gaps})

    def _store_upload(self, upload: Upload, invitation: int) -> Held:
        with self._store.transaction(writes=True) as connection:
            return take(connection, upload, invitation)

    def _note_waiting(self, refused: BoardNotAllowed) -> None:
        with self._store.transaction(writes=True) as connection:
            note_waiting(connection, refused.invitation, refused.board)

    def _begin_session(self, token: str) -> str:
        with self._store.transaction(writes=True) as connection:
            principal = invitations.guest_of(connection, token)
            return invitations.begin_session(connection, principal) if principal and principal.role.may_see else ""


def guest_of(request: Request) -> Principal:
    """Return the guest whom the gate has found."""
    principal: Principal = request.scope["principal"]
    return principal
