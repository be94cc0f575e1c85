"""What is exported comes back: exported, imported elsewhere and exported again, it is the same byte for byte."""

import json
import time
from pathlib import Path

import pytest
from game_files import import_text
from hypothesis import given
from hypothesis import strategies as st
from random_sheets import random_sheet
from searching import search
from stored_board import Board
from treppe.games import catalogue
from treppe_host.records.exchange import export, import_file
from treppe_host.records.notation import write_sheet
from treppe_host.records.notation_reader import read_text
from treppe_host.records.rules_check import find_fault
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

pytestmark = [pytest.mark.long, pytest.mark.apart]

FORMS = ("text", "jsonl")
ODD = (
    "\r", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\t", "\x01", "\x7f",
    "  two  blanks ", " ", "\u3000", "\xa0", "\ufeff", "\u202e", '"', "\\", "\\n", "\\u0041", "\\\\", "a\\",
    "{}", "}{", "{", "[", "]", '[Game "x"]', "[%emt 0:00:01.000]", "( 1. a1-b1 )", "2. ", "-", "<b>", "x" * 300,
    "wörter " * 40, "日本 語", "e\u0301",
)  # fmt: skip
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30) | st.sampled_from(ODD)


def goes_round(store: Store, other: Store, form: str) -> str:
    """Export all games of a store, import them into another one, export them again; return the content."""
    numbers = list(reversed([game.number for game in store.games()]))
    content = export(store, numbers, form)
    assert import_text(other, content) == (len(numbers), 0)
    there = sorted(game.number for game in other.games())[-len(numbers) :]
    assert export(other, there, form) == content
    return content


@pytest.mark.parametrize("form", FORMS)
def test_odd_names_tags_and_comments(store: Store, other: Store, form: str) -> None:
    for place, text in enumerate(ODD):
        sheet = random_sheet("step", place)
        store.add_sheets([sheet])
        store.remark(place + 1, "names", {"seats": [text, f"{text}B"]})
        store.remark(place + 1, "tags", {"event": text, "site": f"a{text}", "round": f"{text}{text}"})
        for ply in (0, 1, 3, 3):
            store.remark(place + 1, "comment", {"ply": ply, "text": text * (1 + ply)})
    goes_round(store, other, form)
    assert [game.event for game in reversed(other.games())] == list(ODD)


@pytest.mark.parametrize("form", FORMS)
def test_every_game_with_take_backs_and_unknown_times(store: Store, other: Store, form: str) -> None:
    store.add_sheets([random_sheet(name, seed) for name in catalogue.names() for seed in range(3)])
    goes_round(store, other, form)


@pytest.mark.parametrize("form", FORMS)
def test_what_a_board_has_recorded_with_all_its_clocks(store, other, form, monkeypatch):
    board = Board(store)
    board.connect()
    start = board.start() | {"options": {"players": 2, "size": 5}}
    board.add(start, board.act("a1-b1"), board.event("pause"), board.event("resume", 60_000), board.act("+c1"))
    board.boot, board.now_ms = 2, 0
    missed = [board.act("e5-e4", 1), board.event("undo", count=1)]
    board.boot, board.now_ms = 3, 0
    later = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: later)
    board.connect()
    board.add(*missed, board.act("e5-e4", 1), board.act("+e5", 1), board.event("resign", player=1))
    board.add(board.event("end", reason="resign", winners=[0], scores=None))
    board.add(board.event("start", game="step", options={"players": 2}, seats=[None, "B"], firmware="0.1.0"))
    board.store.add_gap("b1", board.number + 1, board.number + 3)
    content = goes_round(store, other, form)
    assert other.game(1).ended_at is not None and other.game(2).num_missing == 3
    if form == "jsonl":
        reported = [json.loads(line) for line in content.splitlines()]
        assert [move.get("at") for move in reported[0]["moves"]] == [move.at for move in store.sheet(1).moves]
        assert any(move.get("at") for move in reported[0]["moves"]), "some times are known"


@search(300)
@given(st.lists(TEXTS, min_size=2, max_size=2), st.lists(TEXTS, min_size=3, max_size=3), st.lists(TEXTS, max_size=3))
def test_any_text_comes_back_from_a_text(seats: list[str], tags: list[str], comments: list[str]) -> None:
    moves = [Move("a1-b1", player=0, thinking_ms=5, comments=comments), Move("+c1", player=0)]
    sheet = ScoreSheet("step", {"players": 2}, seats, moves, comments=comments[::-1])
    sheet.event, sheet.site, sheet.round = tags
    written = write_sheet(sheet)
    assert written.splitlines() == written.split("\n")[:-1], "no other line ends"
    again = read_text(written, 1)
    assert find_fault(again) is None
    assert write_sheet(again) == written and again.seats == seats
    assert again.moves[0].comments == [text for text in comments if text]
    assert again.comments == [text for text in comments[::-1] if text]
    assert [again.event or "", again.site or "", again.round or ""] == tags


def test_through_the_files_that_the_command_writes(store: Store, other: Store, tmp_path: Path) -> None:
    store.add_sheets([random_sheet("step", 1)])
    store.remark(1, "names", {"seats": ["A\rB", "C\u2028D\x85"]})
    for form in FORMS:
        file = tmp_path / f"games.{form}"
        file.write_bytes(export(store, [1], form).encode())
        import_file(other, file)
    assert len(other.games()) == 1 and export(other, [1], "text") == export(store, [1], "text")
