"""`treppe demo`."""

from enum import StrEnum
from typing import Annotated

import typer

from treppe_host.commands.database import open_store


class ShownHands(StrEnum):
    """The hands that play the demo."""

    CLEAN = "clean"
    CARELESS = "careless"


def demo(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(help="Only this game; else one of each kind.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Another number is another game, the same one the same game; it may be long.",
            show_default="one with which the game is short",
        ),
    ] = None,
    hands: Annotated[
        ShownHands, typer.Option(help="Clean, or careless: they slide, bump, err, and put it right.")
    ] = ShownHands.CLEAN,
) -> None:
    """Watch simulated hands play whole games on the simulated board, and check that the record is exact."""
    from rich.console import Console

    from treppe_host.demo.careless import PeopleDemo
    from treppe_host.demo.clean import Demo, run

    kind = PeopleDemo if hands is ShownHands.CARELESS else Demo
    run(open_store(context), game, seed, Console(highlight=False), kind)
