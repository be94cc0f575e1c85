"""A Pico that lies at its prompt ends `treppe flash` in one line, soon, and writes nothing but backups on the PC."""

import contextlib
import hashlib
import json
import os
import pty
import re
import threading
import tty
from pathlib import Path
from typing import Any

import pytest
from treppe_host.deploy import flash, prompt
from treppe_host.deploy.bundle import Bundle
from treppe_host.errors import DeployError, PortError

GREETING = b"raw REPL; CTRL-B to exit\r\n>"
BOARD = "e660583883724a2f"
LOG = b"an event\n"
ENDLESS = object()
DRIPPING = object()
HONEST: dict[str, Any] = {
    "facts": ["Raspberry Pi Pico with RP2040", "1.26.1", 0, BOARD, 100_000, 500_000],
    "surface_memory": "",
    "hashes_below": {"00000001.log": hashlib.sha256(LOG).hexdigest()},
    "kind_of": "file",
    "hash_of": hashlib.sha256(LOG).hexdigest(),
    "free_bytes": 500_000,
    "stat": (0, 0, 0, 0, 0, 0, len(LOG), 0, 0, 0),
    "r": LOG,
}
ODD = (
    None,
    True,
    -1,
    1 << 70,
    1e999,
    "",
    "../../../escaped",
    "\x1b[31m",
    [],
    {},
    [None] * 6,
    {"../../../escaped.log": 1},
)
ODD += ({"00000001.log": ["a"]}, {"00000001.log": "0" * 64}, [{"a": [[]]}], "x" * 5000, ENDLESS, DRIPPING)


class Raw(bytes):
    """Bytes that are said as they are."""


RAW = (b"", b"\x04", b"\x00\xff\xfe", b"no JSON", b"[" * 5000, b'"' + b"\\ud83d" * 9 + b'"', b"__import__('os')", b"()")
LIES = (*ODD, *map(Raw, RAW))


class LyingPico:
    """A board's end of a port with MicroPython's prompt for programs; `lies` are other answers than honest ones."""

    def __init__(self, lies: dict[str, Any]) -> None:
        self._answers = HONEST | lies
        self._is_read = False
        self._own, terminal = pty.openpty()
        tty.setraw(terminal)
        self.port = os.ttyname(terminal)
        self._terminal = terminal
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
                for byte in os.read(self._own, 4096):
                    if byte == 1:
                        os.write(self._own, GREETING)
                        program = b""
                    elif byte == 5:
                        program = b"\x05"
                    elif byte == 4:
                        os.write(self._own, b"OK")
                        self._answer(program.decode("utf-8", "replace"))
                        os.write(self._own, b"\x04\x04>")
                        program = b""
                    else:
                        program += bytes([byte])
                        if program.endswith(b"\x05A\x01"):
                            os.write(self._own, b"R\x00")  # it knows no other way to send a program
                            program = b""

    def _answer(self, program: str) -> None:
        asked = re.search(r"print\((?:repr|json\.dumps)\((?:tuple\(os\.)?(\w+)\(", program)
        if not asked or asked[1] not in self._answers:
            return
        name, answer = asked[1], self._answers[asked[1]]
        if answer in (ENDLESS, DRIPPING):
            while not self._is_closed.wait(0.1 if answer is DRIPPING else 0):
                os.write(self._own, b"x" if answer is DRIPPING else b"x" * 4096)
        elif isinstance(answer, Raw):
            os.write(self._own, answer)
        elif name in ("r", "stat"):
            if answer == LOG:
                self._is_read, answer = not self._is_read, b"" if self._is_read else LOG
            os.write(self._own, repr(answer).encode())
        else:
            os.write(self._own, json.dumps(answer).encode())


@pytest.mark.parametrize("name", HONEST)
def test_every_lie_ends_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.2)
    monkeypatch.setattr(flash, "_START_S", 0.1)
    for lie in LIES:
        pico = LyingPico({name: lie})
        backups = tmp_path / "deep/deeper/backups"
        with pytest.raises((DeployError, PortError)) as failure:
            flash.flash(pico.port, backups, {}, wipe=True, bundle=Bundle({"a.mpy": b"x"}, b"y"))
        assert "\n" not in str(failure.value) and "\x1b" not in str(failure.value), lie
        pico.close()
        assert {path.name for path in tmp_path.iterdir()} <= {"deep"} and not list(tmp_path.rglob("*escaped*"))
        for path in backups.rglob("*"):
            assert path.relative_to(backups).parts[0] == BOARD


def test_an_honest_one_is_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 2.0)
    pico = LyingPico({})
    with pytest.raises(DeployError, match="differ from those that were sent"):
        flash.flash(pico.port, tmp_path, {}, bundle=Bundle({"a.mpy": b"x"}, b"y"))
    pico.close()
    (kept,) = tmp_path.rglob("00000001.log")
    assert kept.read_bytes() == LOG


def test_a_file_without_an_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_LARGEST_FILE", 50_000)
    pico = LyingPico({"r": b"x" * 1024})
    with pytest.raises(DeployError, match="larger than its flash: /settings"):
        flash.flash(pico.port, tmp_path, {}, bundle=Bundle({"a.mpy": b"x"}, b"y"))
    pico.close()
