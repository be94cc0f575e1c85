"""What `treppe flash` does at a board's port: mpremote at one end, MicroPython behind a pseudo-terminal at the other.

A simulated board has no image, and so a digest of nothing: all but the copying of images is tried here. That is tried
on an emulated Pico, tests/pico/test_flash.py.
"""

import contextlib
import os
import pty
import random
import re
import shutil
import threading
import time
import tty
from dataclasses import replace
from pathlib import Path

import pytest
from treppe import VERSION
from treppe_host.deploy import backup, doctor, flash, prompt
from treppe_host.deploy.contents import Contents, hashes_of
from treppe_host.deploy.flash import Wishes, flash_board
from treppe_host.deploy.overlay import LIST
from treppe_host.deploy.uf2 import Image
from treppe_host.errors import BoardError, DeployError, PortError, PortNotFound
from treppe_host.link.enquiry import Enquiry
from treppe_sim import compiled
from treppe_sim.board import PowerFailed, SimulatedBoard
from waiting import LIMIT_S

pytestmark = [pytest.mark.long, pytest.mark.first]

SURFACE = "square7"
NEW = "9.9.9"
SPEED = 4.0  # and erasing the flash takes no time
FLASH_S = 2.0  # about what a flash takes then
PULLS = 4
SOURCES = compiled.sources()
IMAGE = Image(Path("treppe.uf2"), b"", "pico", Contents("", hashes_of(SOURCES)))
PACKAGE = "treppe/__init__.py"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask at the prompt as often as ever, but for a minute."""
    monkeypatch.setattr(prompt, "_PATIENCE_S", LIMIT_S)
    monkeypatch.setattr(prompt, "ATTEMPTS", 24)


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the sources that a flash finds, to be changed; a board has them as they are now."""
    texts = dict(SOURCES)
    monkeypatch.setattr(flash, "find_image", lambda *_: IMAGE)
    monkeypatch.setattr(flash, "sources", lambda: texts)
    return texts


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a board that was switched on once, and is copied for each test."""
    folder = tmp_path_factory.mktemp("pico") / "board"
    with SimulatedBoard(SURFACE, folder, speed=SPEED, has_prompt=True) as board:
        hello(board)
    return folder


@pytest.fixture
def board(pico: Path, tmp_path: Path):
    with copy_of(pico, tmp_path) as board:
        yield board


def copy_of(pico: Path, folder: Path) -> SimulatedBoard:
    shutil.copytree(pico, folder / "board", dirs_exist_ok=True, symlinks=True)
    return SimulatedBoard(SURFACE, folder / "board", speed=SPEED, has_prompt=True)


def hello(board: SimulatedBoard) -> dict:
    """Return what a board says that runs, or that restarts just now."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        with contextlib.suppress(PortError), Enquiry(board.port) as talk:
            said = talk.hello(LIMIT_S)
            if said:
                return said
        time.sleep(0.05)
    raise AssertionError(board.last_words())


def change_version(texts: dict[str, str]) -> None:
    texts[PACKAGE] = re.sub(r'VERSION = ".*"', f'VERSION = "{NEW}"', texts[PACKAGE])


def test_what_a_checkout_has_otherwise_lies_over_the_image(board, checkout, tmp_path):
    change_version(checkout)
    checkout["main.py"] += "# changed\n"
    steps = []
    flashed = flash_board(board.port, Wishes(tmp_path, {"brightness_percent": 30}), lambda *step: steps.append(step))
    assert flashed.hello["firmware"] == NEW and flashed.hello["complaints"] == [] and not flashed.was_copied
    assert flashed.overlay.modules == ("treppe",) and flashed.overlay.early == ("main",)
    size = len(flashed.overlay.files["/overlay/treppe.mpy"])
    assert [step[1:] for step in steps if step[0] == "overlay"][-1] == (size, size)
    del steps[:]
    again = flash_board(board.port, Wishes(tmp_path, {"sound": False}), lambda *step: steps.append(step))
    assert again.hello["firmware"] == NEW and "overlay" not in {step[0] for step in steps}, "it is there already"
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.read_file("/settings.json") == b'{"brightness_percent": 30, "sound": false}'
    checkout.update(SOURCES)
    assert flash_board(board.port, Wishes(tmp_path, {})).hello["firmware"] == VERSION
    with prompt.Prompt(board.port) as at_prompt:
        there = set(at_prompt.ask("os.listdir('/')", list)) - {"pc", "sim"}  # where the simulation keeps its own
        assert there == {"journal", "settings.json"}


