"""The page's WebSocket at the server's end: a browser may have closed it already."""

import asyncio

import wsproto
from own_loop import run
from treppe_host.web.web_socket import WebSocket
from uvicorn.config import Config
from uvicorn.server import ServerState


class Transport(asyncio.Transport):
    """A connection that is still open when both sides have said goodbye, as one with TLS is for a moment."""

    def __init__(self):
        super().__init__()
        self.sent = b""
        self.closed = 0

    def write(self, data):
        self.sent += data

    def close(self):
        self.closed += 1

    def is_closing(self):
        return self.closed > 0


async def app(scope, receive, send):
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def end_after(*events):
    """Let a browser open a WebSocket and send these events; end the server then, and return the connection."""
    transport = Transport()
    socket = WebSocket(Config(app, lifespan="off"), ServerState(), {})
    socket.connection_made(transport)
    browser = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
    socket.data_received(browser.send(wsproto.events.Request(host="localhost", target="/")))
    while not transport.sent:
        await asyncio.sleep(0)
    browser.receive_data(transport.sent)
    list(browser.events())
    for event in events:
        socket.data_received(browser.send(event))
    socket.shutdown()
    await asyncio.gather(*socket.tasks)
    return transport


def test_the_server_ends_while_a_browser_looks_on_and_when_it_has_just_gone():
    assert run(end_after()).closed
    assert run(end_after(wsproto.events.CloseConnection(1001))).closed
