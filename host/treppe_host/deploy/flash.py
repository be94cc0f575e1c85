"""`treppe flash`: brings an image onto a Pico, what this checkout has otherwise over it, and settings.

A Pico takes an image from its ROM's loader, as a file on a drive: a cable that is pulled leaves the loader or an image,
and the files on the flash, which lie above the code, stay. Whoever has a new Pico holds BOOTSEL while plugging it in;
a board that runs goes there when it is asked to.
"""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treppe import surfaces
from treppe_sim.compiled import NotCompiled, architecture_of

from treppe_host.deploy.backup import SETTINGS, Backup, back_up
from treppe_host.deploy.boot_drive import BootDrive, copy_image, find_boot_drives, mount_waiting_drives
from treppe_host.deploy.image_file import find_image
from treppe_host.deploy.overlay import FOLDER, Overlay, compute_overlay
from treppe_host.deploy.pico_facts import Facts, check
from treppe_host.deploy.prompt import Prompt
from treppe_host.deploy.uf2 import Image
from treppe_host.errors import DeployError, PortError
from treppe_host.firmware import firmware_module
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.usb_boards import find_boards
from treppe_host.words import reason

OLD_FIRMWARE = ("/main.py", "/tree", "/image", "/a", "/b")
"""Files of a firmware that lay on the flash; none of them counts over an image."""
_LIST = f"{FOLDER}/list"
_DRIVE_S = 20.0
_START_S = 20.0
_LOOK_S = 0.2

Progress = Callable[[str, int, int], None]
"""Called with the name of the task, its finished bytes or files, and all of them."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a flash shall do besides bringing the firmware.

    `changes` are settings by name; `wipe` removes games and settings, after a backup in a folder below `backups`.
    """

    backups: Path
    changes: dict[str, Any]
    wipe: bool = False
    image: Path | None = None


@dataclass(frozen=True, slots=True)
class Flashed:
    """The result of a flash. `was_copied`: the board had another image before; `modules` lie over it."""

    facts: Facts
    image: Image
    was_copied: bool
    modules: tuple[str, ...]
    backup: Path | None
    strangers: tuple[str, ...]
    """Files in the journal's folder that are no journals: not copied, not removed."""
    hello: dict[str, Any] | None
    """What the board says; None from one that says nothing, as without a surface."""


def flash_board(port: str, wishes: Wishes, progress: Progress = lambda *_: None) -> Flashed:
    """Flash the board at a port, whatever MicroPython it runs; raise DeployError, PortError, NotCompiled.

    Until the image is copied a board that fails goes on as before.
    """
    _check_settings(b"{}", wishes.changes)
    with Prompt(port) as pico:
        try:
            facts = pico.facts()
            image = find_image(check(facts), wishes.image)
            compute_overlay(image.contents, architecture_of(facts.mpy))  # what is wrong with it is said before
            backup = _back_up(pico, facts, wishes, progress)
            is_new = pico.ask("image_digest()", str) != image.contents.digest
        except (DeployError, NotCompiled):
            with contextlib.suppress(DeployError, PortError):
                pico.restart()
            raise
        if not is_new:
            return _finish(pico, port, image, wishes, backup, progress, was_copied=False)
        there = {drive.folder for drive in find_boot_drives()}
        pico.enter_bootloader()
    _copy(image, _await_drive(there), progress)
    port = _await_port(facts.board, port)
    with Prompt(port) as pico:
        return _finish(pico, port, image, wishes, backup, progress, was_copied=True)


def flash_drive(drive: BootDrive, wishes: Wishes, progress: Progress = lambda *_: None) -> Flashed:
    """Flash the Pico that shows a drive; raise DeployError, PortError, NotCompiled."""
    _check_settings(b"{}", wishes.changes)
    image = find_image(drive.pico, wishes.image)
    there = {each.port for each in find_boards()}
    _copy(image, drive, progress)
    port = _await_port("", "", there)
    with Prompt(port) as pico:
        return _finish(pico, port, image, wishes, None, progress, was_copied=True)


def _copy(image: Image, drive: BootDrive, progress: Progress) -> None:
    size = len(image.content)
    progress("image", 0, size)
    copy_image(image.content, drive)
    progress("image", size, size)


