"""The options of `treppe games ...` that choose games."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treppe_host.commands.options import complete_games

if TYPE_CHECKING:
    from treppe_host.store.game_filter import GameFilter

_RESULT = "unfinished, incomplete, draw, the winner's colour, or the reason of the end, such as goal."
_OPTIONS = {
    "game": typer.Option(metavar="GAME", autocompletion=complete_games, help="Only this kind of game, such as step."),
    "player": typer.Option(metavar="NAME", help="Only games with a player of this name."),
    "since": typer.Option(metavar="DAY", help="From this day on, such as 2026-11-21."),
    "until": typer.Option(metavar="DAY", help="Up to and including this day."),
    "board": typer.Option(metavar="BOARD", help="Only games on this board: the beginning of its id."),
    "result": typer.Option(metavar="RESULT", help=_RESULT),
    "event": typer.Option(metavar="NAME", help="Only games at this event."),
}


def choosing(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that choose games. Its argument `choice` is the GameFilter that they make."""

    def run_chosen(**given: Any) -> None:
        options = {name: given.pop(name) for name in _OPTIONS}
        command(choice=_chosen(**options), **given)

    own = [parameter for name, parameter in signature(command).parameters.items() if name != "choice"]
    added = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, option])
        for name, option in _OPTIONS.items()
    ]
    run_chosen.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
        parameters=[parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in own] + added
    )
    run_chosen.__name__, run_chosen.__doc__, run_chosen.__annotations__ = command.__name__, command.__doc__, {}
    return run_chosen


def _chosen(
    *,
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    board: str | None,
    result: str | None,
    event: str | None,
) -> "GameFilter":
    """Return the options as a GameFilter; raise InvalidChoice."""
    from treppe_host.store.game_filter import GameFilter, day

    return GameFilter(game, player, day(since), day(until, is_end=True), board, result, event)
