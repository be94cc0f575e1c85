"""Names that only one file knows become shorter on a board; all others stay, for somebody may mean them."""

import ast

from treppe_sim.compiled import sources
from treppe_sim.short_names import shorten

BASE = '''
class Base:
    """Keeps a value."""

    def __init__(self, value):
        self._value = value
        self._seen = 0
        self.open = _LIMIT

    def look(self, limit, unit="g"):
        return f"{limit}\\n{self._value} of value, {unit}"


_LIMIT = 3
'''
DERIVED = """
from base import Base
from base.limit import reach


class Derived(Base):
    def __init__(self, reach, given):
        super().__init__(given)
        self._own = reach
        self.look(2, unit="kg")
"""


def run(files, call):
    space: dict = {}
    for source in files.values():
        exec("\n".join(line for line in source.splitlines() if not line.startswith("from ")), space)
    return eval(call, space)


def test_private_names_and_arguments_share_short_names():
    short = shorten({"base.py": BASE, "derived.py": DERIVED})
    assert "self._b" in short["base.py"] and "_seen" not in short["base.py"] and "_LIMIT" not in short["base.py"]
    assert "class Base" in short["base.py"] and "self.open" in short["base.py"]
    assert "unit=" in short["derived.py"], "it may be an argument of anybody's"
    assert "of value" in short["base.py"], "what is said stays"
    assert "base.limit import reach" in short["derived.py"] and "given" not in short["derived.py"]


def test_shorter_names_mean_the_same():
    plain = {"base.py": BASE, "derived.py": DERIVED}
    call = "(Base(5).look(2), Derived(1, 5).look(7), sorted(vars(Base(5)).values()), len(vars(Derived(1, 5))))"
    assert run(plain, call) == run(shorten(plain), call)


def test_the_firmware_keeps_its_lines_and_what_is_public():
    plain = sources()
    short = shorten(plain)
    for name, source in plain.items():
        assert short[name].count("\n") == source.count("\n"), name
        assert public(short[name]) == public(source), name
    assert sum(map(len, short.values())) < 0.95 * sum(map(len, plain.values()))


def public(source):
    """Return what others may use of a file: classes, functions and attributes without an underscore."""
    nodes = list(ast.walk(ast.parse(source)))
    names = {node.name for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return {name for name in names if not name.startswith("_")}
