"""The command `treppe`. An error with a cause outside the program is one line on stderr and exit status 1."""

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from treppe import VERSION
from typer.core import TyperGroup
from typer.exceptions import TyperException

from treppe_host import annexes, memory, supervision, terminal
from treppe_host.commands.command import DB

COMMANDS = ("play", "demo", "log", "games", "boards", "tune", "flash", "doctor", "repl", "engine", "install")
"""Modules of commands/ with an `app`, in the order in which help lists them."""


class Group(TyperGroup):
    """The program: its own commands, then those of the annexes, each loaded when it is needed."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.commands: Any = dict.fromkeys(COMMANDS) | self.commands  # their names, for hints; `get_command` loads them

    def list_commands(self, ctx: Any) -> list[str]:
        return [*COMMANDS, *annexes.list_entries(annexes.COMMANDS)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            app = import_module(f"treppe_host.commands.{cmd_name}").app
        elif annexes.has_command(cmd_name):
            app = annexes.load_entry(annexes.COMMANDS, cmd_name)
        else:
            return self.commands.get(cmd_name)
        found = typer.main.get_command(app)
        found.name = cmd_name
        return found


# Commands import the library when they run: `treppe --help` does not wait for the database and the web framework.
app = typer.Typer(
    name="treppe",
    cls=Group,
    help="Play physical board games with lights under the fields, and keep every game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
USAGE = 2
"""Exit status of a line that no command understands."""


def main() -> None:
    """Run the command line."""
    terminal.guard_outputs()
    memory.hurry()
    supervision.watch_threads()
    os.environ["PYTHONSAFEPATH"] = "1"  # for pools of processes too: the working folder may be one of downloads
    try:
        if "TREPPE_GAMES" in os.environ:
            from treppe_host.games import folders

            folders.use_named()
        sys.exit(app(prog_name="treppe", standalone_mode=False))
    except typer.Abort:
        sys.exit(1)
    except Exception as error:
        if terminal.is_verbose() or not isinstance(error, (TyperException, *_plain_errors())):
            raise
        sys.exit(_report(error))
    finally:
        sys.stdout.flush()
        if supervision.has_failed() or terminal.has_lost_lines():
            sys.exit(1)


def _report(error: Exception) -> int:
    """Print the one line of an error; return the exit status."""
    from treppe.games import InvalidOption

    from treppe_host.errors import in_words
    from treppe_host.store.game_filter import InvalidChoice
    from treppe_host.words import reason

    if isinstance(error, TyperException):
        context: Any = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":
            terminal.pour(error.format_message() + "\n")
            return USAGE
        where = f" (see {context.command_path} --help)" if context else ""
        terminal.complain(f"treppe: {error.format_message().removeprefix('Invalid value: ').rstrip('.')}{where}")
        return USAGE
    terminal.complain(f"treppe: {in_words(error) if isinstance(error, OSError) else reason(error)}")
    return USAGE if isinstance(error, (InvalidChoice, InvalidOption)) else 1


def _plain_errors() -> tuple[type[Exception], ...]:
    """Return the errors whose cause lies outside the program and whose text says enough."""
    from treppe.games import InvalidOption
    from treppe_sim.errors import SimulationError

    from treppe_host.errors import TreppeError

    return TreppeError, InvalidOption, SimulationError, OSError


def _show_version(is_asked: bool) -> None:
    if is_asked:
        from treppe_sim.versions import versions

        for line in (f"treppe {VERSION}", *versions()):
            terminal.say(line)
        raise typer.Exit


def _set_loudness(_: typer.Context, param: typer.CallbackParam, value: bool) -> None:
    if value:
        terminal.set_loudness(str(param.name))


@app.callback()
def choose(
    context: typer.Context,
    db: Annotated[str | None, typer.Option(metavar="URL", envvar="TREPPE_DB", help=DB)] = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", callback=_set_loudness, help=terminal.LOUDNESS["quiet"])
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", callback=_set_loudness, help=terminal.LOUDNESS["verbose"])
    ] = False,
    version: Annotated[
        bool, typer.Option("-V", "--version", callback=_show_version, is_eager=True, help="Print the versions.")
    ] = False,
) -> None:
    """Take the options that all commands share."""
    context.obj = db


if __name__ == "__main__":
    main()
