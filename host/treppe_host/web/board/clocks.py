"""The players' clocks, large, beside the board."""

import re
from types import ModuleType
from typing import Any

from treppe_host.html import Html, html, joined
from treppe_host.web import texts
from treppe_host.web.connections.followed_game import FollowedGame

_FACE = re.compile(r"\d+:\d\d$")


def faces(words: ModuleType, game: FollowedGame, display: dict[str, Any]) -> Html:
    """Return each player's time; that of the player to move as the board's display tells it, second by second."""
    if not game.state or not game.left_ms:
        return Html()
    player = -1 if game.is_over else game.state.current_player()
    lines = display.get("lines") or [""]
    running = _FACE.search(lines[-1]) if display.get("phase") in ("play", "wrong") else None
    shown = [_face(left_ms) for left_ms in game.left_ms]
    if running and player >= 0:
        shown[player] = running[0]
    return joined(
        html(
            '<div class="clock player{}{}"><span class="dot"></span><span>{}</span><b>{}</b></div>',
            place,
            " runs" if place == player else "",
            texts.player_name(words, game.seats, place),
            face,
        )
        for place, face in enumerate(shown)
    )


def _face(left_ms: int) -> str:
    seconds = (left_ms + 999) // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"
