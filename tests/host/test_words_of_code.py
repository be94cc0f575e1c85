"""Words that mean one thing: names that were retired stay so, in code and in what explains it."""

import ast
import re
from pathlib import Path

import pytest
from sources import host_files, nodes_of

ROOT = Path(__file__).parents[2]
RETIRED = {
    "told": "report, diagnostic",
    "Told": "Diagnostic",
    "complaint": "diagnostic",
    "course": "game_record",
    "break_off": "abort_turn",
    "hand_on": "next_player",
    "placement": "hand_moves",
    "evidence": "observed",
    "Evidence": "ObservedBoard",
    "Explanation": "Hypothesis",
    "Misfit": "SchemaViolation",
    "misfit": "violation",
    "hasten": "retry_now",
    "forsake": "fail_all",
    "Leading": "MovePrompter",
    "Matching": "Reconciler",
    "Waking": "PromptRecovery",
    "Given": "CalibrationUpload",
    "said": "text, content, received: what it is",
    "company": "programs",
    "Company": "BoardPrograms",
}
"""Names that nobody outside could grep, and those that stand in their place."""

PRODUCT = [
    *sorted((ROOT / "firmware").rglob("*.py")),
    *host_files().values(),
    *sorted((ROOT / "host/treppe_sim").rglob("*.py")),
]


def names_in(path: Path) -> set[str]:
    """Return the names that a file binds or uses."""
    found = set()
    for node in nodes_of(path):
        for name in ("id", "attr", "arg", "name"):
            found.add(getattr(node, name, None))
    return {name.strip("_") for name in found if isinstance(name, str)}


def prose_of(path: Path) -> str:
    """Return docstrings and comments of a file."""
    texts = [ast.get_docstring(node) or "" for node in nodes_of(path) if isinstance(node, _WITH_DOCSTRING)]
    comments = re.findall(r"(?:^|  )# (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return "\n".join([*texts, *comments])


_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def test_no_retired_name_comes_back() -> None:
    assert len(PRODUCT) > 500
    found = {str(path.relative_to(ROOT)): names_in(path) & set(RETIRED) for path in PRODUCT}
    assert {path: names for path, names in found.items() if names} == {}, RETIRED


@pytest.mark.parametrize("word", ["told", "complaint", "misfit"])
def test_what_explains_code_has_none_of_them(word: str) -> None:
    assert [path for path in PRODUCT if re.search(rf"\b{word}\b", prose_of(path))] == []


def test_a_retired_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('"""It is told."""\n\n\ndef f(_told):  # a misfit\n    return x.course\n')
    assert names_in(tmp_path / "a.py") & set(RETIRED) == {"told", "course"}
    assert "told" in prose_of(tmp_path / "a.py") and "a misfit" in prose_of(tmp_path / "a.py")
