"""The examples in docstrings run, and those that the page about the library names have one."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (("firmware", "treppe"), ("host", "treppe_host"), ("host", "treppe_sim"))
MODULES = sorted(
    ".".join(path.relative_to(ROOT / folder).with_suffix("").parts).removesuffix(".__init__")
    for folder, package in PLACES
    for path in (ROOT / folder / package).rglob("*.py")
    if re.search(r"^ +>>> ", path.read_text("utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted and not found.failed


def test_there_are_examples() -> None:
    assert len(MODULES) >= 3
