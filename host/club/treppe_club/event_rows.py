"""Events in the club's database: read as they stand, and changed one thing at a time, each in one transaction."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from treppe_host.names import fold_name, tidy_name

from treppe_club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_club.event.pairing import MOST_IN_SWISS, by_hand
from treppe_club.pairing_process import pair_apart
from treppe_club.store import wake
from treppe_club.tables import club_events, event_pairings, event_players

WOKEN = "event "
"""NOTIFY's payload about an event begins so; its number follows."""
_MOST_PLAYERS, _MOST_ROUNDS, _LONGEST_NAME = 300, 99, 60


class Proposal(NamedTuple):
    """A game that may be that of a pairing of the last round, and the pairing with its result."""

    game: int
    pairing: Pairing


@dataclass(frozen=True)
class StoredEvent:
    """An event with its row; `games` has the number of the game that gave a result, by round and table."""

    number: int
    name: str
    game: str
    event: Event
    games: dict[tuple[int, int], int]
    paired_at: float
    """When the last round was paired."""
    proposed: Mapping[int, Proposal] = field(default_factory=dict)
    """By tables; only where a page is made."""


def list_events(connection: Connection) -> list[StoredEvent]:
    """Return all events, the newest first."""
    numbers = connection.scalars(select(club_events.c.id).order_by(club_events.c.id.desc())).all()
    return [read_event(connection, number) for number in numbers]


def read_event(connection: Connection, number: int, *, locks: bool = False) -> StoredEvent:
    """Return an event; raise EventError if there is none. `locks` keeps other programs from changing it."""
    query = select(club_events).where(club_events.c.id == number)
    row = connection.execute(query.with_for_update() if locks else query).first()
    if row is None:
        raise EventError("unknown")
    of_event = event_players.c.event_id == number
    players = tuple(
        Player(each.number, each.name, each.first_round, each.last_round, frozenset(each.absent))
        for each in connection.execute(select(event_players).where(of_event).order_by(event_players.c.number))
    )
    rounds: list[list[Pairing]] = []
    games, paired_at = {}, 0.0
    order = (event_pairings.c.round, event_pairings.c.table_number)
    for each in connection.execute(select(event_pairings).where(event_pairings.c.event_id == number).order_by(*order)):
        if each.round > len(rounds):
            rounds.append([])
        result = Result(each.result) if each.result else None
        rounds[-1].append(Pairing(each.table_number, each.first, each.second, result))
        paired_at = each.paired_at
        if each.game_id is not None:
            games[each.round, each.table_number] = each.game_id
    event = Event(System(row.system), row.num_rounds, players, tuple(map(tuple, rounds)), row.cycles)
    return StoredEvent(number, row.name, row.game, event, games, paired_at)


def make_event(
    connection: Connection, name: str, game: str, system: System, num_rounds: int, cycles: int, names: Sequence[str]
) -> int:
    """Add an event, its players in their order; return its number."""
    if not 1 <= num_rounds <= _MOST_ROUNDS or not 1 <= cycles <= 2 or not 2 <= len(names) <= _MOST_PLAYERS:
        raise EventError("too_few" if len(names) < 2 else "too_many")
    if system is System.SWISS and len(names) > MOST_IN_SWISS:
        raise EventError("too_many_swiss")
    row = {"name": _checked(name), "game": game, "system": system.value, "num_rounds": num_rounds, "cycles": cycles}
    made = connection.execute(insert(club_events).values(**row, made_at=time.time()))
    number = int(made.inserted_primary_key[0])  # type: ignore[index]
    for each in names:
        add_player(connection, number, each)
    return number


def add_player(connection: Connection, number: int, name: str) -> None:
    """Add a player, from the next round on."""
    stored = read_event(connection, number, locks=True)
    event, name = stored.event, _checked(name)
    _check_unknown(event, name)
    if len(event.players) >= _MOST_PLAYERS:
        raise EventError("too_many")
    if event.system is System.SWISS and len(event.players) >= MOST_IN_SWISS:
        raise EventError("too_many_swiss")
    if event.rounds and event.system is System.ROUND_ROBIN:
        raise EventError("begun")
    row = {"event_id": number, "number": len(event.players) + 1, "name": name, "absent": []}
    connection.execute(insert(event_players).values(**row, first_round=len(event.rounds) + 1))
    wake_event(connection, number)


def pair(connection: Connection, number: int, tables: Sequence[Sequence[int]] | None = None) -> None:
    """Pair the next round, by hand if `tables` say how (see `by_hand`); raise EventError if that cannot be, or if
    somebody has changed the event meanwhile.
    """
    event = read_event(connection, number).event
    # The library takes time, in which nobody else shall wait.
    pairings = pair_apart(event) if tables is None else by_hand(event, tables)
    if read_event(connection, number, locks=True).event != event:
        raise EventError("changed")
    now = time.time()
    rows = [
        {
            "event_id": number,
            "round": len(event.rounds) + 1,
            "table_number": pairing.table,
            "first": pairing.first,
            "second": pairing.second,
            "result": pairing.result,
            "paired_at": now,
        }
        for pairing in pairings
    ]
    connection.execute(insert(event_pairings), rows)
    wake_event(connection, number)


