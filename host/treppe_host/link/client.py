"""The host's end of the link, without input or output of its own: bytes and times go in, bytes come out."""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from treppe.link.limits import ANSWER_BYTES, ASK_MS, GREET_MS, RENEW_MS, SILENT_MS
from treppe.link.line import BadLine, decode, encode

from treppe_host.link.commands import Commands
from treppe_host.link.event_intake import EventIntake, EventStore
from treppe_host.link.prompt_recovery import PromptRecovery
from treppe_host.link.schema_violations import SchemaViolation, check_version, find_violation

Message = dict[str, Any]
Observer = Callable[[Message], None]

STREAMS = ("lamps", "image", "display", "explain", "calibration")

_LEASE_S = RENEW_MS / 1000  # the board's lease lasts 3 s, so two renewals may be lost
_GREET_S = GREET_MS / 1000
_ASK_S = ASK_MS / 1000  # after this time a requested line counts as lost again
_SILENCE_S = SILENT_MS / 1000


@dataclass(slots=True)
class LinkCounts:
    """Counts of lines, losses and repeats."""

    lines: int = 0
    bad_lines: int = 0
    schema_violations: int = 0
    """Lines with a good checksum that break the protocol's table."""
    gaps: int = 0
    round_trip_s: float | None = None
    """Seconds from the last command to its answer."""
    board_bad_lines: int = 0
    board_resends: int = 0


