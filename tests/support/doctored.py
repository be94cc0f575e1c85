"""Answers of a board to the doctor, as tests want them."""

from typing import Any

from treppe_host.deploy.answers import Answers, LinkFigures
from treppe_host.finding import Finding

APART = {"code": "references_apart", "mux": 0, "ratio": 700, "wanted": 800}
SILENT = {"code": "tile_silent", "tile": 4}
MASKED = {"code": "reed_masked", "field": "c3"}


def answers_of(surface: str, frames: list[bytes], *tests: tuple[str, dict[str, Any]]) -> Answers:
    complaints = [{"code": "on_fire", "where": "a1"}, APART, SILENT]
    hello = {"surface": surface, "board": "b1", "complaints": complaints, "firmware": "0.0.1"}
    figures = {"python": "micropython 1.26.1", "heap": 20_000, "flash": 100_000, "slowest_ms": 1100}
    found = [{"state": state, "told": diagnostic} for state, diagnostic in tests]
    link = LinkFigures(100, 2, 0, 1, 0, (0.01, 0.02, 0.09))
    return Answers(hello, {"faults": [MASKED, SILENT]}, figures, found, frames, link)


def verdicts(lines: list[Finding]) -> dict[str, str]:
    return {line.part: line.verdict for line in lines}
