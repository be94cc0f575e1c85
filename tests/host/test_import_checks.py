"""Files of games are checked whole, field by field, before anything of them is kept."""

import json
import re
from pathlib import Path

import pytest
from game_files import import_text
from treppe_host.errors import BadFile
from treppe_host.records.exchange import export, import_file
from treppe_host.records.terminal_games import game_view, list_table
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.store import Store

pytestmark = [pytest.mark.long, pytest.mark.apart]

GOOD = {
    "treppe": 1, "game": "step", "options": {"players": 2, "size": 5}, "seats": ["Ann", "Bob"],
    "moves": [{"word": "a1-b1", "player": 0, "thinking_ms": 1500, "at": 1.79e9 + 1}, {"word": "+c1"}, {"undo": 1}],
    "reason": "resign", "winners": [1], "scores": None, "event": "Cup", "site": "Here", "round": "1",
    "started_at": 1.79e9, "ended_at": 1.79e9 + 9.25, "firmware": "0.1.0", "board": "b1", "origin": "b1/1/1",
    "comments": ["good"], "num_missing": 3, "zone_s": 7200,
}  # fmt: skip
MOVE = {"word": "a1-b1", "undo": 0, "player": 0, "thinking_ms": 1500, "at": 1.79e9, "comments": ["good"]}
ODD = (
    None, True, False, -1, 5, 1 << 31, 1 << 70, 0.5, -1.5, 1e300, float("nan"), float("inf"), -1e300, "", "x",
    "\0", "\ud800", "x" * 200_000,
    [], [None], [[]], [5], [1e300], ["\0"], [0, 0], ["a"] * 5, {}, {"": 1}, {"players": None},
    {"players": 1e300}, {"players": [[]]}, {"size": "\ud800"}, {"a": {"b": {}}},
)  # fmt: skip


def read_all(store: Store) -> int:
    """Show all that is stored in every way; return how many games there are."""
    found = store.games(GameFilter())
    list_table(found)
    for game in found:
        game_view(game, store.actions(game.number), store.remarks(game.number), store.events(game.number)[0])
        for form in ("text", "jsonl", "csv"):
            export(store, [game.number], form)
    store.statistics(GameFilter())
    return len(found)


def is_short(value: object) -> bool:
    return isinstance(value, str) and len(value) < 1000 and value.isprintable()


def is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < 1e12


def is_whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


FITS = {
    "treppe": lambda value: False,
    "game": lambda value: False,
    "options": lambda value: value == {},
    "seats": lambda value: value in ([], [None]),
    "moves": lambda value: value == [],
    "reason": lambda value: False,  # it would need other winners
    "winners": lambda value: value == [],
    "scores": lambda value: value in (None, [], [5], [0, 0]),
    "started_at": lambda value: value is None or is_time(value),
    "ended_at": lambda value: value is None or is_time(value),
    "firmware": is_short,
    "board": is_short,
    "comments": lambda value: value in ([], ["a"] * 5),
    "num_missing": lambda value: is_whole(value, 0, 1 << 30),
    "zone_s": lambda value: value is None or is_whole(value, -86399, 86399),
    **dict.fromkeys(("event", "site", "round", "origin"), lambda value: value is None or is_short(value)),
}
FITS_MOVES = {
    "word": lambda value: False,
    "undo": lambda value: False,
    "player": lambda value: value is None,
    "thinking_ms": lambda value: value is None or is_whole(value, 0, (1 << 40) - 1),
    "at": lambda value: value is None or is_time(value),
    "comments": lambda value: value in ([], ["a"] * 5),
}


def test_a_good_game_is_taken(store: Store) -> None:
    assert import_text(store, json.dumps(GOOD) + "\n") == (1, 0) and read_all(store) == 1
    game = store.game(1)
    assert (game.seats, game.num_missing, game.zone_s, game.num_actions) == (["Ann", "Bob"], 3, 7200, 1)


