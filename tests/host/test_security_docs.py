"""SECURITY.md names for each promise a test that holds it."""

import re
from pathlib import Path

TEXT = Path("SECURITY.md").read_text("utf-8")
PROMISES = TEXT.split("## What Treppe promises")[1].split("\n## ")[0]


def test_each_promise_has_tests_and_they_exist() -> None:
    rows = [row for row in PROMISES.splitlines() if row.startswith("| ")][1:]
    assert len(rows) > 10
    for row in rows:
        promise, against, tests = (cell.strip() for cell in row.strip("|").split(" | "))
        assert promise and against, row
        named = re.findall(r"`(tests/[a-z_/]+\.py)`((?: `test_[a-z0-9_]+`)+)", tests)
        assert named and len(named) == tests.count("`tests/"), row
        for file, functions in named:
            content = Path(file).read_text("utf-8")
            for function in re.findall("`(.*?)`", functions):
                assert f"def {function}(" in content, f"{file}: {function}"


def test_what_is_not_promised_and_how_to_report_is_said() -> None:
    assert "## What it does not promise" in TEXT and "Plain HTTP" in TEXT
    assert "## How to report a hole" in TEXT and "In private, please" in TEXT


def test_the_page_of_the_project_leads_there() -> None:
    assert "SECURITY.md" in Path("README.md").read_text("utf-8")
