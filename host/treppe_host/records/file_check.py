"""Reads files of games and checks every game in them, in several processes if there are many."""

import io
import os
import pickle
import re
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context
from typing import BinaryIO

from treppe_host.errors import LineError
from treppe_host.records.json_lines import read_json
from treppe_host.records.notation_reader import is_tag, read_text
from treppe_host.records.rules_check import find_fault
from treppe_host.records.sheet_check import check_fields
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.supervision import end_with_parent

_BATCH = 250
_ALONE = 4  # fewer batches take less time than starting processes does
_PROCESSES = min(4, os.cpu_count() or 1)
_LONGEST_REASON = 300
_MARK = b"\xef\xbb\xbf"  # some editors put it before UTF-8
_MARKS = re.compile(rb"^(?:\xef\xbb\xbf|\x1a)+")
_END_OF_FILE = re.compile(rb"\x1a+(?=\r?\n?$)")  # Ctrl-Z
_JOINT = re.compile(
    rb'(?<=\})(?:\xef\xbb\xbf|\x1a)+(?=\{")|\xef\xbb\xbf(?=\[\w+ ".*"\]\r?\n?$)'
)  # of a file without a last line end

Piece = tuple[int, bytes, bool]
"""The number of a game's first line, its lines, and whether they are JSON."""


@dataclass(frozen=True, slots=True)
class CheckedBatch:
    """Games without mistakes, as `pickle` writes a list of sheets."""

    num_games: int
    pickled: bytes


def checked_batches(file: BinaryIO) -> Iterator[CheckedBatch]:
    """Yield the games of a file in its order; raise LineError for the first wrong one."""
    pieces = pieces_of(file)
    batches = iter(lambda: list(islice(pieces, _BATCH)), [])
    yield from map(check_batch, islice(batches, _ALONE))
    more = next(batches, None)
    if more:
        yield from _check_in_processes(chain([more], batches))


def _check_in_processes(batches: Iterator[list[Piece]]) -> Iterator[CheckedBatch]:
    waiting: deque[Future[CheckedBatch]] = deque()
    with ProcessPoolExecutor(_PROCESSES, get_context("spawn"), end_with_parent) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(check_batch, batch))
                if len(waiting) > 2 * _PROCESSES:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


def check_batch(pieces: Sequence[Piece]) -> CheckedBatch:
    """Read and check games; raise LineError."""
    sheets = [read_game(*piece) for piece in pieces]
    return CheckedBatch(len(sheets), pickle.dumps(sheets))


def read_game(line: int, content: bytes, is_json: bool) -> ScoreSheet:
    """Return the game in some lines of a file; raise LineError if a field's type or the rules are broken."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LineError(
            line + content.count(b"\n", 0, error.start), f"cannot be read as UTF-8: {error.reason}"
        ) from None
    sheet = read_json(text, line) if is_json else read_text(text, line)
    check_fields(sheet)
    fault = find_fault(sheet)
    if fault:
        reason = fault.reason
        raise LineError(fault.line, reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}...")
    return sheet


def pieces_of(file: BinaryIO) -> Iterator[Piece]:
    """Yield the lines of each game: a line that is JSON, or a text up to the first tag behind its moves."""
    lines = _clean_lines(file)
    for number, line in lines:
        if line.strip():
            split = _split_lines if line.lstrip().startswith(b"{") else _split_texts
            yield from split(chain([(number, line)], lines))


def _clean_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield a file's numbered lines in UTF-8, without what Windows' editors and `copy a+b` put between them."""
    number, peeked = 0, file.read(2)
    file.seek(-len(peeked), os.SEEK_CUR)
    coding = _coding_of(peeked)
    try:
        lines = (line.encode() for line in io.TextIOWrapper(file, coding, newline="\n")) if coding else file
        for number, line in enumerate(lines, 1):
            for part in _JOINT.sub(b"\n", line).splitlines(keepends=True) if _MARK in line else (line,):
                yield number, _END_OF_FILE.sub(b"", _MARKS.sub(b"", part))
    except UnicodeError as error:
        raise LineError(number + 1, f"cannot be read as {coding}: {error}") from None


def _coding_of(peeked: bytes) -> str | None:
    """Return the coding of a file with these first two bytes if it is not UTF-8: of an ASCII character one is 0."""
    if peeked in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if len(peeked) == 2 and peeked.count(0) == 1:
        return "utf-16-le" if peeked[1] == 0 else "utf-16-be"
    return None


def _split_lines(lines: Iterator[tuple[int, bytes]]) -> Iterator[Piece]:
    return ((number, line, True) for number, line in lines if line.strip())


def _split_texts(lines: Iterator[tuple[int, bytes]]) -> Iterator[Piece]:
    piece: list[bytes] = []
    first, has_moves = 0, False
    for number, line in lines:
        is_head = is_tag(line.lstrip()[:2].decode("latin-1"))
        if is_head and has_moves:
            yield first, b"".join(piece), False
            piece, has_moves = [], False
        first = first if piece else number
        has_moves |= not is_head
        piece.append(line)
    yield first, b"".join(piece), False
