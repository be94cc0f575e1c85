"""Keeps what a board's sensors read, for two months: the stream `moved` in files, from which frames are rebuilt.

Each file begins with a line of JSON, and has a line for each message: the board's time, the number of the first entry,
and the entries. It is compressed, and the first entries of each file are all places of the frame.
"""

import gzip
import json
import shutil
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import IO

from treppe import surfaces
from treppe.sensing.kinds import kind_of

from treppe_host.link.client import Client, Message

STREAM = "moved"
FRAMES = "frames"
"""Name of the folder for the files, among the data of boards."""
KEPT_S = 60 * 86_400.0
"""So long files are kept: an hour of play takes 0.8 MB with towers, 40 kB with reeds."""
ROOM_BYTES = 1_000_000_000
"""With less room than this on the disk nothing is kept; it is looked at with each flush."""
_FORM = "treppe moved 1"
_FILE_S = 3600.0
_FLUSH_S = 30.0
_FRAME_MS = 10


class Readings:
    """A frame that follows the entries of the stream."""

    def __init__(self, surface: ModuleType) -> None:
        self.kind = kind_of(surface)
        self.frame = bytearray(self.kind.FRAME_BYTES)
        self._width: int = self.kind.READING_BYTES
        self._size = 2 + self._width

    def follow(self, ms: int, entries: bytes) -> Iterator[tuple[int, bytes]]:
        """Take entries; yield time and frame whenever all that changed in it is known."""
        for at in range(0, len(entries) - self._size + 1, self._size):
            num_frames, place = entries[at], entries[at + 1]
            if num_frames and at:
                yield ms, bytes(self.frame)
            ms += _FRAME_MS * num_frames
            self._set(place, entries[at + 2 : at + self._size])
        yield ms, bytes(self.frame)

    def _set(self, place: int, reading: bytes) -> None:
        at = self._width * place
        if at < len(self.frame):
            self.frame[at : at + self._width] = reading[::-1]

    def entries(self) -> bytes:
        """Return entries that make the whole frame."""
        width, frame = self._width, self.frame
        readings = (frame[width * place : width * (place + 1)][::-1] for place in range(self.kind.PLACES))
        return b"".join(bytes((0, place)) + reading for place, reading in enumerate(readings))


@dataclass(frozen=True, slots=True)
class KeptFile:
    """What is known of a file besides its frames. `boot` is the board's power-up, `record` its calibration."""

    path: Path
    board: str
    surface: str
    boot: int
    begun_at: float
    record: bytes

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Yield the board's time in ms and the frame, wherever it has changed, as far as the file is whole."""
        readings = Readings(surfaces.load(self.surface))
        for line in _read_lines(self.path, 1):
            try:
                ms, _, entries = line.split(" ")
                yield from readings.follow(int(ms), bytes.fromhex(entries))
            except ValueError:
                return


def kept_files(folder: Path, board: str) -> list[KeptFile]:
    """Return the files of a board, the oldest first; other files in the folder are passed over."""
    found = [_read_head(path) for path in sorted((folder / board).glob("*.moved.gz"))]
    return sorted((each for each in found if each), key=lambda each: each.begun_at)


def _read_head(path: Path) -> KeptFile | None:
    try:
        head = json.loads(next(_read_lines(path, 0)))
        record = bytes.fromhex(head["calibration"])
        return KeptFile(path, head["board"], head["surface"], head["boot"], head["begun_at"], record)
    except (OSError, StopIteration, ValueError, KeyError, TypeError):
        return None


def _read_lines(path: Path, first: int) -> Iterator[str]:
    """Yield the whole lines of a file; a power cut may have cut its end off."""
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            for number, line in enumerate(file):
                if number >= first and line.endswith("\n"):
                    yield line
    except (EOFError, zlib.error, UnicodeDecodeError, gzip.BadGzipFile):
        return


