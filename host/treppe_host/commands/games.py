"""`treppe games ...`: shows, exports and imports stored games."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.database import open_store
from treppe_host.commands.games_choice import choosing
from treppe_host.commands.games_corrections import (
    Number,
    annotate_game,
    correct_game,
    hide_game,
    name_players,
    rejudge_game,
    verify_games,
)
from treppe_host.commands.games_files import export_games, import_games

if TYPE_CHECKING:
    from treppe_host.store.game_filter import GameFilter

app = typer.Typer(
    help="List, show, export and import stored games; check and correct their records.", no_args_is_help=True
)


@app.command("list")
@choosing
def list_games(
    context: typer.Context,
    choice: "GameFilter",
    limit: Annotated[int, typer.Option(help="At most this many, the latest ones.")] = 50,
) -> None:
    """List games, the latest first."""

    from treppe_host.records.terminal_games import list_table

    store = open_store(context)
    records = store.games(replace(choice, limit=limit, is_played=True))
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


@app.command("analyse")
def analyse_game(context: typer.Context, number: Number) -> None:
    """Analyse a game: each player's chance over it, the worst actions and better ones. Ctrl-C stops; it can go on."""
    from treppe_host.company.terminal_report import analyse

    analyse(open_store(context), number, terminal.console())


@app.command("stats")
@choosing
def show_statistics(
    context: typer.Context,
    choice: "GameFilter",
    html: Annotated[Path | None, typer.Option(help="Also write them with plots into this HTML file.")] = None,
) -> None:
    """Show statistics: results by seat, length, thinking time, most used fields."""

    from treppe_host.records import statistics_report

    statistics = open_store(context).statistics(choice)
    terminal.console().print(statistics_report.tables(statistics))
    if html:
        html.write_text(statistics_report.page(statistics, "Games on Treppe boards"), "utf-8")
        terminal.say(f"Plots in {html}")


app.command("export")(export_games)
app.command("import")(import_games)
app.command("verify")(verify_games)
app.command("rejudge")(rejudge_game)
app.command("annotate")(annotate_game)
app.command("hide")(hide_game)
app.command("name")(name_players)
app.command("correct")(correct_game)
