"""Shorter names in the firmware's files on their way to a board.

MicroPython keeps every name that a compiled file mentions for good. So what the firmware itself defines, and all
arguments, become `a0`, `b0`, ... there. A name is the same in all files that mention it; two names that no file and no
object has both may become one. What MicroPython, a host or a text may call by its name stays. Lines keep their numbers,
so a traceback still says where.
"""

import array
import ast
import builtins
import io
import json
import os
import re
import struct
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

KEPT = ("main.py", "board.py", "runtime.py")
"""Files whose names stay: the launcher is sent as source, measurements at a board's prompt use the names of the board,
and the runtime stands in for MicroPython."""
_MEASURED = {"legal_actions"}
"""Names that programs at a board's prompt call, see tests/pico."""
_WORD = re.compile(r"(?<!\\)\b[A-Za-z_]\w*")  # not the n of a newline in a text
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MODULES = (builtins, os, sys, time, json, struct, array, io)
_KINDS = (str, bytes, bytearray, memoryview, list, dict, set, tuple, int, float, range, BaseException)
_MORE_KINDS = (array.array, io.BytesIO, io.TextIOWrapper, io.FileIO, type(_ for _ in ()))
_OUTSIDE = {name for owner in (*_MODULES, *_KINDS, *_MORE_KINDS) for name in dir(owner)}
"""What MicroPython itself may have, or call by its name."""


def shorten(sources: Mapping[str, str], outside: Iterable[str] = ()) -> dict[str, str]:
    """Return the files of the firmware by their paths, with shorter names.

    `outside` are programs whose names stay: what stands in for a Pico's own modules.
    """
    files = {path: _File(path, source) for path, source in sources.items()}
    kept = _OUTSIDE | _MEASURED | {name for text in outside for name in _identifiers(text)}
    kept |= {word for file in files.values() for word in (*file.said, *file.keywords, *file.module.split("."))}
    kept |= {word for path in KEPT if path in files for word in files[path].words}
    kept |= {name for file in files.values() for name in file.constants}
    tables = _tables(_names(files, kept), files)
    return {
        path: _WORD.sub(lambda word, table=tables[path]: table.get(word[0], word[0]), source)  # type: ignore[misc]
        for path, source in sources.items()
    }


class _File:
    """What a file mentions (`words`), also in texts (`said`) and as names of arguments in calls (`keywords`); what it
    defines, and `arguments` whose names are nothing else in this file; the modules whose classes it extends (`bases`).
    """

    def __init__(self, path: str, source: str) -> None:
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        self.module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.words = set(_WORD.findall(source))
        unsaid = {id(part) for node in nodes for part in _left_out(node)}
        texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in unsaid]
        self.said = {word for text in texts for word in _WORD.findall(str(text))}
        self.constants = set(_private_constants(tree))
        self.keywords = {str(node.arg) for node in nodes if isinstance(node, ast.keyword)}
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
        self.defined = {node.name for node in classes} | {node.name for node in functions}
        for body in (tree.body, *(node.body for node in classes)):
            self.defined |= _assigned(part for part in body if not isinstance(part, ast.FunctionDef | ast.ClassDef))
        self.defined |= {node.attr for node in attributes if isinstance(node.ctx, ast.Store)}
        imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        imported = {part for node in imports for part in str(getattr(node, "module", "")).split(".")}
        for alias in (alias for node in imports for alias in node.names):
            imported |= {str(alias.asname), *alias.name.split(".")}
        elsewhere = imported | self.defined | {node.attr for node in attributes}
        self.arguments = {argument.arg for node in functions for argument in node.args.args} - elsewhere - {"self"}
        self.bases = set(_bases(classes, imports))


@dataclass
class _Name:
    """A name, the files that mention it, and those that define it as a part of a module or an object."""

    name: str
    mentioned: set[str]
    defined: set[str]


def _names(files: Mapping[str, _File], kept: Set[str]) -> list[_Name]:
    """Return the names that may change; an argument is another one in each file."""
    begun = tuple(word for word in kept if word.endswith("_") and len(word) > 1)  # "do_" + command
    defined: dict[str, set[str]] = defaultdict(set)
    for path, file in files.items():
        for name in file.defined - kept:
            if not name.startswith(begun) and not name.endswith("__"):
                defined[name].add(path)
    names = {name: _Name(name, set(), places) for name, places in defined.items()}
    arguments = []
    for path, file in files.items():
        for name in file.words & names.keys():
            names[name].mentioned.add(path)
        if path not in KEPT:
            arguments += [_Name(name, {path}, set()) for name in file.arguments - kept - names.keys()]
    return [*names.values(), *arguments]


def _tables(names: list[_Name], files: Mapping[str, _File]) -> dict[str, dict[str, str]]:
    """Return what the names become in each file."""
    related = _related(files)
    taken = {word for file in files.values() for word in file.words}
    short = [name for name in _short_names(len(names) + len(taken)) if name not in taken]
    mentioned: dict[str, set[str]] = {path: set() for path in files}
    defined: dict[str, set[str]] = {path: set() for path in files}
    tables: dict[str, dict[str, str]] = {path: {} for path in files}
    for name in sorted(names, key=lambda name: (-len(name.mentioned), name.name, sorted(name.mentioned))):
        rivals = [mentioned[path] for path in name.mentioned]
        rivals += [defined[path] for path in set().union(*(related[place] for place in name.defined))]
        used: set[str] = set().union(*rivals)
        new = next(candidate for candidate in short if candidate not in used)
        for path in name.mentioned:
            mentioned[path].add(new)
            tables[path][name.name] = new
        for path in name.defined:
            defined[path].add(new)
    return tables


def _related(files: Mapping[str, _File]) -> dict[str, set[str]]:
    """Return for each file those whose names meet its own in one object, for their classes extend each other."""
    paths = {file.module: path for path, file in files.items()}
    related: dict[str, set[str]] = {path: set() for path in files}
    for path in files:
        chain = [path]
        for each in chain:
            chain += [paths[base] for base in files[each].bases if base in paths and paths[base] not in chain]
        for each in chain:
            related[each] |= set(chain)
    return related


def _identifiers(source: str) -> Iterator[str]:
    """Yield the names that a program's code has."""
    for node in ast.walk(ast.parse(source)):
        yield from (str(value) for field in ("name", "id", "attr", "arg") if (value := getattr(node, field, None)))


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what the compiler leaves out of a part of a program: documentation, annotations, `__all__`."""
    if isinstance(node, ast.Expr):
        yield node.value
    if isinstance(node, ast.Assign) and _assigned([node]) == {"__all__"}:
        yield from ast.walk(node.value)
    for field in ("annotation", "returns"):
        yield from ast.walk(getattr(node, field, None) or ast.Pass())


def _assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that are assigned to."""
    inner = (node for outer in nodes for node in ast.walk(outer) if isinstance(node, ast.Name))
    return {node.id for node in inner if isinstance(node.ctx, ast.Store)}


def _private_constants(tree: ast.Module) -> Iterator[str]:
    """Yield names `_X = const(...)`: the compiler puts their values in their place, and forgets them."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            yield from (name for name in _assigned([node]) if name.startswith("_"))


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


def _short_names(count: int) -> Iterator[str]:
    for number in range(count):
        yield _LETTERS[number % 26] + str(number // 26)
