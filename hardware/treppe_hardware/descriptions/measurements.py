"""`hardware/measurements.toml`: readings that a builder takes by hand, as a page to print and as the doctor's table."""

import json
import re
from pathlib import Path
from typing import Any

from treppe_hardware.descriptions.source import Keys, Source

_KEYS = Keys({"stage": int, "what": str, "tool": str, "reads": str, "why": str}, {"surfaces": list})
_LAST_STAGE = 11
Measurement = dict[str, Any]
"""Its stage in the build guide, the measured thing, the tool, the right reading, and the reason."""


def read_measurements(path: Path) -> list[Measurement]:
    """Return all measurements in their order; raise InvalidDescription."""
    source = Source(path)
    source.check_keys(source.table, Keys({"measurement": list}))
    rows: list[Measurement] = source.table["measurement"]
    for number, row in enumerate(rows):
        source.check_keys(row, _KEYS, "measurement", number)
        source.check_range(row["stage"], 1, _LAST_STAGE, "measurement", number, "stage")
        if re.search(r"\d", row["reads"]) and not re.search(r"\[[DCE]\]", row["reads"]):
            raise source.refuse("needs the tag of its figure, [D], [C] or [E]", "measurement", number, "reads")
    return sorted(rows, key=lambda row: int(row["stage"]))


def render_json(rows: list[Measurement]) -> str:
    """Return the table that is installed with the program."""
    return json.dumps(rows, indent=1) + "\n"
