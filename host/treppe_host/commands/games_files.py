"""`treppe games export, import`: games go to files and come from files."""

import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command
from treppe_host.commands.database import open_store
from treppe_host.commands.games_choice import choosing

if TYPE_CHECKING:
    from treppe_host.records.exchange import Progress as ImportProgress
    from treppe_host.store.game_filter import GameFilter
    from treppe_host.store.store import Store

_PROGRESS_S = 5.0


class Form(StrEnum):
    """The forms of a file of games."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"
    HTML = "html"


@choosing
def export_games(
    context: typer.Context,
    choice: "GameFilter",
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[N]...", help="These games; by default all that the options choose.")
    ] = None,
    format_: Annotated[
        Form | None,
        typer.Option(
            "--format",
            help="Readable text, JSON lines, actions as CSV, or one game as a page that replays it without a server.",
            show_default="the ending of the file's name, else text",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write; else standard output.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of a page.")] = "en",
) -> None:
    """Write games to a file, the oldest first."""
    from treppe_host.records.exchange import exported

    store = open_store(context)
    wanted = numbers or store.numbers(choice)
    form = format_ or _form_of(output)
    if form is Form.HTML:
        return _export_page(store, wanted, output, language)
    parts = exported(store, _counted(wanted), form)
    if not output:
        for part in parts:
            terminal.pour(part)
        return
    with output.open("w", encoding="utf-8", newline="") as file:
        file.writelines(parts)
    terminal.remark(f"{_games(len(wanted))} in {output}")


def _export_page(store: "Store", wanted: list[int], output: Path | None, language: str) -> None:
    """Write one game as a page, by default to a file of its number."""
    from treppe_host.web.games.replay_file import replay_of
    from treppe_host.web.texts import LANGUAGES

    if len(wanted) != 1:
        raise typer.BadParameter(f"a page replays one game, not {len(wanted)}: name its number")
    if language not in LANGUAGES:
        raise typer.BadParameter(f"there is no language {language!r}, but {', '.join(LANGUAGES)}")
    file = output or Path(f"treppe-{wanted[0]}.html")
    file.write_text(replay_of(store, wanted[0], language), "utf-8")
    terminal.remark(f"{_games(1)} in {file}")


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _form_of(output: Path | None) -> Form:
    """Return the form that a file's name ends in, text by default."""
    ending = output.suffix[1:].lower() if output else ""
    return next((form for form in Form if form.value == ending), Form.TEXT)


def _counted(numbers: list[int]) -> Iterator[int]:
    """Yield numbers, and print now and then how many there have been."""
    progress = Progress()
    for place, number in enumerate(numbers):
        progress.report(f"{place} of {len(numbers)} games written")
        yield number


def import_games(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files as export writes them: text or JSON lines.")],
) -> None:
    """Store the games of files, of each file all or none."""
    from treppe_host.records.exchange import import_file

    store = open_store(context)
    progress = Progress()

    def report(state: "ImportProgress") -> None:
        progress.report(
            f"{state.num_done} of {state.num_checked} games done"
            if state.num_done
            else f"{state.num_checked} games checked"
        )

    for file in files:
        stored, known = import_file(store, file, report)
        terminal.remark(f"{file}: {_games(stored)} stored" + (f", {known} were there already" if known else ""))


class Progress:
    """Prints progress every few seconds."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def report(self, text: str) -> None:
        """Print a text, unless another one was printed a moment ago."""
        now = time.monotonic()
        if now - self._last >= _PROGRESS_S:
            self._last = now
            terminal.complain(text)


def register(app: typer.Typer) -> None:
    """Add these commands to `treppe games`."""
    filters = "numbers game player since until board result event"
    command(app, "export", excludes=[filters])(export_games)
    command(app, "import")(import_games)
