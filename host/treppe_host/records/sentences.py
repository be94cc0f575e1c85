"""Events of a board as people read them, a sentence each."""

from typing import Any

from treppe.alphabet import events as kinds
from treppe.games import catalogue

from treppe_host.colours import COLOURS
from treppe_host.link.client import Message
from treppe_host.link.diagnostics import render_part


def sentence(event: Message) -> str:
    """Return an event in words: an action in the notation of its game, anything unusual with all that it has.

    >>> sentence({"k": "action", "player": 0, "word": "a1-b1"})
    'Blue: a1-b1'
    >>> sentence({"k": "end", "reason": "goal", "winners": [1]})
    'the game ends (goal): red won'
    """
    kind, who = event["k"], _colour(event.get("player")).capitalize()
    match kind:
        case kinds.START:
            options = event.get("options", {})
            seats = [_seat(number, name) for number, name in enumerate(event.get("seats") or [])]
            players = ", ".join(seats) or f"{options.get('players', 1)} players"
            return f"{catalogue.title(event['game'])} begins: {players}"
        case kinds.ACTION:
            return f"{who}: {event['word']}"
        case kinds.UNDO:
            return "one action taken back" if event["count"] == 1 else f"{event['count']} actions taken back"
        case kinds.RESUME:
            return "the game goes on"
        case kinds.PAUSE:
            return "the game pauses"
        case kinds.RESIGN:
            return f"{who} has no time left" if event.get("why") else f"{who} resigns"
        case kinds.DRAW:
            return "the players agree on a draw"
        case kinds.END:
            won = " and ".join(map(_colour, event["winners"]))
            scores = f" {':'.join(map(str, event['scores']))}" if event.get("scores") else ""
            return f"the game ends ({event['reason']}): {f'{won} won' if won else 'a draw'}{scores}"
        case kinds.ADVICE:
            return f"{who} is advised {event['word']}"
        case kinds.HINTS:
            return f"hints for {who.lower()}: {event['level']}"
        case kinds.RESTORED:
            return "the board shows the position again"
        case kinds.FAULT:
            return f"fault: {render_part(event['told'])}"
    facts = [f"{name}={value}" for name, value in event.items() if name not in ("e", "boot", "ms", "k")]
    return " ".join((str(kind), *facts))


def _seat(number: int, name: Any) -> str:
    return f"{name} ({_colour(number)})" if name else _colour(number)


def _colour(player: Any) -> str:
    return COLOURS[player] if player in range(len(COLOURS)) else ""
