"""The firmware without folders, as it lies on a board: `treppe/table/hands/trace.py` is `table_hands_trace.py` there.

A folder takes two blocks of a Pico's flash, 8 kB, and MicroPython keeps three names of a module in a package, of which
one is its whole path, for good. Lines stay where they are.
"""

import ast
import re
from collections.abc import Iterable, Mapping

_ROOT = "treppe"
_DOTTED = re.compile(r"\b(?:treppe|drivers)(?:\.\w+)*\b\.?")


def flatten(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a program in one folder, importing each other from there.

    A text `treppe.table.hands.` is taken for the beginning of a module's name. Packages without code lose their
    `__init__`.
    """
    kept = {path: text for path, text in texts.items() if not (path.endswith("/__init__.py") and _is_empty(text))}
    return {flat_path(path): flat_imports(text, texts) for path, text in kept.items()}


def flat_path(path: str) -> str:
    """Return where a file lies on a board."""
    return _flat_name(_module_of(path)) + ".py" if path.startswith((_ROOT + "/", "drivers/")) else path


def flat_imports(text: str, paths: Iterable[str]) -> str:
    """Return a program that imports the files with these paths from where they lie on a board."""
    modules = {_module_of(path) for path in paths}
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and any(f"{node.module}.{alias.name}" in modules for alias in node.names):
            new = "; ".join(_import(str(node.module), alias, modules) for alias in node.names)
            num_lines = (node.end_lineno or node.lineno) - node.lineno + 1
            start = node.lineno - 1
            lines[start : start + num_lines] = [" " * node.col_offset + new] + [""] * (num_lines - 1)
    return _DOTTED.sub(lambda found: _flat_name(found[0]), "\n".join(lines))


def _is_empty(text: str) -> bool:
    return all(isinstance(node, ast.Expr) for node in ast.parse(text).body)


def _module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _flat_name(dotted: str) -> str:
    """Return the name on a board of a module, or the beginning of one that ends with a dot."""
    return dotted.removeprefix(_ROOT + ".").replace(".", "_")


def _import(package: str, alias: ast.alias, modules: set[str]) -> str:
    """Return the import of a module, or of what a package's `__init__` defines."""
    name = f"{package}.{alias.name}"
    if name not in modules:
        return f"from {package} import {ast.unparse(alias)}"
    return f"import {_flat_name(name)} as {alias.asname or alias.name}"
