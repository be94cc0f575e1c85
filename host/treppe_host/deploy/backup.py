"""Copies the data of a Pico to the PC: checks the names that the board sends, reads each copy back and compares it."""

import contextlib
import hashlib
import json
import os
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from treppe_host.deploy.prompt import Prompt
from treppe_host.errors import DeployError, in_words

JOURNAL = "/journal"
SETTINGS = "/settings.json"
CRASHES = ("/crash.txt", "/crash.txt.reported")
PROGRAMS = ("/main.py", "/boot.py", "/a", "/b")
"""What a Pico ran before it had an image: programs at its start, and folders in which a firmware lay as files."""
CALIBRATION = "surface_memory.bin"
"""The file of a backup with the content of the surface's memory; the Pico has no file of this name."""
FLASH = "flash.bin"
"""The file of a backup with all bytes of a flash that could not be read as files."""
LARGEST_FLASH = 1 << 24
_PIECE = 1024  # bytes, see on_board/at_prompt.py
_ATTEMPTS = 3
_AT_ONCE = 16  # pieces
_HASHES = "hashes.json"
_OF_JOURNAL = re.compile(r"(([0-9]{1,10}/)?[0-9]{1,10}\.log|acknowledged|identity)(\.new)?", re.ASCII)
_OF_FIRMWARE = re.compile(r"([A-Za-z0-9_]{1,40}/){0,5}[A-Za-z0-9_]{1,40}\.(m?py|json|toml)", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_ERASED = b"\xff"

Progress = Callable[[int, int], None]
"""Called with the number of finished files, and of all files."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup: `made` is the new folder, None if an older one has all files.

    `paths` on the Pico may be erased now. `strangers` are files in the journal's folder that are no journals: they are
    not copied, and must not be erased.
    """

    made: Path | None
    paths: tuple[str, ...]
    strangers: tuple[str, ...]


def back_up(pico: Prompt, folder: Path, memory: bytes, progress: Progress) -> Backup:
    """Copy journal, settings, crash, programs and surface memory to a new folder below `folder`, if none has them.

    When this returns, every byte of the backup has been read from the PC's disk again and compared with the Pico's own
    hashes. Raises DeployError if they differ or cannot be compared.
    """
    hashes, strangers = _hashes_on(pico)
    paths = tuple(f"/{name}" for name in hashes)
    if memory.strip(_ERASED):
        hashes[CALIBRATION] = hashlib.sha256(memory).hexdigest()
    try:
        last = max((each.parent for each in folder.glob(f"*/{_HASHES}")), default=None)
        if not hashes or (last and _read_hashes(last) == hashes and not _damaged(last, hashes)):
            return Backup(None, paths, strangers)
        made = _new_folder(folder)
        for count, (name, digest) in enumerate(hashes.items(), 1):
            content = memory if name == CALIBRATION else _content(pico, name, digest, last)
            _write_durably(made / name, content)
            progress(count, len(hashes))
        damaged = _damaged(made, hashes)
        if damaged:
            raise DeployError(
                f"the backup in {made} differs from the Pico in {damaged[0]}; nothing was erased: try again"
            )
        _write_durably(made / _HASHES, json.dumps(hashes, indent=1).encode())
    except OSError as error:
        raise DeployError(f"no backup can be made: {in_words(error)}") from error
    return Backup(made, paths, strangers)


def save_flash(pico: Prompt, folder: Path, progress: Progress) -> Path:
    """Copy all bytes of the Pico's flash, whatever they are, to a new folder below `folder`, and return that.

    Raises DeployError if the copy, read again from the PC's disk, differs from a second reading of the flash.
    """
    size = pico.ask("flash_size()", int)
    content = bytearray()
    try:
        made = _new_folder(folder)
        for place in range(0, min(size, LARGEST_FLASH), _AT_ONCE * _PIECE):
            count = min(_AT_ONCE, (size - place) // _PIECE)
            content += _part_of_flash(pico, place, count)
            progress(len(content), size)
        _write_durably(made / FLASH, bytes(content))
        is_whole = _read_intact(made / FLASH, pico.ask("flash_hash()", str)) is not None
    except OSError as error:
        raise DeployError(f"no backup can be made: {in_words(error)}") from error
    if not is_whole:
        raise DeployError(f"two readings of the flash differ, the first is in {made}; nothing was erased: try again")
    return made


def _part_of_flash(pico: Prompt, place: int, count: int) -> bytes:
    """Return so many pieces of the flash; asks again where some are missing, for a busy PC may read too late."""
    for _ in range(_ATTEMPTS):
        with contextlib.suppress(ValueError):  # a line that has lost letters
            part = b"".join(map(b64decode, pico.execute(f"print_flash({place}, {count})").splitlines()))
            if len(part) == count * _PIECE:
                return part
    raise DeployError("the flash cannot be read whole: nothing was erased: try again, or try another cable")


def _hashes_on(pico: Prompt) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the SHA-256 of the files to keep, by path without the first slash, and strange names in the journal."""
    found: dict[str, str] = {}
    strangers = []
    for name, digest in pico.hashes(JOURNAL).items():
        if _OF_JOURNAL.fullmatch(name):
            found[f"{JOURNAL[1:]}/{name}"] = digest
        else:
            strangers.append(name)
    for path in (SETTINGS, *CRASHES, *PROGRAMS):
        kind = pico.kind(path)
        if kind == "file":
            found[path[1:]] = pico.ask(f"hash_of({path!r})", str)
        elif kind == "folder" and path in PROGRAMS:
            held = pico.hashes(path)
            if all(map(_OF_FIRMWARE.fullmatch, held)):  # else it is somebody's own
                found |= {f"{path[1:]}/{name}": digest for name, digest in held.items()}
    for name, digest in found.items():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise DeployError(f"the board sends no hash of {name}: try again, or try another cable")
    return found, tuple(strangers)


def _read_hashes(backup: Path) -> object:
    with contextlib.suppress(ValueError):
        return json.loads((backup / _HASHES).read_text("utf-8"))
    return None


def _damaged(backup: Path, hashes: dict[str, str]) -> list[str]:
    """Read a backup; return the names of files that are missing or differ from their hashes."""
    return [name for name, digest in hashes.items() if _read_intact(backup / name, digest) is None]


def _read_intact(file: Path, digest: str) -> bytes | None:
    """Return the content of a file on the PC, None if it has another hash."""
    content = file.read_bytes() if file.is_file() else b""
    return content if hashlib.sha256(content).hexdigest() == digest and file.is_file() else None


def _content(pico: Prompt, name: str, digest: str, last: Path | None) -> bytes:
    """Return a file of the Pico, from the last backup if that has the same file."""
    kept = _read_intact(last / name, digest) if last else None
    return (pico.read_file(f"/{name}") or b"") if kept is None else kept


def _new_folder(folder: Path) -> Path:
    """Make a folder named after the PC's time, with a number if there is one of this name."""
    name = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
    places = (folder / (name if count == 1 else f"{name} {count}") for count in range(1, 1000))
    made = next(place for place in places if not place.exists())
    made.mkdir(0o700, parents=True)
    return made


def _write_durably(file: Path, content: bytes) -> None:
    """Write a file so that it survives a power cut of the PC."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(0o600)  # a journal has names of people in it
    with file.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
