"""Records held against rules and raw events; corrections, comments, names; what many games have in common."""

import io
import json
import random
import re
from html.parser import HTMLParser

import pytest
from fakes_table import Table
from rich.console import Console
from sqlalchemy import text
from treppe import games, surfaces
from treppe.alphabet.buttons import OK
from treppe.games import catalogue
from treppe_host.errors import UnknownRecord
from treppe_host.records import statistics_report, terminal_statistics
from treppe_host.records.notation_reader import parse_result
from treppe_host.records.review import rejudge, verify
from treppe_host.records.terminal_board import draw_board, lit
from treppe_host.store.game_filter import GameFilter, InvalidChoice, day
from treppe_host.store.store import Store

pytestmark = pytest.mark.apart

OPTIONS = {"size": 5, "players": 2}


def play(store: Store, words: str, *, board: str = "b1", ending: str = "", name: str = "step", seats=()) -> int:
    """Store a game as a board tells of it; `undo2` takes two actions back."""
    state = games.start(name, **(OPTIONS if name == "step" else {}))
    hello = {"board": board, "surface": state.surface, "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 10**6}
    first = store.connect_board(hello) + 1
    reported = [{"k": "start", "game": name, "options": state.options, "seats": list(seats), "firmware": "0.1.0"}]
    for word in words.split():
        if word.startswith("undo"):
            reported.append({"k": "undo", "count": int(word[4:])})
            for _ in range(int(word[4:])):
                state.undo_action()
            continue
        reported.append({"k": "action", "player": max(0, state.current_player()), "word": word})
        if state.parse(word) in state.legal_actions():
            state.apply_action(state.action(word))
    if ending:
        reported.append({"k": "end", **parse_result(ending)})
    clocks = [{"e": first + place, "boot": 1, "ms": 1000 * place} for place in range(len(reported))]
    store.add_events(board, [clock | event for clock, event in zip(clocks, reported, strict=True)])
    return store.games()[0].number


RIGHT = "a1-b1 +c1 e5-e4 undo1 e5-d5 +d4"


def test_a_right_record_is_right(store: Store) -> None:
    assert verify(store, play(store, RIGHT)) == ""
    assert verify(store, play(store, RIGHT, ending="resign winners=1")) == ""
    assert rejudge(store, 1) == [] == rejudge(store, 2)


def test_a_game_that_the_clock_has_ended_is_right(store: Store) -> None:
    """As the board itself tells of it, with a pause and a take-back."""
    surface = surfaces.load("square7")
    table = Table(surface)
    table.command("new", {"game": "step", "clock": {"minutes": 1, "increment_s": 5}})
    table.set_up()
    for word in ("a1-b2", "+c2"):
        table.play(word)
    table.command("undo", {})
    table.set_up()
    table.command("pause", {})
    table.command("resume", {})
    table.press(OK)
    table.wait(70_000)
    assert table.phase() == "over"
    reported = list(table.journal.read_from(1))
    store.connect_board({"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 1})
    store.add_events("b1", reported)
    assert verify(store, 1) == "" and rejudge(store, 1) == []
    assert (store.game(1).reason, store.game(1).winners) == ("time", [1])
    assert [event["left_ms"] > 0 for event in reported if "left_ms" in event] == [True] * 4


@pytest.mark.parametrize(
    ("words", "ending", "reason"),
    [
        ("a1-b1 +c1 e5-e4 +e5 z9", "", "move 5: no action of step: 'z9'"),
        ("a1-b1 +c1 e5-b1", "", "move 3: not legal here: 'e5-b1'"),
        (RIGHT, "goal winners=0", "it ended with goal winners=0, by the rules with [*]"),
    ],
)
def test_the_first_difference_to_the_rules_is_named(store: Store, words: str, ending: str, reason: str) -> None:
    number = play(store, words, ending=ending)
    found = verify(store, number)
    assert reason.replace("[*]", "*") in found


def change(store: Store, statement: str) -> None:
    with store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(text(statement))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "UPDATE actions SET word = '+c2' WHERE word = '+c1'",
            "move 2 is +c2 in the record, +c1 in the board's events",
        ),
        ("UPDATE actions SET undone_by = NULL", "move 4 is e5-d5 in the record, a take-back of 1 in the board's"),
        ("DELETE FROM actions WHERE word = '+d4'", "5 moves in the record, 6 in the board's events"),
        ("UPDATE games SET reason = 'goal', winners = '[1]'", "the result is goal winners=1 in the record, resign wi"),
    ],
)
def test_a_record_that_was_tampered_with_is_named_and_made_anew(store: Store, statement: str, reason: str) -> None:
    number = play(store, RIGHT, ending="resign winners=0")
    before = store.sheet(number)
    change(store, statement)
    assert reason in verify(store, number)
    assert rejudge(store, number)
    assert verify(store, number) == "" and rejudge(store, number) == []
    assert [(move.word, move.undo) for move in store.sheet(number).moves] == [
        (move.word, move.undo) for move in before.moves
    ]
    assert store.game(number).num_actions == 4


