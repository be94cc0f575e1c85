"""What is wrong: with the board, its cable, a program, the other board."""

from collections.abc import Iterable
from typing import Any

from treppe_host.link.diagnostics import render_part
from treppe_host.programs.seats import level_of
from treppe_host.web import texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason


def show(seen: Seen) -> Content:
    """Show the first of these, empty where all is well."""
    return {"html": {"notice": _notice(seen)}}


def _notice(seen: Seen) -> str:
    words, connection, player, rival = seen.words, seen.connection, seen.programs.player, seen.programs.rival
    if simulated := seen.simulated:
        if simulated.is_dead:
            return f"{words.STOPPED} {_joined(words, connection.notice)}"
        if not simulated.is_powered:
            return words.POWER_OFF
        if not simulated.is_plugged:
            return words.CABLE_OFF
    elif not connection.is_connected and not connection.notice:
        return str(words.DISPLACED if connection.is_displaced else words.UNPLUGGED)
    if failure := player.failure:
        return f"{words.COMPANY['failed']} ({reason(failure, words.LANGUAGE)})"
    if player.has_declined and connection.game.state:
        place = next((place for place, seat in enumerate(connection.game.seats) if level_of(seat)), 0)
        return str(words.COMPANY["declines"]).format(texts.player_name(words, connection.game.seats, place))
    if rival and (shown := rival.notice(words.LANGUAGE)):
        return shown
    if connection.feed.has_gap and not connection.notice:
        return words.GAP
    return _joined(words, connection.notice)


def _joined(words: Texts, notice: Iterable[dict[str, Any]]) -> str:
    return "; ".join(render_part(each, words.LANGUAGE) for each in notice)
