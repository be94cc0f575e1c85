"""The drive of a Pico in BOOTSEL: where systems show it, what is copied onto it, and which Pico a command reaches.

What macOS and Windows show stands here as their documents tell it; only Linux has been seen.
"""

import errno
import os
from pathlib import Path

import pytest
from image_files import write_image
from pico_rom import copy_uf2, is_started, is_whole
from treppe_host.deploy import boot_drive, pico_port
from treppe_host.deploy.boot_drive import VARIABLE, BootDrive, copy_image, find_boot_drives, is_there, places
from treppe_host.deploy.uf2 import read_image
from treppe_host.errors import DeployError, PortError, PortNotFound
from treppe_host.link.usb_boards import UsbBoard

OF_RP2040 = "UF2 Bootloader v2.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
OF_RP2350 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"
OF_OTHER = "UF2 Bootloader v3.15\r\nModel: Feather M4\r\nBoard-ID: SAMD51\r\n"


def drive(folder: Path, info: str = OF_RP2040) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "INFO_UF2.TXT").write_text(info)
    return folder


def test_drives_are_told_from_other_folders_by_what_they_say(tmp_path: Path) -> None:
    pico, pico2 = drive(tmp_path / "RPI-RP2"), drive(tmp_path / "RP2350", OF_RP2350)
    other, stick = drive(tmp_path / "other", OF_OTHER), tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "odd/INFO_UF2.TXT").mkdir(parents=True)
    folders = [other, pico, stick, tmp_path / "none", tmp_path / "odd", pico2]
    assert find_boot_drives(folders) == [BootDrive(pico, "pico"), BootDrive(pico2, "pico2")]


@pytest.mark.parametrize("kind", ["symlink_to", "hardlink_to"])
def test_a_link_on_the_drive_leads_nowhere(tmp_path: Path, kind: str) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    stick = drive(tmp_path / "stick")
    getattr(stick / "treppe.uf2", kind)(precious)
    copy_image(read_image(write_image(tmp_path / "image.uf2")), BootDrive(stick, "pico"), lambda *_: None)
    assert precious.read_bytes() == b"mine" and (stick / "treppe.uf2").stat().st_size > 4


@pytest.mark.parametrize(
    ("system", "mounted", "expected"),
    [
        ("linux", "/media/RPI-RP2", "/media/RPI-RP2"),
        ("linux", "/media/me/RPI-RP2", "/media/me/RPI-RP2"),
        ("linux", "/run/media/me/RPI-RP21", "/run/media/me/RPI-RP21"),
        ("darwin", "/Volumes/RPI-RP2", "/Volumes/RPI-RP2"),
        ("win32", "E:\\", "E:\\"),
    ],
)
def test_where_systems_show_a_drive(system, mounted, expected, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(boot_drive, "Path", lambda name: tmp_path / name.lstrip("/"))
    drive(tmp_path / mounted.lstrip("/"))
    drive(tmp_path / "home/me/RPI-RP2")
    assert find_boot_drives() == [BootDrive(tmp_path / expected.lstrip("/"), "pico")]


def test_drives_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, (one, other))))
    assert places() == [one, other] and find_boot_drives() == []
    drive(other)
    assert find_boot_drives() == [BootDrive(other, "pico")]


def test_an_image_is_copied_whole_and_tells_its_progress(tmp_path: Path) -> None:
    image = read_image(write_image(tmp_path / "treppe.uf2", size=150_000))
    target = BootDrive(drive(tmp_path / "RPI-RP2"), "pico")
    reported: list[tuple[int, int]] = []
    copy_image(image, target, lambda *counts: reported.append(counts))
    uf2 = (target.folder / "treppe.uf2").read_bytes()
    assert is_whole(uf2) and is_started(copy_uf2(uf2)) and copy_uf2(uf2)[: len(image.flash)] == image.flash
    assert reported == sorted(reported) and len(reported) > 3 and reported[-1] == (len(uf2), len(uf2))


def test_a_drive_that_goes_with_the_last_block_has_taken_the_image(tmp_path, monkeypatch):
    image = read_image(write_image(tmp_path / "treppe.uf2"))
    target = BootDrive(drive(tmp_path / "RPI-RP2"), "pico")

    def lose(_: int) -> None:
        (target.folder / "INFO_UF2.TXT").unlink()
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", lose)
    copy_image(image, target, lambda *_: None)
    assert not is_there(target)


def test_a_drive_that_takes_nothing_says_why(tmp_path: Path) -> None:
    image = read_image(write_image(tmp_path / "treppe.uf2"))
    target = BootDrive(drive(tmp_path / "RPI-RP2"), "pico")
    (target.folder / "treppe.uf2").mkdir()
    with pytest.raises(DeployError, match=r"could not be copied onto .*RPI-RP2: .*Is a directory"):
        copy_image(image, target, lambda *_: None)


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[UsbBoard]:
    """Return the boards at USB, to be changed; drives may be in two folders."""
    found: list[UsbBoard] = []
    monkeypatch.setattr(pico_port, "find_boards", lambda: found)
    monkeypatch.setenv(VARIABLE, os.pathsep.join(str(tmp_path / name) for name in ("RPI-RP2", "RPI-RP21")))
    return found


def test_no_board_one_board_two_boards(usb: list[UsbBoard]) -> None:
    for find in (pico_port.find_pico, pico_port.find_target):
        with pytest.raises(PortNotFound, match="no Pico at USB"):
            find()
    usb.append(UsbBoard("/dev/ttyACM0", "aa"))
    assert pico_port.find_pico() == pico_port.find_target() == "/dev/ttyACM0"
    usb.append(UsbBoard("/dev/ttyACM1", "bb"))
    for find in (pico_port.find_pico, pico_port.find_target):
        with pytest.raises(PortNotFound, match=r"which board\? There are: aa at /dev/ttyACM0, bb at /dev/ttyACM1"):
            find()
    assert pico_port.find_target("/dev/ttyACM1") == "/dev/ttyACM1"


def test_a_pico_in_bootsel_waits_for_a_flash_and_for_nothing_else(usb: list[UsbBoard], tmp_path: Path) -> None:
    waiting = BootDrive(drive(tmp_path / "RPI-RP2"), "pico")
    with pytest.raises(PortNotFound, match=r"a Pico waits at .*RPI-RP2 for its firmware: run treppe flash"):
        pico_port.find_pico()
    assert pico_port.find_target() == waiting
    usb.append(UsbBoard("COM3", "aa"))
    (tmp_path / "port").touch()
    assert pico_port.find_pico() == "COM3" and pico_port.find_target() == waiting
    assert pico_port.find_target("COM3") == "COM3", "a named board is the one that is meant"
    assert pico_port.find_target(str(tmp_path / "port")) == str(tmp_path / "port")
    assert pico_port.find_target("COM4") == waiting, "there it will be"
    drive(tmp_path / "RPI-RP21")
    with pytest.raises(PortNotFound, match=r"which Pico\? More than one waits in BOOTSEL"):
        pico_port.find_target()


def test_a_simulated_board_has_no_prompt_for_others() -> None:
    with pytest.raises(PortError, match="sim:square7 is simulated"):
        pico_port.check_prompt("sim:square7")