def finished(store: Store, ending: str) -> int:
    chance = random.Random(2)
    state = games.start("aufstellen")
    words = []
    while not state.is_terminal():
        words.append(state.word(chance.choice(state.legal_actions())))
        state.apply_action(state.action(words[-1]))
    return play(store, " ".join(words), name="aufstellen", ending=ending or state.result())


def test_a_result_that_the_rules_judge_otherwise_is_corrected_in_their_name(store: Store) -> None:
    right = finished(store, "")
    wrong = finished(store, "stuck winners=0,1")
    assert verify(store, right) == "" and "by the rules with" in verify(store, wrong)
    (change,) = rejudge(store, wrong)
    assert "the result stuck winners=0,1 became " in change
    assert verify(store, wrong) == "" and rejudge(store, wrong) == []
    (remark,) = store.remarks(wrong)
    assert (remark.author, remark.content["was"]["winners"]) == ("the rules", [0, 1])
    assert json.loads(json.dumps(store.events(wrong)))[-1]["winners"] == [0, 1], "what the board reported stays"


def test_corrections_are_events_of_their_own(store: Store) -> None:
    number = play(store, "a1-b1 +c1 e5-e4 +e5", seats=["A", "B"])
    store.remark(number, "action", {"ply": 4, "word": "+d4"}, "Ann")
    store.remark(number, "result", parse_result("resign winners=0"), "Bob")
    store.remark(number, "names", {"seats": ["Ann", "Bob"]})
    store.remark(number, "tags", {"event": "Cup", "round": "2"})
    store.remark(number, "comment", {"ply": 3, "text": "bold"}, "Bob")
    store.remark(number, "comment", {"ply": 0, "text": "a quiet game"})
    assert store.record_words(number) == ["a1-b1", "+c1", "e5-e4", "+d4"]
    assert [event.get("word") for event in store.events(number)][-1] == "+e5", "nothing is erased"
    said = [(remark.kind, remark.author, remark.content.get("was")) for remark in store.remarks(number)]
    assert said[:3] == [
        ("action", "Ann", "+e5"),
        ("result", "Bob", {"reason": None, "winners": None, "scores": None}),
        ("names", None, {"seats": ["A", "B"]}),
    ]
    game = store.game(number)
    assert (game.seats, game.event, game.site, game.round, game.reason) == (["Ann", "Bob"], "Cup", None, "2", "resign")
    assert verify(store, number) == ""
    rejudge(store, number)
    assert store.record_words(number)[-1] == "+d4" and store.game(number).winners == [0], "they outlive a judgement"
    sheet = store.sheet(number)
    assert sheet.moves[2].comments == ["bold"] and sheet.comments == ["a quiet game"]
    assert len(store.remarks(number)) == 6


@pytest.mark.parametrize(
    ("number", "kind", "content"),
    [(9, "comment", {"ply": 0, "text": "x"}), (1, "comment", {"ply": 5, "text": "x"}), (1, "action", {"ply": 0})],
)
def test_a_remark_about_nothing_is_refused(store: Store, number: int, kind: str, content: dict) -> None:
    play(store, "a1-b1 +c1 e5-e4 +e5")
    with pytest.raises(UnknownRecord):
        store.remark(number, kind, {"word": "x"} | content)
    assert store.remarks(1) == []


