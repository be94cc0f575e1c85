"""The other board of a game on two boards, on the page: its questions, and whether it answers."""

from typing import TYPE_CHECKING

from treppe_host.html import Html, html
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

if TYPE_CHECKING:
    from treppe_host.web.connections.mirror import Mirror


def question(words: Texts, mirror: "Mirror | None") -> Html:
    """Return the open question between the two sides, with buttons for the answer if this side gives it."""
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


def notice(words: Texts, mirror: "Mirror | None") -> str:
    """Return why the other side is silent, or that its players get hints; empty if all is well."""
    if not mirror:
        return ""
    say = words.TOGETHER
    if mirror.failure:
        return str(say["failed"].format(reason(mirror.failure, words.LANGUAGE)))
    if not mirror.pair.is_reached:
        return str(say["no_broker"])
    if not mirror.pair.is_other_here:
        return str(say["away"].format(_name(words, mirror)))
    hints = mirror.other_hints if mirror.is_ours else "off"
    return "" if hints == "off" else str(say["hints"].format(_name(words, mirror)))


def _name(words: Texts, mirror: "Mirror") -> str:
    return mirror.other_name or words.TOGETHER["other"]
