"""Checks each request to a club's server: its invitation, and whether that role may do it."""

import asyncio

from treppe_host.supervision import AnsweringPool
from treppe_host.web.security.asgi import App, Guard, Message, Receive, Send, cookie_in, headers_of, refuse

from treppe_club import invitations
from treppe_club.invitations import Principal
from treppe_club.store import ClubStore

COOKIE = "treppe-club"
_OPEN = ("/enter", "/static/")
_UPLOAD = "/upload"
_BEARER = "Bearer "
_LONGEST = 64  # characters of a token
_NUM_THREADS = 4  # of its own: nobody waits at the gate for what others have asked for


class Gate(Guard):
    """Lets requests through by a session's cookie, a PC's by its token; tells pages who asks, in `scope["principal"]`.

    Nobody guesses 192 random bits, so wrong tokens are not counted: all people of a club may come from one address.
    """

    def __init__(self, app: App, store: ClubStore):
        super().__init__(app)
        self._store = store
        self._pool = AnsweringPool(_NUM_THREADS, "gate")

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        path, headers = scope["path"], headers_of(scope)
        if path.startswith(_OPEN):
            await self.app(scope, receive, send)
            return
        is_upload = path.startswith(_UPLOAD)
        token = _bearer(headers) if is_upload else cookie_in(headers, COOKIE)[:_LONGEST]
        find = self._principal_of_token if is_upload else self._principal_of_session
        principal = await asyncio.get_running_loop().run_in_executor(self._pool, find, token) if token else None
        if principal and (principal.role.may_upload if is_upload else principal.role.may_see):
            scope["principal"] = principal
            await self.app(scope, receive, send)
        elif not is_upload and "text/html" in headers.get("accept", ""):
            await send({"type": "http.response.start", "status": 303, "headers": [(b"location", b"/enter")]})
            await send({"type": "http.response.body", "body": b""})
        else:
            await refuse(send, 401, "Treppe: come by an invitation of the club")

    def _principal_of_token(self, token: str) -> Principal | None:
        """Return the guest of an invitation's token."""
        with self._store.transaction() as connection:
            return invitations.guest_of(connection, token)

    def _principal_of_session(self, cookie: str) -> Principal | None:
        with self._store.transaction() as connection:
            return invitations.guest_of_session(connection, cookie)


def _bearer(headers: dict[str, str]) -> str:
    header = headers.get("authorization", "")
    return header.removeprefix(_BEARER)[:_LONGEST] if header.startswith(_BEARER) else ""
