"""Who may see the page, and on which port."""

import asyncio
import base64
import threading

import pytest
from treppe_host.errors import PortError
from treppe_host.web.password import Gate, is_this_machine, watch_key
from treppe_host.web.server import NoPassword, free_port, run


def ask(gate, kind="http", path="/", query_string=b"", **headers):
    """Return what the gate answers: the messages that it sends."""
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    encoded = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": kind, "path": path, "query_string": query_string, "headers": encoded}
    # In a thread of its own: this one has the browser's event loop, if tests with a browser ran before.
    thread = threading.Thread(target=asyncio.run, args=(gate(scope, receive, send),))
    thread.start()
    thread.join()
    return sent


def credentials(password):
    return "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()


def test_others_need_the_password_once(monkeypatch):
    async def page(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    monkeypatch.setattr("treppe_host.web.password._WRONG_S", 0)
    gate = Gate(page, "schlüssel")
    assert ask(gate)[0]["status"] == 401
    assert ask(gate, authorization=credentials("schluessel"))[0]["status"] == 401
    assert ask(gate, authorization="Basic ?")[0]["status"] == 401
    assert ask(gate, cookie="treppe-key=guess")[0]["status"] == 401
    assert ask(gate, "websocket")[0] == {"type": "websocket.close", "code": 1008}
    answer = ask(gate, authorization=credentials("schlüssel"))[0]
    assert answer["status"] == 200
    key = answer["headers"][0][1].decode().partition(";")[0]
    assert ask(gate, cookie=key)[0]["status"] == 200


def test_spectators_need_their_address_and_get_no_further(monkeypatch):
    async def page(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    gate = Gate(page, "sesame")
    assert ask(gate, path="/watch", query_string=b"key=guess")[0]["status"] == 401
    invited = f"key={watch_key('sesame')}".encode()
    answer = ask(gate, path="/watch", query_string=invited)[0]
    cookie = answer["headers"][0][1].decode().partition(";")[0]
    for path in ("/watch/club", "/static/page.js", "/_nicegui_ws/socket.io"):
        assert ask(gate, path=path, cookie=cookie)[0]["status"] == 200
    for path in ("/", "/boards/club", "/games/1/text"):
        assert ask(gate, path=path, cookie=cookie, query_string=invited)[0]["status"] == 401
    assert watch_key("sesame") == watch_key("sesame") != watch_key("open")


def test_the_page_is_not_open_to_the_network_without_a_password(tmp_path, monkeypatch):
    monkeypatch.delenv("TREPPE_PASSWORD", raising=False)
    assert is_this_machine("127.0.0.1") and is_this_machine("::1") and is_this_machine("localhost")
    for host in ("0.0.0.0", "192.168.1.5", "table.local"):
        with pytest.raises(NoPassword, match="TREPPE_PASSWORD"):
            run(tmp_path, None, host)


def test_no_port_is_said_in_one_line():
    with pytest.raises(PortError, match="no free port"):
        free_port("203.0.113.1", 8080)
    with pytest.raises(PortError, match="from 65530 to 65535"):
        free_port("203.0.113.1", 65530)
    for port in (0, 65536):
        with pytest.raises(PortError, match="from 1 to 65535"):
            free_port("127.0.0.1", port)
