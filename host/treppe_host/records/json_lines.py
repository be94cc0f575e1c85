"""Games as JSON, one a line: all fields of a sheet under their names."""

import json
from collections.abc import Collection
from dataclasses import fields
from typing import Any

from treppe_host.errors import LineError
from treppe_host.records.notation import FORMAT, check_format
from treppe_host.store.score_sheet import Move, ScoreSheet

_SHEET_NAMES = [each.name for each in fields(ScoreSheet) if each.name != "line"]
_MOVE_DEFAULTS = [(each.name, getattr(Move(), each.name)) for each in fields(Move) if each.name != "line"]
_MOVE_NAMES = [name for name, _ in _MOVE_DEFAULTS]
_SELDOM = {"ended_at": None, "num_missing": 0, "zone_s": None}
"""Fields that are left out where they have their defaults."""


def write_json(sheet: ScoreSheet) -> str:
    """Return a game as one line of JSON."""
    content: dict[str, Any] = {"treppe": FORMAT}
    for name in _SHEET_NAMES:
        value = getattr(sheet, name)
        if name == "moves":
            content[name] = [_facts_of(move) for move in value]
        elif name not in _SELDOM or value != _SELDOM[name]:
            content[name] = value
    return json.dumps(content) + "\n"


def _facts_of(move: Move) -> dict[str, Any]:
    """Return the fields of a move that differ from the default."""
    facts = {}
    for name, default in _MOVE_DEFAULTS:
        value = getattr(move, name)
        if value != default:
            facts[name] = value
    return facts


def read_json(text: str, line: int) -> ScoreSheet:
    """Return the game of a line, its fields as they stand there; raise LineError."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LineError(line, f"not a game: {error}") from error
    if not isinstance(content, dict):
        raise LineError(line, "not a game: not a JSON object")
    check_format(content.pop("treppe", "none"), line)
    _check_names(content, _SHEET_NAMES, line, "")
    for name in ("game", "options", "seats", "moves"):
        if name not in content:
            raise LineError(line, f"not a game: the field {name!r} is missing")
    moves = content.pop("moves")
    if not isinstance(moves, list):
        raise LineError(line, "field moves: not a list")
    for place, move in enumerate(moves, 1):
        if not isinstance(move, dict):
            raise LineError(line, f"move {place}: not an object")
        _check_names(move, _MOVE_NAMES, line, f"move {place}: ")
    return ScoreSheet(**content, moves=[Move(**move, line=line) for move in moves], line=line)


def _check_names(content: dict[str, Any], names: Collection[str], line: int, where: str) -> None:
    for name in content:
        if name not in names:
            raise LineError(line, f"not a game: {where}no field {name[:80]!r}")
