"""`treppe flash`: updates a Pico's firmware so that at any moment a whole one starts, the old or the new.

A Pico has the launcher `/main.py` and one or two trees, `/a` and `/b`; the small file `/tree` says which one starts. A
flash completes the other tree, reads it back, and switches to it by renaming that one file.
"""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from treppe import surfaces
from treppe_sim.compiled import NotCompiled, architecture_of

from treppe_host.deploy import bundle as bundles
from treppe_host.deploy.backup import SETTINGS, back_up
from treppe_host.deploy.bundle import Bundle
from treppe_host.deploy.pico_facts import Facts, check
from treppe_host.deploy.prompt import Prompt
from treppe_host.errors import DeployError, PortError
from treppe_host.firmware import firmware_module
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.usb_boards import find_boards
from treppe_host.words import reason

TREES = ("a", "b")
SWITCH = "/tree"
LAUNCHER = "/main.py"
PROGRAM = (LAUNCHER, SWITCH, *(f"/{tree}" for tree in TREES))
"""`--wipe` removes these and the files in a backup, and nothing else on a Pico."""
_BLOCK = 4096
_RESERVE = 65_536  # bytes that stay free for the journal while both trees are there
_START_S = 20.0
_RETRY_S = 0.2

Progress = Callable[[str, int, int], None]
"""Called with the name of the task, its finished bytes, and all its bytes."""


@dataclass(frozen=True, slots=True)
class Flashed:
    """The result of a flash."""

    facts: Facts
    copied: int
    kept: int
    backup: Path | None
    strangers: tuple[str, ...] = ()
    """Files in the journal's folder that are no journals: not copied, not removed."""
    hello: dict[str, Any] | None = None


def flash(
    port: str,
    backups: Path,
    changes: dict[str, Any],
    *,
    wipe: bool = False,
    progress: Progress = lambda *_: None,
    bundle: Bundle | None = None,
) -> Flashed:
    """Update the firmware at a port and wait until it says hello; `changes` replace settings on the Pico.

    Journal and calibration are copied to `backups` first. `wipe` then removes Treppe's files from the Pico; the
    calibration stays, in the surface's own memory. Raises DeployError, PortError, NotCompiled; a reachable board then
    goes on with its old firmware.
    """
    with Prompt(port) as pico:
        try:
            flashed = _bring(pico, backups, changes, wipe, progress, bundle)
        except (DeployError, NotCompiled):
            with contextlib.suppress(DeployError, PortError):
                pico.restart()
            raise
        pico.restart()
    return replace(flashed, hello=_await_hello(port, flashed.facts.board))


def _bring(
    pico: Prompt, backups: Path, changes: dict[str, Any], wipe: bool, progress: Progress, bundle: Bundle | None
) -> Flashed:
    facts = pico.facts()
    check(facts)
    bundle = bundle or bundles.build(architecture_of(facts.mpy))
    settings = _changed_settings(None if wipe else pico.read(SETTINGS), changes)
    pins = firmware_module("pins")
    memory = pico.surface_memory(pins.I2C_SDA, pins.I2C_SCL)
    backup = back_up(pico, backups / facts.board, memory, lambda *counts: progress("backup", *counts))
    if wipe:
        pico.each("remove", [(path,) for path in (*PROGRAM, *backup.paths)])
    copied, kept = _renew(pico, bundle, progress)
    if settings is not None:
        pico.replace(SETTINGS, settings)
    return Flashed(facts, copied, kept, backup.made, backup.strangers)


def _renew(pico: Prompt, bundle: Bundle, progress: Progress) -> tuple[int, int]:
    """Complete the bundle in a tree and switch to it; return how many files were copied, and how many were there
    already.

    A Pico whose image has this very firmware runs it from there.
    """
    if bundle.digest and pico.ask("image_digest()", str) == bundle.digest:
        pico.each("remove", [(SWITCH,), *((f"/{tree}",) for tree in TREES)])
        return 0, len(bundle.files)
    current = (pico.read(SWITCH) or b"").decode("ascii", "replace").strip()
    there = {tree: pico.hashes("/" + tree) for tree in TREES}
    wanted = bundle.hashes
    if there.get(current) == wanted and pico.read(LAUNCHER) == bundle.launcher:
        return 0, len(wanted)
    tree = TREES[1 - TREES.index(current)] if current in TREES else TREES[0]
    copied = _fill(pico, tree, there, current, bundle, progress)
    if pico.hashes("/" + tree) != wanted:
        raise DeployError("the files on the Pico differ from those that were sent: try again, or try another cable")
    # Each step is one renaming; between them the launcher, old or new, starts the old tree or the new one.
    if pico.read(LAUNCHER) != bundle.launcher:
        pico.replace(LAUNCHER, bundle.launcher)
    pico.replace(SWITCH, tree.encode())
    return copied, len(wanted) - copied


def _fill(
    pico: Prompt, tree: str, there: dict[str, dict[str, str]], current: str, bundle: Bundle, progress: Progress
) -> int:
    """Make a tree equal to the bundle; files that the current tree has are copied on the Pico itself."""
    wanted, target, source = bundle.hashes, there[tree], there.get(current, {})
    pico.each("remove", [(f"/{tree}/{path}",) for path in _outdated(target, wanted)])
    missing = [path for path in wanted if target.get(path) != wanted[path]]
    _check_room(pico, sum(_rounded(len(bundle.files[path])) for path in missing))
    at_hand = [path for path in missing if source.get(path) == wanted[path]]
    pico.each("copy", [(f"/{current}/{path}", f"/{tree}/{path}") for path in at_hand])
    to_send = {f"/{tree}/{path}": bundle.files[path] for path in missing if path not in at_hand}
    total = sum(map(len, to_send.values()))
    pico.write(to_send, lambda written: progress("firmware", written, total))
    return len(to_send)


def _outdated(there: dict[str, str], wanted: dict[str, str]) -> list[str]:
    """Return the files to remove, old or unknown; where no file of a folder is wanted, the folder."""
    top = {path.partition("/")[0] for path in wanted}
    stale = [path for path in there if there[path] != wanted.get(path)]
    tops = [path.partition("/")[0] for path in stale]
    return list(dict.fromkeys(path if first in top else first for path, first in zip(stale, tops, strict=True)))


def _check_room(pico: Prompt, needed: int) -> None:
    free = pico.ask("free_bytes()", int)
    if free < needed + _RESERVE:
        raise DeployError(
            f"the Pico's flash is full: {free // 1024} kB free, {(needed + _RESERVE) // 1024} kB needed; "
            "--wipe makes room, after a backup"
        )


def _rounded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


# Settings.


def _changed_settings(present: bytes | None, changes: dict[str, Any]) -> bytes | None:
    """Return the changed settings file, None without changes; raise DeployError for wrong ones."""
    if not changes:
        return None
    rules = firmware_module("settings")
    try:
        values = {**rules.load(present or b"{}"), **changes}
        for surface in surfaces.NAMES:
            rules.apply(values, surfaces.load(surface))
    except ValueError as error:  # InvalidSettings is one
        raise DeployError(f"settings: {reason(error)}") from error
    return json.dumps(values).encode()


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
            time.sleep(_RETRY_S)
    return None
