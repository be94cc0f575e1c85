"""Commands on their way to the board: one at a time, repeated until it answers or they time out."""

from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from treppe.link.limits import GIVE_UP_MS, LINE_BYTES, REPEAT_MS
from treppe.link.line import encode

from treppe_host.errors import CommandRefused, CommandUnanswered

_REPEAT_S = REPEAT_MS / 1000
_GIVE_UP_S = GIVE_UP_MS / 1000


@dataclass(slots=True)
class _Command:
    line: bytes
    name: str
    number: int
    future: Future[dict[str, Any]] = field(default_factory=Future)
    sent_s: float | None = None
    is_repeated: bool = False
    give_up_s: float | None = None


class Commands:
    """The commands of a host, numbered from 1: in a `session` the board obeys each number once."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.num_repeats = 0
        self.round_trip_s: float | None = None
        """Seconds from a command to its answer, for the last command that was sent only once."""
        self._last_number = 0
        self._waiting: deque[_Command] = deque()

    def add(self, do: str, fields: dict[str, Any]) -> "Future[dict[str, Any]]":
        r"""Queue a command and return the future of its answer; raise CommandRefused if it is too long for the board.

        Its number and the session make it one command, however often its line is sent: the board obeys it once.

        >>> commands = Commands("s1")
        >>> answered = commands.add("undo", {"count": 1})
        >>> commands.due_line(0.0)
        b'{"c":1,"s":"s1","do":"undo","count":1} b10549f8\n'
        >>> commands.settle({"re": 1, "ok": {}}, 0.1) is answered, answered.result()
        (True, {})
        """
        number = self._last_number + 1
        line = encode({"c": number, "s": self.session, "do": do, **fields})
        if len(line) > LINE_BYTES:
            raise CommandRefused({"code": "command_long", "do": do, "length": len(line), "most": LINE_BYTES})
        self._last_number = number
        command = _Command(line, do, number)
        command.future.set_running_or_notify_cancel()  # a command on its way cannot be cancelled
        self._waiting.append(command)
        return command.future

    def due_line(self, now_s: float) -> bytes:
        """Return the oldest command's line if it must be sent now, the first time or again; else nothing."""
        if not self._waiting:
            return b""
        command = self._waiting[0]
        if command.sent_s is not None:
            if now_s - command.sent_s < _REPEAT_S:
                return b""
            self.num_repeats += 1
            command.is_repeated = True
        command.sent_s = now_s
        return command.line

    def retry_now(self) -> None:
        """Repeat the oldest command at once, because the board has missed a line."""
        if self._waiting:
            self._waiting[0].sent_s = float("-inf")

    def name_of(self, number: Any) -> str | None:
        """Return the name of the command that waits for its answer, if it has this number."""
        return self._waiting[0].name if self._waiting and self._waiting[0].number == number else None

    def settle(self, answer: dict[str, Any], now_s: float) -> "Future[dict[str, Any]] | None":
        """Give a command its answer; return its future, None if it had an answer already."""
        if not self._waiting or self._waiting[0].number != answer["re"]:
            return None
        command = self._waiting.popleft()
        if command.sent_s is not None and not command.is_repeated:
            self.round_trip_s = now_s - command.sent_s
        future = command.future
        if "error" in answer:
            future.set_exception(CommandRefused(answer["error"]))
        else:
            future.set_result(answer["ok"])
        return future

    def give_up(self, now_s: float) -> None:
        """Fail the commands that have waited too long since the first call that saw them: none waits for ever."""
        for command in list(self._waiting):
            if command.give_up_s is None:
                command.give_up_s = now_s + _GIVE_UP_S
            elif now_s >= command.give_up_s:
                self._waiting.remove(command)
                command.future.set_exception(CommandUnanswered({"code": "board_late", "seconds": round(_GIVE_UP_S)}))

    def fail_all(self, reason: dict[str, Any]) -> None:
        """Fail all commands, because no answer will come; the reason is a code with its values."""
        while self._waiting:
            self._waiting.popleft().future.set_exception(CommandUnanswered(reason))
