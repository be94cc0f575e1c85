"""The command `treppe`. An error with a cause outside the program is one line on stderr and exit status 1."""

import os
import sys
from typing import Annotated

import typer
from treppe import VERSION

from treppe_host import memory, supervision, terminal
from treppe_host.commands import boards, club, games, hardware, install
from treppe_host.commands.demo import demo
from treppe_host.commands.doctor import doctor
from treppe_host.commands.engine import engine
from treppe_host.commands.flash import flash
from treppe_host.commands.log import log
from treppe_host.commands.play import play
from treppe_host.commands.repl import repl
from treppe_host.commands.tune import tune
from treppe_host.games import folders

# Commands import the library when they run: `treppe --help` does not wait for the database and the web framework.

app = typer.Typer(
    name="treppe",
    help="Play physical board games with lights under the fields, and keep every game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, demo, log, tune, flash, doctor, repl, engine):
    app.command()(command)
app.command(context_settings=hardware.ANY_OPTION)(hardware.hardware)
app.add_typer(games.app, name="games")
app.add_typer(boards.app, name="boards")
app.add_typer(club.app, name="club")
app.add_typer(install.app, name="install")


def main() -> None:
    """Run the command line."""
    terminal.guard_outputs()
    memory.hurry()
    supervision.watch_threads()
    os.environ["PYTHONSAFEPATH"] = "1"  # for pools of processes too: the working folder may be one of downloads
    try:
        folders.use_named()
        app()
    except Exception as error:
        if not isinstance(error, _plain_errors()):
            raise
        from treppe_host.errors import in_words
        from treppe_host.words import reason

        terminal.complain(f"treppe: {in_words(error) if isinstance(error, OSError) else reason(error)}")
        sys.exit(1)
    finally:
        sys.stdout.flush()
        if supervision.has_failed() or terminal.has_lost_lines():
            sys.exit(1)


def _plain_errors() -> tuple[type[Exception], ...]:
    """Return the errors whose cause lies outside the program and whose text says enough."""
    from treppe.games import InvalidOption
    from treppe_sim.errors import SimulationError

    from treppe_host.errors import TreppeError

    return TreppeError, InvalidOption, SimulationError, OSError


def _show_version(is_asked: bool) -> None:
    if is_asked:
        terminal.say(f"treppe {VERSION}")
        raise typer.Exit


@app.callback()
def choose(
    context: typer.Context,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TREPPE_DB",
            help="Database of the games: a file, or a URL such as sqlite:///games.db.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that all commands share."""
    context.obj = db


if __name__ == "__main__":
    main()
