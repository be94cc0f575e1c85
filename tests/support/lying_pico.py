"""A fake Pico at a pseudo-terminal that answers programs at its prompt, and may give wrong answers."""

import contextlib
import hashlib
import json
import os
import pty
import re
import select
import threading
import tty
from pathlib import Path
from typing import Any
from unittest.mock import patch

from image_files import DIGEST, TEXTS, write_image
from treppe_host.deploy import flash
from treppe_host.deploy.flash import Wishes, flash_board

GREETING = b"raw REPL; CTRL-B to exit\r\n>"
BOARD = "e660583883724a2f"
LOG = b"an event\n"
_PAUSE_S = 0.1
ENDLESS = object()
DRIPPING = object()
HONEST: dict[str, Any] = {
    "facts": ["Raspberry Pi Pico with RP2040", "1.26.1", 6 | 3 << 8 | 4 << 10, BOARD, 100_000, 500_000],
    "surface_memory": "",
    "hashes_below": {"00000001.log": hashlib.sha256(LOG).hexdigest()},
    "kind_of": "file",
    "hash_of": hashlib.sha256(LOG).hexdigest(),
    "has_files": True,
    "image_digest": DIGEST,
    "stat": (0, 0, 0, 0, 0, 0, len(LOG), 0, 0, 0),
    "r": LOG,
}


def flash_pico(pico: "LyingPico", folder: Path, *, wipe: bool = False) -> None:
    """Flash a Pico that has the image already, as if this checkout had one module otherwise; backups go below a folder.

    Raises DeployError, PortError.
    """
    image = write_image(folder / "treppe.uf2")
    with patch.object(flash, "sources", lambda: TEXTS | {"board.py": "print('changed')\n"}):
        flash_board(pico.port, Wishes(folder / "backups", {}, wipe, image))


class Raw(bytes):
    """Bytes that are said as they are."""


class LyingPico:
    """A board's end of a port with MicroPython's prompt for programs; `lies` are other answers than honest ones."""

    def __init__(self, lies: dict[str, Any]) -> None:
        self._answers = HONEST | lies
        self._is_read = False
        self._own, terminal = pty.openpty()
        tty.setraw(terminal)
        self.port = os.ttyname(terminal)
        self._terminal = terminal
        os.set_blocking(self._own, False)  # a full terminal without a reader would block a writer for ever
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_closed.set()
        os.close(self._terminal)
        self._thread.join()
        os.close(self._own)

    def _serve(self) -> None:
        program = b""
        with contextlib.suppress(OSError):
            while not self._is_closed.is_set():
                if not select.select([self._own], [], [], _PAUSE_S)[0]:
                    continue
                for byte in os.read(self._own, 4096):
                    if byte == 1:
                        self._say(GREETING)
                        program = b""
                    elif byte == 5:
                        program = b"\x05"
                    elif byte == 4:
                        self._say(b"OK")
                        self._answer(program.decode("utf-8", "replace"))
                        self._say(b"\x04\x04>")
                        program = b""
                    else:
                        program += bytes([byte])
                        if program.endswith(b"\x05A\x01"):
                            self._say(b"R\x00")  # raw-paste mode is not supported: the plain raw REPL is enough
                            program = b""

    def _say(self, text: bytes) -> None:
        """Write as much as the terminal takes until it is closed."""
        while text and not self._is_closed.is_set():
            select.select([], [self._own], [], _PAUSE_S)
            with contextlib.suppress(BlockingIOError):
                text = text[os.write(self._own, text) :]

    def _answer(self, program: str) -> None:
        asked = re.search(r"print(?:_|\((?:repr|json\.dumps)\((?:tuple\(os\.)?)(\w+)\(", program)
        if not asked or asked[1] not in self._answers:
            return
        name, answer = asked[1], self._answers[asked[1]]
        if answer in (ENDLESS, DRIPPING):
            while not self._is_closed.wait(0.1 if answer is DRIPPING else 0):
                self._say(b"x" if answer is DRIPPING else b"x" * 4096)
        elif isinstance(answer, Raw):
            self._say(answer)
        elif name in ("r", "stat"):
            if answer == LOG:
                self._is_read, answer = not self._is_read, b"" if self._is_read else LOG
            self._say(repr(answer).encode())
        else:
            self._say(json.dumps(answer).encode())
