"""A Pico at its Python prompt, reached by mpremote: files, facts and whether there is a firmware for it, restart."""

import json
import re
import secrets
import struct
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import serial  # type: ignore[import-untyped]
from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
from treppe.link.line import encode

from treppe_host.errors import DeployError, PortVanished
from treppe_host.link.console import is_flash_full
from treppe_host.link.ports import TerminalError, open_port

Answer = TypeVar("Answer")

_BOARD_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)  # an id becomes the name of a folder on the PC
_PATIENCE_S = 10.0
ATTEMPTS = 4
_LONGEST = 12  # times the timeout: a board that has not finished by then never will
_MOST_BYTES = 1 << 20  # of an answer; an honest one has some ten thousand
_LARGEST_FILE = 1 << 21  # a Pico's flash holds no more
_BYTE_S = 0.05
_GREET_S = 0.3
_END_RAW = b"\x02\n"  # the prompt for programs does not echo, the one for people does
_PIECE = 1024  # bytes that the Pico holds in one piece, see on_board/at_prompt.py
_BATCH = 4096  # bytes sent in one program, and a block of the flash
_SURFACE_MEMORY = 4096
_CALLS = 8  # in one program: each may take some erasures of the flash

_ON_BOARD = Path(__file__).parent / "on_board"
"""Programs that run on the Pico: they are sent to it as text, and never imported here."""
_NAME = re.compile(r"Raspberry Pi Pico ?(W|2|2 ?W)? with (RP2040|RP2350)", re.ASCII)
_KINDS = {"RP2040": "pico", "RP2350": "pico2"}
ARCHITECTURES = {"pico": "armv6m", "pico2": "armv7emsp"}
"""What mpy-cross calls their processors."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a board: its chip, MicroPython and id."""

    machine: str
    release: str
    mpy: int
    board: str
    free_heap: int
    free_flash: int


