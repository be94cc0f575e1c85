"""Findings of the checks: each is of a kind, and `kinds.toml` says why that matters and what to do about it."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol


class Place(Protocol):
    """Whatever stands on a line of a description."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def line(self) -> int:
        """The line, from 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Where and what is wrong, why it matters, what to do. A finding that is no error is doubtful: it may work."""

    path: Path
    line: int
    what: str
    why: str
    advice: str
    is_error: bool = True

    def __str__(self) -> str:
        kind = "error" if self.is_error else "doubtful"
        return f"{self.path}:{self.line}: {kind}: {self.what}. Why: {self.why}. What to do: {self.advice}."


@cache
def kinds() -> dict[str, dict[str, Any]]:
    """Return the kinds by name: `why`, `do`, and `doubt` where it is no error."""
    return tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))


def mistake(kind: str, place: Place, what: str, **words: object) -> Finding:
    """Return a finding of a kind at a place; `words` fill the braces of the kind's texts."""
    texts = kinds()[kind]
    why, advice = (texts[key].format(**words) for key in ("why", "do"))
    return Finding(place.path, place.line, what, why, advice, not texts.get("doubt"))
