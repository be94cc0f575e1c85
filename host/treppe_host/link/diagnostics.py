"""The part of a board that a code is about, and both in words."""

from collections.abc import Mapping
from typing import Any

from treppe_host import words
from treppe_host.link.protocol import table


def part_of(diagnostic: Mapping[str, Any]) -> str:
    """Return the part that a code is about, empty if there is none, or it is not known."""
    shape = table()["code"].get(diagnostic["code"])
    return shape.part if shape else ""


def render_task(display: Mapping[str, Any], language: str = "en") -> list[str]:
    """Return a display's message during a calibration or check: the fault, then the next task of hands."""
    return [words.render(display[name], language) for name in ("wrong", "says") if display.get(name)]


def render_part(diagnostic: Mapping[str, Any], language: str = "en") -> str:
    """Return a code in words, behind the name of the part that it is about: `field c4: Hall output open`."""
    part, text = part_of(diagnostic), words.render(diagnostic, language)
    return f"{words.part_name(part, diagnostic, language)}: {text}" if part else text
