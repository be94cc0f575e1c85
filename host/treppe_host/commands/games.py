"""`treppe games ...`: shows, exports and imports stored games."""

from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import terminal
from treppe_host.commands import games_corrections, games_files
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.games_choice import choosing
from treppe_host.commands.options import Json, Number, print_json

if TYPE_CHECKING:
    from treppe_host.store.game_filter import GameFilter

app = group("List, show, export and import stored games; check and correct their records.")


@command(app, "list")
@choosing
def list_games(
    context: typer.Context,
    choice: "GameFilter",
    limit: Annotated[int, typer.Option(min=1, help="At most this many, the latest ones.")] = 50,
    json_: Json = False,
) -> None:
    """List games, the latest first."""

    from treppe_host.records.terminal_games import list_table

    store = open_store(context)
    records = store.games(replace(choice, limit=limit, is_played=True))
    if json_:
        print_json([asdict(record) for record in records])
    elif records:
        terminal.console().print(list_table(records))
    else:
        terminal.say("No such games." if store.has_games() else f"No games yet in {store.url}")


@command(app, "show")
def show_game(context: typer.Context, number: Number, json_: Json = False) -> None:
    """Show a game: players, options, actions by turn, remarks, result, and the board at its end."""

    from treppe_host.records.terminal_games import game_view

    store = open_store(context)
    if json_:
        actions = [asdict(each) for each in store.actions(number)]
        return print_json(asdict(store.game(number)) | {"actions": actions})
    view = game_view(store.game(number), store.actions(number), store.remarks(number), store.events(number)[0])
    terminal.console().print(view)


@command(app, "analyse")
def analyse_game(context: typer.Context, number: Number) -> None:
    """Analyse a game: each player's chance over it, the worst actions and better ones. Ctrl-C stops; it can go on."""
    from treppe_host.programs.terminal_report import analyse

    analyse(open_store(context), number, terminal.console())


@command(app, "stats", excludes=["json_ output"])
@choosing
def show_statistics(
    context: typer.Context,
    choice: "GameFilter",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Also write them with plots into this HTML file."),
    ] = None,
    json_: Json = False,
) -> None:
    """Show statistics: results by seat, length, thinking time, most used fields."""

    from treppe_host.records import statistics_report, terminal_statistics

    statistics = open_store(context).statistics(choice)
    if json_:
        return print_json([{each.name: getattr(kind, each.name) for each in fields(kind)} for kind in statistics])
    terminal.console().print(terminal_statistics.tables(statistics))
    if output:
        output.write_text(statistics_report.page(statistics, "Games on Treppe boards"), "utf-8")
        terminal.remark(f"Plots in {output}")


games_files.register(app)
games_corrections.register(app)
