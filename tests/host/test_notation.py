"""Games as text, JSON lines and CSV, and back."""

import codecs
import csv
import io
import random
import re
import tomllib
from pathlib import Path

import pytest
from game_files import read_sheets
from hypothesis import given
from hypothesis import strategies as st
from random_sheets import random_sheet
from searching import search
from treppe.games import catalogue
from treppe_host.errors import BadFile, LineError
from treppe_host.records.exchange import export, import_file
from treppe_host.records.json_lines import write_json
from treppe_host.records.notation import write_sheet
from treppe_host.records.rules_check import find_fault
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

STEP = """[Treppe "1"]
[Game "step"]
[Options "bricks=40 edition=de players=2 size=5"]
[Event "Club \\"evening\\""]
[Blue "Ann"]
[Red "Zoë"]
[Result "resign winners=0"]

{a short one}
1. a1-b1 {[%emt 0:00:01.500]} +c1
2. ( e5-e4 ( +e5 ) +d4 ) e5-d5 {better}
"""


def facts(sheet: ScoreSheet) -> tuple:
    moves = [(move.word, move.undo, move.player, move.thinking_ms) for move in sheet.moves]
    tags = (sheet.event, sheet.site, sheet.round, sheet.started_at)
    return sheet.game, sheet.options, sheet.seats, moves, sheet.reason, sheet.winners, sheet.scores, tags


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_goes_through_text_and_comes_back_the_same(name: str) -> None:
    written = [random_sheet(name, seed) for seed in range(5)]
    text = "".join(write_sheet(sheet) for sheet in written)
    assert max(map(len, text.splitlines())) < 130
    read = read_sheets(text)
    assert [find_fault(sheet) for sheet in read] == [None] * 5
    assert [facts(sheet) for sheet in read] == [facts(sheet) for sheet in written]


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_games_go_to_a_file_and_into_another_database(store: Store, tmp_path: Path, form: str) -> None:
    written = [random_sheet(name, 7) for name in catalogue.names()]
    assert store.add_sheets(written) == (len(written), 0)
    numbers = [record.number for record in reversed(store.games())]
    file = tmp_path / "games"
    file.write_text(export(store, numbers, form))
    other = Store(f"sqlite:///{tmp_path}/other.db")
    assert import_file(other, file) == (len(written), 0)
    assert import_file(other, file) == (0, len(written)), "a game is stored once"
    assert [facts(other.sheet(number)) for number in numbers] == [facts(store.sheet(number)) for number in numbers]
    assert facts(store.sheet(numbers[0])) == facts(written[0])
    assert export(other, numbers, "jsonl") == export(store, numbers, "jsonl")
    other.close()