def _finish(
    pico: Prompt,
    port: str,
    image: Image,
    wishes: Wishes,
    backup: Backup | None,
    progress: Progress,
    *,
    was_copied: bool,
) -> Flashed:
    """Lay what belongs over the image, write settings, remove what is old; restart and wait for hello."""
    facts = pico.facts()
    if pico.ask("image_digest()", str) != image.contents.digest:
        raise DeployError(f"the board at {port} runs another image than {image.path}: try again")
    settings = _check_settings((not wishes.wipe and pico.read(SETTINGS)) or b"{}", wishes.changes)
    overlay = compute_overlay(image.contents, architecture_of(facts.mpy))
    if wishes.wipe and backup is None:
        backup = _back_up(pico, facts, wishes, progress)
    old = (*OLD_FIRMWARE, *(backup.paths if wishes.wipe and backup else ()))
    pico.each("remove", [(path,) for path in old])
    _lay(pico, overlay, progress)
    if wishes.changes:
        pico.replace(SETTINGS, settings)
    pico.restart()
    hello = _await_hello(port, facts.board)
    made, strangers = (backup.made, backup.strangers) if backup else (None, ())
    return Flashed(facts, image, was_copied, overlay.modules, made, strangers, hello)


def _lay(pico: Prompt, overlay: Overlay, progress: Progress) -> None:
    """Let these files, and no others, lie over the image; until the last step, a renaming, none does."""
    there = pico.hashes(FOLDER)
    wanted = {path: content for path, content in overlay.files.items() if path != _LIST}
    if not wanted:
        pico.each("remove", [(FOLDER,)])
        return
    missing = overlay.missing(there)
    names = {path.removeprefix(f"{FOLDER}/") for path in overlay.files}
    if not missing and there.keys() <= names:
        return
    pico.each("remove", [(_LIST,), *((f"{FOLDER}/{name}",) for name in there if name not in names)])
    to_send = {path: content for path, content in wanted.items() if path in missing}
    total = sum(map(len, to_send.values()))
    pico.write(to_send, lambda written: progress("overlay", written, total))
    if overlay.missing(pico.hashes(FOLDER)) - {_LIST}:
        raise DeployError("the files on the Pico differ from those that were sent: try again, or try another cable")
    pico.replace(_LIST, overlay.files[_LIST])


def _back_up(pico: Prompt, facts: Facts, wishes: Wishes, progress: Progress) -> Backup:
    pins = firmware_module("pins")
    memory = pico.surface_memory(pins.I2C_SDA, pins.I2C_SCL)
    return back_up(pico, wishes.backups / facts.board, memory, lambda *counts: progress("backup", *counts))


def _check_settings(present: bytes, changes: dict[str, Any]) -> bytes:
    """Return the settings file with its changes; raise DeployError for wrong ones."""
    rules = firmware_module("settings")
    try:
        values = {**rules.load(present), **changes}
        for surface in surfaces.NAMES:
            rules.apply(values, surfaces.load(surface))
    except ValueError as error:  # InvalidSettings is one
        raise DeployError(f"settings: {reason(error)}") from error
    return json.dumps(values).encode()


# Waiting.


def _await_drive(there: set[Path]) -> BootDrive:
    """Return the drive that a board shows which was asked to; `there` are drives of others."""
    end = time.monotonic() + _DRIVE_S
    while time.monotonic() < end:
        found = [drive for drive in find_boot_drives() if drive.folder not in there]
        if found:
            return found[0]
        mount_waiting_drives()
        time.sleep(_LOOK_S)
    raise DeployError(
        "the Pico waits for its image, but this system shows no drive RPI-RP2: mount it, then run treppe flash again"
    )


def _await_port(board: str, port: str, there: frozenset[str] | set[str] = frozenset()) -> str:
    """Return the port of a board that restarts: of this id, at this port, or any that was not there before."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        for found in find_boards():
            if found.board == board or (not board and found.port not in there):
                return found.port
        if port and Path(port).exists():
            return port
        time.sleep(_LOOK_S)
    raise DeployError("the Pico has its image, but does not come back at USB: unplug it, plug it in, try again")


def _await_hello(port: str, board: str) -> dict[str, Any] | None:
    """Return the restarted board's hello; None if none comes, as from a board without a surface."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        # A restart takes its USB port away and brings it back, perhaps under another name.
        now_at = next((found.port for found in find_boards() if found.board == board), port)
        try:
            with Enquiry(now_at) as talk:
                return talk.hello(end - time.monotonic())
        except PortError:
            time.sleep(_LOOK_S)
    return None
