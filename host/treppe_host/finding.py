"""A finding of the doctor: the part, the verdict and advice, as codes; the words are in `words`."""

from dataclasses import dataclass
from typing import Any

from treppe_host import words

GOOD, LOOK, BROKEN = "good", "look at this", "broken"

# Optional parts and tests, and reeds of a board on which nobody has played: they do not change the exit status.
_OPTIONAL = ("display", "one_cell")
_UNPLAYED = ("reeds_good", "reeds_open")
_MOST_NAMED = 12
LOOK_STATUS, BROKEN_STATUS = 10, 11

SENSORS = "treppe tune page"
"""What advice means by `{do}` in a terminal; the page of the doctor links to that page."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: the examined part, the verdict, the fact, and the code of an advice."""

    part: str
    verdict: str
    diagnostic: dict[str, Any]
    """A code with its values."""
    advice: str = ""

    @property
    def exit_status(self) -> int:
        """Exit status of a command with this finding: 11 if broken, 10 to look at, else 0."""
        if self.verdict == BROKEN:
            return BROKEN_STATUS
        is_odd = self.verdict == LOOK and self.part not in _OPTIONAL and self.diagnostic.get("code") not in _UNPLAYED
        return LOOK_STATUS if is_odd else 0

    def as_json(self) -> dict[str, Any]:
        """Return the finding for scripts: part, verdict, what was found as a code with its values and in words."""
        advice = self.advised().format(do=SENSORS)
        words = {"part": self.name(), "verdict": self.verdict, "found": self.found(), "advice": advice}
        return {**self.diagnostic, **words}

    def name(self, language: str = "en") -> str:
        """Return the part's name in words, with its field or number."""
        return words.part_name(self.part, self.diagnostic, language)

    def found(self, language: str = "en") -> str:
        return words.render(self.diagnostic, language)

    def advised(self, language: str = "en") -> str:
        """Return the advice in words, with a place `{do}` for its command; empty if there is none."""
        return str(words.load_codes(language).ADVICE[self.advice]) if self.advice else ""


def joined(judged: list[Finding], remembered: list[Finding]) -> list[Finding]:
    """Join the findings from a board's answers with those from its games; reeds that games have tried need no trial."""
    were_tried = any(each.part == "reeds" and each.verdict == GOOD for each in remembered)
    return [each for each in judged if not (were_tried and each.part == "reeds")] + remembered


def tried_reeds(missing: list[str], games: int) -> Finding:
    """Return the finding which reeds the last games have not tried."""
    if not missing:
        return Finding("reeds", GOOD, {"code": "reeds_tried", "games": games})
    named = missing[:_MOST_NAMED] + ["..."] * (len(missing) > _MOST_NAMED)
    diagnostic = {"code": "reeds_untried", "count": len(missing), "games": games, "fields": named}
    return Finding("reeds", LOOK, diagnostic, "reeds")


def graded(part: str, value: float, good: float, poor: float, advice: str, **diagnostic: Any) -> Finding:
    """Return a finding about a value; more is better."""
    verdict = GOOD if value >= good else LOOK if value >= poor else BROKEN
    return Finding(part, verdict, diagnostic, "" if verdict == GOOD else advice)


def declining(field: str, before: float, now: float, games: int) -> Finding:
    """Return the finding that a field's margin has fallen, as its games show; see tune/health.py."""
    diagnostic = {
        "code": "margin_falls",
        "field": field,
        "before": round(before, 1),
        "now": round(now, 1),
        "games": games,
    }
    return Finding("field", LOOK, diagnostic, "margin")


def moving_zero(field: str, grams: float) -> Finding:
    """Return the finding that the zero of a field moves faster than it is learned; see tune/health.py."""
    return Finding("field", LOOK, {"code": "zero_moves", "field": field, "grams": f"{grams:+.1f}"}, "margin")


def reading_together(percent: int) -> Finding:
    """Return the finding that all fields together read otherwise than people have calibrated; see tune/health.py."""
    return Finding("fields", LOOK, {"code": "fields_together", "percent": f"{percent:+}"}, "together")


def rising_otherwise(field: str, percent: int, made: str) -> Finding:
    """Return the finding that a field rises otherwise than in the calibration that was `made` before; see lessons."""
    diagnostic = {"code": "rises_otherwise", "field": field, "percent": f"{percent:+}", "made": made}
    return Finding("field", LOOK, diagnostic, "restore")


def declining_reed(field: str, sign: str, before_percent: float, now_percent: float, games: int) -> Finding:
    """Return the finding that a reed `bounces` or opens `late` more often than it did; see tune/reed_health.py."""
    diagnostic = {"field": field, "before": round(before_percent), "now": round(now_percent), "games": games}
    return Finding("field", LOOK, {"code": f"reed_{sign}", **diagnostic}, "reed")