def test_modules_of_all_kinds_can_lie_over_the_image(board, checkout, tmp_path):
    """Packages and what is in them; what runs before the overlay is loaded; a game in a folder of its own."""
    changed = [PACKAGE, "treppe/games/__init__.py", "treppe/games/step/rules.py", "drivers/flash.py", "pins.py"]
    changed += ["board.py", "treppe/alphabet/codes.py", "treppe/games/more.py", "treppe/surfaces/square7.py"]
    for path in changed:
        checkout[path] += "\nIS_CHANGED = True\n"
    change_version(checkout)
    checkout["treppe/games/other/rules.py"] = checkout["treppe/games/step/rules.py"].replace('"step"', '"other"', 1)
    checkout["treppe/games/more.py"] += 'GAMES = "\\nother square7 Other\\n"\n'
    flashed = flash_board(board.port, Wishes(tmp_path, {}))
    assert flashed.hello, board.last_words()
    assert flashed.hello["firmware"] == NEW and len(flashed.overlay.modules) == len(changed) + 1
    with Enquiry(board.port) as talk:
        assert talk.hello(LIMIT_S)
        talk.ask_board("new", game="other")
        assert talk.ask_board("status")["game"] == "other"
    with prompt.Prompt(board.port) as at_prompt:
        names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in changed]
        for name in names:
            assert at_prompt.ask(f"hasattr(sys.modules[{name!r}], 'IS_CHANGED')", bool), name
        at_prompt.execute("import treppe.games.step.rules as rules, treppe.surfaces as surfaces")
        assert at_prompt.ask("rules.IS_CHANGED and surfaces.load('square7').IS_CHANGED", bool)


@pytest.mark.parametrize("path", ["/overlay/treppe.mpy", "/overlay/treppe_alphabet_codes.mpy", LIST])
@pytest.mark.parametrize("spoil", [b"", b"half"])
def test_an_overlay_that_is_not_whole_does_not_count(board, checkout, tmp_path, path, spoil):
    change_version(checkout)
    checkout["treppe/alphabet/codes.py"] += "# changed\n"
    flash_board(board.port, Wishes(tmp_path, {}))
    with prompt.Prompt(board.port) as at_prompt:
        content = at_prompt.read_file(path)
        at_prompt.write({path: content[: -len(spoil) or None] + spoil[::-1] if spoil else content[:-1]})
        at_prompt.restart()
    greeting = hello(board)
    assert greeting["firmware"] == VERSION
    name = path.removeprefix("/overlay/").removesuffix(".mpy").replace("_", ".")
    assert greeting["complaints"] == [{"code": "overlay_broken", "name": name}]
    assert flash_board(board.port, Wishes(tmp_path, {})).hello["firmware"] == NEW, "the next flash mends it"


def test_an_overlay_of_another_image_goes(board: SimulatedBoard, checkout: dict[str, str], tmp_path: Path) -> None:
    change_version(checkout)
    flash_board(board.port, Wishes(tmp_path, {}))
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.write({LIST: b"0123456789abcdef" + at_prompt.read_file(LIST)})
        at_prompt.restart()
    assert hello(board)["firmware"] == VERSION
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.kind("/overlay") == ""
        at_prompt.write({LIST: b"0123456789abcdef 0\n", "/overlay/mine/notes.txt": b"mine"})
        at_prompt.restart()
    assert hello(board)["complaints"] == []
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.read_file("/overlay/mine/notes.txt") == b"mine"


def test_too_much_for_an_overlay_is_refused(board: SimulatedBoard, checkout: dict[str, str], tmp_path: Path) -> None:
    for path in checkout:
        checkout[path] += "\nIS_CHANGED = True\n"
    with pytest.raises(DeployError, match=r"modules of this checkout differ .* more than a board has room for"):
        flash_board(board.port, Wishes(tmp_path, {}))
    assert hello(board)["firmware"] == VERSION, "it was left at its prompt"