def unpair(connection: Connection, number: int) -> None:
    """Take back the pairings of the last round, as long as none of its games has a result."""
    event = read_event(connection, number, locks=True).event
    if not event.rounds or any(pairing.result and pairing.result.is_played for pairing in event.rounds[-1]):
        raise EventError("played")
    _delete_round(connection, number, len(event.rounds))


def delete_event(connection: Connection, number: int) -> None:
    """Delete an event of which no round is paired; a round without results can be taken back before."""
    if read_event(connection, number, locks=True).event.rounds:
        raise EventError("has_rounds")
    connection.execute(delete(event_players).where(event_players.c.event_id == number))
    connection.execute(delete(club_events).where(club_events.c.id == number))
    wake_event(connection, number)


def rule(connection: Connection, number: int, round_number: int, table: int, result: Result | None) -> None:
    """Set or clear a result as an arbiter; raise EventError for byes and unknown pairings."""
    event = read_event(connection, number, locks=True).event
    pairing = _pairing(event, round_number, table)
    if pairing.second is None or (result and result.is_bye):
        raise EventError("bye")
    if result is None and round_number < len(event.rounds):
        raise EventError("later")
    _set(connection, number, round_number, replace(pairing, result=result), None)


def enter(connection: Connection, stored: StoredEvent, pairing: Pairing, game: int) -> None:
    """Let a finished game give the result of a pairing of the last round, unless there is one."""
    last = len(stored.event.rounds)
    if _pairing(read_event(connection, stored.number, locks=True).event, last, pairing.table).result is None:
        _set(connection, stored.number, last, pairing, game)


def amend(connection: Connection, number: int, round_number: int, table: int, result: Result | None) -> None:
    """Change the result of a pairing to that of its game, or to none while the game goes on."""
    event = read_event(connection, number, locks=True).event
    pairing = _pairing(event, round_number, table)
    games = select(event_pairings.c.game_id).where(*_of_pairing(number, round_number, table))
    _set(connection, number, round_number, replace(pairing, result=result), connection.scalar(games))


def withdraw(connection: Connection, number: int, player: int) -> None:
    """Let a player leave: he is paired no more."""
    event = read_event(connection, number, locks=True).event
    _change_player(connection, number, player, last_round=len(event.rounds))


def come_back(connection: Connection, number: int, player: int) -> None:
    """Let a player who has left take part again; the rounds that he has missed stay missed."""
    _change_player(connection, number, player, last_round=None)


def rename(connection: Connection, number: int, player: int, name: str) -> None:
    """Correct a player's name."""
    name, event = _checked(name), read_event(connection, number, locks=True).event
    _check_unknown(event, name, player)
    _change_player(connection, number, player, name=name)


def ask_bye(connection: Connection, number: int, player: int, *, is_asked: bool) -> None:
    """Give a player half a point for the next round, in which he does not play; or pair him after all."""
    event = read_event(connection, number, locks=True).event
    if event.system is System.ROUND_ROBIN:
        raise EventError("round_robin")
    following = {len(event.rounds) + 1}
    absent = event.player(player).absent - following | (following if is_asked else set())
    _change_player(connection, number, player, absent=sorted(absent))


def _pairing(event: Event, round_number: int, table: int) -> Pairing:
    if not 1 <= round_number <= len(event.rounds):
        raise EventError("unknown")
    for pairing in event.rounds[round_number - 1]:
        if pairing.table == table:
            return pairing
    raise EventError("unknown")


def _set(connection: Connection, number: int, round_number: int, pairing: Pairing, game: int | None) -> None:
    row = {"first": pairing.first, "second": pairing.second, "result": pairing.result, "game_id": game}
    connection.execute(update(event_pairings).where(*_of_pairing(number, round_number, pairing.table)).values(**row))
    wake_event(connection, number)


def _of_pairing(number: int, round_number: int, table: int) -> tuple[Any, ...]:
    return (
        event_pairings.c.event_id == number,
        event_pairings.c.round == round_number,
        event_pairings.c.table_number == table,
    )


def _delete_round(connection: Connection, number: int, round_number: int) -> None:
    of_round = (event_pairings.c.event_id == number, event_pairings.c.round == round_number)
    connection.execute(delete(event_pairings).where(*of_round))
    wake_event(connection, number)


def _change_player(connection: Connection, number: int, player: int, **row: Any) -> None:
    of_player = (event_players.c.event_id == number, event_players.c.number == player)
    if not connection.execute(update(event_players).where(*of_player).values(**row)).rowcount:
        raise EventError("unknown")
    wake_event(connection, number)


def _checked(name: str) -> str:
    """Return a name as it is stored; raise EventError if it is none."""
    tidy = tidy_name(name, _LONGEST_NAME)
    if tidy is None:
        raise EventError("name")
    return tidy


def _check_unknown(event: Event, name: str, player: int | None = None) -> None:
    """Raise EventError if anybody but a player has an equal name."""
    if any(each.number != player and fold_name(each.name) == fold_name(name) for each in event.players):
        raise EventError("twice")


def wake_event(connection: Connection, number: int) -> None:
    """Let all servers show an event anew when the transaction is committed."""
    wake(connection, f"{WOKEN}{number}")