@pytest.mark.parametrize("name", sorted(FITS))
def test_a_field_of_any_value_fits_or_is_named_and_nothing_is_stored(store: Store, name: str) -> None:
    for number, value in enumerate(ODD):
        before = len(store.games())
        lines = [json.dumps(GOOD | {"origin": f"b1/{number}/{place}"} | {name: value}) for place in (1, 2)]
        try:
            import_text(store, json.dumps(GOOD | {"origin": f"b1/{number}/3"}) + "\n" + "\n".join(lines))
            fits = True
        except BadFile as error:
            assert (
                re.match(rf"file:2: .*({name}|format|winners|no game|move 1|option|allowed|by the rules)", str(error))
                and len(str(error)) < 500
            ), error
            fits = False
        assert fits == FITS[name](value), value
        assert (len(store.games()) > before) == fits, value
    read_all(store)


@pytest.mark.parametrize("name", sorted(FITS_MOVES))
def test_a_field_of_a_move_of_any_value(sqlite: Store, name: str) -> None:
    for number, value in enumerate(ODD):
        before = len(sqlite.games())
        content = GOOD | {"moves": [MOVE | {name: value}], "origin": f"b1/{number}/1"}
        try:
            import_text(sqlite, json.dumps(content))
            fits = True
        except BadFile as error:
            assert re.match(r"file:1: (move 1[,: ]|no action|not legal|a1-b1 is by)", str(error)), error
            fits = False
        assert fits == FITS_MOVES[name](value), value
        assert (len(sqlite.games()) > before) == fits, value
    read_all(sqlite)


TEXT = """[Treppe "1"]
[Game "step"]
[Options "players=2 size=5"]
[Started "2026-10-25T02:30:00.000+02:00"]
[Ended "2026-10-25T02:31:00.000+01:00"]
[Blue "Ann"]
[Result "*"]
[Missing "3"]

1. a1-b1 {[%emt 0:00:01.500]} +c1
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "reason"),
    [
        ("size=5", "size=²", 3, "size="),
        ("size=5", "size=" + "7" * 5000, 3, "size="),
        ("2026-10-25T02:30:00.000+02:00", "0001-01-01T00:00:00", 4, "range|year"),
        ("2026-10-25T02:30:00.000+02:00", "9999-12-31T23:59:59", 1, "field started_at"),
        ("2026-10-25T02:30:00.000+02:00", "1960-01-01T00:00:00+00:00", 1, "field started_at"),
        ("2026-10-25T02:30:00.000+02:00", "yesterday", 4, "yesterday"),
        ("2026-10-25T02:31:00.000+01:00", "yesterday", 5, "yesterday"),
        ("Ann", "\\u0000", 1, "field seats"),
        ("Ann", "\\ud800", 1, "field seats"),
        ("Ann", "A" * 5000, 1, "field seats"),
        ('"*"', '"agreed winners=0,0"', 1, "winners"),
        ('"*"', '"resign winners=' + "9" * 5000 + '"', 7, "not a result"),
        ('"3"', '"-3"', 8, "not a number"),
        ("0:00:01.500", "999999999:00:01.500", 10, "field thinking_ms"),
        ("+c1", "\0", 10, "field word"),
    ],
)
def test_a_text_with_what_cannot_be(store: Store, right: str, wrong: str, line: int, reason: str) -> None:
    assert TEXT.count(right) == 1
    with pytest.raises(BadFile, match=reason) as failure:
        import_text(store, TEXT + "\n" + TEXT.replace(right, wrong))
    place = int(str(failure.value).split(":")[1])
    assert place - len(TEXT.splitlines()) - 1 == line and len(str(failure.value)) < 600, failure.value
    assert not store.has_games()


def test_what_reads_like_a_file_and_is_none(store: Store, tmp_path: Path) -> None:
    for content in (
        b'{"a":' * 100_000,
        b"[" * 100_000,
        b'{"treppe":' + b"9" * 10_000 + b"}",
        b"{\xff}",
        b'[Treppe "\xff"]',
    ):
        (tmp_path / "games").write_bytes(content)
        with pytest.raises(BadFile, match="games:1: "):
            import_file(store, tmp_path / "games")
    (tmp_path / "games").write_bytes(b"\xef\xbb\xbf\r\n" + TEXT.replace("\n", "\r\n").encode())
    assert import_file(store, tmp_path / "games") == (1, 0), "as an editor on another system writes it"
    game = store.game(1)
    assert (game.num_missing, game.zone_s, game.seats) == (3, 7200, ["Ann"])
