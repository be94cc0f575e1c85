"""The firmware is brought onto a board: mpremote on one side, a MicroPython behind a pseudo-terminal on the other."""

import contextlib
import os
import pty
import random
import re
import shutil
import threading
import tty
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import serial
from treppe import VERSION
from treppe_host.deploy import backup, doctor, flash, pico_facts, prompt
from treppe_host.deploy import bundle as bundles
from treppe_host.errors import BoardError, DeployError, PortBusy, PortError, PortNotFound
from treppe_host.link.enquiry import Enquiry
from treppe_sim import compiled
from treppe_sim.board import PowerFailed, SimulatedBoard

SURFACE = "square7"
NEW = "9.9.9"
SPEED = 4.0  # and erasing the flash takes no time
FLASH_S = 4.0  # about what a flash takes then
PATIENCE_S = 60.0  # with a computer that has other things to do
PULLS = 4  # `make bench-pulls` does fifty


@dataclass
class Pico:
    """A simulated board that was flashed, switched off, and is copied for each test."""

    folder: Path
    old: bundles.Bundle
    new: bundles.Bundle


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask at the prompt as often as ever, but for a minute."""
    monkeypatch.setattr(prompt, "_PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr(prompt, "_ATTEMPTS", 24)


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Pico:
    folder = tmp_path_factory.mktemp("pico")
    return make_pico(folder)


def make_pico(folder: Path) -> Pico:
    source = compiled.sources()["treppe.py"]
    changed = re.sub(r'VERSION = ".*"', f'VERSION = "{NEW}"', source)
    old = bundles.build("x64")
    version = {"small/treppe.mpy": compiled.compile_text("treppe.py", changed, "x64")}
    with SimulatedBoard(SURFACE, folder / "board", speed=SPEED) as board:
        flashed = flash.flash(board.port, folder / "backups", {"brightness_percent": 30}, bundle=old)
        assert flashed.copied == len(old.files) and flashed.kept == 0
        assert flashed.hello and flashed.hello["firmware"] == VERSION
    return Pico(folder / "board", old, replace(old, files={**old.files, **version}))


@pytest.fixture
def board(pico: Pico, tmp_path: Path):
    with copy_of(pico, tmp_path) as board:
        yield board


def copy_of(pico: Pico, folder: Path) -> SimulatedBoard:
    shutil.copytree(pico.folder, folder / "board", dirs_exist_ok=True, symlinks=True)
    return SimulatedBoard(SURFACE, folder / "board", speed=SPEED)


def hello(board: SimulatedBoard) -> dict:
    with Enquiry(board.port) as talk:
        said = talk.hello(PATIENCE_S)
    assert said, board.last_words()
    return said


def test_only_what_changed_is_sent_and_what_was_there_stays(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    steps = []
    flashed = flash.flash(board.port, tmp_path, {}, bundle=pico.new, progress=lambda *step: steps.append(step))
    assert (flashed.copied, flashed.kept) == (1, len(pico.new.files) - 1)
    assert flashed.hello["firmware"] == NEW
    assert [step for step in steps if step[0] == "firmware"][-1][1:] == (len(pico.new.files["small/treppe.mpy"]),) * 2
    again = flash.flash(board.port, tmp_path, {"sound": False}, bundle=pico.new)
    assert (again.copied, again.kept) == (0, len(pico.new.files))
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.read("/settings.json") == b'{"brightness_percent": 30, "sound": false}'
        there = set(at_prompt.ask("os.listdir('/')", list)) - {"pc", "sim"}  # where the simulation keeps its own
        assert there == {"a", "b", "journal", "main.py", "settings.json", "tree"}


IMAGE = {"/lib/image.py": b'DIGEST = "one"\n'}
"""What an image of MicroPython with the firmware has besides."""


def test_what_is_flashed_wins_until_another_image_comes(board: SimulatedBoard) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.run("launcher = {}\nexec(open('/main.py').read(), launcher)")
        started = lambda: at_prompt.ask("launcher['chosen_tree']()", str)  # noqa: E731
        assert started() == "a"
        at_prompt.write(IMAGE)
        assert started() == "", "the image came after it"
        at_prompt.write({"/tree": b"b"})
        assert started() == "b" and started() == "b"
        at_prompt.write({"/lib/image.py": b'DIGEST = "two"\n'})
        at_prompt.run("import sys; del sys.modules['image']")
        assert started() == "" and at_prompt.ask("kind_of('/tree')", str) == ""


def test_nothing_is_sent_to_a_pico_whose_image_has_this_firmware(pico: Pico, board: SimulatedBoard) -> None:
    num_files = len(pico.new.files)
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.write(IMAGE)
        renew = lambda digest: flash._renew(at_prompt, replace(pico.new, digest=digest), lambda *_: None)  # noqa: E731
        assert renew("two") == (1, num_files - 1)
        assert renew("one") == (0, num_files)
        assert [at_prompt.ask(f"kind_of('{path}')", str) for path in ("/a", "/b", "/tree")] == ["", "", ""]


def test_folders_of_an_older_firmware_go_with_their_files(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.write({"/b/treppe/games/state.mpy": b"old", "/b/treppe/old.mpy": b"old", "/b/gone.mpy": b"old"})
    flash.flash(board.port, tmp_path, {}, bundle=pico.new)
    with prompt.Prompt(board.port) as at_prompt:
        assert set(at_prompt.hashes("/b")) == set(pico.new.files)
        assert set(at_prompt.ask("os.listdir('/b')", list)) == {name.split("/")[0] for name in pico.new.files}


def test_what_is_free_beside_two_trees_can_be_written(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    flash.flash(board.port, tmp_path, {}, bundle=pico.new)
    with Enquiry(board.port) as talk:
        assert talk.hello(PATIENCE_S)
        told = talk.command("figures")["flash"]
    with prompt.Prompt(board.port) as at_prompt:
        free = at_prompt.ask("free_bytes()", int)
        fill = f"with open('/big', 'wb') as big:\n for _ in range({free // 4096 - 4}):\n  big.write(bytes(4096))"
        at_prompt.run(fill)
        assert at_prompt.ask("free_bytes()", int) <= 5 * 4096
    assert told == free > 64 * 1024, "a new game wants so much"


def test_journal_and_settings_are_backed_up_and_survive(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(PATIENCE_S)
        talk.command("new", game="step")
    with prompt.Prompt(board.port) as at_prompt:
        journal = at_prompt.read("/journal/00000001.log")
    flashed = flash.flash(board.port, tmp_path, {}, bundle=pico.new)
    assert flashed.backup and (flashed.backup / "journal/00000001.log").read_bytes() == journal
    assert b'"start"' in journal
    memory = (flashed.backup / backup.CALIBRATION).read_bytes()
    assert len(memory) == 4096 and memory == (tmp_path / "board/memory.img").read_bytes()
    assert flashed.hello["next"] > 1, "the journal goes on"
    wiped = flash.flash(board.port, tmp_path, {}, bundle=pico.new, wipe=True)
    assert wiped.copied == len(pico.new.files) and wiped.hello["next"] == 1
    assert wiped.backup != flashed.backup and (wiped.backup / "journal/00000001.log").read_bytes().startswith(journal)


def let_lie(board: SimulatedBoard, truth: str, lie: str) -> None:
    """Have a board say something else in what it answers at its prompt, until it is restarted."""
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.run(
            "class Liar:\n"
            " dumps = staticmethod(lambda value, truly=json.dumps: "
            f"truly(value).replace({truth!r}, {lie!r}))\n"
            "sys.modules['json'] = Liar"
        )


def test_a_board_writes_nothing_outside_its_backups(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(PATIENCE_S)
        talk.command("new", game="step")
    name = "../../../../escaped.log"
    let_lie(board, "00000001.log", name)
    flashed = flash.flash(board.port, tmp_path / "deep/backups", {}, bundle=pico.new, wipe=True)
    assert flashed.strangers == (name,) and flashed.hello["next"] > 1, "it is not erased either"
    assert not list(tmp_path.rglob("escaped.log"))


def test_a_board_whose_name_is_a_path_is_refused(board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        name = at_prompt.facts().board
    let_lie(board, name, "../../outside")
    with pytest.raises(DeployError, match=r"Treppe does not know this board: it calls itself \[.*'../../outside'"):
        flash.flash(board.port, tmp_path / "deep/backups", {})
    assert not list(tmp_path.rglob("outside"))


def pull_once(pico: Pico, folder: Path, chance: random.Random) -> tuple[bool, str]:
    """Flash, and lose the power meanwhile; return whether the flash ended well, and which version runs afterwards."""
    board = copy_of(pico, folder)
    done = False
    is_by_time = chance.random() < 0.5
    board.start(-1 if is_by_time else chance.randrange(1, 900))
    pull = threading.Timer(chance.uniform(0.1, FLASH_S), board.cut_power)
    try:
        hello(board)
        if is_by_time:
            pull.start()
        flash.flash(board.port, folder, {}, bundle=pico.new)
        done = True
    except (BoardError, PortError):
        pass
    finally:
        pull.cancel()
        if is_by_time:
            pull.join()
    with contextlib.suppress(PowerFailed):
        board.cut_power()
    board.start()
    try:
        return done, hello(board)["firmware"]
    finally:
        board.stop()


@pytest.mark.parametrize("seed", range(PULLS))
def test_a_pulled_cable_leaves_a_board_that_starts(pico: Pico, tmp_path: Path, seed: int) -> None:
    done, version = pull_once(pico, tmp_path, random.Random(seed))
    assert version in (VERSION, NEW) and (version == NEW or not done)


def test_what_a_user_may_do_wrong_is_one_line(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with pytest.raises(PortNotFound, match="no port"):
        flash.flash(str(tmp_path / "none"), tmp_path, {})
    for wrong, complaint in (
        ({"brightness_percent": 0}, "brightness_percent is 0, not 1..100"),
        ({"brigthness": 3}, "there is no setting 'brigthness'"),
    ):
        with pytest.raises(DeployError, match=complaint):
            flash.flash(board.port, tmp_path, wrong, bundle=pico.old)
        assert flash._await_hello(board.port, "")["firmware"] == VERSION, "it was left at its prompt"
    with serial.Serial(board.port, exclusive=True), pytest.raises(PortBusy, match="in use by another program"):
        flash.flash(board.port, tmp_path, {})


def test_a_board_that_is_just_starting_is_reached(board: SimulatedBoard) -> None:
    for _ in range(3):
        board.restart()
        with prompt.Prompt(board.port) as at_prompt:
            assert at_prompt.ask("1 + 1", int) == 2
        board.restart()
        hello(board)  # now it opens its game
        with prompt.Prompt(board.port) as at_prompt:
            assert at_prompt.ask("1 + 1", int) == 2


FACTS = pico_facts.Facts("Raspberry Pi Pico with RP2040", "1.26.1", 0, "", 0, 0)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"machine": "Raspberry Pi Pico W with RP2040"}, "this is a Raspberry Pi Pico W with RP2040"),
        ({"machine": "Raspberry Pi Pico2 with RP2350"}, "this is a Raspberry Pi Pico2"),
        ({"release": "1.22.2"}, "MicroPython 1.22.2 is too old: install 1.26.1"),
        ({"release": "1.23.0-preview.5"}, "too old"),
    ],
)
def test_boards_that_are_refused_by_name(changes: dict, complaint: str) -> None:
    pico_facts.check(FACTS)
    pico_facts.check(replace(FACTS, release="1.27.0-preview.1"))
    with pytest.raises(DeployError, match=complaint):
        pico_facts.check(replace(FACTS, **changes))


def test_other_boards_and_old_versions_are_refused_and_go_on(board: SimulatedBoard, tmp_path: Path) -> None:
    plain = "Raspberry Pi Pico with RP2040"
    for machine, release, complaint in (
        (
            "Raspberry Pi Pico 2 W with RP2350",
            "1.26.1",
            "this is a Raspberry Pi Pico 2 W with RP2350; Treppe is made for",
        ),
        (plain, "1.22.2", "MicroPython 1.22.2 is too old: install 1.26.1"),
    ):
        with prompt.Prompt(board.port) as at_prompt:
            at_prompt.run(f"class Other:\n machine = {machine!r}\n release = {release!r}\nos.uname = lambda: Other")
        with pytest.raises(DeployError, match=complaint):
            flash.flash(board.port, tmp_path, {})
        assert flash._await_hello(board.port, "")["firmware"] == VERSION, "it was left at its prompt"


def test_a_full_flash_says_so_and_keeps_the_old_firmware(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.run("big = open('/big', 'wb')")
        while at_prompt.ask("free_bytes()", int) > 150_000:
            at_prompt.run("for _ in range(100):\n big.write(bytes(1024))")
        at_prompt.run("big.close()")
    with pytest.raises(DeployError, match=r"flash is full: \d+ kB free, \d+ kB needed"):
        flash.flash(board.port, tmp_path, {}, bundle=pico.new)
    board.restart()
    assert hello(board)["firmware"] == VERSION


def test_a_board_that_stops_answering(board: SimulatedBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hello(board)
    with prompt.Prompt(board.port) as at_prompt, pytest.raises(DeployError, match="does not answer: unplug it"):
        monkeypatch.setattr(prompt, "_PATIENCE_S", 0.5)
        at_prompt.run("while True:\n pass")


def test_what_never_answers_or_takes_nothing_is_no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.4)
    other_end, terminal = pty.openpty()
    tty.setraw(terminal)
    with pytest.raises(DeployError, match="does not answer: unplug it"):
        flash.flash(os.ttyname(terminal), tmp_path, {})
    os.set_blocking(terminal, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(terminal, bytes(1024))
    with pytest.raises(DeployError, match="does not answer: unplug it"):
        flash.flash(os.ttyname(terminal), tmp_path, {})
    os.close(terminal)
    os.close(other_end)


def test_a_crash_is_kept_told_and_started_anew(pico: Pico, board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.run("with open('/a/board.py', 'w') as file:\n file.write('def run(path, settled):\\n 1 / 0\\n')")
        at_prompt.run("os.rename('/a/board.mpy', '/a/board.sound')")
        at_prompt.restart()
    # It falls, shows it for a second, starts again, falls again, and rests.
    is_at_rest = lambda: "safe mode, for the firmware failed to start twice" in board.last_words()  # noqa: E731
    assert board.run_until(is_at_rest, 60_000), board.last_words()
    with prompt.Prompt(board.port) as at_prompt:
        said = at_prompt.read("/crash.txt").decode()
        assert "ZeroDivisionError" in said and 'File "/a/board.py", line 2' in said
        at_prompt.run("remove('/a/board.py')\nos.rename('/a/board.sound', '/a/board.mpy')")
    board.restart()
    told = hello(board)
    assert "ZeroDivisionError" in told["complaints"][0]["trace"] and told["next"] == 2  # as an event, too
    board.restart()
    assert hello(board)["complaints"] == []


def test_a_held_button_leads_to_safe_mode_where_prompt_and_doctor_work(
    pico: Pico, board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_HELLO_S", 0.5)
    hello(board)
    board.world.press("MENU")
    board.restart()
    assert board.run_until(lambda: "safe mode, for MENU is held" in board.last_words(), 60_000), board.last_words()
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.facts().free_heap > 0 and "board" not in at_prompt.ask("list(sys.modules)", list)
    board.world.release("MENU")
    lines = doctor.examine(board.port)
    assert lines[-1].part == "firmware" and lines[-1].told == {"code": "firmware_rests"}
    assert flash._await_hello(board.port, "")["firmware"] == VERSION, "doctor has started it anew"
