"""The MicroPython program of the page: firmware, what stands in for its drivers, and what of the host goes with it."""

import ast
import functools
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import treppe_host
from treppe_sim.compiled import compile_text, firmware_files

ON_PAGE = Path(__file__).parent / "on_page"
_HOST = Path(treppe_host.__file__).parent
_SHARED = ("web/connections/clicks.py", "web/board/task.py", "programs/search.py")
_GAMES_SHARED = ("treppe/games/host/palette.py", "treppe/games/host/shares.py")
_EVALUATION = "host/evaluation.py"
_KEPT_DRIVERS = ("drivers/flash.py",)
_UNWANTED = ("main.py", "boot.py", "_boot.py", "pins.py", "assembly.py", "assembly_cell.py", "assembly_reed.py")
_EMITTER = re.compile(r"^([ \t]*)@micropython\.(?:viper|native).*$", re.MULTILINE)
_ANY = "armv6m"  # without native code a file is for all processors
_TYPES = ("tuple", "list", "dict", "Callable")
_FOR_CHECKERS = ("typing", "collections.abc", "types", "functools", "dataclasses")


def program() -> dict[str, bytes]:
    """Return the compiled files by their paths; raise NotCompiled."""
    return {
        path.removesuffix(".py") + ".mpy": compile_text(path, text, _ANY) for path, text in sorted(_texts().items())
    }


def _texts() -> dict[str, str]:
    firmware = {
        name: _EMITTER.sub("", path.read_text("utf-8"))
        for name, path in firmware_files().items()
        if name not in _UNWANTED and (name in _KEPT_DRIVERS or not name.startswith("drivers/"))
    }
    shared = {f"treppe_host/{name}": plain((_HOST / name).read_text("utf-8")) for name in _SHARED}
    judging = {
        name: plain(path.read_text("utf-8"))
        for name, path in _host_files()
        if name in _GAMES_SHARED or _judges_open(name, path)
    }
    own = {path.relative_to(ON_PAGE).as_posix(): path.read_text("utf-8") for path in ON_PAGE.rglob("*.py")}
    return {**firmware, **shared, **judging, **own}


def _judges_open(name: str, path: Path) -> bool:
    """Tell whether a file judges positions of a game without hidden hands: programs of the page know no others."""
    return name.endswith(_EVALUATION) and "\ndef hide(" not in path.read_text("utf-8")


def _host_files() -> Iterator[tuple[str, Path]]:
    from treppe_sim.interpreter import firmware_folder

    folder = firmware_folder()
    return ((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.py"))


def plain(text: str) -> str:
    """Return a program for CPython without what MicroPython does not have: annotations, caches, dataclasses."""
    return ast.unparse(_Plain().visit(ast.parse(text)))


class _Plain(ast.NodeTransformer):
    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if node.module in _FOR_CHECKERS else node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        self.generic_visit(node)
        is_type = isinstance(node.value, ast.Subscript) and ast.unparse(node.value.value) in _TYPES
        return None if is_type else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        return _joined(node, "list")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        return _joined(node, "tuple")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if each:
                each.annotation = None
        node.decorator_list = [
            each for each in node.decorator_list if _decorator_name(each) not in ("lru_cache", "cache")
        ]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        node.keywords = [each for each in node.keywords if each.arg != "strict"]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        if any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases):
            names = [ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)]
            return ast.parse(f"{node.name} = __import__('collections').namedtuple({node.name!r}, {names})").body[0]
        if any(_decorator_name(each) == "dataclass" for each in node.decorator_list):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            node.decorator_list = []
            node.body = [_constructor(fields), *(each for each in node.body if each not in fields)]
        self.generic_visit(node)
        return node


def _joined(node: ast.List | ast.Tuple, kind: str) -> ast.expr:
    """Return what unpacks others into itself as a sum."""
    if isinstance(node.ctx, ast.Store) or not any(isinstance(each, ast.Starred) for each in node.elts):
        return node
    parts: list[ast.expr] = [
        ast.Call(ast.Name(kind, ast.Load()), [each.value], [])
        if isinstance(each, ast.Starred)
        else type(node)([each], ast.Load())
        for each in node.elts
    ]
    return functools.reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), parts)


def _constructor(fields: Collection[ast.AnnAssign]) -> ast.stmt:
    names = [(ast.unparse(each.target), ast.unparse(each.value) if each.value else "") for each in fields]
    arguments = ", ".join(name + (f"={value}" if value else "") for name, value in names)
    body = "\n".join(f"    self.{name} = {name}" for name, _ in names)
    return ast.parse(f"def __init__(self, {arguments}):\n{body}").body[0]


def _decorator_name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.id if isinstance(called, ast.Name) else ""
