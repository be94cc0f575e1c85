"""`treppe games ...`: shows, exports and imports stored games."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.database import open_store
from treppe_host.commands.games_corrections import (
    Number,
    annotate_game,
    correct_game,
    hide_game,
    name_players,
    rejudge_game,
    verify_games,
)

if TYPE_CHECKING:
    from treppe_host.store.game_filter import GameFilter

app = typer.Typer(
    help="List, show, export and import stored games; check and correct their records.", no_args_is_help=True
)

Game = Annotated[str | None, typer.Option(help="Only this kind of game, such as step.")]
Player = Annotated[str | None, typer.Option(help="Only games with a player of this name.")]
Since = Annotated[str | None, typer.Option(metavar="DAY", help="From this day on, such as 2026-11-21.")]
Until = Annotated[str | None, typer.Option(metavar="DAY", help="Up to and including this day.")]
Board = Annotated[str | None, typer.Option(help="Only games on this board (the beginning of its id).")]
Result = Annotated[
    str | None,
    typer.Option(help="unfinished, incomplete, draw, the winner's colour, or the reason of the end, such as goal."),
]
Event = Annotated[str | None, typer.Option(help="Only games at this event.")]


class Form(StrEnum):
    """The forms of a file of games."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"


def _filter(
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    board: str | None,
    result: str | None,
    event: str | None,
    limit: int | None = None,
) -> "GameFilter":
    from treppe_host.store.game_filter import GameFilter, day

    return GameFilter(game, player, day(since), day(until, is_end=True), board, result, event, limit)


@app.command("list")
def list_games(
    context: typer.Context,
    game: Game = None,
    player: Player = None,
    since: Since = None,
    until: Until = None,
    board: Board = None,
    result: Result = None,
    event: Event = None,
    limit: Annotated[int, typer.Option(help="At most this many, the latest ones.")] = 50,
) -> None:
    """List games, the latest first."""

    from treppe_host.records.terminal_games import list_table

    game_filter = _filter(game, player, since, until, board, result, event, limit)
    store = open_store(context)
    records = store.games(game_filter)
    if records:
        terminal.console().print(list_table(records))
    else:
        terminal.say("No such games." if store.has_games() else f"No games yet in {store.url}")


@app.command("show")
def show_game(context: typer.Context, number: Number) -> None:
    """Show a game: players, options, actions by turn, remarks, result, and the board at its end."""

    from treppe_host.records.terminal_games import game_view

    store = open_store(context)
    view = game_view(store.game(number), store.actions(number), store.remarks(number), store.events(number)[0])
    terminal.console().print(view)


@app.command("replay")
def replay_game(
    context: typer.Context,
    number: Number,
    play: Annotated[bool, typer.Option("--play", help="Play at once, until the end or Ctrl-C.")] = False,
    speed: Annotated[float, typer.Option(min=0.01, max=1000, help="2 is twice as fast.")] = 1.0,
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Show each move for as long as its player took.")
    ] = False,
) -> None:
    """Replay a game in the terminal: by steps, at any speed, or as fast as it was played."""

    from treppe_host.records.terminal_replay import HELP, TerminalReplay

    sheet = open_store(context).sheet(number)
    console = terminal.console()
    console.print(HELP)
    TerminalReplay(sheet, console, speed, recorded).run(lambda: input("> "), play)


@app.command("export")
def export_games(
    context: typer.Context,
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[N]...", help="These games; by default all that the options choose.")
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option(
            "--form",
            help="Readable text, JSON lines, or actions as CSV.",
            show_default="the ending of the file's name, else text",
        ),
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; else standard output.")] = None,
    game: Game = None,
    player: Player = None,
    since: Since = None,
    until: Until = None,
    board: Board = None,
    result: Result = None,
    event: Event = None,
) -> None:
    """Write games to a file, the oldest first."""
    from treppe_host.records.exchange import export

    store = open_store(context)
    chosen = numbers or [
        record.number for record in reversed(store.games(_filter(game, player, since, until, board, result, event)))
    ]
    text = export(store, chosen, form or _form_of(output))
    if output:
        output.write_text(text, "utf-8")
        terminal.say(f"{len(chosen)} games in {output}")
    else:
        terminal.pour(text)


def _form_of(output: Path | None) -> Form:
    """Return the form that a file's name ends in, text by default."""
    ending = output.suffix[1:].lower() if output else ""
    return next((form for form in Form if form.value == ending), Form.TEXT)


@app.command("import")
def import_games(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files as export writes them: text or JSON lines.")],
) -> None:
    """Store the games of files, of each file all or none."""
    from treppe_host.records.exchange import import_file

    store = open_store(context)
    for file in files:
        stored, known = import_file(store, file)
        terminal.say(f"{file}: {stored} games stored" + (f", {known} were there already" if known else ""))


@app.command("stats")
def show_statistics(
    context: typer.Context,
    html: Annotated[Path | None, typer.Option(help="Also write them with plots into this HTML file.")] = None,
    game: Game = None,
    player: Player = None,
    since: Since = None,
    until: Until = None,
    board: Board = None,
    result: Result = None,
    event: Event = None,
) -> None:
    """Show statistics: results by seat, length, thinking time, most used fields."""

    from treppe_host.records import statistics_report

    statistics = open_store(context).statistics(_filter(game, player, since, until, board, result, event))
    terminal.console().print(statistics_report.tables(statistics))
    if html:
        html.write_text(statistics_report.page(statistics, "Games on Treppe boards"), "utf-8")
        terminal.say(f"Plots in {html}")


app.command("verify")(verify_games)
app.command("rejudge")(rejudge_game)
app.command("annotate")(annotate_game)
app.command("hide")(hide_game)
app.command("name")(name_players)
app.command("correct")(correct_game)
