"""The house's own files as syntax trees, each read once: many tests look through all of them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOST_FOLDERS = (
    ROOT / "host/treppe_host",
    *(ROOT / "host" / annex / f"treppe_{annex}" for annex in ("club", "together", "alone")),
)
"""The host and its annexes, for rules that all of them keep."""


@cache
def host_files(end: str = "py") -> dict[str, Path]:
    """The files of host and annexes by their paths within these: `web/assets.py`, `treppe_club/page.py`."""
    host, *annexes = HOST_FOLDERS
    found = {path.relative_to(host).as_posix(): path for path in sorted(host.rglob(f"*.{end}"))}
    for folder in annexes:
        found |= {path.relative_to(folder.parent).as_posix(): path for path in sorted(folder.rglob(f"*.{end}"))}
    return found


@cache
def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of the tree of a file, the outer ones first."""
    return list(ast.walk(parse(path)))
