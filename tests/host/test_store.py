"""Events of boards become games, actions and results in the database."""

import threading
import time

import pytest
from stored_board import Board
from treppe_host.colours import COLOURS
from treppe_host.errors import BadCorrection, StoreError, UnknownRecord
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.store import Store


def test_a_game_is_recorded_while_it_happens(board: Board, store: Store) -> None:
    board.add(board.event("boot"), board.start())
    board.add(board.act("a1-b1"))
    board.add(board.act("+c1"), board.act("e5-e4", 1))
    game = store.game(1)
    assert (game.board, game.game, game.options, game.seats) == ("b1", "step", {"players": 2}, ["A", "B"])
    assert (game.num_actions, game.reason, game.winners) == (3, None, None)
    board.add(board.end())
    game = store.game(1)
    assert (game.reason, game.winners, game.scores) == ("goal", [1], None)
    assert game.started_at < game.ended_at
    assert store.record_words(1) == ["a1-b1", "+c1", "e5-e4"]
    assert [action.thinking_ms for action in store.actions(1)] == [1000] * 3
    assert [action.player for action in store.actions(1)] == [0, 0, 1]


def test_each_event_is_stored_once(board: Board, store: Store) -> None:
    events = [board.start(), board.act("a1-b1"), board.act("+c1")]
    board.add(*events[:2])
    board.add(*events)
    assert store.record_words(1) == ["a1-b1", "+c1"] and board.connect() == 3


def test_what_is_taken_back_stays_in_the_record(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"), board.act("x3"), board.event("undo", count=2))
    board.add(board.act("x4"), board.end(), board.event("undo", count=1))
    assert store.record_words(1) == ["x1"] and store.game(1).reason is None
    assert [(action.word, action.is_undone) for action in store.actions(1)] == [
        ("x1", False),
        ("x2", True),
        ("x3", True),
        ("x4", True),
    ]


def test_games_follow_each_other_on_several_boards(board: Board, store: Store) -> None:
    other = Board(store, "b2")
    other.connect()
    board.add(board.start(), board.act("x1"))
    other.add(other.start(), other.act("y1"))
    board.add(board.act("x2"), board.start(), board.act("x3"))
    assert [store.record_words(number) for number in (1, 2, 3)] == [["x1", "x2"], ["y1"], ["x3"]]
    assert [(game.number, game.board) for game in store.games()] == [(3, "b1"), (2, "b2"), (1, "b1")]
    assert [event["k"] for event in store.last_game_events("b1")] == ["start", "action"]
    assert store.last_game_events("b3") == []


def test_actions_of_a_game_whose_start_is_not_known_are_kept_as_raw_events(board: Board, store: Store) -> None:
    board.number = 40
    board.add(board.act("x1"))
    assert store.games() == [] and board.connect() == 41


def test_journals_are_told_apart_by_their_names(store: Store) -> None:
    def connect(journal: str, following: int, boot: int = 1) -> int:
        hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": boot, "ms": 0, "next": following}
        return store.connect_board(hello | {"journal": journal})

    board = Board(store)
    assert connect("aa", 1) == 0
    board.add(board.start(), board.act("x1"))
    assert connect("aa", 3) == 2 and connect("aa", 9, boot=5) == 2
    assert connect("bb", 40, boot=7) == 0, "erased, and played on for long before the host saw it again"
    board.number = 0
    board.add(board.start(), board.act("y1"), board.act("y2"))
    assert connect("aa", 3, boot=5) == 2, "the old flash is back"
    board.number = 2
    board.add(board.act("x2"))
    assert connect("bb", 40) == 3 and connect("aa", 4) == 3
    assert connect("aa", 2) == 0, "set back to an older copy of itself"
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2"], ["y1", "y2"]]


def test_journals_are_listed_with_what_each_holds(store: Store) -> None:
    hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 1}
    board = Board(store)
    for journal in ("aa", "bb", "aa"):
        store.connect_board(hello | {"journal": journal})
        board.number = 0
        board.add(board.event("boot"), board.start(), board.act("x1"))
        store.add_gap("b1", 4, 6)
    listed = [(each.identity, each.number, each.last, each.begins, each.is_current) for each in store.journals("b1")]
    assert listed == [("aa", 1, 3, 0, False), ("bb", 2, 3, 0, False), ("aa.1", 3, 3, 0, True)]
    assert [each.missing for each in store.journals("b1")] == [((4, 6),)] * 3
    board.number = 6
    board.add(board.start())
    current = store.journals("b1")[-1]
    assert (current.last, current.begins) == (7, 7) and store.journals("b2") == []


def test_a_journal_from_before_names_gets_its_name(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 3, "journal": "aa"}
    assert store.connect_board(hello) == 2
    assert store.connect_board(hello | {"journal": "bb"}) == 0


def test_games_are_laid_aside_and_go_on(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.start(), board.act("y1"))
    board.add(board.event("resume", 60_000, game=1), board.act("x2"))
    board.connect()
    board.add(board.act("x3"), board.event("resume", game=3), board.act("y2"), board.event("resume", game=99))
    board.add(board.act("lost"))
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2", "x3"], ["y1", "y2"]]
    assert [action.thinking_ms for action in store.actions(1)] == [1000, 1000, 1000]
    assert [game.num_actions for game in store.games()] == [2, 3]


