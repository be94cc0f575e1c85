"""Games as readable text: tags and moves as in chess's PGN, several games a file.

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
action; `[%emt ...]` in it is the time that the player took, as in PGN.
"""

import re
import textwrap
from collections.abc import Iterator
from datetime import datetime

from treppe import games
from treppe.games.options import complete, option_text, parse_option

from treppe_host.colours import COLOURS
from treppe_host.errors import BadFile
from treppe_host.store.score_sheet import Content, Move, ScoreSheet, result_text
from treppe_host.store.times import on_the_wall

FORMAT = 1
_WIDTH = 100
_WRAPPER = textwrap.TextWrapper(_WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]$')
_ELAPSED = re.compile(r"\[%emt (\d+):(\d\d):(\d\d)(?:\.(\d{3}))?\]")
_TOKEN = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_TEXTS = ("Event", "Site", "Round", "Board", "Firmware", "Origin")
_SEATS = tuple(colour.capitalize() for colour in COLOURS)
_NAMES = ("Treppe", "Game", "Options", "Date", "Started", "Result", *_TEXTS, *_SEATS)


# Writing.


def write_sheet(sheet: ScoreSheet) -> str:
    """Return a game as text, with an empty line at its end."""
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in _tags(sheet))
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
    if sheet.started_at is not None:
        moment = on_the_wall(sheet.started_at, sheet.zone_s or 0)
        assert moment, "times are checked before they are stored"
        yield "Date", moment.strftime("%Y.%m.%d")
        yield "Started", moment.isoformat(timespec="milliseconds")
    for colour, name in zip(_SEATS, sheet.seats, strict=False):
        yield colour, str(name)
    yield "Result", result_text({"reason": sheet.reason, "winners": sheet.winners, "scores": sheet.scores})
    for name in ("board", "firmware", "origin"):
        if getattr(sheet, name):
            yield name.capitalize(), getattr(sheet, name)


def _tokens(sheet: ScoreSheet) -> list[str]:
    """Return the moves as tokens. A take-back puts its actions in brackets, with the brackets among them."""
    tokens: list[str] = [_comment(text) for text in sheet.comments]
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
        tokens += [_comment(text) for text in move.comments]
    return tokens


def _comment(text: str) -> str:
    return "{" + text.translate(str.maketrans("{}[]\n", "()() ")) + "}"


