"""`treppe games ...`: thin over the library."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treppe_host.store.game_filter import Wanted
    from treppe_host.store.store import Store

app = typer.Typer(help="Look at the games that were played, and take care of their records.", no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="N", help="The game's number in the list.")]
Author = Annotated[str | None, typer.Option("--by", help="Who says so.")]
Game = Annotated[str | None, typer.Option(help="Only this game, as step.")]
Player = Annotated[str | None, typer.Option(help="Only games in which somebody of this name played.")]
Since = Annotated[str | None, typer.Option(metavar="DAY", help="From this day on, as 2026-11-21.")]
Until = Annotated[str | None, typer.Option(metavar="DAY", help="Up to this day and with it.")]
Board = Annotated[str | None, typer.Option(help="Only games on this board (the beginning of its id).")]
Result = Annotated[str | None, typer.Option(help="unfinished, draw, the winner's colour, or how it ended, as goal.")]
Event = Annotated[str | None, typer.Option(help="Only games of this event.")]


class Form(StrEnum):
    """How games are written."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"


def open_store(context: typer.Context) -> "Store":
    """Open the database that was chosen."""
    from treppe_host.paths import database_url
    from treppe_host.store.store import Store

    return Store(database_url(context.obj))


def _wanted(
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    board: str | None,
    result: str | None,
    event: str | None,
    limit: int | None = None,
) -> "Wanted":
    from treppe_host.store.game_filter import Wanted, day

    return Wanted(game, player, day(since), day(until, is_end=True), board, result, event, limit)


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
    limit: Annotated[int, typer.Option(help="The latest so many.")] = 50,
) -> None:
    """List games, the latest first."""
    from rich.console import Console

    from treppe_host.records.terminal_games import list_table

    wanted = _wanted(game, player, since, until, board, result, event, limit)
    store = open_store(context)
    records = store.games(wanted)
    if records:
        Console(highlight=False).print(list_table(records))
    else:
        print("No such games." if store.has_games() else f"No games yet in {store.url}")


@app.command("show")
def show_game(context: typer.Context, number: Number) -> None:
    """Show a game: players, options, actions by turn, what was said about it, result, and the board at its end."""
    from rich.console import Console

    from treppe_host.records.terminal_games import game_view

    store = open_store(context)
    view = game_view(store.game(number), store.actions(number), store.remarks(number), store.events(number)[0])
    Console(highlight=False).print(view)


@app.command("replay")
def replay_game(
    context: typer.Context,
    number: Number,
    play: Annotated[bool, typer.Option("--play", help="Begin to play at once, to the end or Ctrl-C.")] = False,
    speed: Annotated[float, typer.Option(min=0.01, max=1000, help="2 is twice as fast.")] = 1.0,
    recorded: Annotated[bool, typer.Option("--recorded", help="Take the time that the players took.")] = False,
) -> None:
    """Go through a game in the terminal: by steps, at any speed, or in the time it took."""
    from rich.console import Console

    from treppe_host.records.terminal_replay import HELP, Replay

    sheet = open_store(context).sheet(number)
    console = Console(highlight=False)
    console.print(HELP)
    Replay(sheet, console, speed, recorded).run(lambda: input("> "), play)


