"""Pages of others, and names that others lead to this machine, reach nothing."""

import http.client
import http.server
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import pytest
from page_driver import CHROMIUM, FLAGS, Player, Program

pytestmark = pytest.mark.long

PAGE = b"""<!doctype html><script>
async function attempt(act) {
  try { return await act(); } catch (error) { return "refused"; }
}
function open_stream(address) {
  return new Promise((resolve, reject) => {
    const stream = new EventSource(address);
    stream.onmessage = () => resolve("read");
    stream.onerror = reject;
  });
}
</script>"""


class Stranger(http.server.BaseHTTPRequestHandler):
    """Somebody else's web server."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger():
    """The port of a stranger's web server on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def rebound(chromium):
    """A browser whose names all lead to this machine."""
    args = (*FLAGS, "--host-resolver-rules=MAP *.example 127.0.0.1")
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield browser
    browser.close()


def test_a_name_that_others_lead_here_is_not_answered(rebound, program):
    page = rebound.new_page()
    port = urlsplit(program.address).port
    answer = page.goto(f"http://evil.example:{port}/")
    assert answer.status == 421
    said = "Treppe does not answer to the name 'evil.example': start it with --allow-host NAME"
    assert page.inner_text("body").strip() == said
    assert page.goto(f"http://localhost:{port}/").status == 200


@pytest.mark.needs("openssl")
def test_names_that_it_was_started_for_and_tls(chromium, tmp_path):
    files = [str(tmp_path / name) for name in ("certificate.pem", "key.pem")]
    subject = ["-subj", "/CN=friend.example", "-addext", "subjectAltName=IP:127.0.0.1,DNS:friend.example"]
    subject += ["-days", "1", "-newkey", "rsa:2048", "-nodes"]
    openssl = ["openssl", "req", "-x509", *subject, "-out", files[0], "-keyout", files[1]]
    subprocess.run(openssl, check=True, capture_output=True)
    program = Program(tmp_path, 8640, "--allow-host", "friend.example", "--certificate", files[0], "--key", files[1])
    context = chromium.new_context(ignore_https_errors=True)
    try:
        assert program.address.startswith("https://127.0.0.1:")
        answer = context.request.get(program.address, headers={"host": "friend.example"})
        assert answer.status == 200
        assert context.request.get(program.address, headers={"host": "evil.example"}).status == 421
        Player(context.new_page(), program.address).choose("step")
        trusting = ssl.create_default_context(cafile=files[0])
        with urllib.request.urlopen(program.address, context=trusting) as page:
            assert page.status == 200, "a client that checks the certificate"
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(program.address)
        with pytest.raises((OSError, http.client.HTTPException)):
            urllib.request.urlopen(program.address.replace("https", "http"))
    finally:
        context.close()
        program.end()


def test_a_page_of_others_reads_nothing_opens_no_stream_and_shows_no_frame(rebound, program, stranger):
    page = rebound.new_page()
    page.goto(f"http://evil.example:{stranger}/")
    address = program.address
    ask = "address => attempt(async () => (await fetch(address)).status)"
    assert page.evaluate(ask, f"http://evil.example:{stranger}/") == 200, "it can ask its own server"
    for path in ("", "games", "static/page.js", "boards/stream"):
        assert page.evaluate(ask, address + path) == "refused"
    blind = "address => attempt(async () => (await fetch(address, {method: 'POST', mode: 'no-cors'})).type)"
    assert page.evaluate(blind, f"{address}games/do") == "refused"
    open_stream = "address => attempt(() => open_stream(address))"
    assert page.evaluate(open_stream, f"{address}boards/stream") == "refused"
    page.evaluate(
        "address => document.body.append(Object.assign(document.createElement('iframe'), {src: address}))", address
    )
    page.wait_for_timeout(500)
    assert all(not frame.query_selector(".treppe") for frame in page.frames[1:])
