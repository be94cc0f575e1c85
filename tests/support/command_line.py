"""Reads commands as the command line does, and runs nothing."""

from typing import Any

import typer
from treppe_host.cli import app

COMMAND = typer.main.get_command(app)


def parse(words: list[str], command: Any = COMMAND, parent: Any = None) -> None:
    """Let the command line read the words as if they were typed. Raises TyperException."""
    context = command.make_context(command.name, list(words), parent=parent)
    if hasattr(command, "resolve_command"):
        following = [*context._protected_args, *context.args]
        if following or not command.invoke_without_command:
            _, inner, rest = command.resolve_command(context, following)
            parse(rest, inner, context)
