"""Style sheets and scripts, below addresses that name their version."""

from starlette import staticfiles
from starlette.responses import Response

from treppe_host.web import assets
from treppe_host.web.security.asgi import Message

_FOR_EVER = "public, max-age=31536000, immutable"


class StaticFiles(staticfiles.StaticFiles):
    """The page's files, as `/VERSION/NAME` for ever, as `/NAME` until they change."""

    def __init__(self) -> None:
        super().__init__(directory=assets.FOLDER)

    async def get_response(self, path: str, scope: Message) -> Response:
        """Return a file; see starlette."""
        version, _, name = path.partition("/")
        if version != assets.VERSION:
            return await super().get_response(path, scope)
        answer = await super().get_response(name, scope)
        answer.headers["cache-control"] = _FOR_EVER
        return answer