class FrameKeeper:
    """Keeps what one board's sensors read. `attach` it to the link's client, whose thread it works in."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.has_room = True
        self._clock = clock
        self._hello: Message | None = None
        self._record = b""
        self._readings: Readings | None = None
        self._file: IO[str] | None = None
        self._open = ExitStack()
        self._lock = threading.Lock()
        self._begun_at = self._flushed_at = 0.0

    def attach(self, client: Client) -> None:
        """Take what a board says from now on."""
        client.ask_also(STREAM)
        client.ask_also("calibration")
        client.observe("connected", self._begin_record)
        client.observe("disconnected", lambda _: self.close())
        client.observe("calibration", self._take_calibration)
        client.observe(STREAM, self._take_moved)

    def close(self) -> None:
        """End the file, from any thread; what comes later begins another one."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        self._file = None
        try:
            self._open.close()
        except OSError:
            self.has_room = False

    def _begin_record(self, hello: Message) -> None:
        self.close()
        self._hello, self._readings, self._record = hello, None, b""

    def _take_calibration(self, message: Message) -> None:
        record = bytes.fromhex(message["record"])
        if record != self._record:
            self._record = record
            self.close()

    def _take_moved(self, message: Message) -> None:
        if self._hello is None:
            return
        if message["n"] == 0 or self._readings is None:
            self._readings = Readings(surfaces.load(self._hello["surface"]))
        entries = bytes.fromhex(message["moved"])
        for _ in self._readings.follow(message["ms"], entries):
            pass
        if self._readings.kind.IS_CALIBRATED and not self._record:
            return  # it comes soon; readings tell no weight without it
        with self._lock:
            self._keep_entries(message, entries)

    def _keep_entries(self, message: Message, entries: bytes) -> None:
        if not self.has_room and not self._has_passed(_FLUSH_S, self._flushed_at):
            return
        try:
            if self._file is None or self._has_passed(_FILE_S, self._begun_at):
                self._begin_file(message["ms"])
            else:
                self._write_frame(message["ms"], message["n"], entries)
        except OSError:
            self.has_room = False
            self._close()

    def _has_passed(self, span_s: float, since_s: float) -> bool:
        """Tell whether so long has passed since a time; where the clock was set back, it may have."""
        return not 0 <= self._clock() - since_s <= span_s

    def _begin_file(self, ms: int) -> None:
        assert self._hello and self._readings
        self._close()
        now = self._begun_at = self._flushed_at = self._clock()
        folder = self.folder / self._hello["board"]
        folder.mkdir(parents=True, exist_ok=True)
        forget(self.folder, now)
        self.has_room = has_room(folder)
        if not self.has_room:
            return
        head = {"form": _FORM, "board": self._hello["board"], "surface": self._hello["surface"]}
        head |= {"boot": self._hello["boot"], "begun_at": now, "calibration": self._record.hex()}
        path = folder / f"{now:.0f}-{ms}.moved.gz"
        self._file = self._open.enter_context(gzip.open(path, "wt", encoding="ascii"))  # noqa: SIM115 - the stack closes it
        self._file.write(json.dumps(head) + "\n")
        self._write_frame(ms, 0, self._readings.entries())

    def _write_frame(self, ms: int, number: int, entries: bytes) -> None:
        if self._file is None:
            return
        self._file.write(f"{ms} {number} {entries.hex()}\n")
        if self._has_passed(_FLUSH_S, self._flushed_at):
            self._flushed_at = self._clock()
            self._file.flush()
            self.has_room = has_room(self.folder)
            if not self.has_room:
                self._close()


class FrameKeepers:
    """Keeps what the sensors of any number of boards read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._keepers: list[FrameKeeper] = []

    def attached_with(self, attach: Callable[[Client], None] | None) -> Callable[[Client], None]:
        """Return what attaches a keeper, and this too, to a board's client."""

        def attach_both(client: Client) -> None:
            self._keepers.append(FrameKeeper(self._folder))
            self._keepers[-1].attach(client)
            if attach:
                attach(client)

        return attach_both

    def close(self) -> None:
        for keeper in self._keepers:
            keeper.close()


def has_room(folder: Path) -> bool:
    """Tell whether there is room on the disk to keep anything in a folder, which need not exist yet."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    return shutil.disk_usage(there).free >= ROOM_BYTES


def forget(folder: Path, now: float) -> None:
    """Delete what is older than `KEPT_S`."""
    for path in folder.glob("*/*.moved.gz"):
        if now - path.stat().st_mtime > KEPT_S:
            path.unlink()
