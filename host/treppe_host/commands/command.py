"""Commands as they register themselves: each module of this folder has an `app`, as each annex has.

What a command says of itself where it is defined, its name, help and options and which of these go together, is all
there is: from it lines are checked, completed and refused, and docs/commands.md is made (tools/commands_page.py).
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperOption

from treppe_host import terminal

Function = TypeVar("Function", bound=Callable[..., Any])


def group(text: str = "", **settings: Any) -> typer.Typer:
    """Return an `app` for the commands of a module, with the help of their group where there are several."""
    return typer.Typer(help=text or None, no_args_is_help=True, add_completion=False, **settings)


def command(
    app: typer.Typer, name: str | None = None, *, excludes: Sequence[str] = (), needs: Sequence[str] = ()
) -> Callable[[Function], Function]:
    """Register a function as a command of an app.

    `excludes` and `needs` name its parameters: in "all_ board port" the first excludes each of the others, in "code
    with_" it needs one of them. A function with a parameter `context` works on the database, and gets the option --db.
    """

    def register(function: Function) -> Function:
        vars(function).update(excludes=excludes, needs=needs)
        return app.command(name, cls=Command)(function)

    return register


class Command(TyperCommand):
    """A command with the options that all have, which refuses options that do not go together."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        function = inspect.unwrap(self.callback) if self.callback else None
        self.excludes = [each.split() for each in getattr(function, "excludes", ())]
        self.needs = [each.split() for each in getattr(function, "needs", ())]
        if function and "context" in inspect.signature(function).parameters:
            names = ["db", "--db"]
            self.params.append(
                TyperOption(param_decls=names, metavar="URL", help=DB, expose_value=False, callback=keep_database)
            )
        self.params += _loudness_options()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of a line; raise UsageError if what they ask for cannot be done together."""
        rest = super().parse_args(ctx, args)
        names = {each.name: _spelled(each) for each in self.params if each.name}
        given = {name for name in names if _is_typed(ctx, name)}
        for first, *others in self.excludes:
            for other in given & set(others) if first in given else ():
                raise typer.BadParameter(f"{names[first]} and {names[other]} exclude each other", ctx)
        for first, *others in self.needs:
            if first in given and not any(ctx.params.get(other) for other in others):
                raise typer.BadParameter(f"{names[first]} needs {' or '.join(names[each] for each in others)}", ctx)
        return rest


def _spelled(parameter: Any) -> str:
    """Return a parameter as people type it."""
    options: list[str] = parameter.opts
    return max(options, key=len) if options[0].startswith("-") else str(parameter.human_readable_name)


def _is_typed(context: Any, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


DB = "Database of the games: a file, or a URL such as sqlite:///games.db."


def keep_database(context: typer.Context, _: typer.CallbackParam, value: str | None) -> None:
    """Let a command work on the database that is named behind it; before it is the other place to name one."""
    if value is not None:
        if _is_typed(context.find_root(), "db"):
            raise typer.BadParameter("given twice, before the command and behind it", context)
        context.obj = value


def _loudness_options() -> list[TyperOption]:
    def keep(_: Any, parameter: Any, value: bool) -> None:
        if value:
            terminal.set_loudness(parameter.name)

    return [
        TyperOption(
            param_decls=[name, f"-{name[0]}", f"--{name}"],
            help=text,
            is_flag=True,
            default=False,
            expose_value=False,
            callback=keep,
            hidden=True,  # shown by `treppe --help`
        )
        for name, text in terminal.LOUDNESS.items()
    ]
