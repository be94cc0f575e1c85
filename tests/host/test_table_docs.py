"""The times of docs/table.md are those of the firmware."""

import importlib
import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs/table.md").read_text()
ROWS = re.findall(r"\| ([\d.]+) (s|actions|fields)[^|]* \| `(\w+)\.(\w+)` \|", TEXT)
ROOMS = {"session": "play", "pending": "play", "answers": "panel", "console": "panel"}


@pytest.mark.parametrize(("expected", "unit", "module", "name"), ROWS)
def test_what_the_page_says_is_so(expected, unit, module, name):
    value = getattr(importlib.import_module(f"treppe.{ROOMS.get(module, 'tracking')}.{module}"), name)
    assert float(expected) == (value / 1000 if unit == "s" else value)


def test_every_constant_of_the_page_is_looked_at():
    assert len(ROWS) == TEXT.count("` |\n")
