"""What options of commands lead to: which hands play, which file is written, what is asked first, what is reported."""

import configparser
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib.metadata import EntryPoints
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from shell import Shell
from treppe import surfaces
from treppe_host import annexes
from treppe_host.commands import annex_options, repl
from treppe_host.demo import clean
from treppe_host.demo.careless import PeopleDemo
from treppe_host.deploy import doctor, pico_port
from treppe_host.deploy import flash as deploy
from treppe_host.deploy.boot_drive import BootDrive
from treppe_host.deploy.contents import Contents
from treppe_host.deploy.overlay import Overlay
from treppe_host.deploy.prompt import Facts
from treppe_host.deploy.uf2 import Image
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding, tried_reeds
from treppe_host.link import enquiry
from treppe_host.link.client import STREAMS

REED12 = surfaces.load("reed12")


@contextmanager
def calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, result: Any = None) -> Iterator[list[Any]]:
    """Note the arguments of each call of a function in place of calling it."""
    noted: list[Any] = []

    def note(*arguments: Any, **named: Any) -> Any:
        noted.append(SimpleNamespace(arguments=arguments, **named))
        return result

    monkeypatch.setattr(module, name, note)
    yield noted


def test_the_demo_has_clean_hands_unless_careless_ones_are_asked_for(shell, monkeypatch):
    with calls(monkeypatch, clean, "play_demo") as played:
        shell.run("demo", "--game", "step")
        shell.run("demo", "--game", "step", "--hands", "careless", "--seed", "7")
    assert [(each.arguments[1:3], each.arguments[4]) for each in played] == [
        (("step", None), clean.Demo),
        (("step", 7), PeopleDemo),
    ]


