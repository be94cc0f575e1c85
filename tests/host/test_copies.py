"""A game that came in a file and the board's own record of it are one game, whichever came first.

The board was connected to another PC as well.
"""

from dataclasses import replace

import pytest
from game_files import import_text
from stored_board import Board
from treppe_host.errors import StoreError
from treppe_host.records.exchange import export
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

pytestmark = [pytest.mark.long, pytest.mark.apart]

LISTED = GameFilter()
WORDS = ("a1-b1", "+c1", "e5-e4", "+e5")


def events(board: Board, num_words: int = 4, *, ended: bool = True) -> list[dict]:
    start = board.start() | {"options": {"players": 2, "size": 5}}
    played = [start, *(board.act(word, place // 2) for place, word in enumerate(WORDS[:num_words]))]
    resigned = {"reason": "resign", "winners": [1], "scores": None}
    return [*played, board.event("end", **resigned)] if ended else played


def record(store: Store, played: list[dict], boot: int = 1) -> Board:
    """Let a store have these events of the first power-up, whose times it knows if that still lasts."""
    board = Board(store)
    board.boot = boot
    board.connect()
    board.add(*played)
    board.number = played[-1]["e"]
    return board


def listed(store: Store) -> list[tuple]:
    return [(game.board, game.num_actions, game.reason) for game in store.games(LISTED)]


def exported(other: Store, played: list[dict], form: str = "text") -> str:
    """Return a game as a file of the other PC, where people have given it names and said something about it."""
    record(other, played)
    other.remark(1, "names", {"seats": ["Ann", "Bob"]}, "Ann")
    other.remark(1, "tags", {"event": "Club evening"}, "Ann")
    other.remark(1, "comment", {"ply": 0, "text": "a fine game"}, "Bob")
    other.remark(1, "comment", {"ply": 2, "text": "the turning point"}, "Bob")
    return export(other, [1], form)


@pytest.mark.parametrize("is_import_first", [True, False])
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_import_and_own_game_are_one(other: Store, store: Store, form: str, is_import_first: bool) -> None:
    played = events(Board(other))
    file = exported(other, played, form)
    if is_import_first:
        assert import_text(store, file, "file") == (1, 0)
        assert listed(store) == [("import", 4, "resign")]
    board = record(store, played, boot=2)
    if not is_import_first:
        assert import_text(store, file, "file") == (0, 1)
    assert listed(store) == [("b1", 4, "resign")]
    own = store.games(LISTED)[0]
    sheet = store.sheet(own.number)
    assert (sheet.seats, sheet.event, sheet.comments) == (["Ann", "Bob"], "Club evening", ["a fine game"])
    assert [move.comments for move in sheet.moves] == [[], ["the turning point"], [], []]
    assert [event["k"] for event in store.events(own.number)] == ["start", *["action"] * 4, "end"]
    assert export(store, [own.number], form) == file, "nothing was lost on the way"
    again = len(store.remarks(own.number))
    assert import_text(store, file, "file") == (0, 1) and len(store.remarks(own.number)) == again
    board.add(*events(board))
    assert len(store.games(LISTED)) == 2, "the board's log goes on"


def test_an_import_that_knows_more_waits_until_the_board_has_told_it(other: Store, store: Store) -> None:
    played = events(Board(other))
    file = exported(other, played)
    board = record(store, played[:3])
    assert import_text(store, file, "file") == (1, 0)
    assert listed(store) == [("import", 4, "resign"), ("b1", 2, None)]
    board.add(*played[3:5])
    assert len(listed(store)) == 2, "it does not say yet how the game ended"
    board.add(*played[5:])
    assert listed(store) == [("b1", 4, "resign")]


def test_a_later_file_of_the_same_game_takes_the_place_of_an_earlier_one(other: Store, store: Store) -> None:
    played = events(Board(other))
    board = record(other, played[:2])
    assert import_text(store, export(other, [1], "text"), "file") == (1, 0)
    board.add(*played[2:])
    assert import_text(store, export(other, [1], "text"), "file") == (1, 0)
    assert listed(store) == [("import", 4, "resign")]


def test_records_that_contradict_each_other_both_stay_and_once(other: Store, store: Store) -> None:
    played = events(Board(other))
    record(store, played)
    record(other, played)
    other.remark(1, "action", {"ply": 2, "word": "+b2"}, "Ann")
    file = export(other, [1], "jsonl")
    for stored in (1, 0):
        assert import_text(store, file, "file") == (stored, 1 - stored)
        assert [store.record_words(game.number)[1] for game in store.games(LISTED)] == ["+b2", "+c1"]
    assert store.sheet(2).origin == "b1/1/1", "the file can be made again"


def test_other_names_and_tags_become_comments_where_people_have_said_something(other: Store, store: Store) -> None:
    played = events(Board(other))
    file = exported(other, played)
    record(store, played)
    store.remark(1, "names", {"seats": ["Anne", "Bob"]}, "Cleo")
    store.remark(1, "tags", {"event": "Christmas"}, "Cleo")
    for _ in range(2):
        assert import_text(store, file, "file") == (0, 1)
    sheet = store.sheet(1)
    assert (sheet.seats, sheet.event) == (["Anne", "Bob"], "Christmas")
    assert sheet.comments == ["a fine game", "event: Club evening", "players: Ann, Bob"]


def test_a_game_that_was_typed_elsewhere_is_another_one_than_that_typed_here(other: Store, store: Store) -> None:
    sheet = ScoreSheet("step", {"players": 2, "size": 5, "bricks": 40}, ["A", "B"])
    store.add_sheets([replace(sheet, moves=[Move(word, player=0) for word in WORDS[:1]])])
    other.add_sheets([replace(sheet, moves=[Move(word, player=0) for word in ("a1-a2", "+a1")])])
    assert import_text(store, export(other, [1], "text"), "file") == (1, 0)
    assert [store.record_words(number) for number in (1, 2)] == [["a1-b1"], ["a1-a2", "+a1"]]


@pytest.mark.parametrize(("origin", "num_stored"), [("copy 2 of b1/1/1", 0), ("b1/1/1", 0), ("b1/1/2", 1), ("", 1)])
def test_a_copy_of_a_copy_is_the_same_game_and_no_origin_is_none(store: Store, origin: str, num_stored: int) -> None:
    moves = [Move(word, player=0) for word in WORDS[:1]]
    sheet = ScoreSheet("step", {"players": 2, "size": 5}, ["A", "B"], moves, origin="b1/1/1")
    assert store.add_sheets([sheet]) == (1, 0)
    assert store.add_sheets([replace(sheet, origin=origin)]) == (num_stored, 1 - num_stored)
    assert store.add_sheets([replace(sheet, origin=""), replace(sheet, origin="")]) == (2, 0)


def test_there_is_an_end_of_contradictions(store: Store) -> None:
    sheet = ScoreSheet("step", {"players": 2, "size": 5, "bricks": 40}, ["A", "B"], origin="b1/1/1")
    for number in range(15):
        store.add_sheets([replace(sheet, moves=[Move(f"x{number}", player=0)])])
    with pytest.raises(StoreError, match="15 records of game b1/1/1 already that contradict each other"):
        store.add_sheets([replace(sheet, moves=[Move("y", player=0)])])
    assert len(store.games()) == 15
