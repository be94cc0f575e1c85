"""The command line: games are listed, shown, corrected; mistakes are reported in one line."""

import json
import os
import re
import sqlite3
import subprocess
import sys

import pytest
from shell import Shell, action, start, store_game
from treppe_host import cli
from treppe_host.records.sentences import sentence
from typer.main import get_command

pytestmark = pytest.mark.apart


def test_games_are_listed_and_shown(shell: Shell) -> None:
    assert "No games yet in " in shell.run("games", "list")
    events = [start(size=5, players=2), action(0, "a1-b1"), action(0, "+c1"), action(1, "e5-e4")]
    events += [{"k": "undo", "count": 1}, action(1, "e5-d5"), {"k": "resign", "player": 1}]
    events += [{"k": "end", "reason": "resign", "winners": [0], "scores": None}]
    events[0] |= {"lot": True, "clock": {"minutes": 10, "increment_s": 5}}
    store_game(shell.folder / "data/games.db", events)
    listed = shell.run("games", "list")
    assert re.search(r"1 .* step +Ann \(blue\), Bob \(red\) +3 +blue won \(resign\)", listed)
    shown = shell.run("games", "show", "1")
    assert re.search(r"game +step size=5 players=2", shown)
    assert re.search(r"first +Ann \(blue\), by lot *\n", shown)
    assert re.search(r"clock +10 min for each and 5 s each turn *\n", shown)
    assert re.search(r"1 +blue +a1-b1 \+c1 +2\.0 s", shown)
    assert re.search(r"2 +red +\[e5-e4\] e5-d5 +2\.0 s", shown)
    assert re.search(r" 5 +\. +\. +\. +O1 +\.\n", shown) and re.search(
        r" 1 +\. +O0 +B +\. +\.\n +a +b +c +d +e\n", shown
    )
    assert "may be lifted" not in shown, "it is over"


def test_a_running_game_is_shown_with_its_lamps(shell: Shell) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5, players=2), action(0, "a1-e2"), action(0, "+d2")])
    shown = shell.run("games", "show", "1")
    assert re.search(r"\n 5 \+ \. .*\* O1\n", shown) and "+ may go here" in shown


def export_and_import(shell: Shell) -> None:
    """Write the corrected game to files in each form, and read it again."""
    shell.run("games", "export", "-o", "games.csv")
    assert (shell.folder / "games.csv").read_text("utf-8-sig").startswith("game,")
    exported = shell.run("games", "export", "1", "-o", "games.txt")
    assert "1 game in games.txt" in exported and "a bold move" in (shell.folder / "games.txt").read_text()
    assert "0 games stored, 1 were there already" in shell.run("games", "import", "games.txt")
    assert "games.txt: 1 game stored" in shell.run("--db", "other.db", "games", "import", "games.txt")
    assert "step,3,red,Max,e5-d5" in shell.run("games", "export", "--format", "csv")
    assert "blue 100 %" in shell.run("games", "stats", "-o", "stats.html")
    assert "<svg" in (shell.folder / "stats.html").read_text()


def test_the_records_are_taken_care_of(shell: Shell) -> None:
    reported = [start(size=5, players=2), action(0, "a1-b1"), action(0, "+c1"), action(1, "e5-e4")]
    store_game(shell.folder / "data/games.db", reported)
    shell.run("games", "name", "1", "Zoë", "Max", "--event", "Cup", "--round", "3", "--by", "Ann")
    assert "game 1 has 2 players, not 1" in shell.fail("games", "name", "1", "Zoë")
    shell.run("games", "annotate", "1", "a bold move", "--action", "3")
    assert "1 of 1 games are right" in shell.run("games", "verify")
    assert "'e5-z9' is no action of step" in shell.fail(
        "games", "correct", "1", "--by", "Ann", "--action", "3", "--word", "e5-z9"
    )
    corrected = shell.run("games", "correct", "1", "--by", "Ann", "--action", "3", "--word", "e5-b1")
    assert "now game 1 is wrong: move 3: not legal here: 'e5-b1'" in corrected
    status, out, _ = shell.do("games", "verify")
    assert status == 1 and "game 1: move 3: not legal here" in out and "0 of 1 games are right" in out
    corrected = shell.run("games", "correct", "1", "--by", "Ann", "--action", "3", "--word", "e5-d5")
    assert corrected == "Corrected; game 1 is right.\n"
    shell.run("games", "correct", "1", "--by", "Ann", "--result", "resign winners=0")
    shown = shell.run("games", "show", "1")
    for said in (
        "Zoë (blue), Max (red)",
        "Cup, 3",
        "Ann: seats was ['Ann', 'Bob'], is ['Zoë', 'Max']",
        "action 3: a bold move",
        "Ann: action 3 was e5-b1, is e5-d5",
        "Ann: result was *, is resign winners=0",
        "blue won (resign)",
    ):
        assert said in shown, (said, shown)
    assert "Nothing has changed." in shell.run("games", "rejudge", "1")
    for words in (("--player", "zoë"), ("--event", "cup"), ("--result", "blue"), ("--board", "b")):
        assert "Zoë" in shell.run("games", "list", *words)
    shell.environment["COLUMNS"] = "80"
    narrow = shell.run("games", "list")
    assert "Cup" in narrow and " board\n" in narrow and "…" not in narrow
    assert shell.run("games", "list", "--result", "red") == "No such games.\n"
    export_and_import(shell)
    assert shell.run("boards", "list").startswith("No board is plugged in.\n") and "b1" in shell.run(
        "boards", "list", "--all"
    )
    shell.run("boards", "name", "b1", "club")
    named = shell.run("boards", "list")
    assert re.search("b1 +club +square7 +0.1.0", named) and "--all" not in named, "no other board is known"


