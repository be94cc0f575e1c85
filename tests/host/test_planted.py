"""What `make mutants` knows of faults still fits the files, and a fault that is planted in memory is there."""

import ast
import importlib.util
import tomllib
from pathlib import Path

import pytest
from mutations import mutations
from planting import plant

ROOT = Path(__file__).parents[2]
KNOWN = tomllib.loads((ROOT / "tests/data/mutants.toml").read_text())
PLANTED = tomllib.loads((ROOT / "tests/data/planted.toml").read_text())


@pytest.mark.parametrize("path", PLANTED)
def test_faults_fit_their_file(path: str) -> None:
    source = (ROOT / path).read_text()
    for fault in PLANTED[path]:
        assert source.count(fault["old"]) == 1, f"write it as {path} has it today: {fault['old']}"
        ast.parse(source.replace(fault["old"], fault["new"]))
        assert fault["tests"] and all((ROOT / "tests" / name).is_file() for name in fault["tests"])


@pytest.mark.parametrize("path", sorted({fault["path"] for fault in KNOWN["equivalent"]}))
def test_faults_that_change_nothing_can_still_be_planted(path: str) -> None:
    is_folder = (ROOT / path).is_dir()
    possible = set()
    for file in (ROOT / path).glob("*.py") if is_folder else [ROOT / path]:
        lines = file.read_text().splitlines()
        for each in mutations(file.read_bytes()):
            possible.add((None if is_folder else lines[each.line - 1].strip(), each.old, each.new))
    for fault in KNOWN["equivalent"]:
        if fault["path"] == path:
            assert (fault.get("line"), fault["old"], fault["new"]) in possible, f"{path} has changed: {fault}"
            assert fault["why"]


def test_folders_and_tests_that_are_named_exist() -> None:
    assert all((ROOT / folder).is_dir() for folder in KNOWN["folders"])
    assert all(
        (ROOT / "tests" / test.partition("::")[0]).is_file() for tests in KNOWN["unseen"].values() for test in tests
    )


SOURCE = """
import contextlib
LIMIT = 3
class Gate:
    def is_open(self, height: int) -> bool:
        return height < LIMIT
    @property
    def heights(self) -> list[int]:
        return [height for height in range(9) if self.is_open(height) and height > 0]
@contextlib.contextmanager
def opened():
    yield 1
"""


def test_a_fault_in_memory_takes_the_place_of_the_function(tmp_path: Path) -> None:
    file = tmp_path / "gate.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("gate", file)
    assert spec and spec.loader
    gate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(gate)
    one = gate.Gate()
    assert one.heights == [1, 2]
    results = []
    for mutation in mutations(SOURCE.encode()):
        plant(str(file), mutation.apply(SOURCE.encode()))
        with gate.opened() as value:
            results.append((mutation.old, one.heights, value))
    assert ("height < LIMIT", [1, 2, 3], 1) in results
    assert ("self.is_open(height) and height > 0", list(range(9)), 1) in results
    assert ("1", [1, 2], 2) in results
    plant(str(file), SOURCE.encode())
    assert one.heights == [1, 2]
