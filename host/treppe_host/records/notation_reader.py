"""Reads games as text (see notation.py)."""

import re
from datetime import datetime

from treppe import games
from treppe.games.options import complete, parse_option

from treppe_host.errors import BadFile, LineError
from treppe_host.records.notation import SEATS, UNKNOWN_ZONE, check_format, spelt_out
from treppe_host.store.score_sheet import Content, Move, ScoreSheet
from treppe_host.words import reason as in_words

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]$')
_ELAPSED = re.compile(r"\[%emt (\d{1,9}):(\d\d):(\d\d)(?:\.(\d{3}))?\]")
_TOKEN = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_BLANKS = re.compile(r"[ \t\r\n]+")
_NUMBER = re.compile(r"\d+\.")
_TEXTS = ("Event", "Site", "Round", "Board", "Firmware", "Origin")
_NAMES = ("Treppe", "Game", "Options", "Date", "Started", "Ended", "Result", "Missing", *_TEXTS, *SEATS)

Tags = dict[str, tuple[str, int]]
"""The tags of a game by name: value and line."""


def is_tag(line: str) -> bool:
    """Return whether a line of a file is a tag; other lines are empty, or have moves."""
    return line.startswith("[") and not line.startswith("[%")


def read_text(text: str, first: int) -> ScoreSheet:
    """Return the game of a text; `first` is the number of its first line in the file; raise LineError."""
    tags: Tags = {}
    lines = [line.strip() for line in text.split("\n")]
    place = 0
    while place < len(lines) and (is_tag(lines[place]) or not lines[place]):
        if lines[place]:
            _read_tag(tags, lines[place], first + place)
        place += 1
    if not tags:
        raise LineError(first + place, f"a game begins with its tags, not with {lines[place][:30]!r}")
    sheet = _sheet_of(tags)
    _read_moves(sheet, "\n".join(lines[place:]), first + place)
    return sheet


def _read_tag(tags: Tags, content: str, line: int) -> None:
    match = _TAG.match(content)
    if not match:
        raise LineError(line, f'not a tag: {content[:80]!r} (a tag is [Name "value"])')
    name = match[1]
    if name not in _NAMES:
        raise LineError(line, f"no tag {name[:80]}; there are: {' '.join(_NAMES)}")
    if name in tags:
        raise LineError(line, f"the tag {name} comes twice")
    tags[name] = spelt_out(match[2]), line


def _sheet_of(tags: Tags) -> ScoreSheet:
    line = min(line for _, line in tags.values())
    for wanted in ("Treppe", "Game", "Result"):
        if wanted not in tags:
            raise LineError(line, f"the tag {wanted} is missing")
    check_format(*tags["Treppe"])
    sheet = ScoreSheet(tags["Game"][0], _options(tags), _seats(tags), line=line)
    for name in _TEXTS:
        if tags.get(name, ("",))[0]:
            setattr(sheet, name.lower(), tags[name][0])
    sheet.started_at, sheet.zone_s = _time(tags, "Started")
    sheet.ended_at, _ = _time(tags, "Ended")
    if "Missing" in tags:
        sheet.num_missing = _whole(*tags["Missing"])
    value, place = tags["Result"]
    try:
        result = parse_result(value)
    except BadFile as error:
        raise LineError(place, str(error)) from error
    sheet.reason, sheet.winners, sheet.scores = result["reason"], result["winners"], result["scores"]
    return sheet


def _options(tags: Tags) -> Content:
    """Return all options of a game: those in its tag, and those whose value is None, which the tag leaves out."""
    try:
        game = games.load(tags["Game"][0])
    except games.InvalidOption as error:
        raise LineError(tags["Game"][1], in_words(error)) from error
    words, line = tags.get("Options", ("", tags["Game"][1]))
    try:
        options = dict(parse_option(game, word) for word in words.split())
        completed = complete(game, options)
    except games.InvalidOption as error:
        raise LineError(line, in_words(error)) from error
    except ValueError as error:
        raise LineError(line, f"a number in the tag Options cannot be read: {words[:80]}") from error
    return {name: value for name, value in completed.items() if name in options or value is None}


def _seats(tags: Tags) -> list[str]:
    named = [place for place, colour in enumerate(SEATS) if colour in tags]
    return [tags.get(colour, ("",))[0] for colour in SEATS[: max(named, default=-1) + 1]]


def _time(tags: Tags, name: str) -> tuple[float | None, int | None]:
    """Return a time and its zone, None where it is unknown."""
    value, line = tags.get(name, ("", 0))
    if not line:
        return None, None
    try:
        moment = datetime.fromisoformat(value)
        offset = None if value.endswith(UNKNOWN_ZONE) else moment.utcoffset()
        return moment.timestamp(), None if offset is None else round(offset.total_seconds())
    except (ValueError, OverflowError, OSError) as error:
        raise LineError(line, str(error)) from error


def _whole(value: str, line: int) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise LineError(line, f"not a number: {value[:30]!r}")
    return int(value)


def parse_result(value: str) -> Content:
    """Return reason, winners and scores of a result as `result_text` writes it; raise BadFile."""
    result: Content = {"reason": None, "winners": None, "scores": None}
    if value == "*":
        return result
    reason, *fields = value.split() or [""]
    result |= {"reason": reason, "winners": []}
    try:
        for each in fields:
            key, _, numbers = each.partition("=")
            if key not in ("winners", "scores"):
                raise ValueError(f"no field {key!r} in a result")
            result[key] = [int(number) for number in numbers.split(",") if number]
    except ValueError as error:
        raise BadFile(f"not a result: {value[:80]!r} ({error})") from error
    return result


def _read_moves(sheet: ScoreSheet, text: str, line: int) -> None:
    opened: list[tuple[int, int]] = []  # for each open bracket: number of actions before it, line
    num_standing = 0
    last: Move | None = None  # the action that a comment is about
    read_to = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        line += text.count("\n", read_to, match.start())
        read_to = match.start()
        if token == "(":
            opened.append((num_standing, line))
        elif token == ")":
            count = num_standing - opened.pop()[0] if opened else 0
            if not count:
                raise LineError(line, "a bracket closes with no actions in it")
            sheet.moves.append(Move(undo=count, line=line))
            num_standing -= count
        elif token in ("{", "}"):
            raise LineError(line, "a comment is not closed, or closes twice")
        elif token.startswith("{"):
            _read_comment(sheet, last, _BLANKS.sub(" ", token[1:-1]).strip(" "))
        elif not _NUMBER.fullmatch(token):
            last = Move(token, line=line)
            sheet.moves.append(last)
            num_standing += 1
    if opened:
        raise LineError(opened[0][1], "a bracket is not closed")


def _read_comment(sheet: ScoreSheet, last: Move | None, text: str) -> None:
    elapsed = _ELAPSED.search(text)
    rest = _ELAPSED.sub("", text).strip(" ")
    if elapsed and last:
        hours, minutes, seconds, milliseconds = (int(part or 0) for part in elapsed.groups())
        last.thinking_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    if rest:
        (last.comments if last else sheet.comments).append(spelt_out(rest))
