"""The options of `treppe games ...` that choose games."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treppe_host.store.game_filter import GameFilter

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


def chosen(
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    board: str | None,
    result: str | None,
    event: str | None,
    limit: int | None = None,
) -> "GameFilter":
    """Return the choice that the options make; raise InvalidChoice."""
    from treppe_host.store.game_filter import GameFilter, day

    return GameFilter(game, player, day(since), day(until, is_end=True), board, result, event, limit)
