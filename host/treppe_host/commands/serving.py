"""Options of both servers of pages: other names, TLS, and where a proxy shows the pages."""

import re
from pathlib import Path
from typing import Annotated

import typer

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def _checked(path: str) -> str:
    if not _PATH.fullmatch(path.rstrip("/")):
        raise typer.BadParameter("a path begins with /, such as /treppe, and has letters, digits, dots and dashes")
    return path.rstrip("/")


HttpPort = Annotated[
    int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port of the page; if it is in use, the next free one.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Another name under which browsers may open the page, such as club.example."),
]
Certificate = Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate for TLS, which encrypts the page.")]
Key = Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's private key.")]
Below = Annotated[
    str,
    typer.Option(
        metavar="PATH",
        callback=_checked,
        help="Path at which a proxy shows the pages, such as /treppe for https://club.example/treppe/.",
    ),
]
