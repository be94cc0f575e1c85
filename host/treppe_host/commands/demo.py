"""`treppe demo`."""

from enum import StrEnum
from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.database import open_store


class ShownHands(StrEnum):
    """The hands that play the demo."""

    CLEAN = "clean"
    CARELESS = "careless"


def demo(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(help="Play only this game; by default one game of each kind.")] = None,
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
    """Watch simulated hands play whole games on the simulated board, and check that the record is exact."""

    from treppe_host.demo.careless import PeopleDemo
    from treppe_host.demo.clean import Demo, run

    kind = PeopleDemo if hands is ShownHands.CARELESS else Demo
    run(open_store(context), game, seed, terminal.console(), kind)