def test_the_text_is_what_the_documentation_shows(store: Store, tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(STEP)
    import_file(store, tmp_path / "games.txt")
    sheet = store.sheet(1)
    words = [(move.word, move.undo, move.player) for move in sheet.moves]
    assert words == [
        ("a1-b1", 0, 0), ("+c1", 0, 0), ("e5-e4", 0, 1), ("+e5", 0, 1), ("", 1, None), ("+d4", 0, 1), ("", 2, None),
        ("e5-d5", 0, 1),
    ]  # fmt: skip
    assert (sheet.event, sheet.seats, sheet.comments) == ('Club "evening"', ["Ann", "Zoë"], ["a short one"])
    assert sheet.moves[-1].comments == ["better"] and sheet.moves[0].thinking_ms == 1500
    again = export(store, [1], "text")
    assert again.split("\n\n", 1)[1] == STEP.split("\n\n", 1)[1].replace("{a short one}\n", "{a short one}\n") + "\n"
    game = store.game(1)
    assert (game.reason, game.winners, game.num_actions) == ("resign", [0], 3)


def test_comments_may_say_anything() -> None:
    sheet = read_sheets(STEP)[0]
    said = ["{a} [Treppe]\n[Game] 2. ( ) \\", "\\n", "  in  blanks\t ", "\r\x0b\x85\u2028\u3000"]
    sheet.moves[0].comments = said
    again = read_sheets(write_sheet(sheet) * 2)
    assert [each.moves[0].comments for each in again] == [said] * 2
    assert find_fault(again[1]) is None


def test_actions_as_csv(store: Store, tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(STEP)
    import_file(store, tmp_path / "games.txt")
    rows = list(csv.DictReader(io.StringIO(export(store, [1], "csv"))))
    assert [row["word"] for row in rows] == ["a1-b1", "'+c1", "e5-e4", "'+e5", "'+d4", "e5-d5"]
    assert rows[0] | {"name": "Ann", "player": "blue", "thinking_ms": "1500", "taken_back": "0"} == rows[0]
    assert [row["taken_back"] for row in rows] == ["0", "0", "1", "1", "1", "0"]


@search(40)
@given(st.text(max_size=6) | st.text("'=+-@\t\r\n＝a\"", max_size=6))
def test_no_cell_is_a_formula_to_a_spreadsheet_and_one_quote_less_is_the_text(name: str) -> None:
    store = Store("sqlite://")
    sheet = ScoreSheet("blockade", {"players": 2}, [name, "Zoë"], [Move("+j3", player=0), Move("+d6", player=1)])
    try:
        store.add_sheets([sheet])
        content = export(store, [1], "csv").encode("utf-8", "surrogatepass")
        seats = store.sheet(1).seats
    finally:
        store.close()
    assert content.startswith(codecs.BOM_UTF8), "a spreadsheet reads it as UTF-8"
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig", "surrogatepass"), newline="")))
    cells = [cell for row in rows[1:] for cell in row]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\n＝＋－＠")]
    marked = [re.sub(r"^'(?='*[=+\-@\t\r\n＝＋－＠])", "", row[4]) for row in rows[1:]]
    assert marked == seats and [row[5] for row in rows[1:]] == ["'+j3", "'+d6"]


MISTAKES = tomllib.loads(Path("tests/data/file_mistakes.toml").read_text())


@pytest.mark.parametrize("mistake", MISTAKES["text"])
def test_a_mistake_is_named_with_file_line_and_reason_and_nothing_is_stored(store, tmp_path, mistake):
    right, wrong, line, reason = MISTAKES["text"][mistake]
    assert STEP.count(right) == 1
    file = tmp_path / "games.txt"
    num_lines = len(STEP.splitlines()) + 1
    file.write_text(STEP + "\n" + STEP.replace(right, wrong))
    with pytest.raises(BadFile, match=reason) as failure:
        import_file(store, file)
    assert str(failure.value).startswith(f"{file}:{num_lines + line}: "), failure.value
    assert store.games() == [] and not store.has_games()


@pytest.mark.parametrize(("right", "wrong", "reason"), MISTAKES["json"]["mistakes"])
def test_a_mistake_in_json_lines(store: Store, tmp_path: Path, right: str, wrong: str, reason: str) -> None:
    sheet = read_sheets(STEP)[0]
    assert find_fault(sheet) is None
    good = write_json(sheet)
    assert right in good
    (tmp_path / "games.jsonl").write_text(good + good.replace(right, wrong, 1))
    with pytest.raises(BadFile, match=f"games.jsonl:2: .*{reason}"):
        import_file(store, tmp_path / "games.jsonl")
    assert not store.has_games()


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe", b"1. a1-b1", None])
def test_what_is_no_file_of_games(store: Store, tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "games").write_bytes(content)
    with pytest.raises(BadFile, match=r"there is no game in it|cannot be read|a game begins with its tags"):
        import_file(store, tmp_path / "games")


def test_mutated_files_are_read_or_refused() -> None:
    chance = random.Random(3)
    base = STEP + "\n" + write_sheet(random_sheet("seven", 1))
    for _ in range(1500):
        text = list(base)
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.choice(
                ["", "[", "]", "{", "}", "(", ")", '"', " ", "\n", "7", "é"]
            )
        try:
            for sheet in read_sheets("".join(text)):
                find_fault(sheet)
        except LineError as mistake:
            assert mistake.line <= len(base.splitlines()) + 4


def test_imported_games_are_chosen_like_others(store: Store, tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(STEP)
    import_file(store, tmp_path / "games.txt")
    for wanted, count in (
        ({"game": "step"}, 1), ({"game": "tor"}, 0), ({"player": "zoë"}, 1), ({"player": "Zo"}, 0),
        ({"result": "resign"}, 1), ({"result": "blue"}, 1), ({"result": "red"}, 0), ({"result": "draw"}, 0),
        ({"result": "unfinished"}, 0), ({"event": 'club "evening"'}, 1), ({"board": "import"}, 1),
        ({"board": "im_ort"}, 0), ({"since": 0.0}, 0), ({"limit": 1}, 1),
    ):  # fmt: skip
        assert len(store.games(GameFilter(**wanted))) == count, wanted
