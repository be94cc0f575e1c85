"""The files of a simulated board, which outlive a power cut."""

import hashlib
import json
import os
import random
from pathlib import Path
from types import ModuleType
from typing import TextIO

from treppe.sensing.kinds import kind_of

from treppe_sim.errors import SimulationError
from treppe_sim.locking import lock as lock_file
from treppe_sim.world import World

_FLASH_BYTES = 352 * 4096
_MEMORY_BYTES = 4096
_SUPERBLOCK_BYTES = 8192  # two blocks; one of them is always whole
_SIGNATURE = b"littlefs"
_DISPLAY_BYTES = 1025  # its memory, and its state
_COPY_AT = 2048


class BoardBusy(SimulationError):
    """Another program runs this very board."""


class UnreadableFile(SimulationError):
    """The file of the flash, or that with the places of the pieces, is damaged or another board's."""


class BoardFiles:
    """A folder with the flash (`flash.img`), the surface's memory (`memory.img`) and the pieces (`world.json`).

    The display (`display.img`) keeps nothing: at power-up its memory holds random bytes.
    """

    def __init__(self, folder: Path):
        """Use a folder, which is made if it is missing."""
        self.folder = folder
        self._saved_changes = -1
        self._lock: TextIO | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def is_claimed(self) -> bool:
        """Return whether this program has locked the folder."""
        return self._lock is not None

    def claim(self) -> None:
        """Lock the folder until `release`; raise BoardBusy if another program has locked it."""
        if self._lock:
            return
        lock = (self.folder / "lock").open("a+")
        lock.seek(0)
        if not lock_file(lock):
            lock.seek(0)
            holder = lock.read().strip() or "unknown"
            lock.close()
            raise BoardBusy(f"the board in {self.folder} is running in another program (process {holder})")
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        self._lock = lock

    def release(self) -> None:
        if self._lock:
            self._lock.close()
            self._lock = None

    def flash(self) -> Path:
        """Return the file that is the flash; a new one is as erased. Raises UnreadableFile."""
        flash = self.folder / "flash.img"
        if not flash.exists():
            flash.write_bytes(b"\xff" * _FLASH_BYTES)
        with flash.open("rb") as file:
            superblocks = file.read(_SUPERBLOCK_BYTES)
        is_formatted = _SIGNATURE in superblocks or not superblocks.strip(b"\xff")
        if not is_formatted or flash.stat().st_size != _FLASH_BYTES:
            raise UnreadableFile(f"{flash} is not what a flash holds; move it away to begin with an empty one")
        return flash

    def memory(self, world: World) -> Path | None:
        """Return the file that is the surface's memory, with the factory's calibration; None without one."""
        if not kind_of(world.surface).IS_CALIBRATED:
            return None
        memory = self.folder / "memory.img"
        if not memory.exists():
            memory.write_bytes(_factory_memory(world.sensors.record(world.variant)))
        return memory

    def display(self, seed: int) -> Path:
        """Return the file of the display, as it is when the power comes."""
        display = self.folder / "display.img"
        display.write_bytes(random.Random(seed).randbytes(_DISPLAY_BYTES))
        return display

    def find_world(self, surface: ModuleType, seed: int, variant: str = "steel", build: str = "") -> World:
        """Return the stored world with its seed and springs, or a new one."""
        path = self.folder / "world.json"
        if not path.exists():
            return World(surface, seed, variant, build)
        try:
            saved = json.loads(path.read_text("utf-8"))
            world = World(surface, saved["seed"], saved.get("variant", "steel"), build)
            world.load(saved)
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableFile(
                f"{path} does not tell where the pieces are ({error}); move it away to begin with an empty board"
            ) from None
        return world

    def save_world(self, world: World) -> None:
        """Save where the pieces are, if that has changed."""
        changes = world.changes
        if changes != self._saved_changes:
            fresh = self.folder / "world.json.new"
            fresh.write_text(json.dumps(world.save()), "utf-8")
            fresh.replace(self.folder / "world.json")
            self._saved_changes = changes


def identity_of(surface: str, seed: int = 0) -> str:
    """Return the board's own number, eight bytes in hex, as a Pico has one from its maker."""
    return hashlib.sha256(f"{surface} {seed}".encode()).hexdigest()[:16]


def _factory_memory(record: bytes) -> bytes:
    """Return the factory's content of a surface's memory: its calibration, twice, each after its length."""
    copy = len(record).to_bytes(2, "little") + record
    return (copy.ljust(_COPY_AT, b"\xff") + copy).ljust(_MEMORY_BYTES, b"\xff")
