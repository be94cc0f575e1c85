"""Records that the database returns: games, actions, remarks, boards, calibrations."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """An action of a game. Times: `at` in seconds since 1970 or None, the others in milliseconds."""

    player: int
    word: str
    boot: int
    board_ms: int
    at: float | None
    thinking_ms: int | None
    is_undone: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game. `reason` is None while it goes on; times are seconds since 1970, or None where unknown.

    `num_missing`: so many of the board's events are missing where the record breaks off, 0 of a whole one. `zone_s`:
    the clock on the wall was so many seconds ahead of UTC. `is_guessed`: the PC did not know the time then.
    """

    number: int
    board: str
    game: str
    options: dict[str, Any]
    seats: list[Any]
    firmware: str
    started_at: float | None
    ended_at: float | None
    reason: str | None
    winners: list[int] | None
    scores: list[int] | None
    num_actions: int
    event: str | None
    site: str | None
    round: str | None
    origin: str | None
    num_missing: int
    zone_s: int | None
    is_guessed: bool


@dataclass(frozen=True, slots=True)
class RemarkRecord:
    """A remark about a game; `at` is in seconds since 1970."""

    kind: str
    content: dict[str, Any]
    at: float
    author: str | None


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board as it was when it was last connected."""

    board: str
    name: str | None
    surface: str
    firmware: str


@dataclass(frozen=True, slots=True)
class CalibrationRecord:
    """A calibration; `at` is in seconds since 1970, `origin` "learned" for one that follows from play, else empty."""

    surface: str
    at: float
    content: str
    origin: str | None = None


def game_row(row: Row[Any]) -> GameRow:
    """Return a row of the table `games` as a record."""
    fields = dict(row._mapping)
    names = {"number": fields.pop("id"), "board": fields.pop("board_id"), "is_guessed": bool(fields.pop("is_guessed"))}
    return GameRow(**names, **fields)


def action_record(row: Row[Any]) -> ActionRecord:
    """Return a row of the table `actions` as a record."""
    names = ("player", "word", "boot", "board_ms", "at", "thinking_ms")
    return ActionRecord(**{name: row._mapping[name] for name in names}, is_undone=row.undone_by is not None)
