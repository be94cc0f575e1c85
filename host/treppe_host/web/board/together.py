"""The other board, on the page: what it asks, and whether it is there."""

from types import ModuleType
from typing import TYPE_CHECKING

from treppe_host.html import Html, html

if TYPE_CHECKING:
    from treppe_host.web.connections.mirror import Mirror


def question(words: ModuleType, mirror: "Mirror | None") -> Html:
    """Return what is asked between the two sides, with the answers as buttons where they are given here."""
    if not mirror or not mirror.question:
        return Html()
    say = words.TOGETHER
    is_asked_here, what, played = mirror.question
    if not is_asked_here:
        return html('<span class="asked">{}</span>', say["asked"].format(_name(words, mirror)))
    asked = say[what].format(_name(words, mirror), " ".join(played))
    return html(
        '<span class="asked">{}</span><button class="primary" data-emit="grant" id="grant">{}</button>'
        '<button data-emit="refuse" id="refuse">{}</button>',
        asked,
        say["grant"],
        say["refuse"],
    )


def notice(words: ModuleType, mirror: "Mirror | None") -> str:
    """Return why nothing comes from the other side, or that hints are given there; empty if all is well."""
    if not mirror:
        return ""
    say = words.TOGETHER
    if mirror.failure:
        return str(say["failed"].format(mirror.failure))
    if not mirror.pair.is_reached:
        return str(say["no_broker"])
    if not mirror.pair.is_other_here:
        return str(say["away"].format(_name(words, mirror)))
    hints = mirror.other_hints if mirror.is_ours else "off"
    return "" if hints == "off" else str(say["hints"].format(_name(words, mirror)))


def _name(words: ModuleType, mirror: "Mirror") -> str:
    return mirror.other_name or str(words.TOGETHER["other"])
