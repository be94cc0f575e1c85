"""Who may see the page, and on which port."""

import base64
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import own_loop
import pytest
from treppe_host.errors import PortError
from treppe_host.web.address import Address, BadCertificate, NoPassword, listen
from treppe_host.web.security.access import Access, Attempts, open_access
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins
from treppe_host.web.security.password import PasswordGate, is_this_machine
from treppe_host.web.serving import Below


def ask(gate, kind="http", path="/", query_string=b"", client="192.168.1.9", scheme="http", **headers):
    """Return what the gate answers: the messages that it sends."""
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    encoded = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": kind, "path": path, "query_string": query_string, "headers": encoded, "client": (client, 1)}
    scope["scheme"] = scheme
    own_loop.run(gate(scope, receive, send))
    return sent


async def page(scope, receive, send):
    """Answer whatever is let through."""
    kind = scope.get("kind", b"text/html; charset=utf-8")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
    await send({"type": "http.response.body", "body": b"<script>a()</script>", "more_body": True})
    await send({"type": "http.response.body", "body": b"<style>b</style>"})


def credentials(password):
    return "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()


class QuickAccess(Access):
    """Compares at once, and counts how often."""

    looks = 0

    def knows(self, password):
        type(self).looks += 1
        return password.decode() == self.digest


@pytest.fixture
def refusals():
    """What the owner was shown."""
    return []


@pytest.fixture
def gate(refusals):
    QuickAccess.looks = 0
    return PasswordGate(page, QuickAccess("", "schlüssel", "look"), refusals.append)


def test_others_need_the_password_once(gate):
    assert ask(gate)[0]["status"] == 401
    assert ask(gate, authorization=credentials("schluessel"))[0]["status"] == 401
    assert ask(gate, authorization="Basic ?")[0]["status"] == 401
    assert ask(gate, cookie="treppe-key=guess")[0]["status"] == 401
    assert ask(gate, "websocket") == [], "nothing but HTTP comes through"
    answer = ask(gate, authorization=credentials("schlüssel"))[0]
    assert answer["status"] == 200
    cookie = answer["headers"][-1][1].decode()
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie
    key = cookie.partition(";")[0]
    assert ask(gate, cookie=key)[0]["status"] == 200 and QuickAccess.looks == 2


@pytest.mark.parametrize(
    "said", ["Basic \xff\xfe", "Basic €", "Basic", "basic =", "Bearer x", "\xff", "Basic " + "A" * 9999]
)
def test_what_is_no_password_is_refused_and_no_more(gate, said):
    assert ask(gate, authorization=said)[0]["status"] in (401, 429)
    assert ask(gate, cookie=said)[0]["status"] == 401
    assert ask(gate, path="/watch", query_string=said.encode())[0]["status"] == 401


def test_spectators_need_their_address_and_get_no_further(gate):
    assert ask(gate, path="/watch", query_string=b"key=guess")[0]["status"] == 401
    answer = ask(gate, path="/watch", query_string=b"key=look")[0]
    cookie = answer["headers"][-1][1].decode().partition(";")[0]
    for path in ("/watch/club", "/rules/step", "/static/page.js"):
        assert ask(gate, path=path, cookie=cookie)[0]["status"] == 200
    for path in ("/", "/boards/club", "/games/1/text"):
        assert ask(gate, path=path, cookie=cookie, query_string=b"key=look")[0]["status"] == 401


def test_many_guesses_at_once_are_not_looked_at(gate, refusals):
    gate._attempts = Attempts(lambda: 0.0)  # however long the guesses take
    key = ask(gate, authorization=credentials("schlüssel"))[0]["headers"][-1][1].decode().partition(";")[0]
    with ThreadPoolExecutor(8) as pool:
        guess = lambda number: ask(gate, authorization=credentials(str(number)))  # noqa: E731
        answers = list(pool.map(guess, range(300)))
    statuses = Counter(answer[0]["status"] for answer in answers)
    assert statuses == {401: 5, 429: 295} and QuickAccess.looks == 6
    assert refusals == ["Somebody at 192.168.1.9 guesses passwords; only a few more guesses are checked."]
    assert ask(gate, authorization=credentials("schlüssel"))[0]["status"] == 429, "not even the right one"
    wait_s = dict(ask(gate, authorization=credentials("x"))[0]["headers"])[b"retry-after"]
    assert wait_s == b"21", "twenty seconds, and one to be sure"
    assert ask(gate, cookie=key)[0]["status"] == 200, "who is in already stays in"
    assert ask(gate, client="192.168.1.8", authorization=credentials("schlüssel"))[0]["status"] == 200
    for number in range(99):
        ask(gate, client=f"10.0.0.{number}", authorization=credentials("x"))
    assert QuickAccess.looks <= 6 + 31, "many addresses help little"


