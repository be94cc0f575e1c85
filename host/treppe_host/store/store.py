"""The database of games: SQLite in the user's data folder, or any that SQLAlchemy knows, by URL."""

import contextlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import URL, Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from treppe_host.errors import BadCorrection, UnknownRecord
from treppe_host.link.client import Message
from treppe_host.link.schema_violations import is_text
from treppe_host.store.bulk import IMPORTED, refresh_statistics
from treppe_host.store.copies import join_copies, take_in
from treppe_host.store.database import check_file, explained, open_engine, read_url
from treppe_host.store.dating import SAME_S, Anchor, date_again, is_before_known, knows_time, settle, steady_s
from treppe_host.store.event_writer import EventWriter, rebuild
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.journals import (
    JournalPart,
    JournalRecord,
    add_board,
    add_gap,
    journal_of,
    last_game,
    last_number,
    lock_board,
    open_games,
    read_journals,
    read_part,
)
from treppe_host.store.measurements import MeasurementRecord, add_measurement, read_measurements
from treppe_host.store.migrations import name_of
from treppe_host.store.remarks import add_remark, apply_remarks
from treppe_host.store.rows import (
    ActionRecord,
    BoardRecord,
    CalibrationRecord,
    GameRow,
    RemarkRecord,
    action_record,
    game_row,
)
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.sheet_rows import read_events, read_sheets
from treppe_host.store.statistics import GameStatistics, gather
from treppe_host.store.tables import actions, boards, calibrations, events, games, remarks

MOST_GAMES = (1 << 31) - 1
"""The largest number that a game can have."""
_BATCH = 250  # games that are read or written together


