"""Names that owners and arbiters give to tables and players. Players' names become a remark, the record stays."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update
from treppe_host.errors import TreppeError
from treppe_host.link.client import Message
from treppe_host.names import tidy_name
from treppe_host.store.remarks import add_remark
from treppe_host.store.tables import boards, games

from treppe_club.invitations import Principal
from treppe_club.store import wake
from treppe_club.tables import club_boards

_LONGEST = 40
_MOST_SEATS = 8


class BadNames(TreppeError):
    """Names are too long, or there is no such table or game."""


@dataclass(frozen=True, slots=True)
class Names:
    """The name of a table, empty for its number, and those of the players of the game there; no game: 0."""

    table: int
    name: str
    game: int
    seats: tuple[str, ...]


def read_names(message: Message) -> Names:
    """Return the names in a browser's message; raise BadNames."""
    table, name, game, seats = (message.get(key) for key in ("table", "name", "game", "seats"))
    if type(table) is not int or type(game) is not int or not 0 <= game < 2**31 or not 0 < table < 2**31:
        raise BadNames("table and game are numbers")
    if not isinstance(seats, list) or len(seats) > _MOST_SEATS or not all(map(_is_name, [name, *seats])):
        raise BadNames(f"a name has at most {_LONGEST} letters")
    tidy = [tidy_name(each, _LONGEST) or "" for each in (str(name), *seats)]
    return Names(table, tidy[0], game, tuple(tidy[1:]))


def store_names(connection: Connection, names: Names, principal: Principal) -> None:
    """Store names and the guest who gave them; raise BadNames and BadCorrection."""
    board = connection.scalar(select(club_boards.c.board_id).where(club_boards.c.id == names.table))
    if board is None:
        raise BadNames(f"there is no table {names.table}")
    connection.execute(update(boards).where(boards.c.id == board).values(name=names.name or None))
    of_game = select(games.c.seats).where(games.c.id == names.game, games.c.board_id == board)
    seats = connection.scalar(of_game) if names.game else None
    if seats is not None and list(seats) != list(names.seats):
        author = f"{principal.role} {principal.name}".strip()
        add_remark(connection, names.game, "names", {"seats": list(names.seats)}, author)
    wake(connection, board)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and (not value.strip() or tidy_name(value, _LONGEST) is not None)
