"""`treppe flash`: brings an image onto a Pico, what this checkout has otherwise over it, and settings.

A Pico takes an image from its ROM's loader, as a file on a drive: a cable that is pulled leaves the loader or an image,
and the files on the flash, which lie above the code, stay. Whoever has a new Pico holds BOOTSEL while plugging it in;
a board that runs goes there when it is asked to.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treppe import surfaces
from treppe_sim.compiled import architecture_of, sources

from treppe_host.deploy.backup import PROGRAMS, SETTINGS, Backup, back_up, save_flash
from treppe_host.deploy.boot_drive import BootDrive, copy_image, find_boot_drives, is_there, mount_waiting_drives
from treppe_host.deploy.image_file import find_image
from treppe_host.deploy.overlay import FOLDER, LIST, Overlay, compute_overlay
from treppe_host.deploy.prompt import ARCHITECTURES, Facts, Prompt, check_machine
from treppe_host.deploy.uf2 import Image
from treppe_host.errors import DeployError, PortError
from treppe_host.firmware import firmware_module
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.ports import open_port
from treppe_host.link.usb_boards import find_boards
from treppe_host.words import reason

_DRIVE_S = 20.0
_START_S = 20.0
_LOOK_S = 0.2
UNREADABLE = (
    "what is on the Pico's flash cannot be read as files. Nothing was erased: unplug it, try another cable or supply; "
    "treppe flash --erase saves all of its bytes on this computer, then begins with an empty flash"
)

Progress = Callable[[str, int, int], None]
"""Called with the name of the task, its finished bytes or files, and all of them."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a flash shall do besides bringing the firmware.

    `changes` are settings by name; `wipe` removes games and settings, after a backup in a folder below `backups`;
    `erase` empties the flash, after a copy of all its bytes there.
    """

    backups: Path
    changes: dict[str, Any]
    wipe: bool = False
    image: Path | None = None
    erase: bool = False


@dataclass(frozen=True, slots=True)
class Flashed:
    """The result of a flash. `was_copied`: the board had another image before."""

    facts: Facts
    image: Image
    was_copied: bool
    overlay: Overlay
    backup: Path | None
    strangers: tuple[str, ...]
    """Files in the journal's folder that are no journals: not copied, not removed."""
    programs: tuple[str, ...]
    """What the Pico ran before it became a board: in the backup, and removed."""
    hello: dict[str, Any] | None
    """What the board says; None from one that says nothing, as without a surface."""


def flash_board(port: str, wishes: Wishes, progress: Progress = lambda *_: None) -> Flashed:
    """Flash the board at a port, whatever MicroPython it runs; raise DeployError, PortError, NotCompiled.

    Until the image is copied a board that fails goes on as before.
    """
    with _stopped(port) as pico:
        facts = pico.facts()
        image = _find_image(check_machine(facts), wishes)
        _changed_settings(pico, wishes)
        backup = _back_up(pico, facts, wishes, progress)
        if pico.ask("image_digest()", str) == image.contents.digest:
            return _finish(pico, image, wishes, backup, progress, was_copied=False)
        others = {drive.folder for drive in find_boot_drives()}
        pico.enter_bootloader()
    drive = _await_drive(others)
    copy_image(image, drive, lambda *counts: progress("image", *counts))
    with _stopped(_await_port(drive, port, facts.board)) as pico:
        return _finish(pico, image, wishes, backup, progress, was_copied=True)


def flash_drive(drive: BootDrive, wishes: Wishes, progress: Progress = lambda *_: None, port: str = "") -> Flashed:
    """Flash the Pico that shows a drive; raise DeployError, PortError, NotCompiled.

    `port` is where it will be, by default any that is not there yet.
    """
    image = _find_image(drive.pico, wishes)
    others = {each.port for each in find_boards()}
    copy_image(image, drive, lambda *counts: progress("image", *counts))
    with _stopped(_await_port(drive, port, others=others)) as pico:
        return _finish(pico, image, wishes, None, progress, was_copied=True)


def _find_image(pico: str, wishes: Wishes) -> Image:
    """Return the image for a kind of Pico; say before anything is changed what is wrong with all that will be sent."""
    image = find_image(pico, wishes.image)
    compute_overlay(image.contents, ARCHITECTURES[pico], sources())
    _check_settings(b"{}", wishes.changes)
    return image


@contextlib.contextmanager
def _stopped(port: str) -> Iterator[Prompt]:
    """Stop a board's program; it starts again if what is done meanwhile fails."""
    with Prompt(port) as pico:
        try:
            yield pico
        except BaseException:  # also of whoever has no patience
            with contextlib.suppress(DeployError, PortError):
                pico.restart()
            raise


