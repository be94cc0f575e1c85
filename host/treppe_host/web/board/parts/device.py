"""The board as a thing: its name, its title, its own little display, the rules of its game."""

from collections.abc import Mapping
from typing import Any

from treppe_host.html import Html, html, joined
from treppe_host.web import layout
from treppe_host.web.board import summary
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.rules.reading import read_rules, written


def show(seen: Seen) -> Content:
    """Show them; a display without power is dark."""
    words, game, simulated = seen.words, seen.game, seen.simulated
    title, is_turn = summary.title(game), seen.sitting.turn(game) == "yes"
    return {
        "html": {
            "title": title,
            "status": summary.status(words, seen.connection),
            "display": little_display({} if simulated and not simulated.is_powered else seen.display),
            "rules-text": read_rules(game.name, words, written(game.state.options) if game.state else ""),
        },
        "title": layout.titled(f"{words.ALONE} · {title}" if is_turn else title),
    }


def little_display(display: Mapping[str, Any]) -> Html:
    """Return the lines of the board's own display."""
    return joined(html("<div>{}</div>", line or "\u00a0") for line in display.get("lines") or [""])
