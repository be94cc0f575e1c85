import contextlib
import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes_board import PortBoard, wait_for
from sqlalchemy import create_engine, text
from sqlalchemy.event import listen
from treppe_host import cli
from treppe_host.link import transport
from treppe_host.link.client import Message
from treppe_host.link.ports import open_port
from treppe_host.records import log
from treppe_host.store.store import Store
from typer.main import get_command


class Shell:
    """The command in a process, with its data in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"TREPPE_DATA": str(folder / "data"), "COLUMNS": "200", "NO_COLOR": "1"}
        self.environment["PYTHONIOENCODING"] = "utf-8"

    def start(self, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "treppe_host.cli", *words]
        out = subprocess.PIPE
        # A job in the background of a shell ignores Ctrl-C, and hands that on to what it starts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return subprocess.Popen(
                command, stdin=out, stdout=out, stderr=out, text=True, env=self.environment, cwd=self.folder
            )
        finally:
            signal.signal(signal.SIGINT, before)

    def run(self, *words: str, typed: str = "") -> str:
        status, out, errors = self.do(*words, typed=typed)
        assert status == 0, errors
        return out

    def run_apart(self, *words: str, typed: str = "") -> str:
        """Run a command in a process of its own."""
        process = self.start(*words)
        out, errors = process.communicate(typed, timeout=60)
        assert process.returncode == 0, errors
        return out

    def fail(self, *words: str) -> str:
        """Return the one line in which a command fails."""
        status, _, errors = self.do(*words)
        return self.complaint(status, errors)

    def end(self, process: subprocess.Popen[str]) -> str:
        """Return the one line in which a process ends."""
        _, errors = process.communicate(timeout=60)
        return self.complaint(process.returncode, errors)

    def complaint(self, status: int, errors: str) -> str:
        assert status == 1, errors
        assert errors.count("\n") == 1 and errors.startswith("treppe: "), errors
        return errors

    def do(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        """Run a command in this process, which has imported everything; return status, output and complaints."""
        out, errors = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(self.folder):
            for name, value in self.environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["treppe", *words])
            for name, stream in (("stdin", io.StringIO(typed)), ("stdout", out), ("stderr", errors)):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as end:
                cli.main()
        return int(end.value.code or 0), out.getvalue(), errors.getvalue()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PortBoard]:
    board = PortBoard(tmp_path / "port")
    yield board
    board.stop()


def store_game(file: Path, events: list[Message]) -> None:
    file.parent.mkdir(exist_ok=True)
    store = Store(f"sqlite:///{file}")
    store.connect_board({"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 1})
    stamps = [{"e": number, "boot": 1, "ms": 1000 * number} for number in range(1, len(events) + 1)]
    store.add_events("b1", [stamp | event for stamp, event in zip(stamps, events, strict=True)])
    store.close()


def start(**options: object) -> Message:
    seats = ["Ann", "Bob"]
    return {"k": "start", "game": "step", "options": options, "seats": seats, "firmware": "0.1.0"}


def action(player: int, word: str) -> Message:
    return {"k": "action", "player": player, "word": word}


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


def test_the_records_are_taken_care_of(shell: Shell) -> None:
    told = [start(size=5, players=2), action(0, "a1-b1"), action(0, "+c1"), action(1, "e5-e4")]
    store_game(shell.folder / "data/games.db", told)
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
    shell.run("games", "export", "-o", "games.csv")
    assert (shell.folder / "games.csv").read_text().startswith("game,")
    exported = shell.run("games", "export", "1", "-o", "games.txt")
    assert "1 game in games.txt" in exported and "a bold move" in (shell.folder / "games.txt").read_text()
    assert "0 games stored, 1 were there already" in shell.run("games", "import", "games.txt")
    assert "games.txt: 1 game stored" in shell.run("--db", "other.db", "games", "import", "games.txt")
    assert "step,3,red,Max,e5-d5" in shell.run("games", "export", "--form", "csv")
    assert "blue 100 %" in shell.run("games", "stats", "--html", "stats.html")
    assert "<svg" in (shell.folder / "stats.html").read_text()
    replayed = shell.run("games", "replay", "1", typed="\n2\nq\n")
    assert "1/3  blue a1-b1" in replayed and "2/3  blue +c1" in replayed
    assert shell.run("boards", "list").startswith("No board is plugged in.\n") and "b1" in shell.run(
        "boards", "list", "--all"
    )
    shell.run("boards", "name", "b1", "club")
    assert re.search("b1 +club +square7 +0.1.0", shell.run("boards", "list"))


def test_a_game_that_the_rules_do_not_know_is_shown_without_a_board(shell: Shell) -> None:
    store_game(shell.folder / "data/games.db", [start(size=5), action(0, "z9")])
    assert "the board cannot be drawn: no action of step: 'z9'" in shell.run("games", "show", "1")


def test_another_database(shell: Shell) -> None:
    store_game(shell.folder / "mine.db", [start(size=5), action(0, "a1-b1"), start(size=5)])
    for place in ("mine.db", f"sqlite:///{shell.folder}/mine.db"):
        assert shell.run("--db", place, "games", "list").count("not ended") == 1, "none without an action"
    assert not (shell.folder / "data").exists()


def test_the_engine_answers_on_both_runtimes(shell: Shell) -> None:
    typed = "new aufstellen\nplay +b2\nlegal\nfly\nquit\n"
    answers = [shell.run_apart("engine", "--runtime", runtime, typed=typed) for runtime in ("cpython", "micropython")]
    assert answers[0] == answers[1] and answers[0].startswith("=\n\n=\n\n= +b11 ")


def test_version(shell: Shell) -> None:
    assert shell.run_apart("--version") == "treppe 0.1.0\n"


def test_every_command_and_option_has_help() -> None:
    commands = [get_command(cli.app)]
    for command in commands:
        assert command.help, command.name
        for parameter in command.params:
            assert getattr(parameter, "help", None), (command.name, parameter.name)
        commands.extend(getattr(command, "commands", {}).values())
    assert len(commands) > 6


def test_help_comes_at_once() -> None:
    program = "import sys, treppe_host.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"sqlalchemy", "nicegui", "serial", "rich.table"} & set(loaded)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("games", "show", "7"), r"no game 7 in .*games\.db"),
        (("games", "list", "--since", "today"), "a day is YYYY-MM-DD, not 'today'"),
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


def test_a_file_in_place_of_the_data_folder_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_log_until_ctrl_c(shell: Shell, board: PortBoard) -> None:
    board.journal.append(start(size=5))
    board.append(3)
    process = shell.start("log", "--port", board.port)
    wait_for(lambda: board.journal.acknowledged == 4, 20)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert process.returncode == 0 and not errors
    assert out.startswith("Board b1, square7, firmware 0.1.0") and '"word": "a1-b1"' in out
    assert "ends here" in out
    assert re.search(r" 3 +not ended", shell.run("games", "list"))


def test_settings_and_commands_reach_the_board(shell: Shell, board: PortBoard) -> None:
    assert shell.run("boards", "set", "language", "de", "--port", board.port) == "language: de\n"
    words = ("new", "game=step", 'clock={"minutes": 5}', "starter=random")
    assert '"did": "new"' in shell.run("boards", "tell", *words, "--port", board.port)
    told = {"game": "step", "clock": {"minutes": 5}, "starter": "random"}
    assert board.commands == [("set", {"name": "language", "value": "de"}), ("new", told)]


def test_a_busy_port_is_told_in_one_line(shell: Shell, board: PortBoard) -> None:
    ours = open_port(board.port)
    assert f"port {board.port} is in use by another program" in shell.fail("log", "--port", board.port)
    ours.close()


def test_the_log_goes_on_when_the_board_comes_back(shell: Shell, board: PortBoard) -> None:
    process = shell.start("log", "--port", board.port)
    wait_for(lambda: board.link.lease_active, 20)
    board.terminal.unplug()
    board.append(1)
    board.terminal.plug()
    wait_for(lambda: board.journal.acknowledged == 1, 20)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert "Board b1 is out of reach; waiting for it" in out and out.count("Board b1, square7") == 2


def test_the_log_waits_for_a_database_that_is_locked(
    tmp_path: Path, board: PortBoard, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "_STORE_RETRY_S", 0.1)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    listen(store._engine, "connect", lambda opened, _: opened.execute("PRAGMA busy_timeout=10"))
    store._engine.dispose()
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    with log._transport(store, board.port, False) as link:
        wait_for(lambda: board.link.lease_active, 20)
        other.execute("BEGIN IMMEDIATE")
        board.journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
        board.append(2)
        wait_for(lambda: link.client.hello is None, 20)
        assert board.journal.acknowledged == 0
        other.execute("ROLLBACK")
        wait_for(lambda: board.journal.acknowledged == 3, 20)
    assert store.record_words(1) == ["a1-b1"] * 2
    said = capsys.readouterr().out
    assert said.count("database is locked; the board keeps its events until they can be stored") == 1
    store.close()


def test_the_log_outlives_a_server_that_goes_and_comes_back(
    own_database: str, board: PortBoard, tmp_path: Path
) -> None:
    server = create_engine(own_database.rsplit("/", 1)[0] + "/postgres", isolation_level="AUTOCOMMIT")
    name = f"hiccup_{os.getpid()}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        shell = Shell(tmp_path)
        url = own_database.rsplit("/", 1)[0] + f"/{name}"
        process = shell.start("--db", url, "log", "--port", board.port)
        board.journal.append(start(size=5))
        wait_for(lambda: board.journal.acknowledged == 1, 30)
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        board.append(3)
        wait_for(lambda: not board.link.lease_active, 20)
        assert board.journal.acknowledged == 1 and process.poll() is None
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        wait_for(lambda: board.journal.acknowledged == 4, 30)
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        board.append(1)
        wait_for(lambda: board.journal.acknowledged == 5, 30)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert process.returncode == 0 and not errors
    assert "the board keeps its events until they can be stored" in out
    store = Store(url)
    assert store.record_words(1) == ["a1-b1"] * 4
    store.close()


def test_a_damaged_database_is_told_before_anything_is_logged(shell: Shell, board: PortBoard) -> None:
    file = shell.folder / "data/games.db"
    store_game(file, [start(players=2)] + [action(0, "x" * 50)] * 400)
    content = bytearray(file.read_bytes())
    content[8 * 4096 : 20 * 4096] = bytes(12 * 4096)
    file.write_bytes(content)
    for words in (("log", "--port", board.port), ("play", "--port", board.port)):
        assert "is damaged (" in shell.fail(*words)
    assert not board.link.lease_active


def test_a_folder_that_cannot_be_written_is_read(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shell.folder / "data"
    store_game(folder / "games.db", [start(players=2), action(0, "a1-b1")])
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK))  # root may write everywhere else
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert "Ann (blue)" in shell.run("games", "list") and "a1-b1" in shell.run("games", "export", "1")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert "readonly database" in shell.fail("games", "hide", "1")


def test_a_database_that_fails_while_logging_is_told_in_one_line(shell: Shell, board: PortBoard) -> None:
    process = shell.start("log", "--port", board.port)
    wait_for(lambda: board.link.lease_active, 20)
    file = shell.folder / "data/games.db"
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE actions")
    connection.execute("DROP TABLE events")
    connection.commit()
    board.append(1)
    assert "no such table: events" in shell.end(process)
    assert board.journal.acknowledged == 0
