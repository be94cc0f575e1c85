"""The phase of a board's game, by what its display shows."""

from collections.abc import Mapping
from typing import Any

from treppe_host.records.followed_game import FollowedGame


def is_menu(display: Mapping[str, Any]) -> bool:
    """Return whether the display shows the board's menu."""
    return bool(display.get("menu"))


def phase_of(game: FollowedGame, display: Mapping[str, Any]) -> str:
    """Return the board's phase. A new game is in setup, even while the display shows the game before it."""
    return "setup" if game.state and is_of_another(game, display) else str(display.get("phase", "idle"))


def is_of_another(game: FollowedGame, display: Mapping[str, Any]) -> bool:
    """Return whether the display still shows the game before."""
    return bool(display.get("game") != game.name or (not game.notations and display.get("last")))


def whose(game: FollowedGame, display: Mapping[str, Any]) -> str:
    """Return the colour of the turn: a player's number, `wrong`, `setup`, or nothing."""
    if game.state is None or game.is_paused:
        return ""
    if phase_of(game, display) in ("wrong", "setup"):
        return phase_of(game, display)
    if game.is_over:
        winners = game.winners
        return str(winners[0]) if len(winners) == 1 else "draw"
    return str(game.state.current_player()) if game.state.players > 1 else "alone"
