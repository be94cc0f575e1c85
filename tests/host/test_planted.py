"""The faults that `make mutants` plants each time can still be planted, and their tests exist."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLANTED = tomllib.loads((ROOT / "tests/data/planted.toml").read_text())


@pytest.mark.parametrize("path", PLANTED)
def test_faults_fit_their_file(path: str) -> None:
    source = (ROOT / path).read_text()
    for fault in PLANTED[path]:
        assert source.count(fault["old"]) == 1, f"write it as {path} has it today: {fault['old']}"
        ast.parse(source.replace(fault["old"], fault["new"]))
        assert fault["tests"] and all((ROOT / "tests" / name).is_file() for name in fault["tests"])
