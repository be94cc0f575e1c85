"""The only way to the terminal: texts of boards, files and browsers cannot control it, nor fake lines of the
program."""

import logging
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# Control characters of both sets; marks that change the direction of writing; invisible ones; line ends; halves of
# surrogate pairs.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_LINES_A_MINUTE = 60


def plain(text: object) -> str:
    """Return a text with control characters, line ends included, spelt out as in Python."""
    return _STEERING.sub(_spell_out, str(text))


def say(text: object = "") -> None:
    """Print a line."""
    _write(sys.stdout, text)


def complain(text: object) -> None:
    """Print a line to the standard error."""
    _write(sys.stderr, text)


def pour(text: str) -> None:
    """Write the content of a file to the standard output: unchanged to a program, with `plain` lines to a terminal."""
    if sys.stdout.isatty():
        for line in text.split("\n"):
            say(line)
    else:
        sys.stdout.write(text)


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
                yield segment if segment.control else segment._replace(text=_plain_lines(segment.text))

    return PlainConsole(highlight=False, markup=False, emoji=False)


def guard_logs() -> None:
    """Write the log messages of libraries like all other texts, and limit their rate."""
    handler = logging.StreamHandler()
    handler.setFormatter(_PlainFormatter("%(message)s"))
    handler.addFilter(_Brake())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _write(stream: TextIO, text: object) -> None:
    encoding = stream.encoding or "utf-8"
    said = plain(text).encode(encoding, "backslashreplace").decode(encoding)
    print(said, file=stream, flush=True)


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
