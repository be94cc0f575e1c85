"""Checks a sheet from a file, field by field, so that it can be stored, listed, shown and exported again."""

from collections.abc import Callable
from typing import Any

from treppe_host.colours import COLOURS
from treppe_host.errors import LineError
from treppe_host.link.schema_violations import is_text, shown
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.times import is_time

LONGEST_NAME = 1000
_LONGEST_COMMENT = 100_000
_LONGEST_MS = 2**40 - 1
_LARGEST = 2**31 - 1
_DAY_S = 24 * 60 * 60

Fits = Callable[[Any], bool]


def check_fields(sheet: ScoreSheet) -> None:
    """Raise LineError for the first field with a wrong type or value."""
    for name, (fits, wanted) in _SHEET.items():
        value = getattr(sheet, name)
        if not fits(value):
            raise LineError(sheet.line, f"field {name}: {shown(value)} is not {wanted}")
    if sheet.reason is None and (sheet.winners, sheet.scores) != (None, None):
        raise LineError(sheet.line, "field reason: null, in a game with winners or scores")
    for place, move in enumerate(sheet.moves, 1):
        _check_move(move, place)


def _check_move(move: Move, place: int) -> None:
    for name, (fits, wanted) in _MOVE.items():
        value = getattr(move, name)
        if not fits(value):
            raise LineError(move.line, f"move {place}, field {name}: {shown(value)} is not {wanted}")
    if not move.word and not move.undo:
        raise LineError(move.line, f"move {place} has neither a word nor an undo")
    if move.undo and move != Move(undo=move.undo, line=move.line):
        raise LineError(move.line, f"move {place} is an undo, which has no other fields")


def _whole(low: int, high: int) -> tuple[Fits, str]:
    return lambda value: type(value) is int and low <= value <= high, f"a whole number from {low} to {high}"


def _text_of(longest: int) -> tuple[Fits, str]:
    return lambda value: is_text(value) and len(value) <= longest, f"a text of at most {longest} characters"


def _list_of(item: tuple[Fits, str], most: int = _LARGEST) -> tuple[Fits, str]:
    fits, wanted = item
    size = f" of at most {most}" if most < _LARGEST else ""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(fits, value)), (
        f"a list{size}, each {wanted}"
    )


def _or_null(item: tuple[Fits, str]) -> tuple[Fits, str]:
    fits, wanted = item
    return lambda value: value is None or fits(value), f"{wanted} or null"


def _are_options(value: Any) -> bool:
    """Return whether the options have types for which the rules can be asked."""
    return isinstance(value, dict) and all(map(is_text, value)) and value.get("players", 2) is not None


_NAME = _text_of(LONGEST_NAME)
_COMMENTS = _list_of(_text_of(_LONGEST_COMMENT))
_TIME = _or_null((is_time, "a time in seconds since 1970"))
_SEATS = len(COLOURS)

_SHEET: dict[str, tuple[Fits, str]] = {
    "game": _NAME,
    "options": (_are_options, "an object with options"),
    "seats": _list_of(_or_null(_NAME), _SEATS),
    "moves": _list_of((lambda move: isinstance(move, Move), "a move")),
    "reason": _or_null(_NAME),
    "winners": _or_null(_list_of(_whole(0, _SEATS - 1), _SEATS)),
    "scores": _or_null(_list_of(_whole(-_LARGEST, _LARGEST), _SEATS)),
    "event": _or_null(_NAME),
    "site": _or_null(_NAME),
    "round": _or_null(_NAME),
    "started_at": _TIME,
    "ended_at": _TIME,
    "firmware": _NAME,
    "board": _NAME,
    "origin": _or_null(_NAME),
    "comments": _COMMENTS,
    "num_missing": _whole(0, _LARGEST),
    "zone_s": _or_null(_whole(1 - _DAY_S, _DAY_S - 1)),
}
_MOVE: dict[str, tuple[Fits, str]] = {
    "word": (lambda value: value == "" or _NAME[0](value), _NAME[1]),
    "undo": _whole(0, _LARGEST),
    "player": _or_null(_whole(0, _SEATS - 1)),
    "thinking_ms": _or_null(_whole(0, _LONGEST_MS)),
    "at": _TIME,
    "comments": _COMMENTS,
}
