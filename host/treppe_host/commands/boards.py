"""`treppe boards ...`: the known boards, their names and settings, commands to them."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.database import open_store
from treppe_host.commands.options import Board, Json, Port, print_json
from treppe_host.commands.settings import parse_setting

app = group("List boards, name them, change their settings, send them commands.")

_HELLO_S = 3.0


@command(app, "list")
def list_boards(
    context: typer.Context,
    all_: Annotated[
        bool, typer.Option("--all", help="Also list boards that were connected once and have no name.")
    ] = False,
    json_: Json = False,
) -> None:
    """List the boards that are plugged in or have a name."""
    from treppe_host.link.usb_boards import find_boards
    from treppe_host.narrow_table import NarrowTable

    ports = {each.board: each.port for each in find_boards()}
    known = open_store(context).boards()
    listed = [each for each in known if all_ or each.name or each.board in ports]
    if json_:
        found = [asdict(each) | {"port": ports.pop(each.board, None)} for each in listed]
        return print_json(found + [{"board": board, "port": port} for board, port in ports.items()])
    table = NarrowTable(goes=("firmware", "surface", "port", "name"))
    for title in ("board", "name", "surface", "firmware", "port"):
        table.add_column(title, no_wrap=title == "board")
    for each in listed:
        table.add_row(each.board, each.name, each.surface, each.firmware, ports.pop(each.board, ""))
    for board, port in ports.items():
        table.add_row(board, "", "", "", port)
    terminal.console().print(table if table.row_count else "No board is plugged in.")
    if len(known) > len(listed):
        terminal.remark(
            f"Simulated boards, and boards that were connected once: {len(known) - len(listed)} (--all lists them)"
        )


@command(app, "name")
def name_board(
    context: typer.Context,
    board: Annotated[str, typer.Argument(help="The board's id in the list.")],
    name: Annotated[str, typer.Argument(help="The new name, such as club.")],
) -> None:
    """Give a board a name, by which `treppe log --board` finds it."""
    open_store(context).name_board(board, name)


@command(app, "set", excludes=["port board"])
def set_setting(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The setting, such as language, brightness_percent, hints or sound.")],
    value: Annotated[str, typer.Argument(help="Its value, such as de, 40, off or false.")],
    board: Board = None,
    port: Port = None,
) -> None:
    """Change a setting of a plugged-in board, at once and for good."""
    _send_command(context, board, port, "set", {"name": name, "value": parse_setting(f"{name}={value}")[1]})
    terminal.remark(f"{name}: {value}")


@command(app, "send", excludes=["port board"])
def send(
    context: typer.Context,
    command: Annotated[
        str, typer.Argument(help="The command, such as new, pause, resume, undo, resign, draw, hints or status.")
    ],
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="Its fields, such as game=step player=1; a value may be JSON."),
    ] = None,
    board: Board = None,
    port: Port = None,
) -> None:
    """Send a command to a plugged-in board, like its own menu; print the answer."""

    answer = _send_command(context, board, port, command, dict(parse_setting(field) for field in fields or []))
    terminal.console().print_json(data=answer)


def _send_command(context: typer.Context, board: str | None, port: str | None, do: str, fields: dict[str, Any]) -> Any:
    from treppe_host.errors import CommandUnanswered
    from treppe_host.link.enquiry import Enquiry
    from treppe_host.link.usb_boards import choose_port, find_boards

    where = port or choose_port(find_boards(), open_store(context).board_names(), board)
    with Enquiry(where) as asked:
        if asked.hello(_HELLO_S) is None:
            raise CommandUnanswered(f"the board at {where} does not answer")
        return asked.ask_board(do, **fields)
