"""A whole board on this PC: the unchanged firmware in MicroPython, simulated electronics, the world around.

    board = SimulatedBoard("square7", folder)      # real time: a port to open, a thread that paces
    board = SimulatedBoard("square7", clock="virtual")  # as fast as it goes, in the caller's thread

The folder keeps what outlives a power cut: the flash (`flash.img`), the surface's memory with its factory
calibration (`memory.img`), and where the pieces are (`world.json`).
"""

import contextlib
import hashlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from treppe import surfaces
from treppe.sensing import calibration

from treppe_sim import wire
from treppe_sim.cells import Cells
from treppe_sim.controller import BoardDied, Controller, Supplies
from treppe_sim.relay import Relay
from treppe_sim.world import World

FIRMWARE_HEAP_KB = 192  # what the firmware may use; about 110 kB on a Pico
SIMULATION_HEAP_KB = 24  # what the simulated electronics use of the same heap, measured by `make bench-heap`

_FLASH_BYTES = 352 * 4096
_MEMORY_BYTES = 4096
_COPY_AT = 2048
_PUMP_MS = 10


class Client(Protocol):
    """The host's end of the link, in step with virtual time."""

    def feed(self, received: bytes, now_s: float) -> None:
        """Take what the board has sent."""

    def tick(self, now_s: float) -> None:
        """Do what is due."""

    def take_output(self) -> bytes:
        """Hand over what is to be sent to the board."""


class PowerFailed(Exception):
    """The power went in the middle of a flash operation, as asked for; `start` switches on again."""


