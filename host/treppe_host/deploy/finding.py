"""A finding of the doctor: what was examined, the verdict, and advice."""

from dataclasses import dataclass, field
from typing import Any

GOOD, LOOK, BROKEN = "good", "look at this", "broken"

# Parts that a board may lack, and tests that may stay open: they do not change the exit status.
_OPTIONAL = ("display", "reeds", "one cell")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: what was examined, the verdict, what was found (a template and its values), and advice."""

    name: str
    verdict: str
    template: str
    advice: str = ""
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def exit_status(self) -> int:
        """Exit status of a command with this finding: 1 if broken, 2 to look at, else 0."""
        if self.verdict == BROKEN:
            return 1
        return 2 if self.verdict == LOOK and self.name not in _OPTIONAL else 0

    @property
    def found(self) -> str:
        """The finding in words."""
        return self.template.format(**self.values) if self.values else self.template


def graded(name: str, value: float, good: float, poor: float, template: str, advice: str, **values: Any) -> Finding:
    """Return a finding about a value; more is better."""
    verdict = GOOD if value >= good else LOOK if value >= poor else BROKEN
    return Finding(name, verdict, template, "" if verdict == GOOD else advice, values)


def without_places(text: str) -> str:
    """Return a text of the board as a template without places."""
    return text.replace("{", "(").replace("}", ")")