class Prompt:
    """The raw prompt of a board. Opening it interrupts the running program; `restart` starts that again.

    Every failure on the way is a DeployError, a PortError or a PortVanished.
    """

    def __init__(self, port: str):
        """Open the port of a board and interrupt its program."""
        self.port = port
        self._transport: SerialTransport | None = None
        self._end_s = 0.0  # deadline and the most bytes of a board's answer
        self._bytes_left = 0

    def __enter__(self) -> "Prompt":
        open_port(self.port).close()  # raises an error with a plain message if the port is unusable
        with self._explained():
            self._transport = SerialTransport(self.port, 115200)
            self._wire.serial.write_timeout = _PATIENCE_S
            self._listen_within_limits()
        try:
            with self._explained():
                self._interrupt()
                self._wire.exec(_program("at_prompt"))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _listen_within_limits(self) -> None:
        """Give up on a board that sends without end; mpremote has a timeout for silent ones only."""
        read = self._wire.serial.read

        def read_some(size: int = 1) -> bytes:
            received: bytes = read(size)
            self._bytes_left -= len(received)
            if self._bytes_left < 0 or time.monotonic() > self._end_s:
                raise TransportError("it talks without an end")
            return received

        self._wire.serial.read = read_some

    def _begin_answer(self) -> None:
        self._end_s, self._bytes_left = time.monotonic() + _LONGEST * _PATIENCE_S, _MOST_BYTES

    def _interrupt(self) -> None:
        """Stop the running program.

        A starting board ignores the question, and a slow one answers an earlier question: ask until both belong
        together.
        """
        for attempt in range(ATTEMPTS):
            try:
                # From a socket mpremote reads byte by byte, and checks its timeout only when none comes.
                self._wire.serial.timeout = _BYTE_S
                self._say_hello(_PATIENCE_S / ATTEMPTS)
                self._wire.enter_raw_repl(soft_reset=False, timeout_overall=_PATIENCE_S / ATTEMPTS)
                self._wire.serial.timeout = _PATIENCE_S / ATTEMPTS
                self._wire.exec(_program("stop_watchdog"))
                self._wire.serial.timeout = _PATIENCE_S
                return
            except TransportError:
                if attempt == ATTEMPTS - 1:
                    raise
                self._wire.serial.reset_input_buffer()
                self._wire.use_raw_paste = True  # again; the first attempt fails where an old answer was read

    def _say_hello(self, patience_s: float) -> None:
        """Say hello: only a host that has done so may stop a board by Ctrl-C; a prompt echoes it."""
        session = secrets.token_hex(4).encode()
        heard, greeted_s, end_s = b"", float("-inf"), time.monotonic() + patience_s
        while session not in heard and time.monotonic() < end_s:
            if time.monotonic() - greeted_s >= _GREET_S:
                greeted_s = time.monotonic()
                self._wire.serial.write(_END_RAW + encode({"hello": session.decode()}))
            heard += self._wire.serial.read(64)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._transport:
            try:
                if self._transport.in_raw_repl:
                    self._transport.exit_raw_repl()
                self._transport.close()
            except (OSError, serial.SerialException):
                pass  # the port has gone, and its first failing use has raised the error
            self._transport = None

    def facts(self) -> Facts:
        """Return the facts about the board."""
        answer = self.ask("facts()", list)
        if [type(each) for each in answer] != [str, str, int, str, int, int] or not _BOARD_ID.fullmatch(answer[3]):
            raise DeployError(f"Treppe does not know this board: it calls itself {answer!a:.200}")
        return Facts(*answer)

    def ask(self, expression: str, kind: type[Answer]) -> Answer:
        """Return the value of an expression, mostly a call of a function in on_board/at_prompt.py.

        Raises DeployError if it is of another kind.
        """
        return self._value(self.execute(f"print(json.dumps({expression}))"), kind)

    def _value(self, printed: str, kind: type[Answer]) -> Answer:
        with self._explained():
            value = json.loads(printed)
        if not isinstance(value, kind):
            raise DeployError(f"the board at {self.port} answers {printed!a:.80}, an unexpected answer: try again")
        return value

    def execute(self, program: str) -> str:
        """Run a program; return what it printed. An exception there is a DeployError."""
        with self._explained():
            printed, error = self._wire.exec_raw(program, timeout=_PATIENCE_S)
            if error:
                raise TransportExecError(printed, error.decode())
            return str(printed, "utf-8")

    def hashes(self, folder: str) -> dict[str, str]:
        """Return the SHA-256 of all files below a folder; none if there is no such folder."""
        found: dict[str, str] = {}
        for line in self.execute(f"print_hashes_below({folder!r})").splitlines():
            found.update(self._value(line, dict))
        return found

    def kind(self, path: str) -> str:
        """Return the kind of a path: `file`, `folder`, or nothing."""
        return self.ask(f"kind_of({path!r})", str)

    def read_file(self, path: str) -> bytes | None:
        """Return a file's content, None if there is none."""
        if self.kind(path) != "file":
            return None

        def limit(size: int, _: int) -> None:
            if size > _LARGEST_FILE:
                raise DeployError(f"the board at {self.port} sends a file that is larger than its flash: {path}")
            self._bytes_left = _MOST_BYTES  # of the next piece; the time is that of the whole file

        with self._explained():
            return bytes(self._wire.fs_readfile(path, chunk_size=_PIECE, progress_callback=limit))

    def surface_memory(self, sda: int, scl: int) -> bytes:
        """Return the content of the surface's memory on the bus at these pins; empty if there is none."""
        places = range(0, _SURFACE_MEMORY, _PIECE)
        pieces = [self.ask(f"surface_memory({sda}, {scl}, {place})", str) for place in places]
        with self._explained():
            return b"".join(map(b64decode, pieces)) if all(pieces) else b""

    def write(self, files: dict[str, bytes], progress: Callable[[int], None] = lambda _: None) -> None:
        """Write files; `progress` gets the bytes written so far."""
        written = 0
        batch: list[str] = []
        room = _BATCH
        for path, content in files.items():
            batch.append(f"make_folders({path!r})")
            for start in range(0, len(content) or 1, _BATCH):
                piece = content[start : start + _BATCH]
                if len(piece) > room:
                    self.execute("\n".join(batch))
                    progress(written)
                    batch, room = [], _BATCH
                texts = [b64encode(piece[at : at + _PIECE]).decode() for at in range(0, len(piece), _PIECE)]
                batch.append(f"write{path, 'ab' if start else 'wb', *texts!r}")
                room -= len(piece)
                written += len(piece)
        self.execute("\n".join(batch))
        progress(written)

    def each(self, function: str, calls: list[tuple[str, ...]]) -> None:
        """Call a function on the board with these arguments, one call after the other."""
        for start in range(0, len(calls), _CALLS):
            self.execute("\n".join(f"{function}{call!r}" for call in calls[start : start + _CALLS]))

    def replace(self, path: str, content: bytes) -> None:
        """Replace a file so that at any moment either the old or the new one is complete."""
        self.write({path + ".new": content})
        self.execute(f"os.rename({path + '.new'!r}, {path!r})")

    def restart(self) -> None:
        """Restart the board like a power cut; this ends the prompt, if nothing has before."""
        self._leave_by("machine.reset()")

    def enter_bootloader(self) -> None:
        """Let the chip's ROM wait for an image; this ends the prompt, and the port goes."""
        self._leave_by("machine.bootloader()")

    def _leave_by(self, call: str) -> None:
        if not self._wire.in_raw_repl:
            return
        # The delay lets the prompt send its answer; a busy PC may find the port gone before it has read that.
        with self._explained(), suppress(OSError):
            self._wire.exec_raw_no_follow(f"import time\ntime.sleep_ms(100)\n{call}")
        self._wire.in_raw_repl = False

    @property
    def _wire(self) -> SerialTransport:
        assert self._transport, "the prompt is closed"
        return self._transport

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of mpremote and the port into one-line errors."""
        self._begin_answer()
        try:
            with redirect_stdout(StringIO()):  # mpremote prints unexpected bytes
                yield
        except TransportExecError as error:
            last = error.error_output.strip().splitlines()[-1]
            if is_flash_full(last):
                raise DeployError("the Pico's flash is full; --wipe makes room, after a backup") from error
            raise DeployError(f"the board refused: {last}") from error
        except (
            TransportError,
            serial.SerialTimeoutException,
            struct.error,
            ValueError,
            TypeError,
            SyntaxError,
            RecursionError,
            MemoryError,
        ) as error:
            raise DeployError(f"the board at {self.port} does not answer: unplug it, plug it in, try again") from error
        except (serial.SerialException, OSError, TerminalError) as error:
            raise PortVanished({"code": "port_vanished", "port": self.port}) from error


def _program(name: str) -> str:
    return (_ON_BOARD / f"{name}.py").read_text("utf-8")


def check_machine(facts: Facts) -> str:
    """Return which kind of Pico a board is, `pico` or `pico2`; raise DeployError for another board."""
    found = _NAME.fullmatch(facts.machine)
    if not found:
        raise DeployError(f"this is a {facts.machine}; Treppe is made for the Raspberry Pi Pico")
    return _KINDS[found[2]]
