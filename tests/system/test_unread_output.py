"""Printing fails no work: a full disk, a reader who has gone or who reads no more, letters that the output lacks."""

import errno
import io
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from shell import store_game
from treppe_host import terminal
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store
from waiting import LIMIT_S, wait_until

TREPPE = [sys.executable, "-P", "-m", "treppe_host"]
SAY = """
import sys
from treppe_host import terminal
terminal.guard_outputs()
if {waits}: pass
else: terminal.never_wait()
console = terminal.console()
for number in range({count}):
    terminal.say(f"line {{number}}")
    console.print(f"cell {{number}}")
open({file!r}, "w").write("done")
"""


def run(folder: Path, words: Sequence[str], **how: object) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"TREPPE_DATA": str(folder), "COLUMNS": "100", **how.pop("env", {})}  # type: ignore[dict-item]
    how.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([*TREPPE, *words], env=environment, stderr=subprocess.PIPE, timeout=LIMIT_S, **how)  # type: ignore[call-overload, no-any-return]


def a_store(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    store = Store(f"sqlite:///{folder}/games.db")
    for names in (["Łucja", "Владимир"], ["Ärne", "Zoë"], ["日本", "👩\u200d🚀"]):
        store.add_sheets([ScoreSheet("step", {"players": 2}, names, [Move("a1-b1", player=0)])])
    store.close()


def test_a_log_stores_although_what_it_prints_has_no_room(tmp_path: Path) -> None:
    events = [{"k": "start", "game": "step", "options": {"players": 2}, "seats": [], "firmware": "0.1.0"}]
    store_game(tmp_path / "other.db", events)
    exported = run(tmp_path, ["--db", str(tmp_path / "other.db"), "games", "export", "--format", "jsonl"])
    (tmp_path / "one.jsonl").write_bytes(exported.stdout)
    with open("/dev/full", "wb") as full:
        stored = run(tmp_path, ["games", "import", str(tmp_path / "one.jsonl")], stdout=full)
    assert stored.returncode == 1 and stored.stderr.count(b"\n") == 1 and b"No space left on device" in stored.stderr
    assert run(tmp_path, ["games", "export", "--format", "jsonl"]).stdout.count(b"\n") == 1


@pytest.mark.parametrize("end", ["full", "gone", "unread", "both gone"])
def test_work_goes_on_whatever_becomes_of_its_output(tmp_path: Path, end: str) -> None:
    file = tmp_path / "file"
    program = SAY.format(waits=end != "unread", count=5_000, file=str(file))
    command, options = [sys.executable, "-P", "-c", program], {"timeout": 60}
    if end == "full":
        with open("/dev/full", "wb") as full:
            subprocess.run(command, stdout=full, stderr=full, **options)  # type: ignore[call-overload]
    else:
        out, into = os.pipe()
        if end != "unread":
            os.close(out)
        errors = into if end == "both gone" else None
        subprocess.run(command, stdout=into, stderr=errors, **options)  # type: ignore[call-overload]
    assert file.read_text() == "done"


def test_a_telling_that_fails_is_no_failure_of_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    terminal.say("The broker does not listen")


def test_a_program_that_only_prints_ends_with_its_reader(tmp_path: Path) -> None:
    out, into = os.pipe()
    os.close(out)
    raw = run(tmp_path, ["log", "--raw", "--port", "sim:square7"], stdout=into)
    assert raw.returncode == 0 and b"Traceback" not in raw.stderr


@pytest.mark.long
@pytest.mark.parametrize("coding", ["cp1252", "iso8859-1", "ascii", "cp437", "utf-8"])
def test_any_output_shows_tables_and_files_are_utf_8(tmp_path: Path, coding: str) -> None:
    a_store(tmp_path)
    for words in ("games list", "games show 1", "games stats", "games show 3"):
        shown = run(tmp_path, words.split(), env={"PYTHONIOENCODING": coding})
        assert shown.returncode == 0 and not shown.stderr, words
        shown.stdout.decode(coding)
    for form in ("text", "jsonl"):
        plain = run(tmp_path, ["games", "export", "--format", form], env={"PYTHONIOENCODING": coding})
        (tmp_path / "games.txt").write_bytes(plain.stdout)
        back = run(tmp_path / f"again-{form}", ["games", "import", str(tmp_path / "games.txt")])
        assert "Владимир" in plain.stdout.decode() or form == "jsonl"
        assert back.returncode == 0 and b"3 games" in back.stdout


LOCALES = {"de_DE.ISO-8859-1": "iso8859-1", "tr_TR.UTF-8": "utf-8", "tr_TR.ISO-8859-9": "iso8859-9"}


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with locales, which few machines have."""
    folder = tmp_path_factory.mktemp("locales")
    for name in LOCALES:
        language, _, letters = name.partition(".")
        subprocess.run(["localedef", "-i", language, "-f", letters, folder / name], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("named", ["C", pytest.param("POSIX", marks=pytest.mark.long)])
def test_a_bare_locale_lists_games(tmp_path: Path, named: str) -> None:
    a_store(tmp_path)
    coding = {"LC_ALL": named, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for words in (["games", "list", "--player", "ÄRNE"], ["games", "export"], ["--help"]):
        shown = run(tmp_path, words, env=coding)
        assert shown.returncode == 0 and b"Traceback" not in shown.stderr, (words, shown.stderr)


@pytest.mark.long
@pytest.mark.needs("locales")
@pytest.mark.parametrize("named", LOCALES)
def test_what_is_typed_in_a_locale_is_found_in_any_other(tmp_path: Path, locales: Path, named: str) -> None:
    a_store(tmp_path)
    coding = LOCALES[named]
    there = {"LC_ALL": named, "LOCPATH": str(locales), "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}

    def do(*words: str) -> subprocess.CompletedProcess[bytes]:
        done = run(tmp_path, [word.encode(coding) for word in words], env=there)
        assert done.returncode == 0 and not done.stderr, (words, done.stderr)
        return done

    do("games", "name", "1", "Zoë Irmak", "Igel", "--event", "Überlingen Cup")
    for asked in ("ZOË IRMAK", "zoë irmak", "Zoë Irmak"):
        listed = do("games", "list", "--player", asked).stdout.decode(coding)
        assert "Zoë Irmak" in listed and "Überlingen Cup" in listed, "the I of a language makes no name another one"
    (tmp_path / "Größe.txt").write_bytes(do("games", "export", "1").stdout)
    assert "Zoë Irmak" in (tmp_path / "Größe.txt").read_text("utf-8")


CTRL_C_AS_A_MODULE_IS_LOADED = """
import os, runpy, sys

class Press:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), 2)

