"""Exports games to files and imports them: readable text, JSON lines; actions also as CSV."""

import csv
import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
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
        yield _csv([_COLUMNS])
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
        return store.add_sheets(_told(checked, num_games, tell))


def _told(checked: BinaryIO, num_games: int, tell: Tell) -> Iterator[ScoreSheet]:
    """Yield checked games, and report how many."""
    num_taken = 0
    while num_taken < num_games:
        batch = pickle.load(checked)
        yield from batch
        num_taken += len(batch)
        tell(Progress(num_games, num_taken))


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


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
