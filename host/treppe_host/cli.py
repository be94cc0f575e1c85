"""The command `treppe`: thin over the library; what can go wrong is one line on stderr and exit status 1."""

import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from treppe import VERSION

# Everything else is imported where it is used: `treppe --help` should not wait for databases and web servers.
if TYPE_CHECKING:
    from treppe_host.store import Store

app = typer.Typer(
    name="treppe",
    help="Play physical board games with lights under the fields, and keep every game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
games_app = typer.Typer(help="Look at the games that were played.", no_args_is_help=True)
app.add_typer(games_app, name="games")


class Runtime(StrEnum):
    """Which interpreter runs the rules."""

    CPYTHON = "cpython"
    MICROPYTHON = "micropython"


def main() -> None:
    """Run the command line."""
    try:
        app()
    except Exception as error:
        if not isinstance(error, _plain_errors()):
            raise
        sys.stdout.flush()
        print(f"treppe: {error}", file=sys.stderr)
        sys.exit(1)


def _plain_errors() -> tuple[type[Exception], ...]:
    """Return the errors that are no mistake of the program's and whose text says all."""
    from treppe.games import InvalidOption
    from treppe_sim.errors import SimulationError

    from treppe_host.errors import TreppeError

    return TreppeError, InvalidOption, SimulationError, OSError


def _show_version(is_asked: bool) -> None:
    if is_asked:
        print(f"treppe {VERSION}")
        raise typer.Exit


@app.callback()
def choose(
    context: typer.Context,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="Database of the games: a file, or a URL as sqlite:///games.db.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Take the options that all commands share."""
    context.obj = db


def _open_store(context: typer.Context) -> "Store":
    from treppe_host.paths import database_url
    from treppe_host.store import Store

    return Store(database_url(context.obj))


@app.command()
def play(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on; another than this machine's own lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port of the page; if it is in use, the next free one.")] = 8080,
) -> None:
    """Play on the simulated board, in the browser. Ctrl-C ends it; the game goes on at the next start."""
    from treppe_host import paths
    from treppe_host import play as page

    page.run(paths.data_folder() / "boards", _open_store(context), host, port)


@app.command()
def demo(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(help="Only this game; else one of each kind of surface.")] = None,
    seed: Annotated[int, typer.Option(help="Another number is another game; the same one is the same game.")] = 1,
) -> None:
    """Watch simulated hands play whole games on the simulated board, and check that the record is exact."""
    from rich.console import Console

    from treppe_host import demo as show

    show.run(_open_store(context), game, seed, Console(highlight=False))


@app.command()
def log(
    context: typer.Context,
    port: Annotated[
        str | None,
        typer.Option(help="Serial port of the board, as /dev/ttyACM0; or socket://HOST:NUMBER, sim:SURFACE."),
    ] = None,
    board: Annotated[str | None, typer.Option(help="Name of the board, or the beginning of its id.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="All boards at USB, also those that come later.")] = False,
) -> None:
    """Keep the games that are played on boards, until Ctrl-C. What was played without a PC is fetched first."""
    from treppe_host import log as keep
    from treppe_host.ports import choose_port, find_boards

    store = _open_store(context)
    if all_:
        keep.run_all(store)
    else:
        keep.run(store, port or (lambda: choose_port(find_boards(), store.board_names(), board)))


@app.command()
def engine(
    runtime: Annotated[Runtime, typer.Option(help="The interpreter that runs the rules.")] = Runtime.CPYTHON,
) -> None:
    """Speak the text protocol for engines and scripts on standard input and output (try: list_games)."""
    if runtime is Runtime.MICROPYTHON:
        raise typer.Exit(_run_micropython_engine())
    from treppe.games import engine as rules

    rules.run(sys.stdin.readline, lambda text: print(text, end="", flush=True))


def _run_micropython_engine() -> int:
    import treppe
    from treppe_sim.interpreter import find_micropython

    folder = str(Path(treppe.__file__).parents[1])
    program = (
        f"import sys; sys.path.insert(0, {folder!r}); from treppe.games import engine; "
        "engine.run(sys.stdin.readline, sys.stdout.write)"
    )
    return subprocess.run([find_micropython(), "-c", program], check=False).returncode


@games_app.command("list")
def list_games(context: typer.Context) -> None:
    """List all games, the latest first."""
    from rich.console import Console

    from treppe_host.show import list_table

    store = _open_store(context)
    records = store.games()
    if records:
        Console().print(list_table(records))
    else:
        print(f"No games yet in {store.url}")


@games_app.command("show")
def show_game(
    context: typer.Context, number: Annotated[int, typer.Argument(metavar="N", help="The game's number in the list.")]
) -> None:
    """Show a game: players, options, actions by turn, result, and the board at its end."""
    from rich.console import Console

    from treppe_host.show import game_view

    store = _open_store(context)
    Console(highlight=False).print(game_view(store.game(number), store.actions(number)))


if __name__ == "__main__":
    main()
