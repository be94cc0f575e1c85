"""`treppe hardware`: runs the tools in hardware/tools, which only a checkout has."""

import os
import subprocess
import sys
from pathlib import Path

import typer

_MARK = Path("hardware/tools/__main__.py")
ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def find_checkout() -> Path | None:
    """Return the top folder of the checkout of Treppe around the working folder or around this file, None outside."""
    here = Path.cwd().resolve()
    folders = (here, *here.parents, *Path(__file__).resolve().parents)
    return next((folder for folder in folders if (folder / _MARK).exists()), None)


def hardware(context: typer.Context) -> None:
    """Boards, parts and wiring, generated from hardware/*.toml. Needs a checkout of Treppe."""
    checkout = find_checkout()
    if checkout is None:
        reason = "the boards' descriptions and the tools for them are not installed: run this in a checkout of Treppe"
        typer.echo(reason, err=True)
        raise typer.Exit(1)
    paths = [str(checkout), *filter(None, [os.environ.get("PYTHONPATH")])]
    command = [sys.executable, "-P", "-m", "hardware.tools", *context.args]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    raise typer.Exit(subprocess.run(command, env=environment, check=False).returncode)
