"""The board's side of a link to a host's client: a test says what a board would say, and hears the client."""

from treppe.link.line import PROTOCOL, decode, encode, is_intact

HELLO = {"m": "hello", "protocol": PROTOCOL, "firmware": "0.1.0", "board": "b1", "surface": "square7"}
HELLO |= {"boot": 3, "ms": 0, "next": 4, "oldest": 1, "journal": "cafe", "complaints": []}


class BoardSide:
    """Talks with a client; `session` is the one that it has named last, `asked` its command that waits, if one does."""

    def __init__(self, client) -> None:
        self.client = client
        self.now_s = 0.0
        self.session = None
        self.asked: dict = {}

    def hear(self, elapsed_s: float = 0.0) -> list[dict]:
        """Let time pass; return what the client has written."""
        self.now_s += elapsed_s
        self.client.tick(self.now_s)
        heard = [decode(line) for line in self.client.take_output().split(b"\n") if is_intact(line)]
        for message in heard:
            self.session = message.get("hello", self.session)
            self.asked = message if "do" in message else self.asked
            assert message.pop("s", self.session) == self.session
        return heard

    def say(self, *messages: dict) -> list[dict]:
        """Say something; return what the client writes then."""
        self.asked = {} if any("re" in message for message in messages) else self.asked
        said = [{"s": self.session} | message if "re" in message else message for message in messages]
        self.client.feed(b"".join(encode(message) for message in said), self.now_s)
        return self.hear()

    def greet(self, **changes: object) -> list[dict]:
        """Wait for the client's greeting, and answer it."""
        self.hear(1)
        return self.say(HELLO | {"session": self.session} | changes)
