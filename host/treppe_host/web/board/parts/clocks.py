"""Each player's time, where there are clocks."""

from collections.abc import Mapping, Sequence
from typing import Any

from treppe_host.html import Html
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show the clocks of the board, or of a game with another board."""
    rival = seen.programs.rival
    others_s = rival.left_s() if rival and rival.is_ours else []
    return {"html": {"clocks": clock_faces(seen.words, seen.game, seen.display, others_s)}}


def clock_faces(words: Texts, game: FollowedGame, display: Mapping[str, Any], others_s: Sequence[int] = ()) -> Html:
    """Return each player's time; that of the player to move as the board's display tells it, second by second.

    `others_s` are the times of a game whose clock the board does not keep.
    """
    if not game.state or not (game.left_ms or others_s):
        return Html()
    player = -1 if game.is_over else game.state.current_player()
    is_running = not display.get("clock_stands")
    left_s = [(left_ms + 999) // 1000 for left_ms in game.left_ms]
    if others_s:
        left_s, is_running = list(others_s), True
    elif player >= 0:
        left_s[player] = display.get("left_s", left_s[player])
    names = [texts.name_of(words, game.seats, place) for place in range(len(left_s))]
    faces = [(names[place], _face(time_s), is_running and place == player) for place, time_s in enumerate(left_s)]
    return assets.part("board_parts", "clocks", faces)


def _face(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"
