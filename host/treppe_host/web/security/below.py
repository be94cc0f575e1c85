"""Serves pages below a path: a proxy before them shows them there, whether it takes the path off or passes it on."""

from treppe_host.web.security.asgi import App, Header, Message, Receive, Send

_LOCATION, _COOKIE = b"location", b"set-cookie"


class Below:
    """Takes the path off requests, and puts it into the addresses of redirections and the paths of cookies."""

    def __init__(self, app: App, path: str):
        """`path` is as `/treppe`."""
        self._app = app
        self._path = path

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_below(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._placed(*header) for header in message["headers"]]
            await send(message)

        asked = scope["path"]
        if f"{asked}/".startswith(f"{self._path}/"):
            asked = asked.removeprefix(self._path) or "/"
        await self._app({**scope, "path": asked}, receive, send_below)

    def _placed(self, name: bytes, text: bytes) -> Header:
        if name == _LOCATION and text.startswith(b"/"):
            return name, self._path.encode() + text
        if name == _COOKIE:
            return name, text.replace(b"; Path=/", b"; Path=%b/" % self._path.encode(), 1)
        return name, text
