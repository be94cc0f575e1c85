"""Pairs a round in a process of its own, one at a time: its time grows with the fourth power of the players."""

import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import networkx
from treppe_host.supervision import end_with_parent

from treppe_club.event.event import Event, EventError, Pairing, System
from treppe_club.event.pairing import check_next, next_round

_FEW = 16  # players who are paired sooner than a process starts
_PATIENCE_S = 180.0  # a small server takes five times as long as a PC
_at_work = threading.Lock()


class _Graph(networkx.Graph):  # type: ignore[misc]
    """A graph whose rows are plain dictionaries: a matching asks for edges millions of times."""

    def __getitem__(self, node: int) -> Any:
        return self._adj[node]


def pair_apart(event: Event, patience_s: float = _PATIENCE_S) -> tuple[Pairing, ...]:
    """Return the pairings of an event's next round; raise EventError, also if another one is being paired."""
    check_next(event)
    if event.system is System.ROUND_ROBIN or len(event.players) <= _FEW:
        return next_round(event)
    if not _at_work.acquire(blocking=False):
        raise EventError("busy")
    try:
        return _wait_for_process(event, patience_s)
    finally:
        _at_work.release()


def _wait_for_process(event: Event, patience_s: float) -> tuple[Pairing, ...]:
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_pair, args=(event, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        found = ours.recv() if ours.poll(patience_s) else "slow"
    except EOFError:  # the process has ended without a word, as where memory is short
        found = "slow"
    finally:
        process.kill()
        process.join()
        ours.close()
    if isinstance(found, str):
        raise EventError(found)
    pairings: tuple[Pairing, ...] = found
    return pairings


def _pair(event: Event, answer: Connection) -> None:
    end_with_parent()
    networkx.Graph = _Graph  # caissify-pairings makes its graphs of it
    try:
        answer.send(next_round(event))
    except EventError as error:
        answer.send(error.code)
