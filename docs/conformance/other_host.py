# ruff: noqa: D101, D103
"""A host of protocol 3 in 100 lines of plain Python: what ../protocol.md says, and nothing of Treppe's own code.

Bytes and times go in, bytes come out; it stores in `events`, by journal and number, before it acknowledges.
"""

import json
import secrets
import zlib


def encode(message: dict) -> bytes:
    body = json.dumps(message, separators=(",", ":")).encode()
    return body + b" %08x\n" % zlib.crc32(body)


def decode(line: bytes) -> dict | None:
    body, checksum = line[:-9], line[-9:]
    return json.loads(body) if checksum == b" %08x" % zlib.crc32(body) else None


class Host:
    def __init__(self, events: dict[tuple[str, int], dict]) -> None:
        self.events, self.journal, self.next = events, "", 1
        self.answers: dict[int, dict | None] = {}  # by number; None: it may have been carried out, or not
        self.waiting: list[tuple[int, dict]] = []
        self.output, self.rest, self.number, self.boot, self.is_silent = b"", b"", 0, None, False
        self.now = self.heard = self.greeted = self.leased = self.sent = self.asked = -9.0
        self.begin()

    def begin(self) -> None:
        """Choose a session; what was not answered in the one before is unknown."""
        self.answers |= {number: None for number, _ in self.waiting}
        self.session, self.hello, self.waiting = secrets.token_hex(4), None, []

    def command(self, do: str, **fields: object) -> int:
        self.number += 1
        self.waiting.append((self.number, {"do": do, **fields}))
        return self.number

    def write(self, message: dict) -> None:
        self.output += encode(message | {"s": self.session})

    def ask(self, message: dict) -> None:
        if self.now - self.asked >= 0.2:
            self.asked = self.now
            self.write(message)

    def feed(self, received: bytes, now: float) -> None:
        self.now = now
        *lines, self.rest = (self.rest + received).split(b"\n")
        for line in filter(None, (line.rstrip(b"\r") for line in lines)):
            message = decode(line)
            if message:
                self.take(message)
            elif self.hello:
                self.ask({"m": "again"})
        self.hello = None if now - self.heard > 3.5 else self.hello
        self.is_silent = self.is_silent and now - self.heard <= 3.5
        if not self.hello and not self.is_silent and now - self.greeted >= 0.5:
            self.greeted = now
            self.output += b"\n" + encode({"hello": self.session})
        if self.hello and now - self.leased >= 1:
            self.leased = now
            self.command("lease", streams=[])
        if self.hello and self.waiting and now - self.sent >= 0.5:
            self.sent = now
            self.write({"c": self.waiting[0][0]} | self.waiting[0][1])

    def take(self, message: dict) -> None:
        self.heard, kind, is_ours = self.now, message.get("m"), message.get("session") == self.session
        if (kind == "ended" and is_ours) or (kind == "hello" and self.hello and message["session"] and not is_ours):
            self.is_silent = True
            self.begin()
        elif kind == "hello":
            if self.boot not in (None, message["boot"]) or (message["session"] is None and self.hello):
                self.begin()
            elif is_ours and not self.hello:
                self.hello, self.leased, self.sent = message, -9.0, -9.0
                if message["journal"] != self.journal or message["next"] < self.next:
                    self.journal = message["journal"]
                    own = [number for name, number in self.events if name == self.journal]
                    is_other = message["next"] <= max(own, default=0)  # the board was erased: count anew
                    for number in own if is_other else ():
                        self.events[f"{self.journal}/{self.boot}", number] = self.events.pop((self.journal, number))
                    self.next = 1 if is_other else 1 + max(own, default=0)
                self.write({"from": self.next})
            self.boot = message["boot"]
        elif self.hello and "e" in message:
            if message["e"] == self.next:
                self.events[self.journal, self.next] = message
                self.next += 1
            self.ask({"from": self.next}) if message["e"] > self.next else self.write({"ack": self.next - 1})
        elif self.hello and kind == "missing" and message["first"] <= self.next:
            self.next = max(self.next, message["last"] + 1)
        elif message.get("s") == self.session and self.waiting and self.waiting[0][0] == message.get("re"):
            asked = self.waiting.pop(0)[1]
            self.answers[message["re"]], self.sent = message, -9.0
            if asked["do"] == "lease" and self.hello and not message.get("ok", {}).get("next", 1):
                self.write({"from": self.next})
