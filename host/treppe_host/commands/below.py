"""The option `--below`: where a proxy shows the pages."""

import re
from typing import Annotated

import typer

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def _checked(path: str) -> str:
    if not _PATH.fullmatch(path.rstrip("/")):
        raise typer.BadParameter("a path begins with /, as /treppe, and has letters, digits, dots and dashes")
    return path.rstrip("/")


Below = Annotated[
    str,
    typer.Option(
        metavar="PATH",
        callback=_checked,
        help="Path at which a proxy shows the pages, as /treppe for https://club.example/treppe/.",
    ),
]
