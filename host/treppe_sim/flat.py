"""Packages within `treppe/table` and `treppe/games` become part of their modules' names on a board.

A folder takes two blocks of a Pico's flash, 8 kB, and a package takes heap. So `treppe/table/hands/trace.py` is
`treppe/table/hands_trace.py` there. Lines stay where they are.
"""

import ast
import re
from collections.abc import Mapping

_DEPTH = 2  # of the folders that stay: treppe, and one in it


def flatten(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a program in few folders, importing each other from where they are then.

    A text `treppe.table.hands.` is taken for the beginning of a module's name. Packages without code lose their
    `__init__`, which MicroPython does not need.
    """
    modules = {path.removesuffix(".py").replace("/", ".") for path in texts}
    packages = {path.rpartition("/")[0].replace("/", ".") for path in texts if path.count("/") > _DEPTH}
    kept = {path: text for path, text in texts.items() if not (path.endswith("/__init__.py") and _is_empty(text))}
    return {flat_path(path): _imports_changed(text, modules, packages) for path, text in kept.items()}


def flat_path(path: str) -> str:
    """Return where a file lies on a board."""
    parts = path.removesuffix(".py").split("/")
    if len(parts) > _DEPTH + 1 and parts[-1] == "__init__":
        parts.pop()
    return "/".join([*parts[:_DEPTH], *filter(None, ["_".join(parts[_DEPTH:])])]) + ".py"


def _is_empty(text: str) -> bool:
    return all(isinstance(node, ast.Expr) for node in ast.parse(text).body)


def _imports_changed(text: str, modules: set[str], packages: set[str]) -> str:
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module in packages:
            new = "; ".join(_import(node.module, alias, modules) for alias in node.names)
            num_lines = (node.end_lineno or node.lineno) - node.lineno + 1
            start = node.lineno - 1
            lines[start : start + num_lines] = [" " * node.col_offset + new] + [""] * (num_lines - 1)
    text = "\n".join(lines)
    for package in packages:
        text = re.sub(rf"\b{re.escape(package)}\.", package + "_", text)
    return text


def _import(package: str, alias: ast.alias, modules: set[str]) -> str:
    """Return the import of a module, or of what a package's `__init__` defines."""
    if f"{package}.{alias.name}" not in modules:
        return f"from {package} import {ast.unparse(alias)}"
    place, _, name = package.rpartition(".")
    return f"from {place} import {name}_{alias.name} as {alias.asname or alias.name}"