class Client:
    """Talks to one board: greets it, fetches and stores its events, keeps its streams alive, asks for commands.

    Its owner calls `feed` with received bytes, `tick` about ten times a second, and writes the bytes of `take_output`;
    times are seconds of any monotonic clock. Not safe for threads.

    Observers (see `observe`) hear of `connected` (the board's hello), `disconnected`, `displaced` (another host talks
    to the board: this one waits until that is silent), `event` (already stored), `missing` (first, last: numbers of
    events that the board has lost, or that break the protocol), `violation` (a code with its values, and `text`: how
    a dropped line breaks the protocol, once for each field), `refused` (the board has refused a line: `diagnostic`,
    why) and each stream by its name.

        >>> from treppe_host.store.store import Store
        >>> client = Client(Store("sqlite:///link.db"), streams=["display"])
        >>> client.tick(now_s=0.0)
        >>> b"hello" in client.take_output()
        True
    """

    def __init__(
        self, store: EventStore, streams: Sequence[str] = STREAMS, wall_time: Callable[[], datetime] = datetime.now
    ) -> None:
        self.hello: Message | None = None
        """The board's hello; None while no board is connected."""
        self.board = ""
        """Id of the last connected board."""
        self.latest: dict[str, Message] = {}
        """The last message of each stream that was asked for."""
        self.figures = LinkCounts()
        self._surface = ""
        self._store = store
        self._streams = list(streams)
        self._always: list[str] = []
        self._wall_time = wall_time
        self._told_day = ""
        self._session = secrets.token_hex(4)
        self._is_session_used = False
        self._observers: dict[str, list[Observer]] = {}
        self.commands = Commands(self._session)
        self._lease: Future[Message] | None = None
        self._power_up: tuple[str, int] | None = None
        self._is_displaced = False
        self._waking = PromptRecovery()
        self._intake = EventIntake(store)
        self._num_shown, self._num_shown_asked = 0, -1
        self._reported_violations: set[tuple[str, str]] = set()
        self._input = bytearray()
        self._output = bytearray()
        self._now_s = 0.0
        self._greeted_s = self._leased_s = self._asked_s = self._heard_s = float("-inf")

    def observe(self, name: str, observer: Observer) -> None:
        """Call the observer with each message of this name, from within `feed` and `tick`, in the order of arrival.

        `event` is the name of all events, `connected` that of a hello. What an observer raises comes out of `feed` and
        `tick`; what it takes of time delays the link.
        """
        self._observers.setdefault(name, []).append(observer)

    def command(self, do: str, **fields: Any) -> "Future[Message]":
        """Send a command to the board; the future brings its answer, CommandRefused or CommandUnanswered.

        docs/protocol.md has the commands with their fields. A command that gets lost is sent again; the board carries
        it out once. Commands reach the board in the order in which they were given.

            >>> from treppe_host.store.store import Store
            >>> Client(Store("sqlite:///link.db")).command("status").done()
            False
        """
        future = self.commands.add(do, fields)
        self._send_command()
        return future

    def ask_for(self, streams: Sequence[str]) -> None:
        """Ask for these streams from now on, and for no others but those of `ask_also`."""
        self._streams = [*streams, *self._always]
        self._leased_s = float("-inf")

    def ask_also(self, stream: str) -> None:
        """Ask for this stream besides those of `ask_for`."""
        self._always.append(stream)
        self.ask_for([name for name in self._streams if name not in self._always])

    def take_output(self) -> bytes:
        r"""Return the bytes to write to the board, once: the client itself does no I/O.

        >>> from treppe_host.store.store import Store
        >>> client = Client(Store("sqlite:///output.db"))
        >>> client.tick(0.0)
        >>> client.take_output()[:9], client.take_output()
        (b'\n{"hello"', b'')
        """
        output = bytes(self._output)
        self._output.clear()
        return output

    def feed(self, received: bytes, now_s: float) -> None:
        """Take bytes from the board, in pieces of any size, at a time of the clock that `tick` gets.

        Raises StoreError, after which the events come again, and ProtocolMismatch.
        """
        self._now_s = now_s
        if not self.hello:
            self._waking.hear(received, now_s)
        self._input += received
        *lines, rest = self._input.split(b"\n")
        self._input = rest if len(rest) < ANSWER_BYTES else bytearray()
        try:
            for line in lines:
                self._take_line(bytes(line))
            self._keep_events()
        finally:
            self._intake.forget()
        if self._intake.owes_acknowledgement and self.hello:
            self._acknowledge()
        self.tick(now_s)

    def tick(self, now_s: float) -> None:
        """Greet, renew the lease, repeat unanswered commands, each at its time."""
        self._now_s = now_s
        if self.hello and now_s - self._heard_s > _SILENCE_S:
            self.disconnect()
        if not self.hello:
            self._is_displaced = self._is_displaced and now_s - self._heard_s <= _SILENCE_S
            self._greet(_GREET_S)
            self._output += b"" if self._is_displaced else self._waking.due(now_s)
        elif now_s - self._leased_s >= _LEASE_S and (self._lease is None or self._lease.done()):
            if str(self._wall_time().date()) != self._told_day:
                self._greet(_GREET_S)
            self._renew_lease()
        self.commands.give_up(now_s)
        self._send_command()

    def disconnect(self) -> None:
        """Note that the board is out of reach; commands wait for its return until they time out."""
        was_connected = self.hello is not None
        self.hello = None
        self._input.clear()
        self._output.clear()
        self._greeted_s = float("-inf")
        if was_connected:
            self._call_observers("disconnected", {})

    # Lines from the board.

    def _take_line(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = decode(line)
        except BadLine:
            self.figures.bad_lines += 1
            self._ask_again({"m": "again"})
            return
        self.figures.lines += 1
        check_version(message)
        is_to_others = "re" in message and message.get("s") != self._session
        do = None if is_to_others else self.commands.name_of(message.get("re"))
        violation = find_violation(message, do, self._surface)
        if violation:
            self._drop(message, violation, do)
            return
        self._heard_s = self._now_s
        if message.get("m") == "hello":
            self._take_hello(message)
        elif message.get("m") == "ended":
            self._take_ended(message)
        elif not self.hello or is_to_others:
            return
        elif "e" in message:
            self._take_event(message)
        elif "re" in message:
            self._take_answer(message)
        elif message.get("m") == "again":
            self.commands.retry_now()
            self._acknowledge()
        elif message.get("m") == "missing":
            self._take_missing(message)
        elif message.get("m") == "refused":
            self._call_observers("refused", message)
        else:
            self._take_shown(message)

    def _drop(self, message: Message, violation: SchemaViolation, do: str | None) -> None:
        """Drop a line that breaks the protocol, and do not ask for it again: the board has no better one."""
        self.figures.schema_violations += 1
        place = (violation.where, violation.field)
        if place not in self._reported_violations:
            self._reported_violations.add(place)
            self._call_observers("violation", violation.diagnostic | {"text": str(violation)})
        number = message.get("e")
        if self.hello and isinstance(number, int):
            self._keep_events()
            self._take_missing({"m": "missing", "first": number, "last": number})
            self._intake.owes_acknowledgement = True
        if self.hello and do:
            self._take_answer({"re": message["re"], "error": violation.diagnostic})
        self._count_shown(message)

    def _take_hello(self, hello: Message) -> None:
        self._keep_events()
        power_up = (hello["board"], hello["boot"])
        if self.hello and hello["session"] not in (None, self._session):
            self._wait_for_others(hello)
        has_restarted = hello["session"] is None or (self._power_up and power_up != self._power_up)
        if has_restarted and self._is_session_used:
            self._begin_session({"code": "board_restarted"})
        self._power_up = power_up
        if hello["session"] != self._session:
            self._greet(_ASK_S)
        elif not self.hello:
            self._connect(hello)
        elif hello["next"] >= self._intake.expected:  # else the line comes late
            self._store.connect_board(hello)  # another day: the store compares the board's clock with the PC's

    def _take_ended(self, ended: Message) -> None:
        if ended["session"] == self._session:
            self._wait_for_others(ended)

    def _wait_for_others(self, why: Message) -> None:
        """Another host talks to the board: be silent until nothing comes any more, then begin anew."""
        was_connected = self.hello is not None
        self._begin_session({"code": "session_ended"})
        self._is_displaced = True
        if was_connected:
            self._call_observers("displaced", why)

    def _begin_session(self, reason: Message) -> None:
        """Choose another session; the commands of this one fail, for they may have been carried out."""
        self.disconnect()
        self.commands.fail_all(reason)
        self._session = self.commands.session = secrets.token_hex(4)
        self._is_session_used = False

    def _connect(self, hello: Message) -> None:
        self._is_session_used = True
        self._waking = PromptRecovery()
        self._intake.connect(hello)
        self._num_shown = 0
        self.hello = hello
        self.board, self._surface = hello["board"], hello["surface"]
        self._write_message({"from": self._intake.expected})
        self._renew_lease()
        self._call_observers("connected", hello)

    def _take_event(self, event: Message) -> None:
        off = self._intake.take(event)
        if off > 0:
            self.figures.gaps += 1
            self._ask_again({"from": self._intake.wanted})

    def _take_missing(self, missing: Message) -> None:
        self._keep_events()
        if self._intake.skip(missing["first"], missing["last"]):
            self._call_observers("missing", missing)

    def _keep_events(self) -> None:
        if self.hello:
            for event in self._intake.store():
                self._call_observers("event", event)

    def _take_answer(self, answer: Message) -> None:
        future = self.commands.settle(answer, self._now_s)
        self.figures.round_trip_s = self.commands.round_trip_s
        if future and future is self._lease and "ok" in answer:
            self._take_lease(answer["ok"])
        self._send_command()

    def _take_lease(self, answer: Message) -> None:
        self.figures.board_bad_lines = answer["bad_lines"]
        self.figures.board_resends = answer["resends"]
        self._check_losses(answer["shown"], answer["next"])
        if answer["stored"] < self._intake.expected - 1:
            # An earlier line was lost, or this host was killed before it acknowledged.
            self._intake.owes_acknowledgement = True

    def _take_shown(self, message: Message) -> None:
        name = message["m"]
        self._count_shown(message)
        if name in self._streams:
            self.latest[name] = message
            if name == "explain" and "readings" in message and "event" in message:
                self._store.add_measurement(self.board, message["event"], message["readings"])
            self._call_observers(name, message)

    def _count_shown(self, message: Message) -> None:
        self._num_shown += message.get("m") in self._streams

    def _check_losses(self, num_shown: int, next_number: int) -> None:
        """Notice a lost line of a stream, or a lost request: a board that has heard one for streams has shown more."""
        is_behind = num_shown != self._num_shown or num_shown == self._num_shown_asked
        if not next_number:
            self._ask_again({"from": self._intake.expected})
        elif is_behind and self._ask_again({"m": "again"}):
            self._num_shown = self._num_shown_asked = num_shown

    # Lines to the board.

    def _write_message(self, message: Message) -> None:
        self._output += encode(message | {"s": self._session})

    def _ask_again(self, message: Message) -> bool:
        """Ask for lines again, unless the last request is so recent that they may be on their way; return whether."""
        if not self.hello or self._now_s - self._asked_s < _ASK_S:
            return False
        self._asked_s = self._now_s
        self._write_message(message)
        return True

    def _greet(self, pause_s: float) -> None:
        if self._now_s - self._greeted_s >= pause_s and not self._is_displaced:
            self._greeted_s = self._now_s
            self._output += b"\n"  # ends a partial line of an earlier host
            self._output += encode({"hello": self._session} | self._day())

    def _day(self) -> Message:
        now = self._wall_time()
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time())
        self._told_day = str(now.date())
        return {"day": self._told_day, "day_left_s": int(midnight.timestamp() - now.timestamp()) + 1}

    def _acknowledge(self) -> None:
        self._intake.owes_acknowledgement = False
        self._write_message({"ack": self._intake.expected - 1})

    def _renew_lease(self) -> None:
        self._leased_s = self._now_s
        self._lease = self.command("lease", streams=self._streams)

    def _send_command(self) -> None:
        if self.hello:
            self._output += self.commands.due_line(self._now_s)

    def _call_observers(self, name: str, message: Message) -> None:
        for observer in self._observers.get(name, ()):
            observer(message)
