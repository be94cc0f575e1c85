"""Short sessions with a running board: some commands. Its events stay there for the program that stores its games."""

import secrets
import time
from types import TracebackType
from typing import Any

from treppe.link.line import BadLine, decode, encode

from treppe_host.errors import CommandRefused, CommandUnanswered, PortVanished
from treppe_host.link.ports import SIMULATED, Port, open_port
from treppe_host.link.schema_violations import SchemaViolation, check_version, find_violation

_REPEAT_S = 0.5
_START_S = 30.0
_LONGEST = 8192


class Enquiry:
    """A short session with the firmware at a port: `hello`, then commands one by one."""

    def __init__(self, port: str):
        """Open the port; raise PortNotFound, PortBusy, PortError."""
        self.name = port
        self.violation: SchemaViolation | None = None
        """How the last line that broke the protocol did so."""
        self.lines = self.bad_lines = self.repeats = 0
        """Numbers of lines received, of lines with a wrong checksum, and of repeated questions."""
        self._session = ""
        self._num_commands = 0
        self._do = ""
        self._port: Port = open_port(port)
        self._received = b""

    def __enter__(self) -> "Enquiry":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._port.close()

    def hello(self, patience_s: float) -> dict[str, Any] | None:
        """Greet the board; return its hello, None if it stays silent.

        A simulated board gets more time, for it was switched on when its port was opened.
        """
        if self.name.startswith(SIMULATED):
            patience_s = max(patience_s, _START_S)
        self._session = secrets.token_hex(4)
        return self._repeat_until({"hello": self._session}, "session", self._session, patience_s)

    def ask_board(self, do: str, patience_s: float = 5.0, **fields: Any) -> dict[str, Any]:
        """Return a command's answer; raise CommandRefused or CommandUnanswered."""
        self._num_commands += 1
        self._do = do
        question = {"c": self._num_commands, "s": self._session, "do": do, **fields}
        answer = self._repeat_until(question, "re", self._num_commands, patience_s)
        if answer is None:
            reason = f"does not answer {do} as it should: {self.violation}" if self.violation else "does not answer"
            raise CommandUnanswered(f"the board at {self.name} {reason}")
        if "error" in answer:
            raise CommandRefused(answer["error"])
        result: dict[str, Any] = answer["ok"]
        return result

    def _repeat_until(self, question: dict[str, Any], key: str, value: Any, patience_s: float) -> dict[str, Any] | None:
        """Repeat a line until an answer has this value under this key."""
        end = time.monotonic() + patience_s
        repeat = 0.0
        times = 0
        try:
            while time.monotonic() < end:
                if time.monotonic() >= repeat:
                    self._port.send(encode(question))
                    self.repeats += times > 0
                    times += 1
                    repeat = time.monotonic() + _REPEAT_S
                for message in self._messages():
                    if message.get("m") == "ended" and message["session"] == self._session:
                        raise CommandUnanswered({"code": "session_ended"})
                    if message.get(key) == value and message.get("s", self._session) == self._session:
                        return message
        except OSError as error:
            raise PortVanished({"code": "port_vanished", "port": self.name}) from error
        return None

    def _messages(self) -> list[dict[str, Any]]:
        self._received += self._port.receive()
        *lines, rest = self._received.split(b"\n")
        self._received = rest if len(rest) < _LONGEST else b""
        messages = []
        for line in lines:
            if not line.strip():
                continue
            self.lines += 1
            try:
                message = decode(line)
            except BadLine:
                self.bad_lines += 1  # the repeated question brings it again
                continue
            check_version(message)
            violation = find_violation(message, self._do if message.get("re") == self._num_commands else None)
            if violation:
                self.violation = violation
            else:
                messages.append(message)
        return messages
