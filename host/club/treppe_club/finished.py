"""The finished games on a club's boards, the newest first, without games that were opened again."""

import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select
from treppe.games import catalogue
from treppe.play.game_record import DISCARDED
from treppe_host.html import Html, html, joined
from treppe_host.store.tables import actions, boards, events, games, remarks
from treppe_host.store.times import on_the_wall
from treppe_host.web import texts

from treppe_club.tables import club_boards
from treppe_club.texts import ClubTexts

_LOG = logging.getLogger(__name__)

ON_THE_WALL = 10
ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, and the table on which it was played."""

    number: int
    table: int
    table_name: str
    game: str
    seats: tuple[Any, ...]
    winners: tuple[int, ...]
    num_actions: int
    ended_at: float | None
    zone_s: int | None


def read_finished(connection: Connection, most: int, first: int = 0) -> list[Finished]:
    """Return so many finished games, the newest first, from a place in the list on."""
    is_over = (games.c.winners.is_not(None), games.c.reason != DISCARDED, games.c.num_actions > 0)
    newest_first = (games.c.ended_at.desc().nulls_last(), games.c.id.desc())
    query = _of_club().where(*is_over).order_by(*newest_first).limit(most).offset(first)
    return [
        Finished(
            row.id,
            row.table,
            row.table_name or "",
            row.game,
            tuple(row.seats or ()),
            tuple(row.winners),
            row.num_actions,
            row.ended_at,
            row.zone_s,
        )
        for row in connection.execute(query)
    ]


def stamp_of(connection: Connection, number: int) -> Any:
    """Return what changes whenever a game's record does; None for one that was not played on a board of the club:
    guests may not see other games in its database.
    """
    parts = [select(func.max(each.c.id)).where(each.c.game_id == number) for each in (actions, events, remarks)]
    query = _of_club().where(games.c.id == number).add_columns(*(each.scalar_subquery() for each in parts))
    row = connection.execute(query).first()
    return row and tuple(row)


def _of_club() -> Select[Any]:
    of_board: ColumnElement[bool] = club_boards.c.board_id == games.c.board_id
    joined_rows = games.join(club_boards, of_board).join(boards, boards.c.id == games.c.board_id)
    named = (club_boards.c.id.label("table"), boards.c.name.label("table_name"))
    return select(games, *named).select_from(joined_rows)


def finished_list(words: ClubTexts, found: list[Finished]) -> Html:
    """Return the rows of finished games, each with its replay and its file; a game that cannot be shown has none."""
    return joined(_game_row(words, each) for each in found)


def _game_row(words: ClubTexts, each: Finished) -> Html:
    say = words.CLUB
    try:
        return html(
            '<li data-game="{number}"><time>{when}</time><span class="where">{table}</span>'
            '<span class="what">{game}</span><ol class="players">{players}</ol>'
            '<a class="replay" href="~/games/{number}" aria-label="{replay}: {outcome}">{result}</a>'
            '<span class="count">{count}</span>'
            '<a class="file" href="~/games/{number}/file" download title="{file}" aria-label="{file}">↓</a></li>',
            number=each.number,
            when=_when(each),
            table=each.table_name or say["table"].format(each.table),
            game=catalogue.title(each.game),
            players=_players(words, each),
            replay=say["replay_game"],
            outcome=texts.outcome(words, each.winners, each.seats),
            result=say["replay_game"],
            count=say["num_actions"].format(each.num_actions),
            file=say["game_file"],
        )
    except Exception as error:  # one game must not keep the others from people
        _LOG.error("game %s cannot be shown", each.number, exc_info=error)
        return Html()


def _players(words: ClubTexts, finished: Finished) -> Html:
    is_draw = len(finished.winners) != 1
    return joined(
        html(
            '<li class="player{player}{won}"><i class="dot" role="img" aria-label="{colour}"></i>'
            "<b>{name}</b>{half}</li>",
            player=player,
            won=" won" if not is_draw and player in finished.winners else "",
            colour=words.PLAYERS[player],
            name=texts.name_of(words, finished.seats, player),
            half=html(" <small>½</small>") if is_draw and (not finished.winners or player in finished.winners) else "",
        )
        for player in range(len(finished.seats))
    )


def _when(finished: Finished) -> str:
    """Return when a game ended by the clock on the wall, empty if that is unknown."""
    moment = on_the_wall(finished.ended_at, finished.zone_s)
    return moment.strftime("%Y-%m-%d %H:%M") if moment else ""
