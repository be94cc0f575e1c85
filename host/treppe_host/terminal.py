"""The only way to the terminal: texts of boards, files and browsers cannot control it, nor fake lines of the
program. And no work ends because nobody reads what is reported, or because there is no room for it."""

import contextlib
import errno
import io
import logging
import os
import re
import select
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from treppe_host.direction import isolated, unisolated

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer
    from rich.console import Console

# Control characters of both sets; marks that change the direction of writing; invisible ones; line ends; halves of
# surrogate pairs.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_LINES_A_MINUTE = 60
LOUDNESS = {
    "quiet": "Print results and errors, and no remarks.",
    "verbose": "Print messages of libraries too, and where an error came from.",
}
"""What a user may ask for besides the usual, and what it means."""
_PIECE_BYTES = 4096  # a pipe that can be written has room for as many
_PATIENCE_S = 1.0
_ANY_WIDTH = 10_000


class _Output(io.FileIO):
    """A file descriptor whose reader may go and whose disk may be full: what cannot be written is dropped."""

    failure: OSError | None = None
    """Why nothing more is written."""
    waits = True
    """False: a reader who stops reading holds the program up for a second once."""

    def __init__(self, descriptor: int):
        super().__init__(descriptor, "wb", closefd=False)
        self._patience_s = _PATIENCE_S

    def write(self, data: "Buffer") -> int:
        """Write a piece of the bytes, or drop all; return how many these are."""
        content = memoryview(data).cast("B")
        if self.failure or not self._has_room():
            return len(content)
        try:
            written = super().write(content if self.waits else content[:_PIECE_BYTES])
        except OSError as error:
            self.failure = error
            if error.errno != errno.EPIPE and self.fileno() == 1:
                complain(f"treppe: standard output: {os.strerror(error.errno or 0)}; no more is printed")
            return len(content)
        return 0 if written is None else written

    def _has_room(self) -> bool:
        """Return whether there is room, after a moment of waiting if need be."""
        if os.name == "nt" or (self.waits and os.get_blocking(self.fileno())):
            return True
        has_room = bool(select.select([], [self.fileno()], [], None if self.waits else self._patience_s)[1])
        self._patience_s = _PATIENCE_S if has_room else 0.0
        return has_room


_outputs: list[_Output] = []
_loudness: set[str] = set()


def set_loudness(name: str) -> None:
    """Print less, or more: a name in LOUDNESS."""
    _loudness.add(name)


def is_verbose() -> bool:
    """Return whether the user has asked for all that could help to find a fault."""
    return "verbose" in _loudness


def guard_outputs() -> None:
    """Let no failure to print end the program, and no letter that the outputs' encoding lacks."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and not (os.name == "nt" and stream.isatty()):
            stream.flush()
            output = _Output(descriptor)
            _outputs.append(output)
            steady = io.TextIOWrapper(
                io.BufferedWriter(output), stream.encoding, "replace", line_buffering=stream.line_buffering
            )
            setattr(sys, name, steady)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def never_wait() -> None:
    """Go on storing while a terminal or a pipe takes no more, as after Ctrl-S: drop what it does not take."""
    for output in _outputs:
        output.waits = False


def has_reader() -> bool:
    """Return whether what is printed goes anywhere; if not, a program that does nothing else may end."""
    return not any(output.failure for output in _outputs if output.fileno() == 1)


def has_lost_lines() -> bool:
    """Return whether there was no room for what was printed; readers who go, as `head`, do so on purpose."""
    failures = [output.failure for output in _outputs]
    return any(failure and failure.errno != errno.EPIPE for failure in failures)


def plain(text: object) -> str:
    """Return a text with control characters, line ends included, spelt out: what strangers wrote steers no terminal."""
    return _STEERING.sub(_spell_out, str(text))


def say(text: object = "") -> None:
    """Print a line of a result, control characters spelt out; letters that an encoding lacks are escaped."""
    _print_plain(sys.stdout, text)


def remark(text: object) -> None:
    """Print a line that is no result, unless the user wants quiet."""
    if "quiet" not in _loudness:
        _print_plain(sys.stdout, text)


def complain(text: object) -> None:
    """Print a line to the standard error."""
    _print_plain(sys.stderr, text)


def pour(text: str) -> None:
    """Write the content of a file to the standard output: in UTF-8 to a program, with `plain` lines to a terminal."""
    if sys.stdout.isatty():
        for line in text.split("\n"):
            say(line)
    elif isinstance(sys.stdout, io.TextIOWrapper):  # files are UTF-8 wherever they are written
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
    else:
        sys.stdout.write(text)


def is_folded() -> bool:
    """Return whether rows of tables may take several lines: what programs read has one for each."""
    return sys.stdout.isatty() or "COLUMNS" in os.environ


def console() -> "Console":
    """Return a console for tables and colours that takes texts as `plain` ones, without markup."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.text import Text

    class PlainConsole(Console):
        def render_str(self, text: str, **options: Any) -> Text:
            return super().render_str(_plain_lines(text), **options)

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                text = unisolated(segment.text)  # what was rendered before within this one
                yield segment if segment.control else segment._replace(text=_shown(_plain_lines(text), self.encoding))

    return PlainConsole(width=None if is_folded() else _ANY_WIDTH, highlight=False, markup=False, emoji=False)


def guard_logs() -> None:
    """Write the log messages of libraries like all other texts, and limit their rate."""
    handler = logging.StreamHandler()
    handler.setFormatter(_PlainFormatter("%(message)s"))
    handler.addFilter(_Brake())
    logging.basicConfig(handlers=[handler], level=logging.INFO if is_verbose() else logging.WARNING, force=True)


def _print_plain(stream: TextIO, text: object) -> None:
    encoding = stream.encoding or "utf-8"
    printable = _shown(plain(text), encoding).encode(encoding, "backslashreplace").decode(encoding)
    with contextlib.suppress(OSError):  # of a program that has not called guard_outputs
        print(printable, file=stream, flush=True)


def _shown(text: str, encoding: str) -> str:
    """Return a text with right-to-left words isolated, where an encoding can say so."""
    return isolated(text) if encoding.lower().startswith("utf") else text


def _spell_out(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def _plain_lines(text: str) -> str:
    """Return a text of several lines with each line `plain`."""
    if text.isprintable():
        return text
    return "\n".join(map(plain, text.split("\n")))


class _PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return _plain_lines(super().format(record))


class _Brake(logging.Filter):
    """Limits the messages of each minute."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(record.created // 60)
        self._count = self._count + 1 if minute == self._minute else 1
        self._minute = minute
        if self._count == _LINES_A_MINUTE:
            record.msg, record.args = f"{record.getMessage()} (no more of this until the next minute)", ()
        return self._count <= _LINES_A_MINUTE
