"""A PC at the cable of an emulated board: a serial port and a drive, and `treppe` as a process that uses them."""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import time
import tty
from pathlib import Path

_TOOL = Path(__file__).parent / "tool.py"
_MOST_BYTES = 4096
_INFO = "UF2 Bootloader v2.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"


class UsbPort:
    """A pseudo-terminal under a constant name that comes and goes like a port at USB, and the board's clock.

    An emulated chip that waits is quicker than a real one, and one that computes slower. So it waits for the PC's clock
    here, and programs on the PC read the board's clock from a file: their patience is of the board's time.
    """

    def __init__(self, folder: Path):
        """Keep the port's link, the clock and the tool's data in a folder."""
        self.name = str(folder / "port")
        self.folder = folder
        self._clock_path = folder / "clock"
        self._clock_path.write_bytes(bytes(8))
        self._clock = self._clock_path.open("r+b", buffering=0)
        self._ends: tuple[int, int] | None = None  # the board's, and the one that programs open
        self._drive = folder / "RPI-RP2"
        self._before = (0.0, time.monotonic())

    def appear(self) -> None:
        """Let programs open the port."""
        self.vanish()
        self._ends = board, terminal = os.openpty()
        tty.setraw(terminal)
        os.set_blocking(board, False)
        Path(self.name).symlink_to(os.ttyname(terminal))

    def show_drive(self) -> None:
        """Let programs find the drive of a Pico in BOOTSEL."""
        self._drive.mkdir()
        (self._drive / "INFO_UF2.TXT").write_text(_INFO)

    def read_drive(self) -> bytes:
        """Return what has been written of a file on the drive."""
        return b"".join(path.read_bytes() for path in self._drive.glob("*.uf2"))

    def vanish(self) -> None:
        """Hang up: programs that have opened the port lose it, and the drive goes."""
        shutil.rmtree(self._drive, ignore_errors=True)
        if self._ends:
            Path(self.name).unlink()
            for end in self._ends:
                os.close(end)
        self._ends = None

    def close(self) -> None:
        """Remove the port."""
        self.vanish()
        self._clock.close()

    def pass_time(self, now_s: float, pace: int) -> None:
        """Set the clock, and wait until the PC's has come as far, which may be so many times slower."""
        self._clock.seek(0)
        self._clock.write(struct.pack("<d", now_s))
        then_s, then_here_s = self._before
        time.sleep(max(0.0, (now_s - then_s) / pace - (time.monotonic() - then_here_s)))
        self._before = now_s, time.monotonic()

    def send(self, content: bytes) -> bytes:
        """Send the board's output to the PC; return what there was no room for."""
        if content and self._ends:
            with contextlib.suppress(BlockingIOError):
                return content[os.write(self._ends[0], content) :]
        return content

    def receive(self) -> bytes:
        """Return what the PC has sent."""
        if self._ends:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._ends[0], _MOST_BYTES)
        return b""

    def start_tool(self, *words: str) -> subprocess.Popen[bytes]:
        """Start `treppe` by the board's clock; it writes what it says to `said.txt`."""
        with (self.folder / "said.txt").open("wb") as said:
            return subprocess.Popen(
                [sys.executable, str(_TOOL), str(self._clock_path), *words],
                stdout=said,
                stderr=said,
                env=os.environ
                | {"TREPPE_DATA": str(self.folder), "TREPPE_BOOT_DRIVES": str(self._drive), "PYTHONUNBUFFERED": "1"},
            )

    @property
    def said(self) -> str:
        """What the last tool has said."""
        return (self.folder / "said.txt").read_text()
