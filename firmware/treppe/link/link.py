"""The board's end of the link: sends events and streams to the host, and carries out its commands."""

from treppe.alphabet.codes import diagnostic_of_command
from treppe.link import checking
from treppe.link.checking import shown
from treppe.link.cursor import number_of
from treppe.link.limits import (
    DAY_S,
    ENDED_SESSIONS,
    FILL_BYTES,
    LEASE_MS,
    LIMITS,
    LINE_BYTES,
    QUEUE,
    RESEND_MS,
    SESSION_LETTERS,
    STAY_MS,
    WINDOW,
)
from treppe.link.line import BAD, GOOD, LONG, PROTOCOL, BadLine, LineCollector, encode
from treppe.runtime import const, elapsed_ms

_TICK_BYTES = const(2048)  # what one tick writes, and the rest of a line at most
_WAITING_LINES = const(4)  # replies that may wait for room; a host repeats commands without an answer
_LARGEST = const(0x7FFFFFFF)  # number of an event or a command


def _always() -> bool:
    return True


class Link:
    """Lines to and from one host over a console; a slow or absent host never holds up the loop.

    `console`: `read_into(buffer) -> int` and `write(bytes) -> int` (bytes accepted), neither waiting.
    `hello`: what the board says of itself (firmware, board, surface). `command(name, fields) -> dict` does a
    host's command; what an exception that it raises tells (see codes.py) is the answer. Each command is done once: the
    last answer is kept and repeated when the command comes again. It waits for a frame in which `may_obey() -> bool` is
    true.

    Next to events the host sees streams, each the latest state of something (see `stream`). Lines are made when
    the one before is out, so nothing piles up.
    """

    def __init__(self, console, journal, hello: dict, command, may_obey=_always):
        self.lease_active = False
        self.is_greeted = False
        """Whether a host has said hello, and is still there: Ctrl-C is its to send."""
        self.bad_lines = 0
        self.resends = 0
        self.console = console
        self._journal = journal
        self._hello = hello
        self._command = command
        self._may_obey = may_obey
        self._collector = LineCollector()
        self._inbox = bytearray(128)
        self._waiting: list[bytes] = []
        self._line = b""
        self._written = 0
        self._now_ms = self._leased_ms = self._progress_ms = 0
        self._day_told_ms = self._day_lasts_ms = self._greeted_ms = 0
        self._session = None
        self._ended: list[str] = []  # sessions of earlier hosts, the last one at the end
        self._orders: list[dict] = []  # commands received, carried out once all bytes are read
        self._last_command = 0
        self._last_answer: dict = {}
        self._cursor = None  # None until the host names its first event
        self._acknowledged = 0
        self._streams: dict[str, list] = {}
        self._asked: list[str] = []
        self._num_shown = 0
        self._post(self._greeting())

    def stream(self, name: str, version, message) -> None:
        """Offer a stream: `message() -> dict`, unless it is empty, is sent when `version() -> int` has changed."""
        self._streams[name] = [version, message, None]

    def is_asked_for(self, name: str) -> bool:
        """Tell whether a host wants this stream now."""
        return self.lease_active and name in self._asked

    def send(self, message: dict) -> bool:
        """Send a message once, unnumbered; return False if no host listens or there is no room."""
        return self.lease_active and self._post(message)

    def tick(self, now_ms: int) -> None:
        """Read the bytes received, carry out commands, and send as much as the line takes."""
        self.listen(now_ms)
        self.obey()
        self.talk()

    # From the host.

    def listen(self, now_ms: int) -> bool:
        """Read the bytes received; tell whether there are commands to obey."""
        self._now_ms = now_ms
        self._journal.take_time(now_ms)
        if self._journal.day and self._since(self._day_told_ms) >= self._day_lasts_ms:
            self._journal.day = ""  # no day is better than yesterday's
        if self.is_greeted and self._since(self._greeted_ms) >= STAY_MS:
            self.is_greeted = False
        count = self.console.read_into(self._inbox)
        if count:
            self._collect(count)
        return len(self._orders) > 0

    def _collect(self, count):
        for i in range(count):
            ending = self._collector.feed(self._inbox[i])
            if ending == GOOD:
                try:
                    self._receive(self._collector.message())
                except BadLine as error:
                    self._refuse({"code": "line_no_message", "text": str(error)[:40]})
            elif ending == BAD:
                self._complain()
            elif ending == LONG:
                self.bad_lines += 1
                if self.lease_active:
                    self._refuse({"code": "line_long", "most": LINE_BYTES})

    def _complain(self):
        self.bad_lines += 1
        self.send({"m": "again"})

    def _refuse(self, diagnostic):
        """Say why a line without damage does nothing."""
        self._post({"m": "refused", "told": diagnostic})

    def _receive(self, message):
        session = message.pop("s", None)
        if "hello" in message:
            self._take_hello(message)
        elif self._session is None:
            self._post(self._greeting())
        elif not _is_session(session):
            self._refuse({"code": "field_wrong", "field": "s", "value": shown(session)})
        elif session != self._session:
            self._post({"m": "ended", "session": session})
        elif message.get("m") == "again":
            self._go_back()
            self._forget_shown()
        else:
            for kind in ("ack", "from", "c"):
                if kind in message:
                    self._take_number(kind, message)
                    return
            self._refuse({"code": "line_unknown"})

    def _take_number(self, kind, message):
        number = message[kind]
        if not _is_number(number):
            self._refuse({"code": "field_wrong", "field": kind, "value": shown(number)})
        elif kind == "ack":
            self._take_acknowledgement(number)
        elif kind == "from":
            self._acknowledged = min(max(number, 1), self._journal.next_number) - 1
            self._cursor = self._journal.cursor(self._acknowledged + 1)
        elif len(self._orders) < QUEUE:
            self._orders.append(message)
        else:
            self._post({"re": number, "s": self._session, "error": {"code": "busy"}})

    def _take_hello(self, message):
        session, day, left_s = message["hello"], message.get("day"), message.get("day_left_s")
        if not _is_session(session):
            self._refuse({"code": "field_wrong", "field": "hello", "value": shown(session)})
        elif day is not None and not _is_day(day):
            self._refuse({"code": "field_wrong", "field": "day", "value": shown(day)})
        elif left_s is not None and not _is_number(left_s):
            self._refuse({"code": "field_wrong", "field": "day_left_s", "value": shown(left_s)})
        elif session in self._ended:
            self._post({"m": "ended", "session": session})
        else:
            self._greet(session)
            if day is not None and left_s is not None:
                self._take_day(day, left_s)

    def _greet(self, session):
        if session != self._session:
            if self._session is not None:
                self._ended = (self._ended + [self._session])[-ENDED_SESSIONS:]
            self._session = session
            self._orders.clear()
            self._last_command = 0
            self._cursor = None
            self._num_shown = 0
            self._end_lease()
        self.is_greeted = True
        self._greeted_ms = self._now_ms
        self._post(self._greeting())

    def _take_day(self, day, left_s):
        self._journal.day = day
        self._day_told_ms = self._now_ms
        self._day_lasts_ms = min(left_s, DAY_S) * 1000

    def _greeting(self):
        journal = self._journal
        greeting = {"m": "hello", "protocol": PROTOCOL, "session": self._session, "boot": journal.boot}
        greeting.update({"ms": journal.uptime_ms(), "next": journal.next_number, "oldest": journal.oldest_number})
        greeting["journal"] = journal.identity
        greeting.update(self._hello)
        greeting["commands"] = checking.names()
        greeting["streams"] = list(self._streams)
        greeting["limits"] = limits = dict(LIMITS)
        limits.update(journal.limits)
        return greeting

    def _take_acknowledgement(self, number):
        self._journal.acknowledge(number)
        if self._acknowledged < number < self._journal.next_number:
            self._acknowledged = number
            self._progress_ms = self._now_ms

    def obey(self) -> None:
        """Run queued commands. Call it from the main loop: the Pico's stack is 8 kB."""
        while self._orders:
            message = self._orders[0]
            number = message["c"]
            if number > self._last_command and not self._may_obey():
                return
            self._orders.pop(0)
            message.pop("c")
            if number > self._last_command:
                self._last_command = number
                self._last_answer = answer = {"re": number, "s": self._session}
                name = message.pop("do", None)
                try:
                    answer["ok"] = self._lease(message) if name == "lease" else self._command(name, message)
                except Exception as error:  # a command must not end the game that it came into
                    answer["error"] = diagnostic_of_command(self._journal, name, error)
            if number == self._last_command:
                self._post(self._last_answer)

    def _lease(self, fields):
        """Stream for 3 s more. The answer lets a host notice what got lost: it says how many lines of streams came
        before it, which event comes next (0: the host has not said yet from where), and up to which one the
        journal believes them to be stored; then how the link does.
        """
        wanted = fields.get("streams")
        if not isinstance(wanted, list):
            raise ValueError({"code": "field_missing", "field": "streams"})
        asked = [name for name in self._streams if name in wanted]
        if not self.lease_active or asked != self._asked:
            self._asked = asked
            self._forget_shown()
            self._go_back()
        self.lease_active = True
        self._leased_ms = self._greeted_ms = self._now_ms
        first = self._cursor.number if self._cursor else 0
        answer = {"shown": self._num_shown, "next": first, "stored": self._journal.acknowledged}
        answer.update({"bad_lines": self.bad_lines, "resends": self.resends})
        return answer

    # To the host.

    def _go_back(self):
        if self._cursor:
            self._cursor = self._journal.cursor(self._acknowledged + 1)
        self._progress_ms = self._now_ms

    def _end_lease(self):
        self.lease_active = False
        self._waiting.clear()
        # A line that broke off must not run into the next one.
        self._line = _fill_up(b"\n") if self._written < len(self._line) else b""
        self._written = 0

    def talk(self) -> None:
        """Send as much as the line takes; send events again that were not acknowledged in time."""
        if self.lease_active and self._since(self._leased_ms) >= LEASE_MS:
            self._end_lease()
        if not self._is_awaiting():
            self._progress_ms = self._now_ms
        elif self._since(self._progress_ms) >= RESEND_MS:
            self.resends += 1
            self._go_back()
        room = _TICK_BYTES
        while room > 0:
            if self._written == len(self._line):
                line = self._next_line()
                if line is None:
                    return
                self._line = _fill_up(line)
                self._written = 0
            accepted = self.console.write(memoryview(self._line)[self._written :])
            if not accepted:
                return
            self._written += accepted
            room -= accepted

    def _next_line(self):
        if self._waiting:
            return self._waiting.pop(0)
        if not self.lease_active:
            return None
        return self._next_event() or self._next_shown()

    def _next_event(self):
        cursor = self._cursor
        if not cursor or not cursor.number <= min(self._acknowledged + WINDOW, self._journal.next_number - 1):
            return None
        wanted = cursor.number
        line = cursor.read()
        if line and number_of(line) > wanted:
            # Damaged or removed: tell the host not to wait for it.
            self._acknowledged = number_of(line) - 1
            self._cursor = self._journal.cursor(number_of(line))
            return encode({"m": "missing", "first": wanted, "last": self._acknowledged})
        return line

    def _next_shown(self):
        for name in self._asked:
            if self._streams[name][0]() != self._streams[name][2]:
                line = self._stream_line(name)
                if line:
                    return line
        return None

    def _stream_line(self, name):
        """Return a line with the latest state of a stream; None if that is empty: there is nothing yet."""
        stream = self._streams[name]
        stream[2] = stream[0]()
        state = stream[1]()
        if not state:
            return None
        self._num_shown += 1
        message = {"m": name}
        message.update(state)
        return encode(message)

    def _forget_shown(self):
        for stream in self._streams.values():
            stream[2] = None

    def _post(self, message):
        """Queue a reply; return False if too many wait already, because the host does not read."""
        if len(self._waiting) >= _WAITING_LINES:
            return False
        self._waiting.append(encode(message))
        return True

    def _is_awaiting(self):
        """Tell whether the host has still to acknowledge events that were sent."""
        return self.lease_active and self._cursor and self._cursor.number - 1 > self._acknowledged

    def _since(self, then_ms):
        return elapsed_ms(self._now_ms, then_ms)


def _fill_up(line):
    return line + b"\n" * (-len(line) % FILL_BYTES)


def _is_day(value):
    """Tell whether a value is a day as hosts write it: 2026-11-23."""
    is_long = isinstance(value, str) and len(value) == 10
    return is_long and value[4] == value[7] == "-" and (value[:4] + value[5:7] + value[8:]).isdigit()


def _is_session(value):
    """Tell whether a value is a session: some printable letters, which need no escape in JSON."""
    is_short = isinstance(value, str) and 0 < len(value) <= SESSION_LETTERS
    return is_short and all([" " < char <= "~" and char not in '"\\' for char in value])


def _is_number(value):
    return type(value) is int and 0 <= value <= _LARGEST
