"""Options that several commands have, and what completes them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer


def complete_games(incomplete: str) -> list[str]:
    """Return the kinds of games that begin so."""
    from treppe.games import catalogue

    return [name for name in catalogue.names() if name.startswith(incomplete)]


def complete_ports(incomplete: str) -> list[str]:
    """Return the ports of boards at USB, and simulated surfaces."""
    from treppe import surfaces

    from treppe_host.link.usb_boards import find_boards

    found = [*(each.port for each in find_boards()), *(f"sim:{name}" for name in surfaces.NAMES)]
    return [port for port in found if port.startswith(incomplete)]


def complete_numbers(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers of stored games, the latest first, with what was played."""
    from treppe_host.commands.database import open_store
    from treppe_host.store.game_filter import GameFilter

    for record in open_store(ctx).games(GameFilter(limit=50)):
        if str(record.number).startswith(incomplete):
            yield str(record.number), record.game


def complete_boards(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names of boards that begin so."""
    from treppe_host.commands.database import open_store

    return [each.name for each in open_store(ctx).boards() if each.name and each.name.startswith(incomplete)]


Port = Annotated[
    str | None,
    typer.Option(
        metavar="PORT",
        autocompletion=complete_ports,
        help="Serial port of the board, such as /dev/ttyACM0; or socket://HOST:NUMBER, sim:SURFACE.",
    ),
]
Board = Annotated[
    str | None,
    typer.Option(
        metavar="BOARD", autocompletion=complete_boards, help="Name of the board, or the beginning of its id."
    ),
]
Number = Annotated[
    int, typer.Argument(metavar="N", autocompletion=complete_numbers, help="The game's number in the list.")
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="File to write.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


def print_json(value: Any) -> None:
    """Print a list with an item a line, or one value, as JSON."""
    import json

    from treppe_host import terminal

    if isinstance(value, list):
        items = ",\n ".join(json.dumps(each, ensure_ascii=False) for each in value)
        terminal.pour(f"[{items}]\n")
    else:
        terminal.pour(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
