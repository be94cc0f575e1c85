"""Sends the events that a PC has stored of its boards to a club, until the club's server has them."""

import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from treppe import surfaces
from treppe_host.errors import StoreError
from treppe_host.link.client import Client
from treppe_host.store.journals import JournalPart, JournalRecord
from treppe_host.store.store import Store
from treppe_sim.board_files import identity_of

from treppe_club.link import BoardRefused, ClubAway, ClubLink, ClubRefuses
from treppe_club.upload import MOST_EVENTS, BadUpload, Span, read_spans

_BEAT_S = 20.0  # a message about each board after this time, so that the club knows that it is still there
_PATIENCE_S = (1.0, 30.0)  # the least and the most between attempts to reach the server
_PARTING_S = 3.0  # the server may take its time, but not ours
_LAST = 2**31 - 1
_NOTHING = JournalPart((), None)


class Uploader:
    """Sends in a thread of its own; `file` keeps the first event of each board that belongs to the club."""

    def __init__(
        self,
        link: ClubLink,
        store: Store,
        file: Path,
        tell: Callable[[str], None] = lambda _: None,
        *,
        patience_s: tuple[float, float] = _PATIENCE_S,
    ):
        """`tell` gets a sentence whenever the club begins or ceases to answer."""
        self._link = link
        self._store = store
        self._tell = tell
        self._patience_s = patience_s
        self._joined = JoinedBoards(file, link.name)
        self._held: dict[tuple[str, str], tuple[int, tuple[Span, ...]]] = {}
        self._connected: set[str] = set()
        self._beats: dict[str, tuple[float, bool]] = {}
        self._refused: dict[str, float] = {}
        self._diagnostic = ""
        self._news = threading.Event()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Begin to send, first what earlier runs could not."""
        self._thread.start()

    def close(self) -> None:
        """Stop; the next run sends the rest."""
        self._end.set()
        self._news.set()
        self._thread.join(_PARTING_S)
        self._link.cut()
        self._thread.join(_PARTING_S)

    def attach(self, client: Client) -> None:
        """Send the board of a link's client, from its next hello on."""

        def change(is_connected: bool) -> None:
            if is_connected:
                self._joined.join(client.board, self._store.journals(client.board))
            (self._connected.add if is_connected else self._connected.discard)(client.board)
            self._news.set()

        client.observe("connected", lambda _: change(True))
        client.observe("disconnected", lambda _: change(False))
        client.observe("event", lambda _: self._news.set())

    def _run(self) -> None:
        least_s, most_s = self._patience_s
        wait_s = least_s
        while not self._end.is_set():
            self._news.clear()
            try:
                self.upload_all()
            except (ClubAway, ClubRefuses, StoreError) as error:
                self._report_once(f"{error}; what is played is kept here")
                self._end.wait(wait_s * random.uniform(0.7, 1.3))
                wait_s = min(2 * wait_s, most_s)
            else:
                wait_s = least_s
                self._news.wait(most_s if self._refused else _BEAT_S)
        self._link.close()

    def upload_all(self) -> None:
        """Send all boards' events, a part of each board in turn, until the club has them; raises ClubAway and
        ClubRefuses."""
        waiting = self._joined.boards
        try:
            while waiting and not self._end.is_set():
                waiting = [board for board in waiting if self._is_sent_on(board)]
        except (ClubAway, ClubRefuses):
            self._held.clear()  # the server may have stored more than it could confirm
            self._beats.clear()
            raise
        if self._held:
            self._report_once(f"The club {self._link.name} has what is played here")

    def _is_sent_on(self, board: str) -> bool:
        """Send the next message about a board, if the club does not refuse it; return whether there was one."""
        if time.monotonic() < self._refused.get(board, 0.0):
            return False
        try:
            is_sent = self._send_next(board)
        except BoardRefused as error:
            if board not in self._refused:
                self._tell(f"{error}; what is played is kept here")
            self._refused[board] = time.monotonic() + self._patience_s[1]
            return False
        self._refused.pop(board, None)
        return is_sent

    def _send_next(self, board: str) -> bool:
        """Send the next message about a board; return whether there was one."""
        for journal, first in self._joined.journals_of(board, self._store.journals(board)):
            held = self._held.get((board, journal.identity))
            part = self._next_part(journal, first, held) if held else _NOTHING
            if held is None or part.events or (journal.is_current and self._is_due(board)):
                self._send_events(journal, first, part)
                return True
        return False

    def _next_part(self, journal: JournalRecord, first: int, held: tuple[int, tuple[Span, ...]]) -> JournalPart:
        """Return the first events here that the club does not have, none if it has all."""
        last, open_gaps = held
        for left, right in (*open_gaps, (last + 1, _LAST)):
            if right >= first and left <= journal.last:
                part = self._store.journal_part(journal, (max(left, first), right), MOST_EVENTS)
                if part.events:
                    return part
        return _NOTHING

    def _is_due(self, board: str) -> bool:
        """Return whether it is time for a message about a board without new events."""
        told_s, was_connected = self._beats.get(board, (0.0, False))
        return was_connected != (board in self._connected) or (was_connected and time.monotonic() > told_s + _BEAT_S)

    def _send_events(self, journal: JournalRecord, first: int, part: JournalPart) -> None:
        is_connected = journal.is_current and journal.board in self._connected
        answer = self._link.send(
            {
                **{
                    "board": self._joined.id_at_club(journal.board),
                    "surface": journal.surface,
                    "firmware": journal.firmware,
                },
                **{"journal": journal.identity, "boot": journal.boot, "started_at": part.started_at},
                "now": time.time(),
                **{"is_connected": is_connected, "missing": list(_missing(journal, first)), "events": part.events},
            }
        )
        key, held = (journal.board, journal.identity), _held_in(answer)
        if part.events and held == self._held.get(key):
            raise ClubAway("the club's server loses what it has confirmed")
        self._held[key] = held
        if journal.is_current:
            self._beats[journal.board] = time.monotonic(), is_connected

    def _report_once(self, text: str) -> None:
        if text != self._diagnostic:
            self._diagnostic = text
            self._tell(text)


