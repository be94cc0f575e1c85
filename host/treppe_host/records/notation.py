r"""Games as readable text: tags and moves as in chess's PGN, several games a file.

    [Treppe "1"]
    [Game "step"]
    [Options "players=2 size=5"]
    [Event "Club evening"]
    [Blue "Ann"]
    [Red "Bob"]
    [Result "resign winners=0"]

    1. a1-b1 {[%emt 0:00:01.000]} +c1
    2. ( e5-e4 ) e5-d5 {better}

Actions are in the notation of their game, numbered by turn. Actions in brackets were taken back. A comment follows its
action; `[%emt ...]` in it is the time that the player took, as in PGN. In tags and comments a backslash begins an
escape: `\\`, `\"`, `\n`, or `\u000d` with four hexadecimal digits of a character.
"""

import re
import textwrap
from collections.abc import Iterator
from datetime import datetime

from treppe.games.options import option_text

from treppe_host.colours import COLOURS
from treppe_host.errors import LineError
from treppe_host.store.score_sheet import ScoreSheet, result_text
from treppe_host.store.times import on_the_wall

FORMAT = 1
_WIDTH = 100
_WRAPPER = textwrap.TextWrapper(_WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
_UNSEEN = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\]"
_IN_TAGS = re.compile(rf'{_UNSEEN}|"')
_IN_COMMENTS = re.compile(rf"{_UNSEEN}|[{{}}\[]|\A | \Z| (?= )")
_SPELT_OUT = re.compile(r'\\(u[0-9a-f]{4}|[n\\"])')
_MEANINGS = {"n": "\n", "\\": "\\", '"': '"'}
_SPELLINGS = {meaning: f"\\{letter}" for letter, meaning in _MEANINGS.items()}
UNKNOWN_ZONE = "-00:00"
SEATS = tuple(colour.capitalize() for colour in COLOURS)
"""The tags with the players' names."""


def write_sheet(sheet: ScoreSheet) -> str:
    """Return a game as text, with an empty line at its end: tags, then moves with the number of each turn.

    `read_text` makes the same game of it, with its players, comments and times.

    >>> from treppe_host.store.score_sheet import Move
    >>> moves = [Move("a1-b1", player=0), Move("+a1", player=0)]
    >>> write_sheet(ScoreSheet("step", {"size": 5}, ["Ada", "Bo"], moves)).splitlines()[-2]
    '1. a1-b1 +a1'
    """
    tags = "".join(f'[{name} "{_spell_out(value, _IN_TAGS)}"]\n' for name, value in _tags(sheet))
    turns = re.sub(r" (?=\d+\. )", "\n", " ".join(_tokens(sheet)))
    lines = [line for turn in turns.split("\n") for line in _WRAPPER.wrap(turn)]
    return tags + "\n" + "\n".join(lines) + "\n\n"


def _tags(sheet: ScoreSheet) -> Iterator[tuple[str, str]]:
    yield "Treppe", str(FORMAT)
    yield "Game", sheet.game
    options = {name: value for name, value in sorted(sheet.options.items()) if value is not None}
    yield "Options", " ".join(f"{name}={option_text(value)}" for name, value in options.items())
    for name in ("event", "site", "round"):
        if getattr(sheet, name):
            yield name.capitalize(), getattr(sheet, name)
    begun, ended = (on_the_wall(at, sheet.zone_s or 0) for at in (sheet.started_at, sheet.ended_at))
    if begun:
        yield "Date", begun.strftime("%Y.%m.%d")
        yield "Started", _moment(begun, sheet.zone_s)
    if ended:
        yield "Ended", _moment(ended, sheet.zone_s)
    for colour, name in zip(SEATS, sheet.seats, strict=False):
        yield colour, name or ""
    yield "Result", result_text({"reason": sheet.reason, "winners": sheet.winners, "scores": sheet.scores})
    if sheet.num_missing:
        yield "Missing", str(sheet.num_missing)
    for name in ("board", "firmware", "origin"):
        if getattr(sheet, name):
            yield name.capitalize(), getattr(sheet, name)


def _moment(moment: datetime, zone_s: int | None) -> str:
    """Return a time with its zone; as in RFC 3339 `-00:00` is one that is unknown."""
    text = moment.isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + UNKNOWN_ZONE if zone_s is None else text


def _tokens(sheet: ScoreSheet) -> list[str]:
    """Return the moves as tokens. A take-back puts its actions in brackets, with the brackets among them."""
    tokens: list[str] = _comments(sheet.comments)
    standing: list[int] = []  # index among the tokens of each action that was not taken back
    turn, player = 0, None
    for move in sheet.moves:
        if move.undo:
            tokens.insert(standing[-move.undo], "(")
            tokens.append(")")
            del standing[-move.undo :]
            continue
        if player is None or move.player != player:
            turn, player = turn + 1, move.player
            tokens.append(f"{turn}.")
        standing.append(len(tokens))
        tokens.append(move.word)
        if move.thinking_ms is not None:
            tokens.append(f"{{[%emt {_elapsed(move.thinking_ms)}]}}")
        tokens += _comments(move.comments)
    return tokens


def _elapsed(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


def _comments(texts: list[str]) -> list[str]:
    return ["{" + _spell_out(text, _IN_COMMENTS) + "}" for text in texts if text]


def _spell_out(text: str, unsafe: re.Pattern[str]) -> str:
    """Return a text with escapes, so that a reader restores every character."""
    return unsafe.sub(lambda match: _SPELLINGS.get(match[0]) or f"\\u{ord(match[0]):04x}", text)


def spelt_out(text: str) -> str:
    """Return a text without escapes; a backslash that begins no escape stays."""
    return _SPELT_OUT.sub(lambda match: _MEANINGS.get(match[1]) or chr(int(match[1][1:], 16)), text)


def check_format(text: object, line: int) -> None:
    """Raise LineError if a file has another format than this program writes."""
    if str(text) != str(FORMAT):
        raise LineError(line, f"this is format {str(text)[:20]}, this Treppe reads format {FORMAT}: update Treppe")
