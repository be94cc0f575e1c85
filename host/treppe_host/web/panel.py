"""What stands beside the board, as fragments of HTML by the id of the element they fill."""

from collections.abc import Sequence
from html import escape
from typing import Any

from treppe_host.web import texts
from treppe_host.web.game import FollowedGame
from treppe_host.web.piece_svg import draw_piece, height_of


def turn(game: FollowedGame, display: dict[str, Any]) -> str:
    """Return whose turn it is, or how the game ended."""
    phase = display.get("phase", "idle")
    if game.state is None:
        return f"<strong>{texts.PHASES['idle']}</strong><span>{texts.CHOOSE}</span>"
    if is_over(game):
        return _ending(game)
    if phase in ("setup", "wrong"):
        steps = " · ".join(escape(line) for line in display.get("lines", [])[2:])
        return f"<strong>{texts.PHASES[phase]}</strong><span>{steps or texts.PUT_BACK}</span>"
    player = texts.PLAYERS[game.state.current_player()]
    expected = escape("".join(display.get("lines", [])[1:2]).removeprefix(f"{player}: "))
    return f"<strong>{texts.TO_MOVE.format(player)}</strong><span>{expected}</span>"


def _ending(game: FollowedGame) -> str:
    assert game.state
    ending = game.ending or {}
    winners = ending.get("winners", game.state.winners)
    reason = ending.get("reason", game.state.reason)
    who = " and ".join(texts.PLAYERS[player] for player in winners)
    verb = "wins" if len(winners) == 1 else "win"
    scores = ending.get("scores") or game.state.scores
    points = f" · points {', '.join(str(score) for score in scores)}" if scores else ""
    outcome = f"{who} {verb}" if winners else texts.DRAW
    return f"<strong>{outcome}</strong><span>{texts.REASONS.get(reason, reason)}{points}</span>"


def whose(game: FollowedGame, display: dict[str, Any]) -> str:
    """Return the colour that the turn is shown in: a player, `wrong`, or nothing."""
    if game.state is None:
        return ""
    if display.get("phase") in ("wrong", "setup"):
        return str(display["phase"])
    if is_over(game):
        winners = (game.ending or {}).get("winners", game.state.winners)
        return str(winners[0]) if len(winners) == 1 else "draw"
    return str(game.state.current_player())


def is_over(game: FollowedGame) -> bool:
    """Tell whether the game has ended, by the rules or because the players ended it."""
    return game.state is not None and (game.ending is not None or game.state.is_terminal())


def little_display(display: dict[str, Any]) -> str:
    """Return the lines of the board's own display."""
    return "".join(f"<div>{escape(line) or '&nbsp;'}</div>" for line in display.get("lines") or [""])


def drawing(code: str) -> str:
    """Return one piece as a picture of its own."""
    top = -40 - height_of([code])
    return f'<svg viewBox="-44 {top} 88 {48 - top}" aria-hidden="true">{draw_piece(code)}</svg>'


def hand_text(hand: Sequence[str]) -> str:
    """Return what the hand holds, in words."""
    if not hand:
        return texts.HAND_EMPTY
    return texts.HAND_FULL.format(texts.piece_name(hand[-1]))


def supply(pieces: dict[str, int], hand: Sequence[str]) -> str:
    """Return the supply: a button a kind of piece, and one to lay down what the hand holds."""
    buttons = "".join(
        f'<button id="take-{code}" data-take="{code}" {"disabled" if not count or hand else ""} '
        f'aria-label="take {texts.piece_name(code)}, {count} left">{drawing(code)}<span>{count}</span></button>'
        for code, count in sorted(pieces.items(), key=lambda item: (item[0][1:], item[0]))
    )
    give = f'<button id="give" data-give class="give" {"" if hand else "disabled"}>{texts.GIVE_BACK}</button>'
    return buttons + give


def moves(game: FollowedGame) -> str:
    """Return the list of actions, a row a turn, with what happened by itself."""
    rows = []
    for number, turn in enumerate(game.turns(), start=1):
        happened = "".join(f"<em>{escape(_event(line))}</em>" for line in turn.events)
        words = " ".join(f"<code>{escape(word)}</code>" for word in turn.words)
        rows.append(
            f'<li><span class="number">{number}</span><span class="dot player{turn.player}" role="img" '
            f'aria-label="{texts.PLAYERS[turn.player]}"></span><span>{words}{happened}</span></li>'
        )
    return "".join(rows)


def _event(line: str) -> str:
    kind, _, rest = line.partition(" ")
    if kind in ("blocked", "eliminated"):
        return f"{texts.PLAYERS[int(rest)]} {kind}"
    return line


def announcement(game: FollowedGame) -> str:
    """Return the last action for those who listen to the page."""
    turns = game.turns()
    return f"{texts.PLAYERS[turns[-1].player]}: {turns[-1].words[-1]}" if turns else ""


def status(is_connected: bool, surface: str) -> str:
    """Return what the page shows and whether the board answers."""
    if is_connected:
        return f"<span>{texts.SIMULATED} {texts.SURFACES[surface]}</span>"
    return f'<span class="away">{texts.NO_ANSWER}</span>'