def test_what_does_not_compile_is_refused(board: SimulatedBoard, checkout: dict[str, str], tmp_path: Path) -> None:
    checkout["board.py"] += "def ?\n"
    with pytest.raises(compiled.NotCompiled, match=r"board\.py cannot be compiled: .*SyntaxError"):
        flash_board(board.port, Wishes(tmp_path, {}))
    assert hello(board)["firmware"] == VERSION, "it was left at its prompt"


def test_what_is_free_can_be_written(board: SimulatedBoard) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(LIMIT_S)
        greeting = talk.ask_board("figures")["flash"]
    with prompt.Prompt(board.port) as at_prompt:
        free = at_prompt.ask("free_bytes()", int)
        fill = f"with open('/big', 'wb') as big:\n for _ in range({free // 4096 - 4}):\n  big.write(bytes(4096))"
        at_prompt.execute(fill)
        assert at_prompt.ask("free_bytes()", int) <= 5 * 4096
    assert greeting == free > 1_300_000


def test_journal_and_settings_are_backed_up_and_survive(board: SimulatedBoard, tmp_path: Path) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(LIMIT_S)
        talk.ask_board("new", game="step")
    with prompt.Prompt(board.port) as at_prompt:
        journal = at_prompt.read_file("/journal/00000001.log")
    flashed = flash_board(board.port, Wishes(tmp_path, {}))
    assert flashed.backup and (flashed.backup / "journal/00000001.log").read_bytes() == journal
    assert b'"start"' in journal
    memory = (flashed.backup / backup.CALIBRATION).read_bytes()
    assert len(memory) == 4096 and memory == (tmp_path / "board/memory.img").read_bytes()
    assert flashed.hello["next"] > 1, "the journal goes on"
    wiped = flash_board(board.port, Wishes(tmp_path, {}, wipe=True))
    assert wiped.hello["next"] == 1
    assert wiped.backup != flashed.backup and (wiped.backup / "journal/00000001.log").read_bytes().startswith(journal)


def test_what_a_pico_ran_before_is_backed_up_and_removed(board: SimulatedBoard, tmp_path: Path) -> None:
    blink = b"print('blink')\n"
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.write({"/boot.py": blink, "/notes.txt": blink, "/a/drivers/oled.mpy": blink, "/b/my own.txt": blink})
    flashed = flash_board(board.port, Wishes(tmp_path, {}))
    assert flashed.programs == ("/boot.py", "/a") and (flashed.backup / "boot.py").read_bytes() == blink
    assert (flashed.backup / "a/drivers/oled.mpy").read_bytes() == blink
    with prompt.Prompt(board.port) as at_prompt:
        assert not at_prompt.kind("/boot.py") and at_prompt.read_file("/notes.txt") == blink
        assert not at_prompt.kind("/a") and at_prompt.read_file("/b/my own.txt") == blink, "no firmware: somebody's own"
    assert flash_board(board.port, Wishes(tmp_path, {})).programs == ()


def let_lie(board: SimulatedBoard, truth: str, lie: str) -> None:
    """Have a board say something else in what it answers at its prompt, until it is restarted."""
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.execute(
            "class Liar:\n"
            " dumps = staticmethod(lambda value, truly=json.dumps: "
            f"truly(value).replace({truth!r}, {lie!r}))\n"
            "sys.modules['json'] = Liar"
        )


def test_a_board_writes_nothing_outside_its_backups(board: SimulatedBoard, tmp_path: Path) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(LIMIT_S)
        talk.ask_board("new", game="step")
    name = "../../../../escaped.log"
    let_lie(board, "00000001.log", name)
    flashed = flash_board(board.port, Wishes(tmp_path / "deep/backups", {}, wipe=True))
    assert flashed.strangers == (name,) and flashed.hello["next"] > 1, "it is not erased either"
    assert not list(tmp_path.rglob("escaped.log"))


