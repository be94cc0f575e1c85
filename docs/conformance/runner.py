"""Holds any host, or any board, against the transcripts; plain Python, and nothing of Treppe's own code.

A host is given as an object with `feed(bytes, seconds)`, `command(name)`, `take_output() -> bytes`, `stored() -> list`
of event numbers in their order, and `num_answered() -> int`. A board has `receive(bytes)`, `take_output() -> bytes`,
`run(milliseconds)` and `happen(what)` for what a step does `at board`: `event`, `restart`, `erase`, `cut`, `damage N`.
"""

import json
import secrets
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

PATIENCE_MS = 6000
STEP_MS = 10
HELLO = {"protocol": 3, "ms": 0, "next": 1, "oldest": 1, "firmware": "1", "board": "b1", "surface": "square7"}
EVENT = {"boot": 1, "ms": 1, "k": "fault", "told": {"code": "flash_full"}}
LEASE = {"shown": 0, "stored": 0, "bad_lines": 0, "resends": 0}

Message = dict[str, Any]


class Broken(AssertionError):
    """A host or a board does not do what a transcript says."""


def encode(message: Message, is_damaged: bool = False) -> bytes:
    """Return a message as a line; a damaged one has another checksum."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return body + b" %08x\n" % (zlib.crc32(body) ^ is_damaged)


def decode(line: bytes) -> Message:
    """Return the message of a line, an empty one if it is damaged."""
    body, checksum = line.rstrip(b"\r")[:-9], line.rstrip(b"\r")[-9:]
    return json.loads(body) if body and checksum == b" %08x" % zlib.crc32(body) else {}


class Held:
    """One run of a transcript: the values of its variables, and lines that were not looked at yet."""

    side = ""
    """Who is held against it: `host` or `board`."""

    def __init__(self, name: str, transcript: Message, values: Message):
        self.name = name
        self.transcript = transcript
        self.values = values
        self.lines: list[Message] = []
        self.seen: list[Message] = []
        self.rest = b""
        self.place = 0

    def run(self) -> None:
        """Go through the steps; raise Broken."""
        for place, step in enumerate(self.transcript["steps"]):
            self.place = place
            kind = next(iter(step))
            if step.get("of", self.transcript.get("of", self.side)) != self.side:
                continue
            for _ in range(step.get("times", 1)):
                getattr(self, "do_" + kind.replace(" ", "_"))(step[kind], step)

    def collect(self, output: bytes) -> None:
        *lines, self.rest = (self.rest + output).split(b"\n")
        found = [message for message in map(decode, lines) if message]
        self.lines += found
        self.seen += found

    def await_line(self, wanted: Message, step: Message, run: Callable[[], None]) -> bool:
        """Run until a line comes that has all that is wanted; others are passed over."""
        for _ in range(step.get("within_ms", PATIENCE_MS) // STEP_MS):
            while self.lines:
                found = self.match(self.lines.pop(0), wanted, step.get("differs", ()))
                if found is not None:
                    self.values |= found
                    return True
            run()
        if step.get("may be missing"):
            return False
        raise Broken(f"{self.name}, step {self.place}: {wanted} does not come; last lines: {self.seen[-4:]}")

    def match(self, line: Message, wanted: Message, differs: Sequence[str] = ()) -> Message | None:
        """Return the values of variables by which a line has all that is wanted, None if it has not."""
        found: Message = {}
        for name, value in wanted.items():
            if name not in line:
                return None
            if isinstance(value, str) and value.startswith("$") and value != "$*":
                is_other = self.values.get(value, line[name]) != line[name]
                if is_other or any(line[name] == self.values.get(other) for other in differs):
                    return None
                found[value] = line[name]
            elif isinstance(value, dict):
                if self.match(line[name], value) is None:
                    return None
            elif value not in ("$*", line[name]):
                return None
        return found

    def filled(self, message: Message) -> Message:
        """Return a message with the values of its variables; new ones are chosen."""
        return {name: self.value(value) for name, value in message.items()}

    def value(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("$"):
            return self.values.setdefault(value, secrets.token_hex(4))
        return value


class HeldBoard(Held):
    """The transcript's host talks to a board."""

    side = "board"

    def __init__(self, name: str, transcript: Message, board: Any):
        super().__init__(name, transcript, {})
        self.board = board
        self.number = self.leased_ms = 0
        self.has_lease = self.is_waiting = False

    def tick(self) -> None:
        if self.has_lease and not self.is_waiting and self.leased_ms >= 1000:
            self.leased_ms = 0
            self.number += 1
            self.write({"c": self.number, "s": self.values[self.session], "do": "lease", "streams": []})
        self.board.run(STEP_MS)
        self.leased_ms += STEP_MS
        self.collect(self.board.take_output())

    def write(self, message: Message, is_damaged: bool = False) -> None:
        self.board.receive(encode(message, is_damaged))

    def do_say(self, message: Message, step: Message) -> None:
        if "c" in message and (step.get("by") == "flood" or message["c"] not in self.values):
            self.number += 1
            self.values[message["c"]] = self.number
        self.is_waiting = self.is_waiting or ("c" in message and "by" not in step)
        if not step.get("lost"):
            self.write(self.filled(message), bool(step.get("damaged")))
        if "hello" in message:
            self.has_lease = False
        if "from" in message:
            self.session, self.has_lease, self.leased_ms = message["s"], True, 1000

    def do_hear(self, message: Message, step: Message) -> None:
        for wanted in ranges(message):
            self.await_line(wanted, step, self.tick)
        self.is_waiting = self.is_waiting and ("re" not in message or bool(step.get("lost")))

    def do_at_board(self, what: str, _: Message) -> None:
        self.has_lease = self.has_lease and what == "event"
        self.is_waiting = self.is_waiting and what == "event"
        self.board.happen(what)

    def do_quiet_ms(self, milliseconds: int, step: Message) -> None:
        for _ in range(milliseconds // STEP_MS):
            self.tick()
        if step.get("of") == "board" and any("e" in line and line["e"] > 64 for line in self.lines):
            raise Broken(f"{self.name}: more events come than may go without an acknowledgement")

    def do_sleep_ms(self, milliseconds: int, _: Message) -> None:
        self.has_lease = False
        for _ in range(milliseconds // STEP_MS):
            self.tick()

    def do_command(self, *_: Any) -> None:
        """Of hosts only."""

    do_stored = do_answered = do_not_said = do_command


class HeldHost(Held):
    """The transcript's board talks to a host, and answers its leases by itself.

    It knows which events it has and which of them it called missing, and so what a host may acknowledge.
    """

    side = "host"

    def __init__(self, name: str, transcript: Message, host: Any):
        super().__init__(name, transcript, dict(transcript.get("values", {})))
        self.host = host
        self.now_ms = 0
        self.next = 0
        self.board_next = 1
        self.missing: set[int] = set()
        self.is_taken = False
        self.tick()

    def tick(self, heard: bytes = b"") -> None:
        self.now_ms += STEP_MS
        self.host.feed(heard, self.now_ms / 1000)
        place = len(self.seen)
        self.collect(self.host.take_output())
        for message in self.seen[place:]:
            self.next = message.get("from", message.get("ack", self.next - 1) + 1)
            lacking = set(range(1, message.get("ack", 0) + 1)) - self.missing - set(self.host.stored())
            if lacking:
                raise Broken(f"{self.name}: {message} is said while {sorted(lacking)} are not stored")
            if message.get("do") == "lease" and not self.is_taken:
                answer = LEASE | {"next": self.next, "stored": self.next - 1}
                self.host.feed(encode({"re": message["c"], "s": message["s"], "ok": answer}), self.now_ms / 1000)

    def do_say(self, message: Message, step: Message) -> None:
        if step.get("by"):
            self.filled(message)
            self.is_taken = step["by"] == "other" or self.is_taken
            return
        self.await_line(message, step, self.tick)
        self.is_taken = self.is_taken and "hello" not in message

    def do_hear(self, message: Message, step: Message) -> None:
        greeting: Message = HELLO | {"next": self.board_next} if message.get("m") == "hello" else {}
        for wanted in ranges(message):
            line = (EVENT if "e" in wanted else greeting) | self.filled(wanted)
            if line.get("m") == "missing":
                self.missing |= set(range(line["first"], line["last"] + 1))
            self.tick(b"" if step.get("lost") else encode(line, bool(step.get("damaged"))))

    def do_quiet_ms(self, milliseconds: int, _: Message) -> None:
        self.lines.clear()
        for _ in range(milliseconds // STEP_MS):
            self.tick()
        if self.lines and self.is_taken:
            raise Broken(f"{self.name}: a host whose session has ended says {self.lines}")

    def do_sleep_ms(self, milliseconds: int, _: Message) -> None:
        self.now_ms += milliseconds

    def do_command(self, name: str, _: Message) -> None:
        self.host.command(name)

    def do_stored(self, numbers: Any, _: Message) -> None:
        wanted = list(spread(numbers)) if isinstance(numbers, str) else numbers
        if self.host.stored() != wanted:
            raise Broken(f"{self.name}: {self.host.stored()} are stored, not {wanted}")

    def do_answered(self, count: int, _: Message) -> None:
        if self.host.num_answered() != count:
            raise Broken(f"{self.name}: {self.host.num_answered()} commands are answered, not {count}")

    def do_not_said(self, wanted: Message, _: Message) -> None:
        for _ in range(200):
            self.tick()
        session = [place for place, line in enumerate(self.seen) if "hello" in line][-1]
        if any(self.match(line, wanted) is not None for line in self.seen[session:]):
            raise Broken(f"{self.name}: {wanted} is said")

    def do_at_board(self, what: str, _: Message) -> None:
        if what == "erase":
            self.board_next, self.missing = 1, set()
        elif what == "cut":
            self.board_next = self.values["$n"]
        else:
            self.board_next += what == "event"


def spread(text: str) -> Iterator[int]:
    """Yield the numbers of `1..64`."""
    first, last = map(int, text.split(".."))
    yield from range(first, last + 1)


def ranges(message: Message) -> Iterator[Message]:
    """Yield a message for each number of its events."""
    if isinstance(message.get("e"), str) and ".." in message["e"]:
        yield from ({"e": number} for number in spread(message["e"]))
    else:
        yield message