def test_a_game_that_the_rules_do_not_know_is_shown_without_a_board(shell: Shell) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5), action(0, "z9")])
    assert "the board cannot be drawn: no action of step: 'z9'" in shell.run("games", "show", "1")


def test_another_database(shell: Shell) -> None:
    store_game(shell.folder / "mine.db", [start(size=5), action(0, "a1-b1"), start(size=5)])
    for place in ("mine.db", f"sqlite:///{shell.folder}/mine.db"):
        assert shell.run("--db", place, "games", "list").count("not ended") == 1, "none without an action"
    assert not (shell.folder / "data").exists()


@pytest.mark.long
def test_the_engine_answers_on_both_runtimes(shell: Shell) -> None:
    typed = "new aufstellen\nplay +b2\nlegal\nfly\nquit\n"
    answers = [shell.run_apart("engine", "--runtime", runtime, typed=typed) for runtime in ("cpython", "micropython")]
    assert answers[0] == answers[1] and answers[0].startswith("=\n\n=\n\n= +b11 ")


def test_version(shell: Shell) -> None:
    said = shell.run_apart("--version").splitlines()
    assert said[0] == "treppe 0.1.0" and said[2].startswith("MicroPython: on a Pico 1.")
    assert shell.run("-V").splitlines() == said


def test_every_command_and_option_has_help() -> None:
    commands = [get_command(cli.app)]
    for command in commands:
        assert command.help, command.name
        for parameter in command.params:
            assert getattr(parameter, "help", None), (command.name, parameter.name)
        if hasattr(command, "list_commands"):
            commands += [command.get_command(None, name) for name in command.list_commands(None)]
    assert len(commands) > 40


def test_help_comes_at_once() -> None:
    program = "import sys, treppe_host.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"sqlalchemy", "starlette", "serial", "rich.table"} & set(loaded)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("log --all --port x", "--all and --port exclude each other"),
        ("log --all --board x", "--all and --board exclude each other"),
        ("log --raw --publish mqtt://x", "--raw and --publish exclude each other"),
        ("boards send status --port x --board y", "--port and --board exclude each other"),
        ("tune show --board x --port y", "--port and --board exclude each other"),
        ("games export 3 --game step", "[N]... and --game exclude each other"),
        ("games stats --json -o x.html", "--json and --output exclude each other"),
        ("play --code x", "--code needs --with"),
        ("play --key x", "--key needs --certificate"),
        ("play --port 8080", "the page's port is --http-port 8080"),
        ("games correct 1 --by Ann --word x", "--word needs --action"),
        ("--db a.db games list --db b.db", "given twice"),
        ("games list --limit -3", "-3 is not in the range"),
        ("games list --since today", "a day is YYYY-MM-DD, not 'today'"),
        ("games list --game chess", "no game 'chess'; there are: "),
        ("games name 1", "name players, --event, --site or --round"),
        ("plya", "Did you mean 'play'"),
    ],
)
def test_a_line_that_asks_for_what_cannot_be_is_refused_in_one_line(shell: Shell, words: str, reason: str) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5)])
    status, _, errors = shell.do(*words.split())
    assert status == 2 and errors.count("\n") == 1 and reason in errors


def test_programs_read_json_and_one_line_a_row(shell: Shell) -> None:
    events = [start(size=5, players=2), action(0, "a1-b1"), {"k": "resign", "player": 1}]
    end = {"k": "end", "reason": "resign", "winners": [0], "scores": None}
    store_game(shell.folder / "data/games.db", [*events, end])
    shell.run("games", "name", "1", "A" * 60, "B" * 60, "--event", "Cup")
    assert json.loads(shell.run("games", "list", "--json"))[0]["reason"] == "resign"
    assert json.loads(shell.run("games", "show", "1", "--json"))["actions"][0]["word"] == "a1-b1"
    assert json.loads(shell.run("games", "stats", "--json"))[0]["wins"] == {"0": 1}
    assert json.loads(shell.run("boards", "list", "--all", "--json"))[0]["board"] == "b1"
    assert json.loads(shell.run("doctor", "--port", "sim:start4", "--json"))[0]["verdict"] == "good"
    del shell.environment["COLUMNS"]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        listed = shell.run("games", "list").splitlines()
    assert len(listed) == 2 and "B" * 60 in listed[1] and "Cup" in listed[1] and "resign" in listed[1]