def test_a_board_whose_journal_began_anew_is_counted_anew(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    board.number = 0
    assert board.connect() == 0
    board.add(board.act("lost"), board.start(), board.act("x3"))
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2"], ["x3"]]
    assert board.connect() == 3


def test_it_is_there_after_reopening(board: Board, database: str) -> None:
    board.add(board.start(), board.act("x1"))
    again = Store(database)
    assert again.record_words(1) == ["x1"]
    again.close()


@pytest.mark.parametrize("number", [0, -1, 1 << 31, 1 << 63, 10**23])
def test_no_game_has_such_a_number(store: Store, number: int) -> None:
    for ask in (store.game, store.sheet, store.events, store.actions, store.remarks, store.rebuild):
        with pytest.raises(UnknownRecord, match=f"no game {number}"):
            ask(number)
    with pytest.raises(UnknownRecord):
        store.remark(number, "hide", {})


@pytest.mark.parametrize("text", ["\ud83d", "a\0b"])
def test_what_no_page_can_show_is_no_remark(board: Board, store: Store, text: str) -> None:
    board.add(board.start())
    for kind, content in (("names", {"seats": [text, "b"]}), ("comment", {"ply": 0, "text": text})):
        with pytest.raises(BadCorrection):
            store.remark(1, kind, content)
    with pytest.raises(BadCorrection):
        store.name_board(store.boards()[0].board, text)
    assert store.remarks(1) == []


def test_no_such_game(store: Store) -> None:
    with pytest.raises(UnknownRecord, match=r"no game 7 in "):
        store.game(7)


def test_games_are_found_by_how_they_ended(board: Board, store: Store) -> None:
    for reason, winners in (("goal", [0]), ("goal", [1]), ("agreed", [])):
        board.add(board.start(), board.act("x1"), board.event("end", reason=reason, winners=winners, scores=None))
    board.add(board.start(), board.act("x1"))
    wanted = {"goal": [2, 1], "agreed": [3], "draw": [3], "unfinished": [4], "incomplete": []}
    wanted |= {COLOURS[0]: [1], COLOURS[1]: [2], COLOURS[2]: []}
    found = {how: [game.number for game in store.games(GameFilter(result=how))] for how in wanted}
    assert found == wanted


def test_a_failure_in_the_midst_stores_nothing_of_it(board: Board, store: Store) -> None:
    with pytest.raises(KeyError):
        board.add(board.start(), board.act("x1"), {"e": 3, "k": "action"})
    assert store.games() == []


def test_missing_events_end_the_game_that_they_fall_into(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    board.number += 3  # two actions, and the start of the next game
    store.add_gap("b1", 4, 6)
    board.add(board.act("y1"), board.act("y2"))
    assert [(game.num_actions, game.num_missing, game.reason) for game in store.games()] == [(2, 3, None)]
    assert store.record_words(1) == ["x1", "x2"] and len(store.events(1)) == 3, "nothing is joined over the gap"
    assert store.last_game_events("b1") == []
    assert [game.number for game in store.games(GameFilter(result="incomplete"))] == [1]
    assert store.games(GameFilter(result="unfinished")) == []
    assert board.connect() == 8, "the gap is not asked for again"
    resumed = board.event("resume", game=1)
    board.add(resumed, board.act("x9"), board.start(), board.act("z1"), board.end())
    assert store.record_words(1) == ["x1", "x2"] and store.record_words(2) == ["z1"]
    assert store.game(2).reason == "goal" and store.game(2).num_missing == 0


def test_a_game_does_not_go_on_over_a_gap_before_another_game(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.start())
    board.number += 2
    store.add_gap("b1", 4, 5)
    board.add(board.start(), board.act("z1"))
    board.add(board.event("resume", game=1), board.act("x2"))
    assert store.record_words(1) == ["x1"] and store.game(1).num_missing == 2


def test_a_gap_is_stored_once_and_may_be_the_last_that_is_known(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    for first, last in ((3, 9), (3, 9), (2, 8)):
        store.add_gap("b1", first, last)
    board.number = 9
    assert board.connect() == 9 and store.game(1).num_missing == 7
    store.add_gap("b1", 8, 12)
    board.number = 12
    assert board.connect() == 12 and store.game(1).num_missing == 7, "no game was played any more"


def test_two_programs_store_the_events_of_one_board_once(board: Board, store: Store, database: str) -> None:
    played = [board.start(), *(board.act(f"x{number}") for number in range(60))]
    failures = []

    def log() -> None:
        own = Store(database)
        try:
            for end in range(1, len(played) + 1):
                own.add_events("b1", played[:end])
        except StoreError as error:
            failures.append(error)
        own.close()

    threads = [threading.Thread(target=log) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and store.record_words(1) == [f"x{number}" for number in range(60)]
    assert len(store.games()) == 1 and store.game(1).num_actions == 60


def test_what_sensors_measured_is_kept_once_and_counts_while_its_action_stands(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    store.add_measurement("b1", 2, "2000")
    store.add_measurement("b1", 3, "2001")
    store.add_measurement("b1", 3, "2001")
    store.add_measurement("b1", 9, "2002")  # its event has not come yet
    known = [(each.game, each.readings.hex()) for each in store.measurements("b1", "square7")]
    assert known == [(1, "2000"), (1, "2001")]
    assert not store.measurements("b1", "hex49") and not store.measurements("b2", "square7")
    assert not store.measurements("b1", "square7", since=time.time() + 1)
    board.add(board.event("undo", count=1))
    assert [each.readings.hex() for each in store.measurements("b1", "square7")] == ["2000"]
