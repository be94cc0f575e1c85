"""The topics of a board below `PREFIX/BOARD`, each with a JSON object; docs/mqtt.md lists them all."""

from typing import Any

from treppe.games import catalogue

from treppe_host.link.client import Message
from treppe_host.records.followed_game import FollowedGame

Topics = dict[str, dict[str, Any]]


def of_game(game: FollowedGame) -> Topics:
    """Return the topics of a game: `game`, `position` and `action`."""
    if game.state is None:
        return {"game": {"game": "", "phase": "idle"}, "position": {"ply": 0, "text": [], "pieces": {}}}
    state: Any = game.state
    told: dict[str, Any] = {
        "game": game.name,
        "title": catalogue.title(game.name),
        "number": game.number,
        "options": state.options,
        "players": [_name(game.seats, player) for player in range(state.players)],
        "phase": "over" if game.is_over else "paused" if game.is_paused else "play",
        "to_move": None if game.is_over else state.current_player(),
    }
    if game.is_over:
        scores = (game.ending or {}).get("scores") or state.scores
        told |= {"reason": game.reason, "winners": list(game.winners), "scores": list(scores) if scores else None}
    pieces = {name: state.pieces(field) for field, name in enumerate(game.names) if name}
    position = {
        "ply": len(game.words),
        "text": state.board().splitlines(),
        "pieces": {name: stack for name, stack in pieces.items() if stack},
    }
    return {"game": told, "position": position}


def of_event(event: Message, game: FollowedGame) -> Topics:
    """Return the topics that an event changes besides: the last `action`, or how many were taken back."""
    facts = {name: event[name] for name in ("player", "word", "count") if name in event}
    return {"action": {"number": event["e"], "kind": event["k"], "ply": len(game.words)} | facts}


def of_lamps(roles: str, names: tuple[str, ...]) -> Topics:
    """Return the roles of the lit lamps by the names of their fields."""
    return {"lamps": {"roles": {name: role for name, role in zip(names, roles, strict=False) if role != "." and name}}}


def of_clocks(game: FollowedGame, display: Message) -> Topics:
    """Return each player's time, and whose clock runs."""
    if game.state is None or not game.left_ms:
        return {"clock": {"left_s": [], "running": None}}
    left_s = [(left_ms + 999) // 1000 for left_ms in game.left_ms]
    player = -1 if game.is_over or game.is_paused else game.state.current_player()
    if player >= 0:
        left_s[player] = display.get("left_s", left_s[player])
    is_running = player >= 0 and not display.get("clock_stands")
    return {"clock": {"left_s": left_s, "running": player if is_running else None}}


def _name(seats: list[Any], player: int) -> str:
    name = seats[player] if player < len(seats) else ""
    return name if isinstance(name, str) else ""
