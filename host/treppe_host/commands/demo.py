"""`treppe demo`."""

from enum import StrEnum
from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.database import DEMO, open_store
from treppe_host.commands.options import complete_games

app = group()


class ShownHands(StrEnum):
    """The hands that play the demo."""

    CLEAN = "clean"
    CARELESS = "careless"


@command(app)
def demo(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", autocompletion=complete_games, help="Play only this game; by default each game once."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The number of a game: the same number plays the same game. It may be long.",
            show_default="the number of a short game",
        ),
    ] = None,
    hands: Annotated[
        ShownHands, typer.Option(help="Clean hands, or careless ones, which slide, bump, err and correct themselves.")
    ] = ShownHands.CLEAN,
) -> None:
    """Watch simulated hands play whole games on the simulated board, and check that the record is exact.

    These games have a database of their own: `treppe games list --db` with the file that is printed lists them.
    """

    from treppe_host.demo.careless import PeopleDemo
    from treppe_host.demo.clean import Demo, play_demo

    kind = PeopleDemo if hands is ShownHands.CARELESS else Demo
    play_demo(open_store(context, DEMO), game, seed, terminal.console(), kind)
