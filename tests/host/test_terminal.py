"""What boards, files and browsers say is text in the terminal: it cannot steer it, nor look like a line of our own."""

import ast
import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rich.live import Live
from rich.table import Table
from rich.text import Text
from sources import host_files, nodes_of
from treppe_host import terminal
from treppe_host.records import log, terminal_games
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m[/x][bold red]\rBoard\nBoard b1 is out of reach\u202e\u2028\ud800\x00\x7f"
STEERING = "\x1b\x07\x9b\r\u202e\u2028\ud800\x00\x7f"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def watched() -> Iterator[Terminal]:
    """Look at what is written to the terminal meanwhile."""
    out = Terminal()
    with redirect_stdout(out), redirect_stderr(out):
        yield out


def check(out: Terminal, num_lines: int) -> str:
    said = out.getvalue()
    assert not set(STEERING) & set(said), [hex(ord(letter)) for letter in set(STEERING) & set(said)]
    assert said.count("\n") == num_lines
    return said


def test_a_line_is_a_line_and_steers_nothing() -> None:
    with watched() as out:
        terminal.say(f"Board says: {EVIL}")
        terminal.complain(EVIL)
    said = check(out, 2)
    assert r"\x1b]0;owned\x07\x1b[2J\x9b31m[/x][bold red]\rBoard\nBoard b1" in said and r"\u202e\u2028\ud800" in said
    assert terminal.plain("Zoë 👩\u200d🚀 日本") == "Zoë 👩\u200d🚀 日本"


def test_a_terminal_that_knows_few_letters_gets_the_others_spelt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    terminal.say("Zoë")
    assert raw.getvalue() == b"Zo\\xeb\n"


def test_tables_and_live_pictures_steer_nothing_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "dumb")
    table = Table("x", box=None, show_header=False)
    table.add_row(EVIL, Text(EVIL, "bold"))
    with watched() as out:
        console = terminal.console()
        console.print(table, EVIL, Text(EVIL))
        console.print_json(data={"x": EVIL.replace("\ud800", "")})
        with Live(EVIL, console=console, auto_refresh=False):
            pass
    said = out.getvalue()
    assert not set(STEERING) & set(said) and "[/x][bold red]" in said


def test_what_a_board_tells_the_log() -> None:
    with watched() as out:
        printer = log.EventPrinter(None)
        printer.greet(EVIL, {"surface": EVIL, "firmware": EVIL, "complaints": [{"code": EVIL, EVIL: EVIL}] * 2})
        printer.show_event(EVIL, {"e": 1, "k": EVIL, "boot": 1, "ms": 1, EVIL: EVIL})
    check(out, 4)


def test_games_that_a_board_can_no_longer_resume_are_said_in_words() -> None:
    with watched() as out:
        event = {"e": 70, "boot": 1, "ms": 1, "k": "dropped", "games": [3, 9]}
        log.EventPrinter(None).show_event("b1", event)
    assert "Board b1: the board's memory was full: it can no longer resume games 3, 9" in out.getvalue()


def test_names_in_a_list_and_in_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "dumb")
    store = Store(f"sqlite:///{tmp_path}/games.db")
    name = EVIL.replace("\ud800", "").replace("\x00", "")
    sheet = ScoreSheet("step", {"players": 2, "size": 5}, ["Ann [/x]", name], event=name, site=name, firmware=name)
    sheet.comments = [name]
    store.add_sheets([sheet])
    for kind, content in (("names", {"seats": [name, "[/]"]}), ("hide", {}), ("show", {})):
        store.remark(1, kind, content, name)
    with watched() as out:
        console = terminal.console()
        console.print(terminal_games.list_table(store.games()))
        console.print(terminal_games.game_view(store.game(1), store.actions(1), store.remarks(1), store.events(1)[0]))
    said = out.getvalue()
    assert not set(STEERING) & set(said)
    assert "[/] (red)" in said and "taken out of the lists" in said and "Ann [/x]" in said
    store.close()


def test_a_file_goes_as_it_is_to_a_program_only() -> None:
    with watched() as out:
        terminal.pour(f"one\n{EVIL}\n")
    check(out, 4)
    with redirect_stdout(io.StringIO()) as pipe:
        terminal.pour(f"one\n{EVIL}\n")
    assert pipe.getvalue() == f"one\n{EVIL}\n"


def test_what_libraries_log_is_plain_and_has_an_end() -> None:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        with watched() as out:
            terminal.guard_logs()
            for number in range(1000):
                logging.getLogger("uvicorn.error").error("%s %s", EVIL, number)
    finally:
        root.handlers, root.level = handlers, level
    assert not set(STEERING) & set(out.getvalue()) and len(out.getvalue().splitlines()) <= 2 * 2 * 60


PROTOCOLS = {
    *("commands/engine.py", "commands/install.py", "programs/compiled.py", "programs/worker.py"),
    "deploy/on_board/at_prompt.py",  # a board prints it
}
"""What other programs read."""
CHECKOUT = {"treppe_alone/build.py"}
"""What only developers see, of files of their own."""


def test_nothing_else_writes_to_the_terminal() -> None:
    reported = []
    for place, path in host_files().items():
        if place in PROTOCOLS | CHECKOUT | {"terminal.py"}:
            continue
        for node in nodes_of(path):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("print", "Console", "typer.echo", "typer.secho") or name.startswith(
                ("sys.stdout.w", "sys.stderr.w")
            ):
                reported.append(f"{path}:{node.lineno} {name}")
    assert not reported
