"""`treppe club`: a club's server, and who is invited to it."""

from typing import TYPE_CHECKING, Annotated

import typer
from treppe_host import memory, terminal
from treppe_host.commands.command import DB, command, keep_database
from treppe_host.commands.serving import AllowHost, Below, Certificate, HttpPort, Key

if TYPE_CHECKING:
    from treppe_club.store import ClubStore

app = typer.Typer(
    help="Show the boards of a club on one page; PostgreSQL keeps the games.",
    invoke_without_command=True,
    add_completion=False,
)

_ROLE = typer.Argument(metavar="ROLE", help="owner, arbiter, spectator, or board for a PC with boards.")


@app.callback()
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    http_port: HttpPort = 8090,
    allow_host: AllowHost = None,
    certificate: Certificate = None,
    key: Key = None,
    below: Below = "",
    db: Annotated[str | None, typer.Option(metavar="URL", callback=keep_database, help=DB)] = None,
) -> None:
    """Serve the club's page until Ctrl-C: treppe club --db postgresql://USER@HOST/NAME."""
    if context.invoked_subcommand:
        return
    from treppe_host.web.address import Address

    from treppe_club.server import serve_club

    terminal.never_wait()
    serve_club(_open_store(context), Address(host, http_port, allow_host or (), certificate, key, below))


@command(app)
def invite(
    context: typer.Context,
    role: Annotated[str, _ROLE],
    name: Annotated[str, typer.Argument(help="Name of the person or place that it is for.")] = "",
    url: Annotated[
        str, typer.Option(envvar="TREPPE_CLUB_URL", help="Address of the club's page.")
    ] = "http://127.0.0.1:8090/",
    boards: Annotated[int, typer.Option(min=1, max=64, help="Number of boards at the PC.")] = 1,
) -> None:
    """Make a link that lets a person or a PC with boards in. It is shown once; whoever has it comes in."""
    from treppe_club import invitations
    from treppe_club.roles import Role

    if role not in list(Role):
        raise typer.BadParameter(f"there is no role {role!r}; there are: {', '.join(Role)}")
    with _open_store(context).transaction(writes=True) as connection:
        token = invitations.invite(connection, Role(role), name, boards)
    terminal.say(f"{url.rstrip('/')}/enter#{token}")


@command(app)
def invitations(context: typer.Context) -> None:
    """List the invitations that are valid."""
    from treppe_club.invitations import list_invitations

    with _open_store(context).transaction() as connection:
        for principal, _ in list_invitations(connection):
            terminal.say(f"{principal.invitation:4} {principal.role:9} {principal.name}")


@command(app)
def boards(context: typer.Context) -> None:
    """List the boards of each link, and the boards that wait for an owner's permission."""
    from treppe_club.board_links import list_bonds

    with _open_store(context).transaction() as connection:
        for board_link in list_bonds(connection):
            table = f"table {board_link.table}" if board_link.table else ""
            waits = (
                "" if board_link.is_allowed else f"waits: treppe club allow {board_link.invitation} {board_link.board}"
            )
            names = f"{board_link.link_name}  {board_link.board_name}".strip()
            terminal.say(f"{board_link.invitation:4} {board_link.board:17} {table:9} {names}  {waits}".rstrip())


@command(app)
def allow(
    context: typer.Context,
    number: Annotated[int, typer.Argument(help="Number of the link, as `invitations` lists it.")],
    board: Annotated[str, typer.Argument(help="Id of the board, as `boards` lists it.")],
) -> None:
    """Let a link send another board besides its first ones."""
    from treppe_club import board_links

    with _open_store(context).transaction(writes=True) as connection:
        board_links.allow(connection, number, board)


@command(app)
def revoke(context: typer.Context, number: Annotated[int, typer.Argument(help="Number of the invitation.")]) -> None:
    """End an invitation, and shut out whoever came by it."""
    from treppe_club.invitations import end_invitation

    with _open_store(context).transaction(writes=True) as connection:
        end_invitation(connection, number)


def _open_store(context: typer.Context) -> "ClubStore":
    from treppe_host.commands.database import database_url

    from treppe_club.store import ClubStore

    store = ClubStore(database_url(context.obj))
    memory.settle()
    return store
