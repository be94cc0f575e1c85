"""The costs of docs/table.md are those of the firmware."""

import re
from pathlib import Path

import pytest
from treppe.table.tracking import costs

TEXT = (Path(__file__).parents[2] / "docs/table.md").read_text("utf-8")
ROWS = re.findall(r"\| ([\d, ]+) \| `costs\.(\w+)` \|", TEXT)
NAMES = [name for name in vars(costs) if name.isupper() and name not in ("WEIGHED_MS", "TYPE_CHECKING")]


@pytest.mark.parametrize(("told", "name"), ROWS)
def test_what_the_page_says_is_so(told: str, name: str) -> None:
    value = getattr(costs, name)
    expected = str(value) if isinstance(value, int) else ", ".join(f"{ms} {cost}" for ms, cost in value)
    assert told == expected


def test_the_page_has_every_cost() -> None:
    assert sorted(name for _, name in ROWS) == sorted(NAMES)
