"""Who looks at a page: all at the host's screen, a guest at the seat that he has named, or somebody who looks on."""

from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

from starlette.requests import Request

from treppe_host.html import Html
from treppe_host.programs.seats import is_program_at
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.requests import is_guest
from treppe_host.web.texts.en import Texts

_COOKIE = "treppe-seat"
_ALL = "all"
_NOBODY = -1
_LONGEST = 16

MOVES = (
    *("press", "give_held", "choose", "resign", "grant", "refuse", "advise"),
    *("field", "take", "give", "scatter", "turn"),
)
"""The acts of who is to move."""


class Sitting(NamedTuple):
    """`seat` is None where one screen is shared; `taken` are the seats of guests who are here."""

    seat: int | None
    taken: frozenset[int] = frozenset()

    def persons(self, persons: Collection[int]) -> list[int]:
        """Return who of these persons sits at the page: theirs are the hands that it shows."""
        return [each for each in persons if (each not in self.taken if self.seat is None else each == self.seat)]

    def is_to_move(self, game: FollowedGame) -> bool:
        """Return whether somebody at the page is to move; before a game and after it everybody may begin one."""
        if not game.state or game.is_over:
            return True
        return bool(self.persons([game.state.current_player()]))

    def turn(self, game: FollowedGame) -> str:
        """Return "yes" or "no" where others play, too, on another screen or as programs; empty where nobody does."""
        if not game.state or game.is_over or game.is_paused:
            return ""
        players = range(game.state.players)
        persons = [player for player in players if not is_program_at(game.seats, player)]
        if len(self.persons(persons)) == len(players):
            return ""
        return "yes" if game.state.current_player() in self.persons(persons) else "no"


def named_by(request: Request, may_touch: bool) -> str:
    """Return what whoever asks for a page has said of where he sits."""
    if not may_touch:
        return ""
    return request.cookies.get(_COOKIE, "")[:_LONGEST] if is_guest.get() else _ALL


def seat_in(game: FollowedGame, named: str) -> int | None:
    """Return the seat that was named; None for a shared screen, -1 for who looks on or has named none.

    Other players, or another game, are asked again.
    """
    if named == _ALL:
        return None
    players, _, seat = named.partition(".")
    return int(seat) if players == _players(game) and seat in ("0", "1", "2", "3") else _NOBODY


def _players(game: FollowedGame) -> str:
    """Return a short name of who plays what."""
    return f"{crc32(repr((game.name, game.seats)).encode()):x}"


def asks(game: FollowedGame, seat: int | None) -> str:
    """Return "ask" where a guest has to say who he is: at a seat that a person may have."""
    if not game.state or seat is None:
        return ""
    is_known = 0 <= seat < game.state.players and not is_program_at(game.seats, seat)
    return "" if is_known else "ask"


def choices(words: Texts, game: FollowedGame, key: str) -> Html:
    """Return the seats of persons as buttons, the shared screen, and the way to those who only look."""
    players = range(game.state.players) if game.state else ()
    persons = [player for player in players if not is_program_at(game.seats, player)]
    seats = [(player, texts.player_name(words, game.seats, player)) for player in persons]
    return assets.part("board_parts", "seats", seats, _players(game), _ALL, key, words.PAGE)
