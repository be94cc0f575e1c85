"""The times of docs/table.md are those of the firmware."""

import importlib
import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs/table.md").read_text()
ROWS = re.findall(r"\| ([\d.]+) (s|actions|fields)[^|]* \| `(\w+)\.(\w+)` \|", TEXT)
FOLDERS = {
    "session": "treppe.table.",
    "pending": "treppe.table.",
    "following": "treppe.table.guide.",
    "answers": "treppe.table.input.",
    "console": "treppe.table.",
}


@pytest.mark.parametrize(("told", "unit", "module", "name"), ROWS)
def test_what_the_page_says_is_so(told, unit, module, name):
    value = getattr(importlib.import_module(FOLDERS.get(module, "treppe.table.hands.") + module), name)
    assert float(told) == (value / 1000 if unit == "s" else value)


def test_every_constant_of_the_page_is_looked_at():
    assert len(ROWS) == TEXT.count("` |\n")