class SimulatedBoard:
    """A surface with a controller, to be started and stopped; see the module."""

    def __init__(
        self,
        surface: str,
        folder: Path | str | None = None,
        *,
        seed: int = 0,
        clock: str = "real",
        heap_kb: int = FIRMWARE_HEAP_KB + SIMULATION_HEAP_KB,
    ):
        """Build the board, or find it as it was left: then it keeps its seed. Without a folder nothing stays."""
        self.surface = surfaces.load(surface)
        self.is_virtual = clock == "virtual"
        self._own_folder = tempfile.TemporaryDirectory(prefix="treppe-") if folder is None else None
        self.folder = Path(self._own_folder.name if self._own_folder else folder or "").resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.world = self._find_world(seed)
        self.port = str(self.folder / "port")
        self.failure: BaseException | None = None
        self._heap_kb = heap_kb
        self._controller: Controller | None = None
        self._request: wire.Request | None = None
        self._switched_on_us = 0.0
        self._relay: Relay | None = None
        self._thread: threading.Thread | None = None
        self._is_stopping = threading.Event()
        self._client: Client | None = None
        self._is_plugged = True
        self._console = (-1, -1, -1, -1)  # virtual: the board's stdin and stdout, our ends of them
        self._to_board = b""
        self._allowed_cores: set[int] | None = None
        self._saved_change = self.world.changes

    def __enter__(self) -> "SimulatedBoard":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # Power and cable.

    @property
    def is_powered(self) -> bool:
        """Tell whether the firmware's process is there."""
        return self._controller is not None

    def start(self, operations_left: int = -1) -> None:
        """Switch on. After `operations_left` writes and erases of the flash the power goes (-1: never)."""
        assert not self.is_powered, "the board is on already"
        self.failure = None
        if self.is_virtual:
            self._pin_to_one_core()
            self._open_console()
        elif self._relay is None:
            self._relay = Relay(Path(self.port))
        self._switched_on_us = self.world.now_us
        self._controller = Controller(self._supplies(), operations_left)
        if self.is_virtual:
            self._await_sleep()
        else:
            self._is_stopping.clear()
            self._thread = threading.Thread(target=self._pace, name="treppe-world", daemon=True)
            self._thread.start()
        if self._is_plugged:
            self.plug()

    def cut_power(self) -> None:
        """Take the power away, whatever the firmware is doing; USB goes with it."""
        self._is_stopping.set()
        if self._thread:
            self._thread.join()
        self._switch_off()

    def restart(self) -> None:
        """Switch off and on."""
        self.cut_power()
        self.start()

    def stop(self) -> None:
        """Switch off and put the board away: no process, thread or port stays."""
        self.cut_power()
        if self._relay:
            self._relay.close()
            self._relay = None
        self._save_world()
        if self._allowed_cores:
            os.sched_setaffinity(0, self._allowed_cores)
            self._allowed_cores = None
        if self._own_folder:
            self._own_folder.cleanup()

    def unplug(self) -> None:
        """Pull the USB cable out of a board with a supply of its own: it plays on."""
        self._is_plugged = False
        if self._relay:
            self._relay.unplug()

    def plug(self) -> None:
        """Connect the USB cable: the port appears."""
        self._is_plugged = True
        if self._relay:
            self._relay.plug()

    # Virtual time, in the caller's thread.

    @property
    def now_ms(self) -> int:
        """The world's time in milliseconds."""
        return int(self.world.now_us // 1000)

    def attach(self, client: Client | None) -> None:
        """Let the host's end of the link run in step with virtual time."""
        self._client = client
        self._to_board = b""

    def run_ms(self, duration_ms: float) -> None:
        """Let time pass, in real time by waiting. Raises BoardDied, PowerFailed."""
        if not self.is_virtual:
            time.sleep(duration_ms / 1000)
            self._complain()
            return
        until_us = self.world.now_us + duration_ms * 1000
        while self.world.now_us < until_us:
            self._step()

    def run_until(self, is_reached: Callable[[], bool], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit."""
        until_us = self.world.now_us + limit_ms * 1000
        while not is_reached():
            if self.world.now_us >= until_us:
                return False
            if self.is_virtual:
                self._step()
            else:
                time.sleep(0.005)
                self._complain()
        return True

    def _step(self) -> None:
        """Answer the sleeping board and let it work until it sleeps again."""
        assert self._controller and self._request, "the board is off"
        request = self._request
        now_us = self._switched_on_us + request.now_us + request.wait_us
        self._carry(now_us / 1e6)
        self._controller.answer(self.world.answer(request, now_us))
        self._await_sleep()

    def _await_sleep(self) -> None:
        """Let the board work until it sleeps; it may also reset itself, lose its power or die."""
        assert self._controller
        try:
            self._request = self._controller.next_request()
        except BoardDied as death:
            last_words = self._read_console().decode("utf-8", "replace")
            self._switch_off()
            raise BoardDied((last_words + str(death)).strip()) from None
        if self._request.kind == wire.FLASH_CUT:
            self._switch_off()
            raise PowerFailed("the power went while the flash was being written")
        if self._request.kind == wire.RESET:
            self._switch_off()
            self.start()

    def _read_console(self) -> bytes:
        with contextlib.suppress(BlockingIOError):
            return os.read(self._console[3], 65536)
        return b""

    def _carry(self, now_s: float) -> None:
        """Carry bytes between the board's pipes and the attached client."""
        sent = self._read_console()
        client = self._client if self._is_plugged else None
        if client:
            if sent:
                client.feed(sent, now_s)
            client.tick(now_s)
            self._to_board += client.take_output()
        if self._to_board:
            with contextlib.suppress(BlockingIOError):
                self._to_board = self._to_board[os.write(self._console[2], self._to_board) :]

    # Real time, in the world's thread.

    def _pace(self) -> None:
        """Wake the board when its sleep is over, and move the bytes of its USB."""
        assert self._controller and self._relay
        began = time.monotonic()
        due = began
        request: wire.Request | None = None
        try:
            while not self._is_stopping.is_set():
                now = time.monotonic()
                wait_ms = min(_PUMP_MS, 1000 * (due - now)) if request else _PUMP_MS
                if request is None:
                    request = self._controller.request(wait_ms)
                    due = time.monotonic() + (request.wait_us / 1e6 if request else 0)
                elif wait_ms > 0:
                    time.sleep(wait_ms / 1000)
                elif request.kind != wire.SLEEP:
                    return self._end_run(request.kind)
                else:
                    now_us = self._switched_on_us + (now - began) * 1e6
                    self._controller.answer(self.world.answer(request, now_us))
                    request = None
                    self._save_world()
                self._relay.pump(now)
        except BoardDied as death:
            self.failure = death

    def _end_run(self, kind: int) -> None:
        """The firmware asked for a reset, or its power goes."""
        self._thread = None
        self._switch_off()
        if kind == wire.RESET:
            self.start()
        else:
            self.failure = PowerFailed("the power went while the flash was being written")

    def _complain(self) -> None:
        if self.failure:
            raise self.failure

    # What a run needs.

    def _supplies(self) -> Supplies:
        memory = self.folder / "memory.img" if isinstance(self.world.sensors, Cells) else None
        flash = self.prepare_flash()
        if memory and not memory.exists():
            memory.write_bytes(_factory_memory(self.world))
        identity = hashlib.sha256(f"{self.surface.NAME} {self.world.seed}".encode()).hexdigest()[:16]
        return Supplies(
            flash=flash,
            memory=memory,
            errors=self.folder / "errors.txt",
            stdin=self._relay.slave if self._relay else self._console[0],
            stdout=self._relay.slave if self._relay else self._console[1],
            terminal=self._relay.device_path if self._relay else None,
            is_virtual=self.is_virtual,
            seed=self.world.seed,
            identity=identity,
            heap_kb=self._heap_kb,
        )

    def prepare_flash(self) -> Path:
        """Return the file that is the flash; a new one is as erased."""
        flash = self.folder / "flash.img"
        if not flash.exists():
            flash.write_bytes(b"\xff" * _FLASH_BYTES)
        return flash

    def _switch_off(self) -> None:
        if self._controller:
            self._controller.cut()
            self._controller = None
        self._request = None
        self._thread = None
        if self._relay:
            self._relay.unplug()
        for descriptor in self._console:
            if descriptor >= 0:
                os.close(descriptor)
        self._console = (-1, -1, -1, -1)
        self._to_board = b""

    def _open_console(self) -> None:
        board_in, to_board = os.pipe()
        from_board, board_out = os.pipe()
        os.set_blocking(to_board, False)
        os.set_blocking(from_board, False)
        self._console = (board_in, board_out, to_board, from_board)

    def _pin_to_one_core(self) -> None:
        """Keep this thread and the board's process on one core: an exchange is then ten times quicker."""
        if self._allowed_cores is None and hasattr(os, "sched_setaffinity"):
            self._allowed_cores = os.sched_getaffinity(0)
            cores = sorted(self._allowed_cores)
            os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})

    # What stays.

    def _find_world(self, seed: int) -> World:
        path = self.folder / "world.json"
        if not path.exists():
            return World(self.surface, seed)
        saved = json.loads(path.read_text("utf-8"))
        world = World(self.surface, saved["seed"])
        world.load(saved)
        return world

    def _save_world(self) -> None:
        """Write down where the pieces are, if that has changed."""
        changes = self.world.changes
        if changes != self._saved_change and self.folder.exists():
            text = json.dumps(self.world.save())
            fresh = self.folder / "world.json.new"
            fresh.write_text(text, "utf-8")
            fresh.replace(self.folder / "world.json")
            self._saved_change = changes


def _factory_memory(world: World) -> bytes:
    """Return what a workshop writes into a surface's memory: its calibration, twice."""
    assert isinstance(world.sensors, Cells)
    masses_g = [calibration.KNOT_G * knot for knot in range(calibration.KNOTS)]
    record = calibration.encode(world.surface.NAME, world.sensors.calibration16(masses_g))
    copy = len(record).to_bytes(2, "little") + record
    return (copy.ljust(_COPY_AT, b"\xff") + copy).ljust(_MEMORY_BYTES, b"\xff")
