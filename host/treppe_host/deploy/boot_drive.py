"""The drive that a Pico in BOOTSEL shows to the system: finding it, and copying an image onto it.

Linux mounts it below /media or /run/media, macOS below /Volumes, Windows gives it a letter. Only Linux has been tried,
with a folder in place of the drive, as TREPPE_BOOT_DRIVES names one.
"""

import contextlib
import os
import string
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from treppe_host.deploy.uf2 import Image, parts
from treppe_host.errors import DeployError, in_words

VARIABLE = "TREPPE_BOOT_DRIVES"
"""Environment variable with the folders that are drives, in place of the system's; separated as in PATH."""
_INFO = "INFO_UF2.TXT"
_PICOS = {"RPI-RP2": "pico", "RP2350": "pico2"}
"""What a drive calls its board, in INFO_UF2.TXT."""
_LABELS = ("/dev/disk/by-label/RPI-RP2", "/dev/disk/by-label/RP2350")


@dataclass(frozen=True, slots=True)
class BootDrive:
    """A drive, and the kind of Pico that shows it: `pico` or `pico2`."""

    folder: Path
    pico: str


def places() -> list[Path]:
    """Return the folders that may be drives: those in which this system shows them, or those that are named."""
    named = os.environ.get(VARIABLE)
    if named:
        return [Path(folder) for folder in named.split(os.pathsep)]
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
    roots = (Path("/Volumes"),) if sys.platform == "darwin" else (Path("/media"), Path("/run/media"))
    found: list[Path] = []
    for root in roots:
        found += [*root.glob("*"), *root.glob("*/*")]
    return found


def find_boot_drives(folders: Iterable[Path] | None = None) -> list[BootDrive]:
    """Return the drives of Picos in BOOTSEL, in any of these folders, by default the system's `places`."""
    found = []
    for folder in places() if folders is None else folders:
        with contextlib.suppress(OSError):  # a drive without a disk, or one that has just gone
            info = (folder / _INFO).read_text("ascii", "replace")
            pico = next((pico for name, pico in _PICOS.items() if name in info), None)
            if pico:
                found.append(BootDrive(folder, pico))
    return found


def mount_waiting_drives() -> None:
    """Mount the drives that a Linux without a desktop has not mounted, as far as it lets this user."""
    for label in _LABELS:
        if os.path.exists(label):
            with contextlib.suppress(OSError):  # without udisks the user mounts it himself
                subprocess.run(["udisksctl", "mount", "--block-device", label], capture_output=True, check=False)


def copy_image(image: Image, drive: BootDrive, progress: Callable[[int, int], None]) -> None:
    """Copy an image onto a drive, which goes when the Pico has it; raise DeployError.

    `progress` gets the number of bytes copied, and of all.
    """
    pieces = parts(image)
    total = sum(map(len, pieces))
    try:
        place = drive.folder / "treppe.uf2"
        place.unlink(missing_ok=True)
        with place.open("xb") as file:  # whoever has filled the drive may have put a link there
            for piece in pieces:
                file.write(piece)
                file.flush()
                os.fsync(file.fileno())  # one after the other, whatever order the system likes better
                progress(file.tell(), total)
    except OSError as error:
        # A Pico restarts with the last block, perhaps before the system has closed the file.
        if is_there(drive):
            raise DeployError(f"the image could not be copied onto {drive.folder}: {in_words(error)}") from error


def is_there(drive: BootDrive) -> bool:
    """Tell whether a drive is still there."""
    try:
        return (drive.folder / _INFO).exists()
    except OSError:
        return False