@pytest.mark.parametrize("is_named", [True, False])
def test_the_menu_gets_an_entry_and_loses_it_again(shell, monkeypatch, is_named):
    """The folder of a user's programs has a name of its own, or stands in the home folder."""
    monkeypatch.setattr(sys, "platform", "linux")
    shell.environment |= {"XDG_DATA_HOME": str(shell.folder / "share") if is_named else "", "HOME": str(shell.folder)}
    file = shell.folder / ("share" if is_named else ".local/share") / "applications/treppe.desktop"
    assert str(file) in shell.run("install", "menu")
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(file, "utf-8")
    assert "play --open" in entry["Desktop Entry"]["Exec"] and Path(entry["Desktop Entry"]["Icon"]).is_file()
    assert f"{file} is gone" in shell.run("install", "menu", "--remove")
    assert not [path for path in shell.folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_nothing_is_to_be_installed_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert "make a shortcut" in shell.fail("install", "menu")
    assert "nothing to install" in shell.fail("install", "usb")


@pytest.mark.parametrize("name", annexes.OURS)
def test_a_command_of_an_annex_that_is_not_installed(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert f" {name} " in shell.run("--help")
    monkeypatch.setattr(annexes, "entry_points", lambda **_: EntryPoints())
    assert f" {name} " not in shell.run("--help")
    assert f"pip install 'treppe[{name}]'" in shell.fail(name)


FACTS = Facts("Raspberry Pi Pico with RP2040", "1.26.1", 6, "b1", 180_000, 900_000)
FLASHED = deploy.Flashed(
    FACTS, Image(Path("treppe.uf2"), b"", "pico", Contents("cafe", {})), was_copied=True,
    overlay=Overlay({}, ("treppe", "board"), ("main",)), backup=Path("backups/b1"), strangers=("notes.txt",),
    programs=("/main.py",),
    hello={"firmware": "0.1.0", "surface": "reed12", "complaints": [{"code": "memory_silent"}]},
)  # fmt: skip


def test_a_flash_tells_which_pico_got_what(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    with calls(monkeypatch, deploy, "flash_board", FLASHED) as flashed:
        said = shell.run("flash", "--port", "/dev/board", "--set", "hints=false", "--image", "my.uf2")
    port, wishes, _ = flashed[0].arguments
    assert port == "/dev/board" and wishes == deploy.Wishes(wishes.backups, {"hints": False}, False, Path("my.uf2"))
    lines = said.strip().splitlines()
    assert "MicroPython 1.26.1, board b1" in lines[0] and lines[1] == "backup: backups/b1"
    assert "'notes.txt'" in lines[2] and lines[3].endswith("the backup has it: /main.py")
    assert lines[4] == "image cafe of treppe.uf2: copied"
    assert lines[5] == "over it 2 modules of this checkout: treppe, board"
    assert lines[6] == "only an image of its own (make image) can hold its main: they run before all else"
    assert "firmware 0.1.0 on the surface reed12" in lines[7]
    assert lines[8] == "It says: surface memory: the surface's memory does not answer"


def test_a_pico_in_bootsel_gets_its_image_on_its_drive(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = BootDrive(shell.folder / "RPI-RP2", "pico")
    monkeypatch.setattr(pico_port, "find_boot_drives", lambda: [drive])
    with calls(monkeypatch, deploy, "flash_drive", replace(FLASHED, hello=None)) as flashed:
        assert "does not say hello" in shell.run("flash")
        shell.run("flash", "--port", "/dev/board")
        assert f"from the board at {drive.folder}?" in shell.do("flash", "--wipe", typed="n\n")[1]
    assert [(each.arguments[0], each.arguments[3]) for each in flashed] == [(drive, ""), (drive, "/dev/board")]
    assert "is simulated" in shell.fail("flash", "--port", "sim:square7")


@pytest.mark.parametrize(("typed", "is_wiped"), [("n\n", False), ("y\n", True)])
def test_games_are_removed_from_a_pico_only_after_a_yes(shell, monkeypatch, typed, is_wiped):
    with calls(monkeypatch, deploy, "flash_board", FLASHED) as flashed:
        status, said, _ = shell.do("flash", "--port", "/dev/board", "--wipe", typed=typed)
        assert "Remove all games and settings" in said and is_wiped == (status == 0)
        assert [each.arguments[1].wipe for each in flashed] == [True] * is_wiped
        shell.run("flash", "--port", "/dev/board", "--wipe", "--yes")
    assert flashed[-1].arguments[1].wipe


def test_a_report_about_the_whole_board_asks_for_no_reading(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pico_port, "find_pico", lambda: "/dev/found")
    with calls(monkeypatch, doctor, "examine", []) as examined:
        said = shell.run("doctor", "--report", "build.md")
        assert "You read" not in said and "Written to build.md" in said
        assert "You read" in shell.run("doctor", "--report", "build.md", "--stage", "1", "--port", "/dev/board")
    assert [each.arguments[:3] for each in examined] == [("/dev/found", None, False), ("/dev/board", 1, False)]
    assert (shell.folder / "build.md").read_text().count("## The whole board") == 1


class WalkedBoard:
    """A board that is asked for frames; on all fields but the last ones a piece is put and lifted."""

    def __init__(self, num_walked: int, surface: str = "reed12") -> None:
        self.surface = surface
        self.asked: list[str] = []
        self._frames = [bytes([255] * 20), _closed(REED12.CHANNELS[:num_walked]), bytes([255] * 20)]

    def __call__(self, port: str) -> "WalkedBoard":
        return self

    def __enter__(self) -> "WalkedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def hello(self, patience_s: float) -> dict[str, Any]:
        return {"surface": self.surface, "board": "b1"}

    def ask_board(self, do: str, **fields: Any) -> dict[str, Any]:
        self.asked.append(do)
        if do == "frame" and not self._frames:
            raise KeyboardInterrupt
        return {"hex": self._frames.pop(0).hex()} if do == "frame" else {"phase": "calibrate"}


def _closed(channels: list[int]) -> bytes:
    frame = bytearray([255] * 20)
    for channel in channels:
        frame[channel >> 3] &= ~(1 << (channel & 7))
    return bytes(frame)


@pytest.mark.parametrize(("num_walked", "status"), [(144, 0), (142, 11)])
def test_the_walk_over_all_reeds_shows_lamps_and_names_what_has_not_closed(shell, monkeypatch, num_walked, status):
    board = WalkedBoard(num_walked)
    monkeypatch.setattr(enquiry, "Enquiry", board)
    with calls(monkeypatch, doctor, "examine", [tried_reeds(["a1"], 5)]):
        ended, said, _ = shell.do("doctor", "--port", "/dev/board", "--stage", "6")
    missing = ", ".join([*REED12.NAMES][num_walked:])
    assert ended == status and (f"not seen: {missing}" in said) == bool(missing)
    assert said.count("●") == num_walked, "the picture is shown"
    assert board.asked[0] == "check" and board.asked[-2:] == ["status", "button"]


@pytest.mark.parametrize(
    ("verdicts", "status"), [((GOOD, GOOD), 0), ((GOOD, LOOK), 10), ((LOOK, BROKEN), 11), ((BROKEN, LOOK), 11)]
)
def test_the_doctor_s_status_tells_the_worst_that_was_found(shell, monkeypatch, verdicts, status):
    findings = [
        Finding("surface", verdict, {"code": "surface_good", "name": "reed12"}, "reeds" if verdict == LOOK else "")
        for verdict in verdicts
    ]
    with calls(monkeypatch, doctor, "examine", findings):
        ended, said, _ = shell.do("doctor", "--port", "/dev/board")
    assert ended == status and all(verdict in said for verdict in verdicts)
    assert ("treppe tune page" in said) == (LOOK in verdicts)


def test_what_games_have_shown_of_a_board_is_asked_for_by_its_hello(shell, monkeypatch):
    def examine(where: str, stage: int | None, empty: bool, remember: Any) -> list[Finding]:
        return [
            Finding("surface", GOOD, {"code": "surface_good", "name": "reed12"}),
            *remember({"board": "b1", "surface": "reed12"}),
        ]

    monkeypatch.setattr(doctor, "examine", examine)
    status, said, _ = shell.do("doctor", "--port", "/dev/board")
    assert status in (0, 10) and "reed12" in said


def test_a_prompt_is_opened_on_a_stopped_board_which_restarts_afterwards(shell, monkeypatch):
    done: list[str] = []

    class AtPrompt:
        def __init__(self, port: str) -> None:
            self.port = port

        def __enter__(self) -> "AtPrompt":
            done.append(f"stop {self.port}")
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def restart(self) -> None:
            done.append("restart")

    monkeypatch.setattr("treppe_host.deploy.prompt.Prompt", AtPrompt)
    monkeypatch.setattr(repl.subprocess, "run", lambda command, **_: done.append(" ".join(command[1:])))
    shell.run("repl", "--port", "/dev/board")
    assert done == ["stop /dev/board", "-P -m mpremote connect /dev/board resume repl", "stop /dev/board", "restart"]
    assert "is simulated" in shell.fail("repl", "--port", "sim:square7")


class Receiver:
    """A publisher or uploader that notes whose client it is given."""

    def __init__(self) -> None:
        self.clients: list[Any] = []
        self.attach = self.clients.append


def test_whoever_listens_hears_all_streams_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    client: Any = SimpleNamespace(ask_also=asked.append)
    receivers = {"publish": Receiver(), "club": Receiver()}
    monkeypatch.setattr(annexes, "load_entry", lambda _, name, annex: lambda value, store: nullcontext(receivers[name]))
    store: Any = None
    with annex_options.attaching(store, None, None) as nothing, annex_options.attaching(store, "u", "l") as attach:
        assert nothing is None and attach
        attach(client)
    assert asked == list(STREAMS) and [each.clients for each in receivers.values()] == [[client]] * 2


def test_without_their_annex_options_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annexes, "entry_points", lambda **_: EntryPoints())
    store: Any = None
    for publish, club, annex in (("mqtt://h", None, "together"), (None, "http://club/enter#x", "club")):
        with (
            pytest.raises(annexes.MissingAnnex, match=rf"pip install 'treppe\[{annex}\]'"),
            annex_options.attaching(store, publish, club),
        ):
            pass
    with pytest.raises(annexes.MissingAnnex, match="together"):
        annex_options.joining("mqtt://h", None, "", tmp_path)
    assert annex_options.joining(None, None, "", tmp_path) is None