class Store:
    """A database of boards, games, actions and events; safe to use from several threads.

    Opening creates the database or brings it up to date. Raises StoreTooNew for a database of a newer version, which
    stays unchanged, and StoreError if it cannot be used for another reason. An event is stored once, however often its
    board sends it; games of files join those of boards that they contain.

        >>> from treppe_host.store.score_sheet import Move, ScoreSheet
        >>> store = Store("sqlite:///games.db")
        >>> moves = [Move("a1-b1", player=0), Move("+a1", player=0)]
        >>> _ = store.add_sheets([ScoreSheet("step", {"players": 2}, ["Ada", "Bo"], moves)])
        >>> [record] = store.games()
        >>> record.number, record.game, [action.word for action in store.actions(record.number)]
        (1, 'step', ['a1-b1', '+a1'])
        >>> store.close()
    """

    def __init__(self, url: str | URL) -> None:
        parsed = read_url(url)
        try:
            self.engine = open_engine(parsed)
            """The database, for who asks it in SQL."""
        except (SQLAlchemyError, ImportError, TypeError, ValueError) as error:  # the last two from odd options
            raise explained(error, parsed) from error
        self.url = name_of(self.engine.url)
        """The database's name for people: its file, or its URL without the password."""
        self._heard: dict[str, tuple[int, float]] = {}
        """Of each board the next event at its hello, and by how much the PC's clock was ahead of a steady one."""

    def close(self) -> None:
        """Close the connections to the database; the next question opens new ones."""
        self.engine.dispose()

    def check(self) -> None:
        """Read the whole file; raise StoreDamaged if it is damaged anywhere."""
        with self._transaction() as connection:
            check_file(connection)

    # Called by the client of the link.

    def connect_board(self, hello: Message) -> int:
        """Store a board that said hello; return the number of its last stored event, 0 if none.

        A new journal, as after the board's flash was erased, counts its events from 1 again.
        """
        now = time.time()
        found = now - hello["ms"] / 1000
        fields = {name: hello[name] for name in ("surface", "firmware", "boot")}
        self._heard[hello["board"]] = hello["next"], now - steady_s()
        with self._transaction(writes=True) as connection:
            board = lock_board(connection, hello["board"])
            if board is None:
                fields |= settle(None, found, hello["ms"], is_sure=knows_time())[0]._asdict()
                if add_board(connection, {"id": hello["board"], **fields}, hello.get("journal") or None):
                    return 0
                board = lock_board(connection, hello["board"])
                assert board is not None, "another program has added it"
            journal = journal_of(connection, board, hello)
            if journal != board.journal:
                fields |= {"journal": journal, "game_id": last_game(connection, board.id, journal)}
            if journal == board.journal and hello["boot"] == board.boot:
                self._settle(connection, board, found, now, hello["ms"])
            else:
                is_sure = knows_time() and not is_before_known(connection, now)
                fields |= settle(None, found, hello["ms"], is_sure=is_sure)[0]._asdict()
            connection.execute(update(boards).where(boards.c.id == board.id).values(**fields))
            return last_number(connection, board.id, journal)

    def add_events(self, board: str, received: Sequence[Message]) -> None:
        """Store consecutive events of a board durably; events that are stored already are not stored twice.

        After it they outlive a power cut of this computer, so the board may forget them. The board has said hello
        (`connect_board`). Raises StoreError, and then nothing of them is stored.
        """
        with self._transaction(writes=True) as connection:
            row = lock_board(connection, board)
            assert row is not None, "a board says hello first"
            now = time.time()
            last = last_number(connection, row.id, row.journal)
            new = [message for message in received if message["e"] > last]
            latest = now
            if new and self._is_live(row, new[-1]):
                row = self._look_at_clock(connection, row, new[-1], now)
                latest = max(now, row.started_at + new[-1]["ms"] / 1000)  # a simulated board's time may run ahead
            writer = EventWriter(connection, row, now, latest)
            for message in new:
                writer.follow(message)
            writer.finish()
            if writer.clock.has_begun_anew:
                date_again(connection, row, now)
            elif row.is_guessed:
                connection.execute(update(games).where(games.c.id.in_(writer.touched)).values(is_guessed=1))
            join_copies(connection, writer.touched)

    def _is_live(self, board: Any, event: Message) -> bool:
        """Return whether an event has happened since the board said hello."""
        next_number, _ = self._heard.get(board.id, (0, 0.0))
        return 0 < next_number <= event["e"] and bool(event["boot"] == board.boot)

    def _look_at_clock(self, connection: Connection, board: Any, event: Message, now: float) -> Any:
        """Look whether the PC's clock was set since the board said hello, by an event that has just come."""
        next_number, offset_s = self._heard[board.id]
        set_by_s = now - steady_s() - offset_s
        if abs(set_by_s) <= SAME_S and not board.is_guessed:
            return board
        self._heard[board.id] = next_number, offset_s + set_by_s
        found = min(now - event["ms"] / 1000, board.started_at + set_by_s)  # the event may have come late
        return self._settle(connection, board, found, now, event["ms"])

    def _settle(self, connection: Connection, board: Any, found: float, now: float, heard_ms: int) -> Any:
        """Let a board's clock follow what the PC's clock says now; return its row."""
        anchor = Anchor(board.started_at, board.heard_ms, bool(board.is_guessed))
        is_sure = knows_time() and not (anchor.is_guessed and is_before_known(connection, now))
        settled, later_s = settle(anchor, found, heard_ms, is_sure=is_sure)
        of_board = boards.c.id == board.id
        connection.execute(update(boards).where(of_board).values(**settled._asdict()))
        board = lock_board(connection, board.id)
        if later_s or (anchor.is_guessed and not settled.is_guessed):
            date_again(connection, board, now, later_s)
        return board

    def add_gap(self, board: str, first: int, last: int) -> None:
        """Store that a board does not have these events any more."""
        with self._transaction(writes=True) as connection:
            row = lock_board(connection, board)
            assert row is not None, "a board says hello first"
            add_gap(connection, row, first, last, time.time())

    def add_measurement(self, board: str, event: int, readings: str) -> None:
        """Store what the sensors measured of an event, once."""
        with self._transaction(writes=True) as connection:
            add_measurement(connection, board, event, readings)

    # Called by the sender of a board's events to a club.

    def journals(self, board: str) -> list[JournalRecord]:
        """Return the journals that a board has had, the oldest first."""
        with self._transaction() as connection:
            return read_journals(connection, board)

    def journal_part(self, journal: JournalRecord, span: tuple[int, int], most: int) -> JournalPart:
        """Return events of one power-up within a span of numbers, at most so many, the first ones."""
        with self._transaction() as connection:
            return read_part(connection, journal, span, most)

    # Called by commands and page.

    def board_names(self) -> dict[str, str]:
        """Return the names that people gave to boards, by id."""
        with self._transaction() as connection:
            rows = connection.execute(select(boards.c.id, boards.c.name).where(boards.c.name.is_not(None)))
            return {row.id: row.name for row in rows}

    def last_game_events(self, board: str) -> list[Message]:
        """Return the events of the last game on a board, from its `start` on."""
        current = select(boards.c.game_id).where(boards.c.id == board).scalar_subquery()
        query = select(events.c.raw).where(events.c.game_id == current).order_by(events.c.id)
        with self._transaction() as connection:
            return [json.loads(raw) for raw in connection.scalars(query)]

    def open_games(self) -> set[str]:
        """Return the `origin` of each game that its board can resume; some may have ended since."""
        with self._transaction() as connection:
            return open_games(connection)

    def games(self, game_filter: GameFilter | None = None) -> list[GameRow]:
        """Return all games or the chosen ones, in the order of `GameFilter.sort`, the last stored first by default.

        A row has what a list shows: number, game, options, seats, times, reason, winners, scores and the number of its
        actions; `sheet` has the actions. One query, however many games there are.

            >>> store = Store("sqlite:///none.db")
            >>> [row.number for row in store.games(GameFilter(game="tor", limit=10))]
            []
        """
        chosen = game_filter or GameFilter()
        query = select(games).order_by(*chosen.order()).limit(chosen.limit)
        with self._transaction() as connection:
            if game_filter:
                query = query.where(*chosen.conditions(connection))
            return [game_row(row) for row in connection.execute(query)]

    def numbers(self, game_filter: GameFilter) -> list[int]:
        """Return the numbers of the chosen games, the oldest first.

        >>> store = Store("sqlite:///numbers.db")
        >>> store.add_sheets([ScoreSheet(game, {"players": 2}, ["Ada", "Bo"]) for game in ("tor", "step", "tor")])
        (3, 0)
        >>> store.numbers(GameFilter(game="tor", player="ada"))
        [1, 3]
        """
        with self._transaction() as connection:
            query = select(games.c.id).where(*game_filter.conditions(connection)).order_by(games.c.id)
            return list(connection.scalars(query))

    def event_names(self) -> list[str]:
        """Return the names of events at which games were played, in alphabetical order."""
        named = select(games.c.event).distinct().where(games.c.event.is_not(None)).order_by(games.c.event)
        with self._transaction() as connection:
            return list(connection.scalars(named))

    def has_games(self) -> bool:
        """Return whether there is any game."""
        with self._transaction() as connection:
            return connection.scalar(select(games.c.id).limit(1)) is not None

    def game(self, number: int) -> GameRow:
        """Return a game by its number, as `games` returns it; raise UnknownRecord, which says the number.

        >>> store = Store("sqlite:///one.db")
        >>> store.add_sheets([ScoreSheet("tor", {"players": 2}, ["Ada", "Bo"])])
        (1, 0)
        >>> store.game(1).seats
        ['Ada', 'Bo']
        """
        with self._transaction(of_game=number) as connection:
            row = connection.execute(select(games).where(games.c.id == number)).first()
        if row is None:
            raise UnknownRecord({"code": "no_record", "number": number, "store": self.url})
        return game_row(row)

    def actions(self, number: int) -> list[ActionRecord]:
        """Return all actions of a game in order, those taken back included (`is_undone`).

        `word` is the notation by which `State.action` finds it again, `at` a time in seconds since 1970 or None,
        `thinking_ms` the time that it took. Raises UnknownRecord.

            >>> store = Store("sqlite:///actions.db")
            >>> from treppe_host.store.score_sheet import Move
            >>> sheet = ScoreSheet("step", {"players": 2, "size": 5}, [], [Move("a1-b1", player=0)])
            >>> store.add_sheets([sheet])
            (1, 0)
            >>> [(action.player, action.word) for action in store.actions(1)]
            [(0, 'a1-b1')]
        """
        query = select(actions).where(actions.c.game_id == number).order_by(actions.c.id)
        with self._transaction(of_game=number) as connection:
            return [action_record(row) for row in connection.execute(query)]

    def record_words(self, number: int) -> list[str]:
        """Return the notations of a game's actions that were not taken back, as `State.action` takes them."""
        return [action.word for action in self.actions(number) if not action.is_undone]

    def sheet(self, number: int) -> ScoreSheet:
        """Return a whole game; raise UnknownRecord. Many at once are quicker by `sheets`.

        >>> from treppe_host.store.score_sheet import Move
        >>> store = Store("sqlite:///sheet.db")
        >>> store.add_sheets([ScoreSheet("step", {"size": 5}, ["Ada", "Bo"], [Move("a1-b1", player=0)])])
        (1, 0)
        >>> [move.word for move in store.sheet(1).moves]
        ['a1-b1']
        """
        return self.sheets([number])[number]

    def sheets(self, numbers: Sequence[int]) -> dict[int, ScoreSheet]:
        """Return whole games by their numbers; raise UnknownRecord, before anything is returned.

        >>> Store("sqlite:///games.db").sheets([])
        {}
        """
        possible = [number for number in numbers if 0 < number <= MOST_GAMES]
        with self._transaction() as connection:
            found = read_sheets(connection, possible)
        for number in numbers:
            if number not in found:
                raise UnknownRecord({"code": "no_record", "number": number, "store": self.url})
        return found

    def events(self, number: int) -> list[Message]:
        """Return the raw events of a game, the oldest first: as the board sent them, or made of the file it was in.

        docs/protocol.md lists their fields. They are never changed: `rebuild` makes the record of them anew.

        >>> store = Store("sqlite:///events.db")
        >>> store.add_sheets([ScoreSheet("tor", {"players": 2}, ["Ada", "Bo"])])
        (1, 0)
        >>> [(event["e"], event["k"]) for event in store.events(1)]
        [(1, 'start')]
        """
        with self._transaction(of_game=number) as connection:
            return read_events(connection, number)

    def remarks(self, number: int) -> list[RemarkRecord]:
        """Return the remarks about a game, the oldest first."""
        query = select(remarks).where(remarks.c.game_id == number).order_by(remarks.c.id)
        with self._transaction(of_game=number) as connection:
            rows = connection.execute(query).all()
        return [RemarkRecord(row.kind, json.loads(row.raw), row.at, row.author) for row in rows]

    def statistics(self, game_filter: GameFilter) -> list[GameStatistics]:
        """Return figures of the chosen games, one for each kind, the most played first.

        Computed by the database, so that 100,000 games take a second and no memory.

            >>> Store("sqlite:///none.db").statistics(GameFilter())
            []
        """
        with self._transaction() as connection:
            return gather(connection, game_filter)

    # Changes of records. None erases content.

    def remark(self, number: int, kind: str, content: Message, author: str | None = None) -> None:
        """Store a remark about a game (see remarks.py for the kinds); raise UnknownRecord."""
        with self._transaction(of_game=number, writes=True) as connection:
            add_remark(connection, number, kind, content, author)

    def add_sheets(self, sheets: Iterable[ScoreSheet]) -> tuple[int, int]:
        """Store games, all or none; return how many were stored, and how many were there already.

        Two sheets are one game if they have the same `origin`, as what a board has recorded; without one each is
        stored. The rules are not asked here: whoever reads a file checks its actions.

            >>> store = Store("sqlite:///twice.db")
            >>> sheet = ScoreSheet("tor", {"players": 2}, ["Ada", "Bo"], origin="b1/1/1")
            >>> store.add_sheets([sheet]), store.add_sheets([sheet])
            ((1, 0), (0, 1))
        """
        num_stored = num_known = 0
        with self._transaction(writes=True) as connection:
            waiting = iter(sheets)
            for batch in iter(lambda: list(islice(waiting, _BATCH)), []):
                num_new = take_in(connection, batch)
                num_stored += num_new
                num_known += len(batch) - num_new
            if num_stored >= _BATCH:
                refresh_statistics(connection)
        return num_stored, num_known

    def rebuild(self, number: int) -> None:
        """Rebuild the record of a game from its raw events and its remarks."""
        with self._transaction(of_game=number, writes=True) as connection:
            rebuild(connection, number)
            apply_remarks(connection, number)

    # Boards.

    def boards(self) -> list[BoardRecord]:
        """Return all boards that the store has ever seen."""
        with self._transaction() as connection:
            rows = connection.execute(select(boards).where(boards.c.id != IMPORTED).order_by(boards.c.id)).all()
        return [BoardRecord(row.id, row.name, row.surface, row.firmware) for row in rows]

    def name_board(self, board: str, name: str) -> None:
        """Give a board a name; raise UnknownRecord, and BadCorrection for a name that no file or page can show."""
        if not is_text(name):
            raise BadCorrection("a text has letters that cannot be stored")
        with self._transaction(writes=True) as connection:
            change = update(boards).where(boards.c.id == board).values(name=name)
            if not connection.execute(change).rowcount:
                raise UnknownRecord(f"no board {board} in {self.url}")

    def measurements(self, board: str, surface: str, since: float = 0.0) -> list[MeasurementRecord]:
        """Return a surface's measurements since a time of actions that were not taken back, the oldest first."""
        with self._transaction() as connection:
            return read_measurements(connection, board, surface, since)

    def add_calibration(self, board: str, surface: str, content: str, origin: str | None = None) -> None:
        """Store a new calibration of a board's surface; `origin` is "learned" for one that follows from play."""
        row = {"board_id": board, "surface": surface, "at": time.time(), "content": content, "origin": origin}
        with self._transaction(writes=True) as connection:
            connection.execute(insert(calibrations).values(row))

    def calibrations(self, board: str) -> list[CalibrationRecord]:
        """Return the calibrations that a board's surfaces have had, the latest first."""
        query = select(calibrations).where(calibrations.c.board_id == board).order_by(calibrations.c.id.desc())
        with self._transaction() as connection:
            return [
                CalibrationRecord(row.surface, row.at, row.content, row.origin) for row in connection.execute(query)
            ]

    @contextlib.contextmanager
    def _transaction(self, *, of_game: int = 1, writes: bool = False) -> Iterator[Connection]:
        """Begin a transaction about a game; raise UnknownRecord for a number that no game can have."""
        if not 0 < of_game <= MOST_GAMES:
            raise UnknownRecord({"code": "no_record", "number": of_game, "store": self.url})
        try:
            with self.engine.execution_options(writes=writes).begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explained(error, self.engine.url) from error
