"""Writes games to files and reads them: readable text, JSON lines; actions also as CSV."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from treppe_host.colours import COLOURS
from treppe_host.errors import BadFile
from treppe_host.records.notation import FORMAT, check_format, read_sheets, write_sheet
from treppe_host.records.rules_check import find_fault
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

_PLAIN = Move()
_SELDOM = {"num_missing": 0, "zone_s": None}  # files of earlier versions do not have them
_COLUMNS = ("game", "kind", "ply", "player", "name", "word", "thinking_ms", "at", "taken_back")


def export(store: Store, numbers: Iterable[int], form: str) -> str:
    """Return games as text; `form` is `text`, `jsonl`, or `csv`, which has the actions only."""
    if form == "csv":
        return _csv(store, numbers)
    write = write_sheet if form == "text" else write_json
    return "".join(write(store.sheet(number)) for number in numbers)


def import_file(store: Store, path: Path) -> tuple[int, int]:
    """Store the games of a file, all or none; return how many were stored, and how many were known already.

    Raises BadFile with line and reason, also if a game breaks the rules.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: cannot be read: {error}") from error
    return import_text(store, text, str(path))


def import_text(store: Store, text: str, name: str) -> tuple[int, int]:
    """Import the content of a file called `name` like `import_file`."""
    sheets = _read_lines(text, name) if text.lstrip().startswith("{") else read_sheets(text, name)
    if not sheets:
        raise BadFile(f"{name}: there is no game in it")
    for sheet in sheets:
        fault = find_fault(sheet)
        if fault:
            raise BadFile(f"{name}:{fault.line}: {fault.reason}")
    return store.add_sheets(sheets)


def write_json(sheet: ScoreSheet) -> str:
    """Return a game as one line of JSON."""
    content: dict[str, Any] = {"treppe": FORMAT}
    for name, value in asdict(sheet).items():
        if name == "moves":
            content[name] = [_facts_of(move) for move in value]
        elif name != "line" and (name not in _SELDOM or value != _SELDOM[name]):
            content[name] = value
    return json.dumps(content) + "\n"


def _facts_of(move: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a move that differ from the default."""
    return {name: value for name, value in move.items() if name != "line" and value != getattr(_PLAIN, name)}


def _read_lines(text: str, name: str) -> list[ScoreSheet]:
    sheets = []
    for line, content in enumerate(text.splitlines(), 1):
        if content.strip():
            sheets.append(_read_json(content, name, line))
    return sheets


def _read_json(text: str, name: str, line: int) -> ScoreSheet:
    try:
        content = json.loads(text)
        if not isinstance(content, dict):
            raise ValueError("not a JSON object")
        check_format(content.pop("treppe", "none"), name, line)
        _check_names(content, ScoreSheet, ("game", "options", "seats", "moves"))
        moves = content.pop("moves")
        for move in moves:
            _check_names(move, Move, ())
        return ScoreSheet(**content, moves=[Move(**move, line=line) for move in moves], line=line)
    except (ValueError, TypeError, AttributeError) as error:
        raise BadFile(f"{name}:{line}: not a game: {error}") from error


def _check_names(content: dict[str, Any], kind: type[ScoreSheet] | type[Move], wanted: Iterable[str]) -> None:
    known = {each.name for each in fields(kind)} - {"line"}
    for each in content:
        if each not in known:
            raise ValueError(f"no field {each!r}")
    for each in wanted:
        if each not in content:
            raise ValueError(f"the field {each!r} is missing")


def _csv(store: Store, numbers: Iterable[int]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for number in numbers:
        game = store.game(number)
        for ply, action in enumerate(store.actions(number), 1):
            name = game.seats[action.player] if action.player < len(game.seats) else ""
            facts = (number, game.game, ply, COLOURS[action.player], name, action.word)
            writer.writerow((*facts, action.thinking_ms, action.at, int(action.is_undone)))
    return out.getvalue()