def test_boards_have_names_and_calibrations(store: Store) -> None:
    play(store, RIGHT)
    store.name_board("b1", "club")
    assert store.board_names() == {"b1": "club"}
    assert [(board.board, board.name) for board in store.boards()] == [("b1", "club")]
    with pytest.raises(UnknownRecord, match="no board b9"):
        store.name_board("b9", "x")
    store.add_calibration("b1", "square7", "54434154")
    store.add_calibration("b1", "square7", "54434155")
    assert [each.content for each in store.calibrations("b1")] == ["54434155", "54434154"]


# What many games have in common.


class Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_statistics(store: Store) -> None:
    assert store.statistics(GameFilter()) == []
    for _ in range(3):
        play(store, RIGHT, ending="resign winners=0", seats=["Ann", "Bob"])
    play(store, "a1-b1 +c1", ending="resign winners=1")
    play(store, "a1-b1 +c1 e5-e4", ending="agreed winners=")
    play(store, "a1-b1")
    finished(store, "")
    (step, aufstellen) = store.statistics(GameFilter())
    assert (step.game, step.num_games, step.num_ended, step.num_draws) == ("step", 6, 5, 1)
    assert step.wins == {0: 3, 1: 1} and step.reasons == {"resign": 4, "agreed": 1}
    assert step.mean_length == (3 * 4 + 2 + 3) / 5 and step.lengths == {0: 5}
    assert step.fields["b1"] == 6 and step.fields["e4"] == 1, "what was taken back does not count"
    assert step.thinking_ms[0] == [1000] * 11 and aufstellen.num_ended == 1
    (chosen,) = store.statistics(GameFilter(game="step", player="Ann"))
    assert chosen.num_games == 3
    html = statistics_report.page([step, aufstellen], "Games <here>")
    outline = Outline()
    outline.feed(html)
    assert not outline.open and "Games <here>" in outline.words and "3 (60 %)" in outline.words
    assert "http" not in html and html.count("<svg") >= 8
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(terminal_statistics.tables([step, aufstellen]))
    shown = console.export_text()
    assert "blue 60 %, red 20 %" in shown and "resign 4, agreed 1" in shown and "b1 6, " in shown


def test_games_are_chosen_by_day_and_board(store: Store) -> None:
    play(store, RIGHT)
    play(store, RIGHT, board="c1")
    today = store.game(1).started_at
    assert len(store.games(GameFilter(since=today - 1, until=today + 60))) == 2
    assert [game.number for game in store.games(GameFilter(since=today))][-1] == 1, "a day begins with its first moment"
    assert store.games(GameFilter(until=today)) == [], "and ends before that of the next one"
    assert store.games(GameFilter(until=today - 1)) == [] == store.games(GameFilter(since=today + 60))
    assert [game.number for game in store.games(GameFilter(board="c"))] == [2]
    assert day("2026-11-21", is_end=True) - day("2026-11-21") == 86400 and day(None) is None
    assert day("0001-01-01") < 3 * 86400 and day("9999-12-31", is_end=True) > 1e11
    with pytest.raises(InvalidChoice, match="a day is YYYY-MM-DD, not 'today'"):
        day("today")
    with pytest.raises(InvalidChoice, match="no game 'chess'"):
        GameFilter(game="chess")


# In the terminal.


@pytest.mark.parametrize("name", catalogue.names())
def test_every_board_is_drawn_with_its_lamps(name: str) -> None:
    state = games.start(name)
    drawing = draw_board(state).plain
    lamps = lit(state)
    assert lamps and drawing.count("+") == sum(lamp == "+" for lamp in lamps.values())
    assert drawing.count("*") == sum(lamp == "*" for lamp in lamps.values())
    standing = sum(bool(state.pieces(field)) for field in range(len(state.image())))
    assert len(re.findall("[A-Z]", drawing)) == standing


def test_a_board_without_a_surface_is_drawn_in_letters() -> None:
    assert draw_board(games.start("step", size=9)).plain == games.start("step", size=9).board()
