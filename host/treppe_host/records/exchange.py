"""Exports games to files and imports them: readable text, JSON lines; actions also as CSV."""

import csv
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from types import SimpleNamespace
from typing import BinaryIO, cast

from treppe_host.colours import COLOURS
from treppe_host.errors import BadFile, LineError
from treppe_host.records.file_check import checked_batches
from treppe_host.records.json_lines import write_json
from treppe_host.records.notation import write_sheet
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store

_BATCH = 250
_IN_MEMORY = 16_000_000  # bytes of checked games that wait for the database
_UTF8 = "\ufeff"  # spreadsheets take a file without this mark for one in an old encoding
_FORMULA = re.compile(
    r"'*[=+\-@\t\r\n＝＋－＠]"
)  # what begins so is a formula to a spreadsheet, as `+c1` and some names
_COLUMNS = ("game", "kind", "ply", "player", "name", "word", "thinking_ms", "at", "taken_back")


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of an import: the number of games checked, and how many of them are stored or were known."""

    num_checked: int
    num_done: int = 0


Tell = Callable[[Progress], None]


def export(store: Store, numbers: Iterable[int], form: str) -> str:
    """Return games as text; `form` is `text`, `jsonl`, or `csv`, which has the actions only. Raises UnknownRecord."""
    return "".join(exported(store, numbers, form))


def exported(store: Store, numbers: Iterable[int], form: str) -> Iterator[str]:
    """Yield games like `export`, piece by piece, of some hundred games each."""
    if form == "csv":
        yield _UTF8 + _csv([_COLUMNS])
    waiting = iter(numbers)
    for batch in iter(lambda: list(islice(waiting, _BATCH)), []):
        sheets = store.sheets(batch)
        if form == "csv":
            yield _csv(row for number in batch for row in _action_rows(number, sheets[number]))
        else:
            write = write_sheet if form == "text" else write_json
            yield "".join(write(sheets[number]) for number in batch)


def import_file(store: Store, path: Path, tell: Tell = lambda _: None) -> tuple[int, int]:
    """Store the games of a file, all or none; return how many were stored, and how many were known already.

    All are checked before the first one is stored. Raises BadFile with line and reason, also if a game breaks the
    rules.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from error
    with file:
        return import_games(store, file, str(path), tell)


def import_games(store: Store, file: BinaryIO, name: str, tell: Tell = lambda _: None) -> tuple[int, int]:
    """Import a file called `name` like `import_file`."""
    with SpooledTemporaryFile(_IN_MEMORY) as spool:
        checked = cast(BinaryIO, spool)
        num_games = 0
        try:
            for batch in checked_batches(file):
                checked.write(batch.pickled)
                num_games += batch.num_games
                tell(Progress(num_games))
        except LineError as mistake:
            raise BadFile(f"{name}:{mistake.line}: {mistake.reason}") from mistake
        except OSError as error:
            raise BadFile(f"{name}: cannot be read: {error.strerror}") from error
        if not num_games:
            raise BadFile(f"{name}: there is no game in it")
        checked.seek(0)
        return store.add_sheets(_diagnostic(checked, num_games, tell))


def _diagnostic(checked: BinaryIO, num_games: int, tell: Tell) -> Iterator[ScoreSheet]:
    """Yield checked games, and report how many."""
    num_taken = 0
    while num_taken < num_games:
        batch = pickle.load(checked)
        yield from batch
        num_taken += len(batch)
        tell(Progress(num_games, num_taken))


def _csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV. A text that a spreadsheet would take for a formula gets a `'` before it."""
    lines: list[str] = []
    ended = "\r\n"  # a cell with a part of what ends lines gets quotes
    out = SimpleNamespace(write=lambda line: lines.append(line.removesuffix(ended) + "\n"))
    csv.writer(out, lineterminator=ended).writerows(map(_as_texts, rows))
    return "".join(lines)


def _as_texts(cells: Sequence[object]) -> list[object]:
    return ["'" + cell if isinstance(cell, str) and _FORMULA.match(cell) else cell for cell in cells]


def _action_rows(number: int, sheet: ScoreSheet) -> list[list[object]]:
    rows: list[list[object]] = []
    standing: list[list[object]] = []
    for move in sheet.moves:
        if move.undo:
            for row in standing[-move.undo :]:
                row[-1] = 1
            del standing[-move.undo :]
            continue
        player = move.player or 0
        name = sheet.seats[player] if player < len(sheet.seats) else ""
        row = [number, sheet.game, len(rows) + 1, COLOURS[player], name, move.word, move.thinking_ms, move.at, 0]
        rows.append(row)
        standing.append(row)
    return rows
