"""Security headers of every answer: browsers refuse foreign scripts, frames, guessed types and referrers."""

from treppe_host.web.security.asgi import Guard, Header, Message, Receive, Send

_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_POLICY = b"content-security-policy"
WITHOUT_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The policy of files, and of pages that are one file without scripts."""
# Only scripts and styles of the server's own files; drawings have sizes as attributes.
_OF_PAGES = (
    b"default-src 'none'; script-src 'self'; script-src-attr 'none'; "
    b"style-src-elem 'self'; style-src-attr 'unsafe-inline'; "
    b"img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class SecurityHeaders(Guard):
    """Adds headers to each answer; a page that brings a policy of its own keeps it."""

    async def handle(self, scope: Message, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_added_to(message["headers"])]
            await send(message)

        await self.app(scope, receive, send_guarded)


def _added_to(headers: list[Header]) -> tuple[Header, ...]:
    found = {name.lower(): text for name, text in headers}
    if _POLICY in found:
        return _ALWAYS
    is_page = found.get(b"content-type", b"").startswith(b"text/html")
    return (*_ALWAYS, (_POLICY, _OF_PAGES if is_page else WITHOUT_SCRIPTS.encode()))
