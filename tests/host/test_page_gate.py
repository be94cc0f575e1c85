"""Who may see the page, and on which port."""

import asyncio
import base64
import re
import threading

import pytest
from treppe_host.errors import PortError
from treppe_host.web.headers import SecurityHeaders
from treppe_host.web.origins import Origins
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


async def page(scope, receive, send):
    """Answer whatever is let through."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    kind = scope.get("kind", b"text/html; charset=utf-8")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
    await send({"type": "http.response.body", "body": b"<script>a()</script>", "more_body": True})
    await send({"type": "http.response.body", "body": b"<style>b</style>"})


def credentials(password):
    return "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()


def test_others_need_the_password_once(monkeypatch):
    monkeypatch.setattr("treppe_host.web.password._WRONG_S", 0)
    gate = Gate(page, "schlüssel")
    assert ask(gate)[0]["status"] == 401
    assert ask(gate, authorization=credentials("schluessel"))[0]["status"] == 401
    assert ask(gate, authorization="Basic ?")[0]["status"] == 401
    assert ask(gate, cookie="treppe-key=guess")[0]["status"] == 401
    assert ask(gate, "websocket")[0] == {"type": "websocket.close", "code": 1008}
    answer = ask(gate, authorization=credentials("schlüssel"))[0]
    assert answer["status"] == 200
    key = answer["headers"][-1][1].decode().partition(";")[0]
    assert ask(gate, cookie=key)[0]["status"] == 200


def test_spectators_need_their_address_and_get_no_further(monkeypatch):
    gate = Gate(page, "sesame")
    assert ask(gate, path="/watch", query_string=b"key=guess")[0]["status"] == 401
    invited = f"key={watch_key('sesame')}".encode()
    answer = ask(gate, path="/watch", query_string=invited)[0]
    cookie = answer["headers"][-1][1].decode().partition(";")[0]
    for path in ("/watch/club", "/static/page.js", "/_nicegui_ws/socket.io"):
        assert ask(gate, path=path, cookie=cookie)[0]["status"] == 200
    for path in ("/", "/boards/club", "/games/1/text"):
        assert ask(gate, path=path, cookie=cookie, query_string=invited)[0]["status"] == 401
    assert watch_key("sesame") == watch_key("sesame") != watch_key("open")


@pytest.mark.parametrize(
    ("listens_on", "name", "is_answered"),
    [
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "localhost:8080", True),
        ("127.0.0.1", "LocalHost", True),
        ("127.0.0.1", "[::1]:8080", True),
        ("127.0.0.1", "evil.example:8080", False),
        ("127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1", "evil.example@127.0.0.1", True),  # no browser sends it; the name in it is the machine's own
        ("127.0.0.1", "127.0.0.1@evil.example", False),
        ("127.0.0.1", "192.168.1.5", False),
        ("127.0.0.1", "club.example", True),
        ("127.0.0.1", "[", False),
        ("127.0.0.1", "", False),
        ("192.168.1.5", "192.168.1.5:8080", True),
        ("192.168.1.5", "192.168.1.6:8080", False),
        ("0.0.0.0", "192.168.1.5:8080", True),
        ("0.0.0.0", "evil.example", False),
        ("::", "[fe80::1]:8080", True),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_only_names_that_it_was_started_for_are_answered(kind, listens_on, name, is_answered):
    gate = Origins(page, listens_on, ["Club.example"])
    answer = ask(gate, kind, host=name)[0]
    refused = {"type": "websocket.close", "code": 1008} if kind == "websocket" else answer | {"status": 421}
    assert (answer == refused) != is_answered


@pytest.mark.parametrize(
    ("origin", "is_answered"),
    [
        (None, True),
        ("http://127.0.0.1:8080", True),
        ("https://127.0.0.1:8080", True),  # behind a proxy that does TLS
        ("http://127.0.0.1:3000", False),
        ("http://localhost:8080", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_pages_of_other_addresses_are_refused_and_may_not_read(kind, origin, is_answered):
    gate = Origins(page, "127.0.0.1")
    answer = ask(gate, kind, host="127.0.0.1:8080", **({} if origin is None else {"origin": origin}))[0]
    if kind == "websocket":
        assert (answer["type"] == "websocket.accept") == is_answered
    else:
        assert answer["status"] == (200 if is_answered else 403)
        assert not any(name.startswith(b"access-control") for name, _ in answer["headers"])


def test_scripts_need_the_mark_of_their_page_and_marks_are_never_the_same():
    start, body = ask(SecurityHeaders(page))
    policy = dict(start["headers"])[b"content-security-policy"].decode()
    nonce = re.search("'nonce-([^']+)'", policy)[1]
    assert body["body"].decode() == f'<script nonce="{nonce}">a()</script><style nonce="{nonce}">b</style>'
    assert dict(start["headers"])[b"content-length"] == b"%d" % len(body["body"])
    script_sources = policy.split("script-src ")[1].split(";")[0]
    assert "unsafe-inline" not in script_sources and "script-src-attr 'none'" in policy
    assert "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy and "default-src 'none'" in policy
    assert dict(ask(SecurityHeaders(page))[0]["headers"])[b"content-security-policy"].decode() != policy


def test_every_answer_has_the_headers_refusals_too():
    for app in (page, Gate(page, "sesame"), Origins(page, "127.0.0.1")):
        headers = dict(ask(SecurityHeaders(app))[0]["headers"])
        assert headers[b"x-content-type-options"] == b"nosniff" and headers[b"referrer-policy"] == b"no-referrer"
        assert (
            headers[b"x-frame-options"] == b"DENY" and b"frame-ancestors 'none'" in headers[b"content-security-policy"]
        )


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
