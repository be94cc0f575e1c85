"""Security headers of every answer: browsers refuse foreign scripts, frames, guessed types and referrers."""

import secrets

from treppe_host.web.security.asgi import App, Header, Message, Receive, Send

_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_OF_FILES = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
# The framework lets the browser evaluate code from the server; drawings have sizes as attributes.
_OF_PAGES = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; script-src-attr 'none'; "
    "style-src-elem 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class SecurityHeaders:
    """Adds headers to each answer, and a mark (nonce) to each script and style in a page; only marked ones run.

    Scripts that come into the page later, or as text, have no mark.
    """

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request or WebSocket."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start: Message = {}
        body = bytearray()

        async def send_guarded(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if _is_page(message["headers"]):
                    start = message
                    return
                message["headers"] = [*message["headers"], *_ALWAYS, (b"content-security-policy", _OF_FILES)]
            elif start:
                body.extend(message.get("body", b""))
                if message.get("more_body"):
                    return
                page, policy = _mark_scripts(bytes(body))
                kept = [header for header in start["headers"] if header[0].lower() != b"content-length"]
                added = (*_ALWAYS, (b"content-security-policy", policy), (b"content-length", b"%d" % len(page)))
                await send({**start, "headers": [*kept, *added]})
                message = {"type": "http.response.body", "body": page}
            await send(message)

        await self._app(scope, receive, send_guarded)


def _is_page(headers: list[Header]) -> bool:
    return any(name.lower() == b"content-type" and text.startswith(b"text/html") for name, text in headers)


def _mark_scripts(page: bytes) -> tuple[bytes, bytes]:
    """Return a page with marked scripts, and the policy that allows only these."""
    nonce = secrets.token_urlsafe(16)
    marked = page.replace(b"<script", f'<script nonce="{nonce}"'.encode())
    marked = marked.replace(b"<style", f'<style nonce="{nonce}"'.encode())
    return marked, _OF_PAGES.format(nonce=nonce).encode()
