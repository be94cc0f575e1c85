"""The log of a build: what to measure by hand at each stage, and a form that grows stage by stage."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from treppe_host import terminal
from treppe_host.errors import TreppeError
from treppe_host.finding import Finding

_MEASUREMENTS = Path(__file__).with_name("measurements.json")  # generated from hardware/measurements.toml
_HEAD = """# Log of a build

| builder | board, revision | begun | hours | cost |
|---|---|---|---|---|
| | | | | |
"""


class UnwritableReport(TreppeError):
    """The report's file cannot be written."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measurement by hand: the tool, the reading it should give, and the reason."""

    stage: int
    what: str
    tool: str
    reads: str
    why: str
    surfaces: Sequence[str] = ()
    """On which boards it is measured; empty: on all."""


@cache
def measurements() -> Sequence[Measurement]:
    """Return all measurements, in the order of the stages."""
    return tuple(Measurement(**row) for row in json.loads(_MEASUREMENTS.read_text(encoding="utf-8")))


def measurements_of(stage: int, surface: str = "") -> list[Measurement]:
    """Return the measurements of a stage of the build guide, of one surface if it is known."""
    of_stage = [each for each in measurements() if each.stage == stage]
    return [each for each in of_stage if not surface or not each.surfaces or surface in each.surfaces]


def section(
    stage: int | None, begun: datetime, findings: Iterable[Finding], read: Sequence[tuple[Measurement, str]]
) -> str:
    """Return a stage's part of the form, filled in with findings; `read` are the builder's readings."""
    title = f"## {f'Stage {stage}' if stage else 'The whole board'}, {begun:%Y-%m-%d %H:%M}"
    found = [_table_row(each.name(), each.verdict, each.found()) for each in findings]
    lines = ["", title]
    lines += ["", "| part | verdict | found |", "|---|---|---|", *found] if found else ["", "No board answered."]
    if read:
        lines += ["", "| measured | with | should read | because | read |", "|---|---|---|---|---|"]
        lines += [_table_row(each.what, each.tool, each.reads, each.why, reading) for each, reading in read]
    return "\n".join([*lines, ""])


def append(path: Path, text: str) -> None:
    """Add a part to the form, which begins with a head; raise UnwritableReport."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text if file.tell() else _HEAD + text)
    except OSError as error:
        raise UnwritableReport(f"report {path}: {error.strerror or error}") from error


def _table_row(*cells: str) -> str:
    return "| " + " | ".join(terminal.plain(cell).replace("|", "\\|") for cell in cells) + " |"
