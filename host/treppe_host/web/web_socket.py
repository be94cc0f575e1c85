"""The web server's WebSocket, which bears that a browser has gone a moment before the server ends."""

from contextlib import suppress

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.utilities import LocalProtocolError


class WebSocket(WSProtocol):
    """A WebSocket that the server may close whatever the browser has closed already.

    The server's own one raises then, and nothing else is closed any more: no link, no simulated board.
    """

    def shutdown(self) -> None:
        """See WSProtocol."""
        with suppress(LocalProtocolError):
            super().shutdown()
        self.transport.close()