sys.meta_path.insert(0, Press())
sys.modules.pop("signal", None)
runpy.run_module("treppe_host", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("module", ["signal", "treppe_host.cli", "typer", "treppe_host.terminal"])
def test_ctrl_c_ends_a_program_that_is_being_loaded_without_a_traceback(module: str) -> None:
    ended = interrupted(CTRL_C_AS_A_MODULE_IS_LOADED, module)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, b"")


def interrupted(program: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program that heeds Ctrl-C, as a terminal starts it; a shell's job in the background does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.run([sys.executable, "-P", "-c", program, *words], stderr=subprocess.PIPE, check=False)
    finally:
        signal.signal(signal.SIGINT, before)


CTRL_C_AS_COMMANDS_ARE_BUILT = """
import os, signal, typer.main
typer.main.get_command = lambda _: os.kill(os.getpid(), signal.SIGINT)
from treppe_host.__main__ import main
main()
"""


def test_ctrl_c_between_loading_and_the_command_leaves_no_traceback() -> None:
    ended = interrupted(CTRL_C_AS_COMMANDS_ARE_BUILT)
    assert (ended.returncode, ended.stderr) == (130, b"")


def test_ctrl_c_again_and_again_ends_the_page_without_a_traceback(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        program = subprocess.Popen(
            [*TREPPE, "play", "--no-browser", "--port", "sim:start4"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"TREPPE_DATA": str(tmp_path), "TREPPE_COMPILE": "no"},
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert program.stdout and any(b"Ctrl-C ends it" in line for line in program.stdout)  # its port may be in use
    wait_until(lambda: program.poll() is not None, lambda: program.send_signal(signal.SIGINT))
    assert program.stdout.read() == b""
