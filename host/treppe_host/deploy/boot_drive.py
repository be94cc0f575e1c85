"""The drive that a Pico in BOOTSEL shows to the system: finding it, and copying an image onto it.

Linux mounts it below /media or /run/media, macOS below /Volumes, Windows gives it a letter. Only Linux has been tried,
with a folder in place of the drive.
"""

import contextlib
import os
import string
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from treppe_host.errors import DeployError, in_words

_INFO = "INFO_UF2.TXT"
_PICOS = {"RPI-RP2": "pico", "RP2350": "pico2"}
"""What a drive calls its board, in INFO_UF2.TXT."""
_LABELS = ("/dev/disk/by-label/RPI-RP2", "/dev/disk/by-label/RP2350")
_GONE_S = 30.0
_LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class BootDrive:
    """A drive, and the kind of Pico that shows it: `pico` or `pico2`."""

    folder: Path
    pico: str


def places() -> list[Path]:
    """Return the folders in which this system shows drives."""
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


def copy_image(content: bytes, drive: BootDrive, patience_s: float = _GONE_S) -> None:
    """Copy an image onto a drive, and wait until the Pico has taken it: then the drive goes. Raises DeployError."""
    target = drive.folder / "treppe.uf2"
    try:
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # A Pico restarts with the last block, perhaps before the system has closed the file.
        if _is_there(drive):
            raise DeployError(f"the image could not be copied onto {drive.folder}: {in_words(error)}") from error
    end = time.monotonic() + patience_s
    while _is_there(drive):
        if time.monotonic() > end:
            raise DeployError(
                f"the Pico at {drive.folder} has not taken the image: hold BOOTSEL, plug it in anew, try again"
            )
        time.sleep(_LOOK_S)


def _is_there(drive: BootDrive) -> bool:
    try:
        return (drive.folder / _INFO).exists()
    except OSError:
        return False