OTHER_SITES = {"cross-site", "same-site"}  # the second: another port of this machine, another name of the house


@pytest.mark.parametrize("site", ["", "none", "same-origin", *OTHER_SITES])
@pytest.mark.parametrize(
    ("mode", "dest"), [("navigate", "document"), ("navigate", "iframe"), ("no-cors", "image"), ("", "")]
)
def test_other_sites_lead_here_and_load_nothing(site, mode, dest):
    said = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    answer = ask(Origins(page, "127.0.0.1"), host="127.0.0.1", **{name: text for name, text in said.items() if text})
    assert answer[0]["status"] == (403 if site in OTHER_SITES and dest != "document" else 200)


@pytest.mark.parametrize("below", ["", "/house/treppe"])
@pytest.mark.parametrize("place", ["/games", "http://127.0.0.1:8080/games", "https://club.example//games"])
def test_a_redirection_stays_below_the_path_and_names_no_server(below, place):
    async def lead(scope, receive, send):
        await send({"type": "http.response.start", "status": 307, "headers": [(b"location", place.encode() + b"?a=1")]})

    assert ask(Below(lead, below))[0]["headers"] == [(b"location", below.encode() + b"/games?a=1")]


@pytest.mark.parametrize(("path", "place"), [("/", "/"), ("//evil.example/ä", "/evil.example/%C3%A4")])
def test_a_code_leaves_the_address(refusals, path, place):
    gate = PasswordGate(page, QuickAccess("", "schlüssel", "look"), refusals.append, "code")
    answer = ask(gate, path=path, query_string=b"key=code")[0]
    assert answer["status"] == 303 and answer["headers"][0] == (b"location", place.encode())
    assert ask(gate, cookie=answer["headers"][1][1].decode().partition(";")[0])[0]["status"] == 200


def test_guesses_come_back_with_time():
    now_s = 0.0
    attempts = Attempts(lambda: now_s)
    assert [attempts.take("10.0.0.1") for _ in range(6)] == [0, 0, 0, 0, 0, 20]
    attempts.give_back("10.0.0.1")
    assert [attempts.take("10.0.0.1") for _ in range(2)] == [0, 20]
    now_s = 19.0
    assert attempts.take("10.0.0.1") == pytest.approx(1) and attempts.take("10.0.0.2") == 0
    now_s = 41.0
    assert [attempts.take("10.0.0.1") for _ in range(3)] == [0, 0, pytest.approx(19)]
    now_s = 1e6
    assert [attempts.take(f"2001:db8::{number:x}") for number in range(6)].count(0) == 5, "all of one house"
    now_s = 2e6
    assert [attempts.take(f"10.0.0.{number}") for number in range(40)].count(0) == 30
    for number in range(5000):
        now_s += 100
        attempts.take(f"10.1.{number // 250}.{number % 250}")
    assert len(attempts._left) <= 1000


def test_the_spectators_key_is_random_and_stays_as_long_as_the_password(tmp_path):
    first = open_access(tmp_path, "sesame")
    assert open_access(tmp_path, "sesame") == first and first.knows(b"sesame") and not first.knows(b"open")
    assert (tmp_path / "access.json").stat().st_mode & 0o777 == 0o600
    assert "sesame" not in (tmp_path / "access.json").read_text()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert open_access(elsewhere, "sesame").watch_key != first.watch_key, "nobody can work it out from the password"
    other = open_access(tmp_path, "open")
    assert other.watch_key != first.watch_key != open_access(tmp_path, "sesame").watch_key
    (tmp_path / "access.json").write_text('{"salt": 1}')
    assert open_access(tmp_path, "sesame").knows(b"sesame")


def test_with_tls_the_cookie_goes_nowhere_else(refusals):
    def cookie_of(scheme="http", **headers):
        gate = PasswordGate(page, QuickAccess("", "sesame", "look"), refusals.append)
        answer = ask(gate, scheme=scheme, authorization=credentials("sesame"), **headers)
        return answer[0]["headers"][-1][1].decode()

    assert "; Secure" not in cookie_of()
    assert "; Secure" in cookie_of("https")
    assert "; Secure" in cookie_of(**{"x-forwarded-proto": "https"}), "behind a proxy with TLS"


