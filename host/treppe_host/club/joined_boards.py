"""Remembers which boards of a PC take part in a club, and from which event on: the club never gets earlier games."""

import json
import secrets
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from treppe import surfaces
from treppe_sim.board_files import identity_of

from treppe_host.store.journal_parts import JournalRecord


class JoinedBoards:
    """Remembers in a file, for each club by its name, the journal and the event with which each board came to it.

    A board joins with its present game; the club gets its later journals from their first event on.
    Simulated boards have the same id on all PCs, so each gets one of its own for the club.
    """

    def __init__(self, file: Path, club: str):
        self._file = file
        self._club = club
        self._lock = threading.Lock()
        self._kept: dict[str, Any] = _read(file).get(club, {})

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
                self._write()

    def journals_of(self, board: str, journals: Sequence[JournalRecord]) -> Iterator[tuple[JournalRecord, int]]:
        """Yield the journals of a board that the club gets, each with its first event."""
        if board not in self._kept:
            return
        identity, first, *_ = self._kept[board]
        joined = next((each.number for each in journals if each.identity == identity), 1)
        for journal in journals:
            if journal.number >= joined:
                yield journal, first if journal.identity == identity else 1

    def _write(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(_read(self._file) | {self._club: self._kept}), "utf-8")
        fresh.replace(self._file)


def _id_for_club(board: str) -> str:
    is_simulated = board in map(identity_of, surfaces.NAMES)
    return secrets.token_hex(len(board) // 2) if is_simulated else board


def _read(file: Path) -> dict[str, Any]:
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