def test_a_board_whose_name_is_a_path_is_refused(board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        name = at_prompt.facts().board
    let_lie(board, name, "../../outside")
    with pytest.raises(DeployError, match=r"Treppe does not know this board: it calls itself \[.*'../../outside'"):
        flash_board(board.port, Wishes(tmp_path / "deep/backups", {}))
    assert not list(tmp_path.rglob("outside"))


def pull_once(pico: Path, folder: Path, chance: random.Random) -> tuple[bool, dict]:
    """Flash, and lose the power meanwhile; return whether the flash ended well, and the hello afterwards."""
    board = copy_of(pico, folder)
    done = False
    is_by_time = chance.random() < 0.5
    board.start(-1 if is_by_time else chance.randrange(1, 120))
    pull = threading.Timer(chance.uniform(0.1, FLASH_S), board.cut_power)
    try:
        hello(board)
        if is_by_time:
            pull.start()
        flash_board(board.port, Wishes(folder, {}))
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
        return done, hello(board)
    finally:
        board.stop()


@pytest.mark.parametrize("seed", range(PULLS))
def test_a_pulled_cable_leaves_a_board_that_starts(pico, checkout, tmp_path, seed):
    change_version(checkout)
    for path in list(checkout)[60:80]:
        checkout[path] += "\nIS_CHANGED = True\n"
    done, greeting = pull_once(pico, tmp_path, random.Random(seed))
    assert (
        greeting["firmware"] in (VERSION, NEW)
        and (greeting["firmware"] == NEW or not done)
        and not greeting["complaints"]
    )


def test_what_a_user_may_do_wrong_is_one_line(board: SimulatedBoard, tmp_path: Path) -> None:
    with pytest.raises(PortNotFound, match="no port"):
        flash_board(str(tmp_path / "none"), Wishes(tmp_path, {}))
    for wrong, complaint in (
        ({"brightness_percent": 0}, "brightness_percent is 0, not 1..100"),
        ({"brigthness": 3}, "there is no setting 'brigthness'"),
    ):
        with pytest.raises(DeployError, match=complaint):
            flash_board(board.port, Wishes(tmp_path, wrong))
        assert hello(board)["firmware"] == VERSION, "it was left at its prompt"


def test_a_board_that_is_just_starting_is_reached(board: SimulatedBoard) -> None:
    for _ in range(3):
        board.restart()
        with prompt.Prompt(board.port) as at_prompt:
            assert at_prompt.ask("1 + 1", int) == 2
        board.restart()
        hello(board)  # now it opens its game
        with prompt.Prompt(board.port) as at_prompt:
            assert at_prompt.ask("1 + 1", int) == 2


FACTS = prompt.Facts("Raspberry Pi Pico with RP2040", "1.26.1", 0, "", 0, 0)


@pytest.mark.parametrize(
    ("machine", "kind"),
    [
        ("Raspberry Pi Pico with RP2040", "pico"),
        ("Raspberry Pi Pico W with RP2040", "pico"),
        ("Raspberry Pi Pico2 with RP2350", "pico2"),
        ("Raspberry Pi Pico 2 W with RP2350", "pico2"),
        ("Pimoroni Tiny 2040 with RP2040", ""),
        ("ESP32 module with ESP32", ""),
    ],
)
def test_boards_are_known_or_refused_by_name(machine: str, kind: str) -> None:
    facts = replace(FACTS, machine=machine)
    if kind:
        assert prompt.check_machine(facts) == kind
    else:
        with pytest.raises(DeployError, match=f"this is a {machine}; Treppe is made for the Raspberry Pi Pico"):
            prompt.check_machine(facts)


def test_another_board_is_refused_and_goes_on(board: SimulatedBoard, tmp_path: Path) -> None:
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.execute("class Other:\n machine = 'ESP32 module'\n release = '1.22.2'\nos.uname = lambda: Other")
    with pytest.raises(DeployError, match="this is a ESP32 module; Treppe is made for"):
        flash_board(board.port, Wishes(tmp_path, {}))
    assert hello(board)["firmware"] == VERSION, "it was left at its prompt"


def test_a_board_without_an_image_here_goes_on(board, tmp_path, monkeypatch):
    def find_none(*_: object) -> None:
        raise DeployError("there is no image")

    monkeypatch.setattr(flash, "find_image", find_none)
    with pytest.raises(DeployError, match="there is no image"):
        flash_board(board.port, Wishes(tmp_path, {}))
    assert hello(board)["firmware"] == VERSION, "it was left at its prompt"


def test_a_full_flash_says_so_and_keeps_no_half_of_an_overlay(board, checkout, tmp_path):
    for path in list(checkout)[60:80]:
        checkout[path] += "\nIS_CHANGED = True\n"
    with prompt.Prompt(board.port) as at_prompt:
        at_prompt.execute("big = open('/big', 'wb')")
        while at_prompt.ask("free_bytes()", int) > 40_000:
            at_prompt.execute("for _ in range(30):\n big.write(bytes(1024))")
        at_prompt.execute("big.close()")
    with pytest.raises(DeployError, match=r"flash is full; --wipe makes room, after a backup"):
        flash_board(board.port, Wishes(tmp_path, {}))
    assert hello(board)["firmware"] == VERSION, "it was left at its prompt"
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.kind("/overlay") == ""


def test_a_board_that_stops_answering(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    hello(board)
    with prompt.Prompt(board.port) as at_prompt, pytest.raises(DeployError, match="does not answer: unplug it"):
        monkeypatch.setattr(prompt, "_PATIENCE_S", 0.5)
        at_prompt.execute("while True:\n pass")


def test_what_never_answers_or_takes_nothing_is_no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.4)
    other_end, terminal = pty.openpty()
    tty.setraw(terminal)
    with pytest.raises(DeployError, match="does not answer: unplug it"):
        flash_board(os.ttyname(terminal), Wishes(tmp_path, {}))
    os.set_blocking(terminal, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(terminal, bytes(1024))
    with pytest.raises(DeployError, match="does not answer: unplug it"):
        flash_board(os.ttyname(terminal), Wishes(tmp_path, {}))
    os.close(terminal)
    os.close(other_end)


def test_a_crash_is_kept_told_and_started_anew(board, checkout, tmp_path, monkeypatch):
    checkout["board.py"] = "def run(*_):\n    1 / 0\n"
    with monkeypatch.context() as patched:
        patched.setattr(flash, "_START_S", 0.1)
        assert flash_board(board.port, Wishes(tmp_path, {})).hello is None
    # It falls, shows it for a second, starts again, falls again, and starts without what lies over the image.
    greeting = hello(board)
    assert [each["code"] for each in greeting["complaints"]] == ["crashed", "overlay_left_out"]
    said = greeting["complaints"][0]["trace"]
    assert "ZeroDivisionError" in said and 'File "board", line 2' in said and greeting["next"] == 3  # as events, too
    checkout.update(SOURCES)
    assert flash_board(board.port, Wishes(tmp_path, {})).hello["complaints"] == []


def test_a_flash_that_cannot_be_read_is_saved_and_erased_on_somebody_s_word_only(pico, tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 0.5)
    shutil.copytree(pico, tmp_path / "board", symlinks=True)
    file = tmp_path / "board/flash.img"
    spoilt = bytearray(file.read_bytes())
    for place in (0, 4096):
        spoilt[place] ^= 1
        spoilt[place + 200 : place + 4096] = bytes(4096 - 200)
    file.write_bytes(spoilt)

    @contextlib.contextmanager
    def at_rest():
        with SimulatedBoard(SURFACE, tmp_path / "board", speed=SPEED, has_prompt=True) as board:
            said = "safe mode, for the flash cannot be read: treppe flash --erase"
            assert board.run_until(lambda: said in board.last_words(), 60_000), board.last_words()
            yield board

    with at_rest() as board, pytest.raises(DeployError, match="Nothing was erased"):
        flash_board(board.port, Wishes(tmp_path / "backups", {}))
    with at_rest() as board:
        assert doctor.examine(board.port)[-1].diagnostic == {"code": "flash_unreadable"}
    assert file.read_bytes() == spoilt
    with at_rest() as board:
        erased = flash_board(board.port, Wishes(tmp_path / "backups", {}, erase=True))
    assert (erased.backup / "flash.bin").read_bytes() == spoilt
    assert erased.hello["next"] == 1 and erased.hello["complaints"] == []


def test_a_held_button_leads_to_safe_mode_where_prompt_and_doctor_work(board, monkeypatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 0.5)
    hello(board)
    board.world.press("MENU")
    board.restart()
    assert board.run_until(lambda: "safe mode, for MENU is held" in board.last_words(), 60_000), board.last_words()
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.facts().free_heap > 0 and "board" not in at_prompt.ask("list(sys.modules)", list)
    board.world.release("MENU")
    assert doctor.examine(board.port)[-1].diagnostic == {"code": "firmware_missing"}, "it has no image"
    assert hello(board)["firmware"] == VERSION, "doctor has started it anew"
