"""What docs/pico.md says about the Pico is what the programs say and do."""

import re
from pathlib import Path

from treppe_host.deploy.pico_facts import OLDEST, TESTED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/pico.md").read_text()


def test_each_complaint_in_the_table_is_one_that_the_programs_make() -> None:
    programs = "".join(path.read_text() for path in (ROOT / "host/treppe_host").rglob("*.py"))
    complaints = re.findall(r"^\| `(.+?)` \|", PAGE, re.M)
    assert len(complaints) > 8
    for complaint in complaints:
        assert complaint in programs, complaint


def test_the_versions_of_micropython_are_those_that_are_checked() -> None:
    assert f"version {'.'.join(map(str, TESTED))} from" in PAGE
    assert f"{OLDEST[0]}.{OLDEST[1]} and newer" in PAGE
