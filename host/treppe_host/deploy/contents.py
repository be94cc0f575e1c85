"""What an image holds: a digest, its modules in the order in which a board loads them, their hashes."""

import ast
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

MODULE = "image.py"
"""The module that only an image has, and that tells the board, and by its last line hosts, what is in it."""
FIRST = "board"
"""The module that needs all others, but those that the launcher needs, and that surface or play choose by name."""
_SAID = re.compile(rb"treppe-image ([0-9a-f]{16}) ([a-z0-9_.: ]*);", re.ASCII)
_HASH_LETTERS = 8


@dataclass(frozen=True, slots=True)
class Contents:
    """A digest that tells an image from another one, and the hash of each of its modules by name."""

    digest: str
    hashes: Mapping[str, str]


def describe(texts: Mapping[str, str], recipe: str) -> str:
    """Return the source of MODULE for an image of these sources, which are given by their paths on a board.

    `recipe` is all else that makes this image another one, as MicroPython's version.
    """
    digest = hashlib.sha256(json.dumps([texts, recipe], sort_keys=True).encode()).hexdigest()[:16]
    hashes = " ".join(f"{name}:{each}" for name, each in hashes_of(texts).items())
    modules = " ".join(loading_order(texts, [FIRST]))
    return f'DIGEST = "{digest}"\nMODULES = "{modules}"\nFOR_HOSTS = "treppe-image {digest} {hashes};"\n'


def find_contents(flash: bytes) -> Contents | None:
    """Return what an image holds, given as the bytes of a flash; None if the firmware is not Treppe's."""
    found = _SAID.search(flash)
    if not found:
        return None
    digest, hashes = (part.decode() for part in found.groups())
    return Contents(digest, dict(each.split(":") for each in hashes.split()))


def hashes_of(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a short hash of each module's source, by its name."""
    return {module_of(path): hashlib.sha256(text.encode()).hexdigest()[:_HASH_LETTERS] for path, text in texts.items()}


def loading_order(texts: Mapping[str, str], wanted: Iterable[str]) -> list[str]:
    """Return these modules and those that they need, each after its package and those that it imports."""
    paths = {module_of(path): path for path in texts}
    order: list[str] = []
    seen = set()

    def visit(module: str) -> None:
        if module in paths and module not in seen:
            seen.add(module)  # at once: a package and what is in it know each other
            for needed in (module.rpartition(".")[0], *_imports(texts[paths[module]])):
                visit(needed)
            order.append(module)

    for module in wanted:
        visit(module)
    return order


def module_of(path: str) -> str:
    """Return the name of the module in a file of a board."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(text: str) -> Iterator[str]:
    """Yield what a file imports at its top, also below a condition, but not for type checkers; and what is in it."""
    waiting: list[ast.AST] = list(ast.parse(text).body)
    for node in waiting:
        if isinstance(node, ast.If):
            waiting += node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else node.body + node.orelse
        elif isinstance(node, ast.Try):
            waiting += node.body
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
