"""`treppe games verify, rejudge, annotate, hide, name, correct`: checks, corrects and annotates records."""

from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command
from treppe_host.commands.database import open_store
from treppe_host.commands.options import Number

Author = Annotated[str | None, typer.Option("--by", help="Your name, kept with the change.")]


def verify_games(
    context: typer.Context,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="These games; by default all.")] = None,
) -> None:
    """Check records by the rules; print the first fault of each, then exit status 1."""
    from treppe_host.records.review import verify

    store = open_store(context)
    chosen = numbers or [record.number for record in reversed(store.games())]
    faults = {number: fault for number in chosen if (fault := verify(store, number))}
    for number, fault in faults.items():
        terminal.say(f"game {number}: {fault}")
    terminal.say(f"{len(chosen) - len(faults)} of {len(chosen)} games are right")
    raise typer.Exit(1 if faults else 0)


def rejudge_game(context: typer.Context, number: Number) -> None:
    """Rebuild a record from the board's events by this version's rules; corrections stay.

    Where the sensors' readings of the game are kept, also print each action that this version would read differently
    from them; the record keeps it.
    """
    from treppe_sim.folders import data_folder

    from treppe_host.records.review import rejudge
    from treppe_host.tune.kept_frames import FRAMES
    from treppe_host.tune.kept_spans import spans_of_game
    from treppe_host.tune.rerun import rerun

    store = open_store(context)
    for line in rejudge(store, number) or ["Nothing has changed."]:
        terminal.say(line)
    for span in spans_of_game(store, data_folder() / "boards" / FRAMES, number):
        for line in rerun(span, {}).differences:
            terminal.say(f"by what the sensors saw: {line}")


def annotate_game(
    context: typer.Context,
    number: Number,
    text: Annotated[str, typer.Argument(help="The comment.")],
    action: Annotated[
        int, typer.Option(min=0, help="Number of the action, counted from 1; by default the comment is about the game.")
    ] = 0,
    author: Author = None,
) -> None:
    """Add a comment to a game, or to one of its actions."""
    open_store(context).remark(number, "comment", {"ply": action, "text": text}, author)


def hide_game(
    context: typer.Context,
    number: Number,
    undo: Annotated[bool, typer.Option("--undo", help="Show a hidden game again.")] = False,
    author: Author = None,
) -> None:
    """Leave a game out of lists and statistics. It stays in the database."""
    open_store(context).remark(number, "show" if undo else "hide", {}, author)


def name_players(
    context: typer.Context,
    number: Number,
    names: Annotated[list[str] | None, typer.Argument(help="The players in the order of play.")] = None,
    event: Annotated[str | None, typer.Option(help="Event, as in PGN.")] = None,
    site: Annotated[str | None, typer.Option(help="Site, as in PGN.")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Round, as in PGN.")] = None,
    author: Author = None,
) -> None:
    """Set the players' names, event, site and round."""
    store = open_store(context)
    if not (names or event or site or round_):
        raise typer.BadParameter("name players, --event, --site or --round")
    if names:
        store.remark(number, "names", {"seats": names}, author)
    tags = {"event": event, "site": site, "round": round_}
    if any(tags.values()):
        store.remark(number, "tags", {name: value for name, value in tags.items() if value}, author)


def correct_game(
    context: typer.Context,
    number: Number,
    author: Annotated[str, typer.Option("--by", help="Your name, kept with the correction.")],
    action: Annotated[int | None, typer.Option(min=1, help="Number of the wrong action, counted from 1 ...")] = None,
    word: Annotated[str | None, typer.Option(help="... and the word of the action that was played.")] = None,
    result: Annotated[str | None, typer.Option(help='The right result, such as "goal winners=0".')] = None,
) -> None:
    """Correct a wrong record. The old content and the author of the correction are kept."""
    from treppe_host.records.notation_reader import parse_result
    from treppe_host.records.review import correct_action, verify

    store = open_store(context)
    if action is None and result is None:
        raise typer.BadParameter("what is wrong? Give --action N --word WORD, or --result RESULT")
    fault = ""
    if action is not None:
        fault = correct_action(store, number, action, str(word), author)
    if result is not None:
        store.remark(number, "result", parse_result(result), author)
        fault = verify(store, number)
    terminal.say(
        f"Corrected; but now game {number} is wrong: {fault}" if fault else f"Corrected; game {number} is right."
    )


def register(app: typer.Typer) -> None:
    """Add these commands to `treppe games`."""
    command(app, "verify")(verify_games)
    command(app, "rejudge")(rejudge_game)
    command(app, "annotate")(annotate_game)
    command(app, "hide")(hide_game)
    command(app, "name")(name_players)
    command(app, "correct", needs=["action word", "word action"])(correct_game)