def _finish(
    pico: Prompt, image: Image, wishes: Wishes, backup: Backup | None, progress: Progress, *, was_copied: bool
) -> Flashed:
    """Lay what belongs over the image, write settings, wipe if so wished; restart and wait for hello."""
    facts = pico.facts()
    if pico.ask("image_digest()", str) != image.contents.digest:
        raise DeployError(f"the board at {pico.port} runs another image than {image.path}: try again")
    if wishes.erase:
        backup = Backup(save_flash(pico, wishes.backups / facts.board, lambda *now: progress("backup", *now)), (), ())
        pico.execute("format_flash()")
    elif not pico.ask("has_files()", bool):
        raise DeployError(UNREADABLE)
    if backup is None and (wishes.wipe or any(map(pico.kind, PROGRAMS))):
        backup = _back_up(pico, facts, wishes, progress)
    settings = _changed_settings(pico, wishes)
    kept = backup.paths if backup else ()
    programs = tuple(path for path in PROGRAMS if any(each == path or each.startswith(f"{path}/") for each in kept))
    pico.each("remove", [*((path,) for path in kept if wishes.wipe), *((path,) for path in programs)])
    overlay = compute_overlay(image.contents, architecture_of(facts.mpy), sources())
    _lay(pico, overlay, progress)
    if wishes.changes:
        pico.replace(SETTINGS, settings)
    pico.restart()
    hello = _await_hello(pico.port, facts.board)
    made, strangers = (backup.made, backup.strangers) if backup else (None, ())
    return Flashed(facts, image, was_copied, overlay, made, strangers, programs, hello)


def _lay(pico: Prompt, overlay: Overlay, progress: Progress) -> None:
    """Let these files, and no others, lie over the image; until the last step, a renaming, none does."""
    there = pico.hashes(FOLDER)
    missing = overlay.missing(there)
    unwanted = there.keys() - {path.removeprefix(f"{FOLDER}/") for path in overlay.files}
    if not overlay.files:
        pico.each("remove", [(FOLDER,)])
    elif missing or unwanted:
        to_send = {path: overlay.files[path] for path in overlay.files if path in missing and path != LIST}
        total = sum(map(len, to_send.values()))
        pico.each("remove", [(LIST,), *((f"{FOLDER}/{name}",) for name in sorted(unwanted))])
        try:
            pico.write(to_send, lambda written: progress("overlay", written, total))
            if overlay.missing(pico.hashes(FOLDER)) != {LIST}:
                raise DeployError("what is on the Pico differs from what was sent: try again, or try another cable")
            pico.replace(LIST, overlay.files[LIST])
        except DeployError:
            pico.each("remove", [(FOLDER,)])  # half of it is of no use, and perhaps the flash is full
            raise


def _back_up(pico: Prompt, facts: Facts, wishes: Wishes, progress: Progress) -> Backup:
    pins = firmware_module("pins")
    memory = pico.surface_memory(pins.I2C_SDA, pins.I2C_SCL)
    return back_up(pico, wishes.backups / facts.board, memory, lambda *counts: progress("backup", *counts))


def _changed_settings(pico: Prompt, wishes: Wishes) -> bytes:
    """Return the board's file of settings with the changes that are wished for; raise DeployError for wrong ones."""
    present = None if wishes.wipe or not wishes.changes else pico.read_file(SETTINGS)
    return _check_settings(present or b"{}", wishes.changes)


def _check_settings(present: bytes, changes: dict[str, Any]) -> bytes:
    """Return the settings file with its changes; raise DeployError for wrong ones."""
    rules = firmware_module("settings")
    try:
        values = {**rules.parse_settings(present), **changes}
        for surface in surfaces.NAMES:
            rules.apply(values, surfaces.load(surface))
    except ValueError as error:  # InvalidSettings is one
        raise DeployError(f"settings: {reason(error)}") from error
    return json.dumps(values).encode()


# Waiting.


def _await_drive(others: set[Path]) -> BootDrive:
    """Return the drive of a board that was asked to show one; others were there before."""
    end = time.monotonic() + _DRIVE_S
    while time.monotonic() < end:
        found = [drive for drive in find_boot_drives() if drive.folder not in others]
        if found:
            return found[0]
        mount_waiting_drives()
        time.sleep(_LOOK_S)
    raise DeployError(
        "the Pico waits for its image, but this system shows no drive RPI-RP2: mount it, then run treppe flash again"
    )


def _await_port(drive: BootDrive, port: str, board: str = "", others: Set[str] = frozenset()) -> str:
    """Return the port of a board that starts: of this id, or at this port; if neither is known, none of `others`."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        found = next((each.port for each in find_boards() if each.board == board), "")
        if not found and port and Path(port).exists():
            found = port
        if not found and not port:
            found = next((each.port for each in find_boards() if each.port not in others), "")
        if found:
            # A system lets others look at a new port, and nobody open it, for a moment.
            with contextlib.suppress(PortError):
                open_port(found).close()
                return found
        time.sleep(_LOOK_S)
    if is_there(drive):
        raise DeployError(f"the Pico at {drive.folder} has not taken the image: hold BOOTSEL, plug it in anew")
    raise DeployError("the Pico does not come back at USB with its image: unplug it, plug it in, try again")


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
