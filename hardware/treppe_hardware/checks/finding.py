"""A finding of the checks."""

from dataclasses import dataclass
from pathlib import Path


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
