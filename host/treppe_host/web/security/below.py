"""Serves pages below a path: a proxy before them shows them there, whether it takes the path off or passes it on."""

from treppe_host.web.security.asgi import App, Guard, Header, Message, Receive, Send

_LOCATION, _COOKIE = b"location", b"set-cookie"


class Below(Guard):
    """Takes the path off requests, and puts it into the addresses of redirections and the paths of cookies."""

    def __init__(self, app: App, path: str):
        """`path` is as `/treppe`."""
        super().__init__(app)
        self._path = path

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_below(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._placed(*header) for header in message["headers"]]
            await send(message)

        asked = scope["path"]
        if f"{asked}/".startswith(f"{self._path}/"):
            asked = asked.removeprefix(self._path) or "/"
        await self.app({**scope, "path": asked}, receive, send_below)

    def _placed(self, name: bytes, text: bytes) -> Header:
        if name == _LOCATION and text.startswith(b"/"):
            return name, self._path.encode() + text
        if name == _COOKIE:
            return name, text.replace(b"; Path=/", b"; Path=%b/" % self._path.encode(), 1)
        return name, text