def _elapsed(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


# Reading.


def read_sheets(text: str, name: str) -> list[ScoreSheet]:
    """Return the games of a file called `name`; raise BadFile with line and reason if one cannot be read."""
    sheets: list[ScoreSheet] = []
    tags: dict[str, tuple[str, int]] = {}
    moves: list[tuple[str, int]] = []
    for line, content in enumerate(text.splitlines(), 1):
        content = content.strip()
        if content.startswith("[") and not content.startswith("[%"):
            if moves:
                sheets.append(_sheet(tags, moves, name))
                tags, moves = {}, []
            key, value = _read_tag(content, name, line)
            if key in tags:
                raise BadFile(f"{name}:{line}: the tag {key} comes twice")
            tags[key] = value, line
        elif content:
            if not tags:
                raise BadFile(f"{name}:{line}: a game begins with its tags, not with {content[:30]!r}")
            moves.append((content, line))
        elif tags and not moves:
            moves.append(("", line))  # moves follow, or the next game's tags
    if tags:
        sheets.append(_sheet(tags, moves, name))
    return sheets


def _read_tag(content: str, name: str, line: int) -> tuple[str, str]:
    match = _TAG.match(content)
    if not match:
        raise BadFile(f'{name}:{line}: not a tag: {content!r} (a tag is [Name "value"])')
    if match[1] not in _NAMES:
        raise BadFile(f"{name}:{line}: no tag {match[1]}; there are: {' '.join(_NAMES)}")
    return match[1], re.sub(r"\\(.)", r"\1", match[2])


def _sheet(tags: dict[str, tuple[str, int]], moves: list[tuple[str, int]], name: str) -> ScoreSheet:
    first = min(line for _, line in tags.values())
    for wanted in ("Treppe", "Game", "Result"):
        if wanted not in tags:
            raise BadFile(f"{name}:{first}: the tag {wanted} is missing")
    check_format(tags["Treppe"][0], name, tags["Treppe"][1])
    text = {key: value for key, (value, _) in tags.items()}
    try:
        game = games.load(text["Game"])
        options = dict(parse_option(game, word) for word in text.get("Options", "").split())
        sheet = ScoreSheet(text["Game"], complete(game, options), _seats(text), line=first)
    except games.InvalidOption as error:
        place = tags["Options" if "Options" in tags and "no game" not in str(error) else "Game"][1]
        raise BadFile(f"{name}:{place}: {error}") from error
    for key in _TEXTS:
        if text.get(key):
            setattr(sheet, key.lower(), text[key])
    try:
        if "Started" in text:
            moment = datetime.fromisoformat(text["Started"])
            sheet.started_at = moment.timestamp()
            sheet.zone_s = _zone(moment)
    except ValueError as error:
        raise BadFile(f"{name}:{tags['Started'][1]}: {error}") from error
    result = _read_result(*tags["Result"], name)
    sheet.reason, sheet.winners, sheet.scores = result["reason"], result["winners"], result["scores"]
    _read_moves(sheet, moves, name)
    return sheet


def _zone(moment: datetime) -> int | None:
    """Return the zone of a time; UTC may mean that it is unknown."""
    offset = moment.utcoffset()
    return round(offset.total_seconds()) or None if offset else None


def check_format(text: object, name: str, line: int) -> None:
    """Raise BadFile if a file has another format than this program writes."""
    if str(text) != str(FORMAT):
        raise BadFile(f"{name}:{line}: this is format {text}, this Treppe reads format {FORMAT}: update Treppe")


def _seats(text: dict[str, str]) -> list[str]:
    named = [place for place, colour in enumerate(_SEATS) if colour in text]
    return [text.get(colour, "") for colour in _SEATS[: max(named, default=-1) + 1]]


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
        raise BadFile(f"not a result: {value!r} ({error})") from error
    return result


def _read_result(value: str, line: int, name: str) -> Content:
    try:
        return parse_result(value)
    except BadFile as error:
        raise BadFile(f"{name}:{line}: {error}") from error


def _read_moves(sheet: ScoreSheet, lines: list[tuple[str, int]], name: str) -> None:
    text = "\n".join(content for content, _ in lines)
    numbers = [line for _, line in lines]
    opened: list[tuple[int, int]] = []  # for each open bracket: number of actions before it, line
    num_standing = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        line = numbers[text.count("\n", 0, match.start())]
        if token == "(":
            opened.append((num_standing, line))
        elif token == ")":
            count = num_standing - opened.pop()[0] if opened else 0
            if not count:
                raise BadFile(f"{name}:{line}: a bracket closes with no actions in it")
            sheet.moves.append(Move(undo=count, line=line))
            num_standing -= count
        elif token in ("{", "}"):
            raise BadFile(f"{name}:{line}: a comment is not closed, or closes twice")
        elif token.startswith("{"):
            _read_comment(sheet, " ".join(token[1:-1].split()))
        elif not re.fullmatch(r"\d+\.", token):
            sheet.moves.append(Move(token, line=line))
            num_standing += 1
    if opened:
        raise BadFile(f"{name}:{opened[0][1]}: a bracket is not closed")


def _read_comment(sheet: ScoreSheet, text: str) -> None:
    elapsed = _ELAPSED.search(text)
    rest = _ELAPSED.sub("", text).strip()
    actions = [move for move in sheet.moves if not move.undo]
    if elapsed and actions:
        hours, minutes, seconds, milliseconds = (int(part or 0) for part in elapsed.groups())
        actions[-1].thinking_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    if rest:
        (actions[-1].comments if actions else sheet.comments).append(rest)