@app.command("export")
def export_games(
    context: typer.Context,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="These games; else all chosen.")] = None,
    form: Annotated[
        Form | None,
        typer.Option(
            "--form",
            help="Readable text, JSON lines, or actions as CSV.",
            show_default="what the file's name ends in, else text",
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
        record.number for record in reversed(store.games(_wanted(game, player, since, until, board, result, event)))
    ]
    text = export(store, chosen, form or _form_of(output))
    if output:
        output.write_text(text, "utf-8")
        print(f"{len(chosen)} games in {output}")
    else:
        sys.stdout.write(text)


def _form_of(output: Path | None) -> Form:
    """Return the form in which a file of this name is expected to be."""
    ending = output.suffix[1:].lower() if output else ""
    return next((form for form in Form if form.value == ending), Form.TEXT)


@app.command("import")
def import_games(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files as export writes them: text or JSON lines.")],
) -> None:
    """Store the games of files; of each file all or none."""
    from treppe_host.records.exchange import import_file

    store = open_store(context)
    for file in files:
        stored, known = import_file(store, file)
        print(f"{file}: {stored} games stored" + (f", {known} were there already" if known else ""))


@app.command("stats")
def show_statistics(
    context: typer.Context,
    html: Annotated[Path | None, typer.Option(help="Also draw them, into this file.")] = None,
    game: Game = None,
    player: Player = None,
    since: Since = None,
    until: Until = None,
    board: Board = None,
    result: Result = None,
    event: Event = None,
) -> None:
    """Show what games have in common: results by seat, length, thinking time, most used fields."""
    from rich.console import Console

    from treppe_host.records import statistics_report

    statistics = open_store(context).statistics(_wanted(game, player, since, until, board, result, event))
    Console(highlight=False).print(statistics_report.tables(statistics))
    if html:
        html.write_text(statistics_report.page(statistics, "Games on Treppe boards"), "utf-8")
        print(f"Drawn in {html}")


@app.command("verify")
def verify_games(
    context: typer.Context,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="These games; else all.")] = None,
) -> None:
    """Play records through the rules; name the first difference of each, with exit status 1."""
    from treppe_host.records.review import verify

    store = open_store(context)
    chosen = numbers or [record.number for record in reversed(store.games())]
    faults = {number: fault for number in chosen if (fault := verify(store, number))}
    for number, fault in faults.items():
        print(f"game {number}: {fault}")
    print(f"{len(chosen) - len(faults)} of {len(chosen)} games are right")
    raise typer.Exit(1 if faults else 0)


@app.command("rejudge")
def rejudge_game(context: typer.Context, number: Number) -> None:
    """Make a record anew from the board's events, by the rules of today; corrections stay.

    Then say where today's table would make another record of what the board's sensors saw; that changes nothing.
    """
    from treppe_host.records.review import rejudge
    from treppe_host.records.second_look import look_again

    store = open_store(context)
    changes = rejudge(store, number)
    print("\n".join(changes) or "Nothing has changed.")
    for line in look_again(store.events(number)):
        print(f"by what the sensors saw: {line}")


@app.command("annotate")
def annotate_game(
    context: typer.Context,
    number: Number,
    text: Annotated[str, typer.Argument(help="What there is to say.")],
    action: Annotated[int, typer.Option(min=0, help="About this action (from 1 on), else about the game.")] = 0,
    author: Author = None,
) -> None:
    """Say something about a game, or about one of its actions."""
    open_store(context).remark(number, "comment", {"ply": action, "text": text}, author)


@app.command("hide")
def hide_game(
    context: typer.Context,
    number: Number,
    undo: Annotated[bool, typer.Option("--undo", help="Show it again.")] = False,
    author: Author = None,
) -> None:
    """Take a game out of lists and statistics. Nothing is erased."""
    open_store(context).remark(number, "show" if undo else "hide", {}, author)


@app.command("name")
def name_players(
    context: typer.Context,
    number: Number,
    names: Annotated[list[str] | None, typer.Argument(help="The players in the order of play.")] = None,
    event: Annotated[str | None, typer.Option(help="Event, as in PGN.")] = None,
    site: Annotated[str | None, typer.Option(help="Site, as in PGN.")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Round, as in PGN.")] = None,
    author: Author = None,
) -> None:
    """Say who has played, and at which event."""
    store = open_store(context)
    if names:
        store.remark(number, "names", {"seats": names}, author)
    tags = {"event": event, "site": site, "round": round_}
    if any(tags.values()):
        store.remark(number, "tags", {name: value for name, value in tags.items() if value}, author)


@app.command("correct")
def correct_game(
    context: typer.Context,
    number: Number,
    author: Annotated[str, typer.Option("--by", help="Who corrects it.")],
    action: Annotated[int | None, typer.Option(min=1, help="This action (from 1 on) ...")] = None,
    word: Annotated[str | None, typer.Option(help="... was this.")] = None,
    result: Annotated[str | None, typer.Option(help='The result, as "goal winners=0".')] = None,
) -> None:
    """Correct a wrong record. What was there stays known, and who has changed it."""
    from treppe_host.records.notation import parse_result
    from treppe_host.records.review import correct_action, verify

    store = open_store(context)
    if (action is None) != (word is None) or (action is None and result is None):
        raise typer.BadParameter("say --action N --word WORD, or --result RESULT")
    fault = ""
    if action is not None:
        fault = correct_action(store, number, action, str(word), author)
    if result is not None:
        store.remark(number, "result", parse_result(result), author)
        fault = verify(store, number)
    print(f"Corrected; but now game {number} is wrong: {fault}" if fault else f"Corrected; game {number} is right.")
