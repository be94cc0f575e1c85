"""How tests are spread over the workers of `make test`, and which of them it leaves to `make test-long`.

A file says so in its line `pytestmark = ...`, which is read before anything is imported: `long`, what a change seldom
breaks; `first`, begun first, for a long file that is begun last leaves the other workers idle; `apart`, its tests share
nothing and are handed out one by one, next.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

_MARKS = re.compile(rb"^pytestmark = .*", re.M)


def some(values: Iterable[object], most: int) -> list[object]:
    """Return parameters, each once, of which the first `most` are not long; a tuple is several values."""
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=[pytest.mark.long] * (place >= most))
        for place, value in enumerate(dict.fromkeys(values))
    ]


def seeds(count: int, most: int = 5) -> list[object]:
    """Return parameters for a search by chance: so many seeds, of which the first `most` are not long."""
    return some(range(count), most)


@cache
def marks_of(path: Path) -> frozenset[str]:
    """The names of the marks that a file gives to all its tests."""
    found = _MARKS.search(path.read_bytes())
    return frozenset(re.findall(r"pytest\.mark\.(\w+)", found[0].decode()) if found else ())


def is_left_out(path: Path, wanted: str) -> bool:
    """Return whether a run of tests with such marks needs nothing of a file: importing it would take its time."""
    return wanted == "not long" and path.suffix == ".py" and "long" in marks_of(path)


class Spread(LoadFileScheduling):
    """Gives a worker the tests of a whole file, for they share what they set up, or a single one of a file apart."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if "apart" in marks_of(self.config.rootpath / file) else file


def arrange(items: list[pytest.Item]) -> None:
    """Put the longest first; tests of a page stay as they are written.

    The tests of a page share one program, in their order, like visits in an evening.
    """
    items.sort(key=lambda item: _place(marks_of(item.path)))
    for path in {item.path for item in items if item.path.name.startswith("test_page_")}:
        places = [place for place, item in enumerate(items) if item.path == path]
        for place, item in zip(places, sorted([items[place] for place in places], key=_line), strict=True):
            items[place] = item


def _line(item: pytest.Item) -> int:
    return item.location[1] or 0


def _place(marks: frozenset[str]) -> int:
    return next((place for place, mark in enumerate(("first", "apart")) if mark in marks), 2)