def _missing(journal: JournalRecord, first: int) -> Iterator[Span]:
    """Yield the spans of events that this PC does not send, in order: those before `first`, and those that it lacks."""
    end = first - 1
    if end:
        yield 1, end
    for left, right in journal.missing:
        if right > end:
            yield max(left, end + 1), right


def _held_in(answer: dict[str, Any]) -> tuple[int, tuple[Span, ...]]:
    """Return the events that a server holds, by its answer; raise ClubAway if it is not a club's."""
    last = answer.get("last")
    try:
        open_gaps = read_spans(answer.get("holes"))
    except BadUpload as error:
        raise ClubAway("the server's answer is not a club's") from error
    if type(last) is not int or not 0 <= last <= _LAST:
        raise ClubAway("the server's answer is not a club's")
    return last, open_gaps


class JoinedBoards:
    """Remembers in a file, for each club by its name, the journal and the event with which each board came to it.

    A board joins with its present game; the club gets its later journals from their first event on.
    Simulated boards have the same id on all PCs, so each gets one of its own for the club.
    """

    def __init__(self, file: Path, club: str):
        self._file = file
        self._club = club
        self._lock = threading.Lock()
        self._kept: dict[str, Any] = _read_joined(file).get(club, {})

    @property
    def boards(self) -> list[str]:
        """The boards that have joined."""
        return list(self._kept)

    def id_at_club(self, board: str) -> str:
        """Return the id of a board at the club."""
        _, _, *named = self._kept[board]
        return str(named[0]) if named else board

    def join(self, board: str, journals: Sequence[JournalRecord]) -> None:
        """Let a board join from its present game on, unless it has joined already."""
        current = next((each for each in journals if each.is_current), None)
        with self._lock:
            if current and board not in self._kept:
                self._kept[board] = [current.identity, current.begins or current.last + 1, _id_for_club(board)]
                self._store_joined()

    def journals_of(self, board: str, journals: Sequence[JournalRecord]) -> Iterator[tuple[JournalRecord, int]]:
        """Yield the journals of a board that the club gets, each with its first event."""
        if board not in self._kept:
            return
        identity, first, *_ = self._kept[board]
        joined = next((each.number for each in journals if each.identity == identity), 1)
        for journal in journals:
            if journal.number >= joined:
                yield journal, first if journal.identity == identity else 1

    def _store_joined(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(_read_joined(self._file) | {self._club: self._kept}), "utf-8")
        fresh.replace(self._file)


def _id_for_club(board: str) -> str:
    is_simulated = board in map(identity_of, surfaces.NAMES)
    return secrets.token_hex(len(board) // 2) if is_simulated else board


def _read_joined(file: Path) -> dict[str, Any]:
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
