"""Shorter names in the firmware's files on their way to a board, for names that only one file knows.

MicroPython keeps every name that a compiled file mentions for good: names take a sixth of the firmware's memory, and
arguments and private names that no other file mentions are half of them. Here these become `_a`, `_b`, ... in each
file. Where a class extends a class of another file, so that both files' names meet in one object, they go on after
those of the other file. Lines keep their numbers, so a traceback still says where.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

KEPT = ("board.py", "sim/start.py")
"""Are looked at by whoever measures at a board's prompt, and not compiled."""
_WORD = re.compile(r"(?<!\\)\b[A-Za-z_]\w*")  # not the n of a newline in a text
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def shorten(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the files of the firmware by their paths, with shorter names."""
    files = {path: _File(path, source) for path, source in sources.items()}
    mentioned = Counter(word for file in files.values() for word in file.words)
    said = set().union(*(file.said for file in files.values()))
    keywords = set().union(*(file.keywords for file in files.values()))
    for path, file in files.items():
        known_here = {name for name in file.private if mentioned[name] == 1} - said
        file.own = [] if path in KEPT else sorted(known_here | file.arguments - file.said - keywords)
    modules = {file.module: file for file in files.values()}
    free = [name for name in _short_names(len(mentioned)) if name not in mentioned]
    found = {}
    for path, file in files.items():
        table = dict(zip(file.own, free[_num_inherited(file, modules) :], strict=False))
        found[path] = _WORD.sub(lambda word, table=table: table.get(word[0], word[0]), sources[path])  # type: ignore[misc]
    return found


class _File:
    """What a file mentions (`words`), also in texts (`said`) and as names of arguments in calls (`keywords`); what it
    defines: `private` names, and `arguments` whose names are nothing else in this file; the modules whose classes it
    extends (`bases`). `own` are the names that become shorter.
    """

    def __init__(self, path: str, source: str) -> None:
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        self.own: list[str] = []
        self.module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.words = set(_WORD.findall(source))
        documentation = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in documentation]
        self.said = {word for text in texts for word in _WORD.findall(str(text))}
        self.keywords = {str(node.arg) for node in nodes if isinstance(node, ast.keyword)}
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
        named = {node.name for node in classes} | {node.name for node in functions}
        names = named | _assigned([tree]) | {node.attr for node in attributes if isinstance(node.ctx, ast.Store)}
        self.private = {name for name in names if name.startswith("_") and not name.endswith("_")}
        imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        imported = {part for node in imports for part in str(getattr(node, "module", "")).split(".")}
        for alias in (alias for node in imports for alias in node.names):
            imported |= {str(alias.asname), *alias.name.split(".")}
        elsewhere = imported | named | {node.attr for node in attributes}
        for body in (tree.body, *(node.body for node in classes)):
            elsewhere |= _assigned(part for part in body if not isinstance(part, ast.FunctionDef | ast.ClassDef))
        self.arguments = {argument.arg for node in functions for argument in node.args.args} - elsewhere - {"self"}
        self.bases = set(_bases(classes, imports))


def _assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that are assigned to."""
    inner = (node for outer in nodes for node in ast.walk(outer) if isinstance(node, ast.Name))
    return {node.id for node in inner if isinstance(node.ctx, ast.Store)}


def _bases(classes: list[ast.ClassDef], imports: list[ast.Import | ast.ImportFrom]) -> Iterator[str]:
    """Yield the modules that the classes have their base classes from."""
    places: dict[str, str] = {}
    for node in imports:
        prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        places |= {alias.asname or alias.name: prefix + alias.name for alias in node.names}
    for base in (base for node in classes for base in node.bases):
        name = base.value if isinstance(base, ast.Attribute) else base
        if isinstance(name, ast.Name) and name.id in places:
            place = places[name.id]
            yield place if isinstance(base, ast.Attribute) else place.rpartition(".")[0]


def _num_inherited(file: _File, modules: Mapping[str, _File]) -> int:
    """Return how many shorter names the classes have already that a file extends."""
    bases = [modules[base] for base in file.bases if base in modules]
    return max((_num_inherited(base, modules) + len(base.own) for base in bases), default=0)


def _short_names(count: int) -> Iterator[str]:
    for number in range(count):
        yield "_" + _LETTERS[number % 26] + (str(number // 26) if number >= 26 else "")
