"""What docs/pico.md says about the Pico is what the programs say and do."""

import re
from pathlib import Path

from tools.image import MICROPYTHON

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/pico.md").read_text()


def test_each_complaint_in_the_table_is_one_that_the_programs_make() -> None:
    host = ROOT / "host/treppe_host"
    programs = "".join(path.read_text() for path in (*host.rglob("*.py"), *host.rglob("*.toml")))
    rows = re.findall(r"^\| (`.+?`) \|", PAGE, re.M)
    complaints = re.findall(r"`(.+?)`", "".join(rows))
    assert len(complaints) > 8
    for complaint in complaints:
        assert complaint in programs, complaint


def test_the_version_of_micropython_is_that_of_the_image() -> None:
    version = re.findall(r"micropython_([0-9.]+)\+", MICROPYTHON.path)[0]
    assert f"MicroPython {version} with the firmware inside" in PAGE
