"""Files of raw frames: a first line of JSON, then a line for each frame with its number and its bytes in hex."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from treppe import surfaces
from treppe.sensing.kinds import kind_of

from treppe_host.errors import BadFile

_FORM = "treppe frames 1"


@dataclass(slots=True)
class Recording:
    """A recording: the surface's name, its stored calibration (empty for reeds), and the frames with their numbers.

    `start` is the board before the first frame, a value for each field, if known.
    """

    surface: str
    calibration: bytes
    frames: list[tuple[int, bytes]]
    start: bytes = b""

    @classmethod
    def read(cls, path: Path, name: str = "") -> "Recording":
        """Read a file of any surface. Raises BadFile, OSError.

        The error calls the file `name`, where people know another name than its path. A recording that was cut off,
        by a full disk or a power cut, keeps its whole lines.
        """
        name = name or str(path)
        try:
            text = path.read_text("ascii")
            lines = text.splitlines()
            header = json.loads(lines[0])
        except (ValueError, IndexError, RecursionError) as error:
            raise BadFile(f"{name} is no recording: {error}") from None
        if not isinstance(header, dict) or header.get("form") != _FORM or header.get("surface") not in surfaces.NAMES:
            raise BadFile(f"{name}, line 1: this is no recording of frames that this program reads")
        size = kind_of(surfaces.load(header["surface"])).FRAME_BYTES
        if len(lines) > 2 and not text.endswith("\n"):
            lines.pop()
        frames = list(_read_frames(name, lines, size))
        if not frames:
            raise BadFile(f"{name} holds no frames")
        try:
            start = bytes.fromhex(header.get("start", ""))
            return cls(header["surface"], bytes.fromhex(header["calibration"]), frames, start)
        except (KeyError, TypeError, ValueError):
            raise BadFile(f"{name}, line 1: its calibration cannot be read") from None


def _read_frames(name: str, lines: list[str], size: int) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines[1:], 2):
        try:
            count, content = line.split(" ")
            frame = bytes.fromhex(content)
            if len(frame) != size:
                raise ValueError(f"{len(frame)} bytes instead of {size}")
            yield int(count), frame
        except ValueError as error:
            raise BadFile(f"{name}, line {number}: {error}") from None


class FrameRecorder:
    """Writes a recording as frames come."""

    def __init__(self, file: IO[str], surface: str, calibration: bytes, start: bytes = b"") -> None:
        self._file = file
        header: dict[str, Any] = {"form": _FORM, "surface": surface, "calibration": calibration.hex()}
        if start:
            header["start"] = start.hex()
        file.write(json.dumps(header) + "\n")

    def add_frame(self, number: int, frame: bytes) -> None:
        """Write a frame as a line, its number and its bytes in hex, so that a recording may be cut off anywhere."""
        self._file.write(f"{number} {frame.hex()}\n")
