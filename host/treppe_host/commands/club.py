"""`treppe club`: a club's server, and who is invited to it."""

from typing import TYPE_CHECKING, Annotated

import typer

from treppe_host import memory, terminal
from treppe_host.commands.serving import AllowHost, Below, Certificate, Key

if TYPE_CHECKING:
    from treppe_host.club.store import ClubStore

app = typer.Typer(
    help="Show the boards of a club on one page; PostgreSQL keeps the games.", invoke_without_command=True
)

_ROLE = typer.Argument(metavar="ROLE", help="owner, arbiter, spectator, or board for a PC with boards.")


@app.callback()
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port of the page; if it is in use, the next free one.")] = 8090,
    allow_host: AllowHost = None,
    certificate: Certificate = None,
    key: Key = None,
    below: Below = "",
) -> None:
    """Serve the club's page until Ctrl-C: treppe --db postgresql://USER@HOST/NAME club."""
    if context.invoked_subcommand:
        return
    from treppe_host.club.server import run
    from treppe_host.web.address import Address

    terminal.never_wait()
    run(_open_store(context), Address(host, port, allow_host or (), certificate, key, below))


@app.command()
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
    from treppe_host.club import invitations
    from treppe_host.club.roles import Role

    if role not in list(Role):
        raise typer.BadParameter(f"there is no role {role!r}; there are: {', '.join(Role)}")
    with _open_store(context).transaction(writes=True) as connection:
        token = invitations.invite(connection, Role(role), name, boards)
    terminal.say(f"{url.rstrip('/')}/enter#{token}")


@app.command()
def invitations(context: typer.Context) -> None:
    """List the invitations that are valid."""
    from treppe_host.club.invitations import list_invitations

    with _open_store(context).transaction() as connection:
        for guest, _ in list_invitations(connection):
            terminal.say(f"{guest.invitation:4} {guest.role:9} {guest.name}")


@app.command()
def boards(context: typer.Context) -> None:
    """List the boards of each link, and the boards that wait for an owner's permission."""
    from treppe_host.club.bonds import list_bonds

    with _open_store(context).transaction() as connection:
        for bond in list_bonds(connection):
            table = f"table {bond.table}" if bond.table else ""
            waits = "" if bond.is_allowed else f"waits: treppe club allow {bond.invitation} {bond.board}"
            names = f"{bond.link_name}  {bond.board_name}".strip()
            terminal.say(f"{bond.invitation:4} {bond.board:17} {table:9} {names}  {waits}".rstrip())


@app.command()
def allow(
    context: typer.Context,
    number: Annotated[int, typer.Argument(help="Number of the link, as `invitations` lists it.")],
    board: Annotated[str, typer.Argument(help="Id of the board, as `boards` lists it.")],
) -> None:
    """Let a link send another board besides its first ones."""
    from treppe_host.club import bonds

    with _open_store(context).transaction(writes=True) as connection:
        bonds.allow(connection, number, board)


@app.command()
def revoke(context: typer.Context, number: Annotated[int, typer.Argument(help="Number of the invitation.")]) -> None:
    """End an invitation, and shut out whoever came by it."""
    from treppe_host.club.invitations import end_invitation

    with _open_store(context).transaction(writes=True) as connection:
        end_invitation(connection, number)


def _open_store(context: typer.Context) -> "ClubStore":
    from treppe_host.club.store import ClubStore
    from treppe_host.commands.database import database_url

    store = ClubStore(database_url(context.obj))
    memory.settle()
    return store