def test_files_for_tls_that_cannot_be_used_are_one_line(tmp_path):
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    for certificate, key, reason in (
        (broken, None, "needs both"),
        (None, broken, "needs both"),
        (broken, broken, "cannot be used"),
        (tmp_path / "none", broken, "No such file"),
    ):
        with pytest.raises(BadCertificate, match=reason) as failure:
            Address(certificate=certificate, key=key).check("")
        assert "\n" not in str(failure.value)


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
        ("127.0.0.1", "club.example.:8080", True),
        ("127.0.0.1", "club.example..", False),
        ("127.0.0.1", "localhost.", True),
        ("127.0.0.1", "xn--bcher-kva.example", True),
        ("127.0.0.1", "xn--strae-oqa.example:8080", True),
        ("127.0.0.1", "strasse.example", False),
        ("127.0.0.1", "xn--bcher-kvb.example", False),
        ("127.0.0.1", "[", False),
        ("127.0.0.1", "", False),
        ("192.168.1.5", "192.168.1.5:8080", True),
        ("192.168.1.5", "192.168.1.6:8080", False),
        ("0.0.0.0", "192.168.1.5:8080", True),
        ("0.0.0.0", "evil.example", False),
        ("::", "[fe80::1]:8080", True),
    ],
)
def test_only_names_that_it_was_started_for_are_answered(listens_on, name, is_answered):
    gate = Origins(page, listens_on, ["Club.example.", "BÜCHER.example", "straße.example"])
    assert ask(gate, host=name)[0]["status"] == (200 if is_answered else 421)


@pytest.mark.parametrize(
    ("origin", "is_answered"),
    [
        (None, True),
        ("http://127.0.0.1:8080", True),
        ("https://127.0.0.1:8080", True),  # behind a proxy that does TLS
        ("http://127.0.0.1.:8080", False),
        ("http://127.0.0.1:3000", False),
        ("http://localhost:8080", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_pages_of_other_addresses_are_refused_and_may_not_read(origin, is_answered):
    gate = Origins(page, "127.0.0.1")
    answer = ask(gate, host="127.0.0.1:8080", **({} if origin is None else {"origin": origin}))[0]
    assert answer["status"] == (200 if is_answered else 403)
    assert not any(name.startswith(b"access-control") for name, _ in answer["headers"])


@pytest.mark.parametrize(
    ("host", "origin", "is_answered"),
    [
        ("club.example.", "http://club.example.", True),
        ("club.example.", "http://club.example", False),
        ("club.example:443", "https://club.example", True),
        ("club.example:443", "http://club.example", False),
        ("xn--bcher-kva.example", "http://xn--bcher-kva.example", True),
    ],
)
def test_addresses_are_compared_as_browsers_write_them(host, origin, is_answered):
    gate = Origins(page, "127.0.0.1", ["club.example", "bücher.example"])
    assert ask(gate, host=host, origin=origin)[0]["status"] == (200 if is_answered else 403)


def policy_of(answer):
    return dict(answer["headers"])[b"content-security-policy"].decode()


def test_only_scripts_and_styles_of_the_servers_files_run():
    policy = policy_of(ask(SecurityHeaders(page))[0])
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert allowed["script-src"] == allowed["style-src-elem"] == "'self'" and allowed["script-src-attr"] == "'none'"
    assert allowed["default-src"] == allowed["base-uri"] == allowed["frame-ancestors"] == "'none'"


def test_a_page_keeps_the_policy_that_it_brings():
    async def strict(scope, receive, send):
        own = [(b"content-type", b"text/html"), (b"content-security-policy", b"default-src 'none'")]
        await send({"type": "http.response.start", "status": 200, "headers": own})
        await send({"type": "http.response.body", "body": b""})

    assert policy_of(ask(SecurityHeaders(strict))[0]) == "default-src 'none'"


def test_every_answer_has_the_headers_refusals_too():
    for app in (page, PasswordGate(page, QuickAccess("", "sesame", "look"), print), Origins(page, "127.0.0.1")):
        headers = dict(ask(SecurityHeaders(app))[0]["headers"])
        assert headers[b"x-content-type-options"] == b"nosniff" and headers[b"referrer-policy"] == b"no-referrer"
        assert (
            headers[b"x-frame-options"] == b"DENY" and b"frame-ancestors 'none'" in headers[b"content-security-policy"]
        )


def test_the_page_is_not_open_to_the_network_without_a_password():
    assert is_this_machine("127.0.0.1") and is_this_machine("::1") and is_this_machine("localhost")
    for host in ("0.0.0.0", "192.168.1.5", "table.local"):
        with pytest.raises(NoPassword, match="TREPPE_PASSWORD"):
            Address(host).check("")
        Address(host).check("sesame")


def test_no_port_is_said_in_one_line():
    with pytest.raises(PortError, match="no free port"):
        listen("203.0.113.1", 8080)
    with pytest.raises(PortError, match="from 65530 to 65535"):
        listen("203.0.113.1", 65530)
    for port in (0, 65536):
        with pytest.raises(PortError, match="from 1 to 65535"):
            listen("127.0.0.1", port)


def test_a_port_is_taken_once_it_is_chosen():
    with listen("127.0.0.1", 8800) as first, listen("127.0.0.1", first.getsockname()[1]) as second:
        assert second.getsockname()[1] > first.getsockname()[1]
