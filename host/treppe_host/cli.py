"""The command `treppe`: thin over the library; what can go wrong is one line on stderr and exit status 1."""

import gc
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from treppe import VERSION

from treppe_host.commands import boards, deploy, games, hardware
from treppe_host.commands.games import open_store
from treppe_host.commands.tune import tune

# Everything else is imported where it is used: `treppe --help` should not wait for databases and web servers.
_NEW_OBJECTS = 50_000  # before the collector looks: by default 700, and it takes a fifth of the framework's import

app = typer.Typer(
    name="treppe",
    help="Play physical board games with lights under the fields, and keep every game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(games.app, name="games")
app.add_typer(boards.app, name="boards")
deploy.register(app)
hardware.register(app)


_FAULTS = (
    "stuck-reed, dead-reed, chattering-reed, broken-chain, open-hall, shorted-hall, lost-magnet, jammed-platform, "
    "reference-gone, noisy-converter, dead-lamp, sag"
)


class Runtime(StrEnum):
    """Which interpreter runs the rules."""

    CPYTHON = "cpython"
    MICROPYTHON = "micropython"


class ShownHands(StrEnum):
    """Whose hands play in the demo."""

    CLEAN = "clean"
    CARELESS = "careless"


def main() -> None:
    """Run the command line."""
    gc.set_threshold(_NEW_OBJECTS)
    try:
        app()
    except Exception as error:
        if not isinstance(error, _plain_errors()):
            raise
        from treppe_host.errors import in_words

        sys.stdout.flush()
        print(f"treppe: {in_words(error) if isinstance(error, OSError) else error}", file=sys.stderr)
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


@app.command()
def play(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on; another than this machine's own lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER|BOARD",
            help="Port of the page (8080; if it is in use, the next free one), or of a board: /dev/ttyACM0, "
            "socket://HOST:NUMBER, sim:SURFACE. May be said several times. What is broken on a simulated board "
            f"stands behind commas, as in sim:square7,open-hall:c4: {_FAULTS}.",
        ),
    ] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=20, help="How fast a simulated board's time passes.")] = 1.0,
) -> None:
    """Play in the browser, on the boards at USB or else on a simulated one. Ctrl-C ends it; games go on later."""
    from treppe_sim.folders import data_folder

    from treppe_host.web import server as page

    numbers = [int(each) for each in port or () if each.isdecimal()]
    boards = [each for each in port or () if not each.isdecimal()]
    number = numbers[-1] if numbers else 8080
    page.run(data_folder() / "boards", open_store(context), host, number, boards, speed=speed)


@app.command()
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


@app.command()
def log(
    context: typer.Context,
    port: Annotated[
        str | None,
        typer.Option(help="Serial port of the board, as /dev/ttyACM0; or socket://HOST:NUMBER, sim:SURFACE."),
    ] = None,
    board: Annotated[str | None, typer.Option(help="Name of the board, or the beginning of its id.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="All boards at USB, also those that come later.")] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Print the lines as the board sends them, keep nothing.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say with each action why the board took it.")] = False,
) -> None:
    """Keep the games that are played on boards, until Ctrl-C. What was played without a PC is fetched first."""
    if raw:
        from treppe_host.link import raw_lines as lines

        return lines.run(port or deploy.find_pico())
    from treppe_host.link.ports import choose_port, find_boards
    from treppe_host.records import log as keep

    store = open_store(context)
    if all_:
        keep.run_all(store, explains=explain)
    else:
        found = port or (lambda: choose_port(find_boards(), store.board_names(), board))
        keep.run(store, found, explains=explain)


app.command("tune")(tune)


@app.command()
def engine(
    runtime: Annotated[Runtime, typer.Option(help="The interpreter that runs the rules.")] = Runtime.CPYTHON,
) -> None:
    """Speak the text protocol for engines and scripts on standard input and output (try: list_games)."""
    if runtime is Runtime.MICROPYTHON:
        raise typer.Exit(_run_micropython_engine())
    from treppe.games import engine as rules

    rules.run(sys.stdin.buffer.readline, lambda text: print(text, end="", flush=True))


def _run_micropython_engine() -> int:
    import treppe
    from treppe_sim.interpreter import find_micropython

    folder = str(Path(treppe.__file__).parents[1])
    program = (
        f"import sys; sys.path.insert(0, {folder!r}); from treppe.games import engine; "
        "engine.run(sys.stdin.buffer.readline, sys.stdout.write)"
    )
    return subprocess.run([find_micropython(), "-c", program], check=False).returncode


if __name__ == "__main__":
    main()
