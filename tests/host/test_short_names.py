"""What the firmware defines gets shorter names on a board; what anybody else may call by its name keeps it."""

import ast

from treppe_sim.compiled import sources
from treppe_sim.short_names import shorten

BASE = """
class Base:
    '''Keeps a value.'''

    def __init__(self, value: "Limit"):
        self._value = value
        self.first_seen = 0
        self.open = _LIMIT

    def look_at(self, limit, unit="g"):
        return f"{limit}\\n{self._value} of value, {unit}"

    def do_it(self, words):
        return getattr(self, "do_" + words)

    def ticks(self):
        return self.do_it


_LIMIT = 3
_CONST = const(4)
Limit = int
"""
DERIVED = """
from base import Base
from base_limit import reach


class Derived(Base):
    def __init__(self, reach, given):
        super().__init__(given)
        self.own_limit = reach
        self.shown = ("shown",)
        self.look_at(2, unit="kg")
"""
OTHER = "class Other:\n    def __init__(self):\n" + "".join(f"        self.other_{n} = 0\n" for n in range(9))
MAIN = """
from base import Base
from derived import Derived

result = (Base(5).look_at(2), Derived(1, 5).look_at(7), sorted(vars(Base(5)).values()), len(vars(Derived(1, 5))))
"""
FILES = {"base.py": BASE, "derived.py": DERIVED, "other.py": OTHER, "play.py": MAIN}
OUTSIDE = "def ticks():\n    return result\n"


def result_of(files):
    space: dict = {"const": int}
    for source in (files[name] for name in ("base.py", "derived.py", "play.py")):
        exec("\n".join(line for line in source.splitlines() if not line.startswith("from ")), space)
    return space["result"]


def attributes(source):
    """Return the names that objects of a file have."""
    return {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}


def test_what_the_firmware_defines_gets_short_names_and_what_others_call_keeps_its_own():
    short = shorten(FILES, [OUTSIDE])
    for name in ("first_seen", "_LIMIT", "look_at", "own_limit", "given", "Limit", "Derived"):
        assert not any(name in text for text in short.values()), name
    assert "def ticks" in short["base.py"], "the simulation stands in for what has this name"
    assert "self.open" in short["base.py"], "MicroPython has it, too"
    assert "def do_it" in short["base.py"], "its name is put together at run time"
    assert "unit=" in short["derived.py"], "it is an argument that is given by its name"
    assert "self.shown" in short["derived.py"], "a text says it"
    assert "_CONST" in short["base.py"], "the compiler forgets it only if it begins so"
    assert "of value" in short["base.py"] and "from base_limit import" in short["derived.py"]


def test_names_become_one_where_they_never_meet():
    short = shorten(FILES, [OUTSIDE])
    assert attributes(short["base.py"]) & attributes(short["other.py"]), "no object has both"
    assert result_of(short) == result_of(FILES)
    assert result_of(FILES)[3] == 5


def test_the_firmware_keeps_its_lines():
    plain = sources()
    short = shorten(plain)
    for name, source in plain.items():
        assert short[name].count("\n") == source.count("\n"), name
    assert sum(map(len, short.values())) < 0.92 * sum(map(len, plain.values()))
