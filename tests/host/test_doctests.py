"""The examples in docstrings run, under both runtimes those of the firmware."""

import ast
import doctest
import re
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from treppe_sim.interpreter import find_micropython

ROOT = Path(__file__).parents[2]
PLACES = (("firmware", "treppe"), ("host", "treppe_host"), ("host", "treppe_sim"))
FILES = [
    (folder, path)
    for folder, package in PLACES
    for path in sorted((ROOT / folder / package).rglob("*.py"))
    if re.search(r"^ +>>> ", path.read_text("utf-8"), re.MULTILINE)
]
OF_FIRMWARE = [path for folder, path in FILES if folder == "firmware"]


def module_of(folder: str, path: Path) -> str:
    return ".".join(path.relative_to(ROOT / folder).with_suffix("").parts).removesuffix(".__init__")


def examples_of(path: Path) -> Iterator[tuple[str, int, str]]:
    """Name, line and text of each docstring with an example, those of what is only declared, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            if ">>> " in text:
                yield getattr(node, "name", path.name), getattr(node, "lineno", 1), text


@pytest.mark.parametrize(("folder", "path"), FILES, ids=lambda part: getattr(part, "stem", part))
def test_examples_are_true(folder: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = vars(import_module(module_of(folder, path)))
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, line, text in examples_of(path):
        runner.run(doctest.DocTestParser().get_doctest(text, dict(names), name, str(path), line))
    assert runner.tries and not runner.failures


@pytest.mark.parametrize("path", OF_FIRMWARE, ids=lambda path: path.stem)
def test_examples_are_true_on_micropython(path: Path) -> None:
    lines = ["import sys", "sys.path[:0] = ['firmware', 'firmware/lib']"]
    for _, _, text in examples_of(path):
        lines += _as_script(module_of("firmware", path), text)
    command = [find_micropython(), "-c", "\n".join(lines)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def _as_script(module: str, text: str) -> Iterator[str]:
    """The lines that do an example and hold what it returns or raises against what it says."""
    yield f"from {module} import *"
    for example in doctest.DocTestParser().get_examples(text):
        source, wanted = example.source.rstrip(), example.want.rstrip()
        if "Traceback" in wanted:
            error = wanted.splitlines()[-1].partition(":")[0].rpartition(".")[2]
            yield f"try:\n    {source}\n    raise AssertionError({source!r})"
            yield f"except Exception as error:\n    assert type(error).__name__ == {error!r}, error"
        elif wanted:
            yield f"got = ({source})\nassert got == ({wanted}), got"
        else:
            yield source
