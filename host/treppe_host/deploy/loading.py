"""In which order a board loads the modules of its firmware: each after those that it imports."""

import ast
from collections.abc import Iterator, Mapping

FIRST = "board"
"""The module that needs all the others, but for those that the launcher needs and those that play chooses by name."""


def loading_order(texts: Mapping[str, str]) -> list[str]:
    """Return the modules that FIRST needs, itself at the end, by the sources of a board's files."""
    paths = {_module_of(path): path for path in texts}
    order: list[str] = []
    seen = set()

    def visit(module: str) -> None:
        if module not in seen:
            seen.add(module)  # at once: a package and what is in it know each other
            for needed in _imports(texts[paths[module]], paths):
                visit(needed)
            order.append(module)

    visit(FIRST)
    return order


def _module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(text: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the modules that a file imports at its top, also below a condition, but not for type checkers."""
    waiting: list[ast.AST] = list(ast.parse(text).body)
    for node in waiting:
        if isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING":
            waiting += node.body + node.orelse
        elif isinstance(node, ast.Try):
            waiting += node.body
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in (str(node.module), *inner) if name in modules)