def test_quiet_leaves_out_remarks_and_verbose_shows_where_an_error_came_from(shell: Shell) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5), action(0, "a1-b1")])
    assert shell.run_apart("-q", "games", "export", "1", "-o", "x.txt") == ""
    assert shell.run_apart("games", "export", "1", "-o", "x.txt", "--quiet") == ""
    process = shell.start("-v", "games", "show", "7")
    assert "Traceback" in process.communicate()[1] and process.returncode == 1


def test_the_games_of_a_demo_are_not_those_of_people(shell: Shell) -> None:
    assert "demo.db" in shell.run("demo", "--game", "aufstellen")
    assert "No games yet" in shell.run("games", "list")
    assert "aufstellen" in shell.run("games", "list", "--db", "data/demo.db")


def test_a_shell_completes_games_ports_and_numbers(shell: Shell) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5), action(0, "a1-b1")])
    for words, found in (("games list --game st", "step"), ("play --port sim:re", "sim:reed12"), ("games show ", "1")):
        shell.environment |= {"_TREPPE_COMPLETE": "complete_bash", "COMP_WORDS": f"treppe {words}"}
        shell.environment["COMP_CWORD"] = str(len(words.split(" ")))
        assert found in shell.start().communicate()[0].split(), words


def test_the_log_speaks_in_sentences() -> None:
    events = [start(players=2), action(0, "a1-b1"), {"k": "undo", "count": 2}, {"k": "resign", "player": 1}]
    events += [{"k": "end", "reason": "goal", "winners": [0, 2], "scores": [3, 1]}]
    assert [sentence(each) for each in events] == [
        "STEP BY STEP begins: Ann (blue), Bob (red)",
        "Blue: a1-b1",
        "2 actions taken back",
        "Red resigns",
        "the game ends (goal): blue and yellow won 3:1",
    ]
    assert sentence({"k": "fault", "told": {"code": "hall_open", "field": "c4"}}).startswith("fault: field c4: Hall")
    assert sentence({"k": "new_kind", "x": 1}) == "new_kind x=1"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("games", "show", "7"), r"no game 7 in .*games\.db"),
        (("games", "annotate", "7", "x"), "no game 7"),
        (("games", "import", "none.txt"), "none.txt: cannot be read"),
        (("games", "export", "7"), "no game 7"),
        (("boards", "name", "b9", "x"), "no board b9"),
        (("demo", "--game", "chess"), "no game 'chess'; there are: aufstellen, blockade"),
        (("--db", "/proc/games.db", "games", "list"), "unable to open database file"),
        (("--db", "mistyped/games.db", "games", "list"), "there is no folder mistyped$"),
        (("log", "--port", "/dev/nothing"), "no port /dev/nothing: is the board plugged in"),
        (("log", "--port", "/dev/null"), "port /dev/null cannot be used"),
        (("log",), "no board found at USB; there are: none .*--port sim:square7 simulates one"),
        (("log", "--board", "club"), "no board club at USB"),
        (("log", "--port", "socket://127.0.0.1:1"), "no answer at socket://127.0.0.1:1"),
        (("log", "--port", "sim:none"), "port sim:none cannot be used: no surface none"),
    ],
)
def test_mistakes_are_told_in_one_line(shell: Shell, words: tuple[str, ...], reason: str) -> None:
    assert re.search(reason, shell.fail(*words))
    assert [each.name for each in shell.folder.iterdir()] in ([], ["data"])


def test_a_file_in_place_of_the_data_folder_is_told(shell: Shell) -> None:
    (shell.folder / "data").write_text("")
    assert "is a file: TREPPE_DATA names a folder" in shell.fail("games", "list")


def test_a_newer_database_is_told_in_one_line(shell: Shell) -> None:
    file = shell.folder / "data/games.db"
    store_game(file, [start(size=5)])
    connection = sqlite3.connect(file)
    connection.execute("UPDATE treppe_schema SET version = 99")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    assert "newer Treppe" in shell.end(shell.start("games", "list")) and file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_read(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shell.folder / "data"
    store_game(folder / "games.db", [start(players=2), action(0, "a1-b1")])
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK))  # root may write everywhere else
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert "Ann (blue)" in shell.run("games", "list") and "a1-b1" in shell.run("games", "export", "1")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert "readonly database" in shell.fail("games", "hide", "1")
