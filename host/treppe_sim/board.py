"""A whole board on this PC: the unchanged firmware in MicroPython, simulated electronics, the world around.

    board = SimulatedBoard("square7", folder)      # real time: a port to open, a thread that paces
    board = SimulatedBoard("square7", folder, speed=5)  # the same, for people and tests in a hurry
    board = SimulatedBoard("square7", clock="virtual")  # as fast as it goes, in the caller's thread

The folder keeps what outlives a power cut: the flash (`flash.img`), the surface's memory with its factory
calibration (`memory.img`), and where the pieces are (`world.json`).
"""

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from treppe import surfaces

from treppe_sim import wire
from treppe_sim.board_files import BoardFiles, identity_of
from treppe_sim.controller import Controller, Supplies
from treppe_sim.errors import BoardDied, SimulationError
from treppe_sim.runtimes import choose_runtime
from treppe_sim.usb import Relay, Wire
from treppe_sim.wire import Request
from treppe_sim.world import BUILDS

_PUMP_MS = 10
_PAUSE_US = 20_000
_CUT = "the power went while the flash was being written"


class HostEnd(Protocol):
    """The host's end of the link, in step with virtual time."""

    def feed(self, received: bytes, now_s: float) -> None:
        """Take what the board has sent."""

    def tick(self, now_s: float) -> None:
        """Carry out the calls whose time has come."""

    def take_output(self) -> bytes:
        """Hand over what is to be sent to the board."""


class Pace:
    """Computes the ends of the board's sleeps, by this computer's clock or by the board's own times a speed."""

    def __init__(self, speed: float):
        self._speed = speed
        self._began = self.due = time.monotonic()

    def await_end(self, request: Request | None) -> None:
        """Take note of a sleep that begins now, if one does."""
        now = time.monotonic()
        if request is None:
            self.due = now
        elif self._speed == 1:
            self.due = now + request.wait_us / 1e6
        else:
            until_s = (request.now_us + request.wait_us) / 1e6 / self._speed
            self._began = max(self._began, now - until_s)  # time that this computer was too slow for is lost
            self.due = self._began + until_s

    def now_us(self, now: float, request: Request) -> float:
        """Return how long the board has been on when a sleep ends."""
        return (now - self._began) * 1e6 if self._speed == 1 else request.now_us + request.wait_us


class PowerFailed(SimulationError):
    """The power went in the middle of a flash operation, as asked for; `start` switches on again."""


class SimulatedBoard:
    """A surface with a controller, to be started and stopped; see the module."""

    def __init__(
        self,
        surface: str,
        folder: Path | str | None = None,
        *,
        seed: int = 0,
        variant: str = "steel",
        clock: str = "real",
        speed: float = 1.0,
        has_display: bool = True,
        has_prompt: bool = False,
    ):
        """Build the board, or find it as it was left: then it keeps its seed and variant (steel, fr4, petg).

        Without a folder nothing is kept. The board's time passes `speed` times as fast as real time, if this computer
        is quick enough. With `has_prompt`, in MicroPython and real time, a host that stops the firmware gets the
        interpreter's prompt: whoever reaches the port on this computer can run programs as you. Else the firmware
        starts anew. Raises UnreadableFile.
        """
        self.surface = surfaces.load(BUILDS.get(surface, surface))
        self.is_virtual = clock == "virtual"
        self.speed = speed
        self._own_folder = tempfile.TemporaryDirectory(prefix="treppe-") if folder is None else None
        self.folder = Path(self._own_folder.name if self._own_folder else folder or "").resolve()
        self.files = BoardFiles(self.folder)
        self._runtime = choose_runtime()
        self.world = self.files.find_world(self.surface, seed, variant, surface)
        self.port = ""
        self.failure: BaseException | None = None
        self.pauses_ms: list[int] = []
        """How long the board did not look at its sensors, each time that was twice its rhythm (virtual time only)."""
        self.erase_ms = 45
        """How long the flash takes to erase 4 kB: so long typically, 400 at worst (W25Q16JV). MicroPython only."""
        self._has_display, self._has_prompt = has_display, has_prompt
        self.controller: Controller | None = None
        self._request: wire.Request | None = None
        self._switched_on_us = 0.0
        self._wire = Wire()
        self._relay: Relay | None = None
        self._thread: threading.Thread | None = None
        self._is_stopping = threading.Event()
        self._client: HostEnd | None = None
        self._is_plugged = True

    def __enter__(self) -> "SimulatedBoard":
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def display(self) -> bytes:
        """Return memory and state of the display's chip (see display.py for what can be seen of it)."""
        return (self.folder / "display.img").read_bytes()

    # Power and cable.

    @property
    def is_powered(self) -> bool:
        """Return whether the firmware's process runs."""
        return self.controller is not None

    def start(self, operations_left: int = -1) -> None:
        """Switch on. After `operations_left` writes and erases of the flash the power goes (-1: never).

        Raises BoardBusy, InterpreterMissing, FirmwareMissing; then, too, `stop` puts the board away.
        """
        assert not self.is_powered, "the board is on already"
        self.failure = None
        self.files.claim()
        if self.is_virtual:
            self._switch_on(operations_left)
            self._await_sleep()
            return
        if self._relay is None:
            self._relay = Relay(self._wire, self._has_prompt)
            self.port = self._relay.port
        self._switch_on(operations_left)
        self._is_stopping.clear()
        self._thread = threading.Thread(target=self._pace, name="treppe-world", daemon=True)
        self._thread.start()

    def cut_power(self) -> None:
        """Take the power away, whatever the firmware is doing; USB goes with it."""
        self._is_stopping.set()
        if self._thread:
            self._thread.join()
            self._thread = None
        self._switch_off()

    def restart(self) -> None:
        self.cut_power()
        self.start()

    def stop(self) -> None:
        """Switch off and end the board's process, thread and port."""
        self.cut_power()
        if self._relay:
            self._relay.close()
            self._relay = None
        if self.files.is_claimed:
            self.files.save_world(self.world)
            self.files.release()
        if self._own_folder:
            self._own_folder.cleanup()

    @property
    def runtime_note(self) -> str:
        """A note for users about the interpreter that runs the firmware, empty if it is MicroPython."""
        why = self._runtime.why
        return f"The simulated board's firmware runs under CPython: {why}" if why else ""

    def last_words(self) -> str:
        """Return the last lines on the firmware's console, in real time: a traceback, if an exception escaped."""
        return self._relay.recent.decode("utf-8", "replace") if self._relay else ""

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

    def attach(self, client: HostEnd | None) -> None:
        """Let the host's end of the link run in step with virtual time."""
        self._client = client

    def run_ms(self, duration_ms: float) -> None:
        """Let time pass, in real time by waiting. Raises BoardDied, PowerFailed."""
        if not self.is_virtual:
            time.sleep(duration_ms / 1000)
            self._complain()
            return
        until_us = self.world.now_us + duration_ms * 1000
        while self.world.now_us < until_us:
            self._answer_board()

    def run_until(self, is_reached: Callable[[], bool], limit_ms: float) -> bool:
        """Let time pass until `is_reached` returns True; return False if it has not within the limit."""
        until_s = self._clock_s() + limit_ms / 1000
        while not is_reached():
            if self._clock_s() >= until_s:
                return False
            if self.is_virtual:
                self._answer_board()
            else:
                time.sleep(0.005)
                self._complain()
        return True

    def _clock_s(self) -> float:
        return self.world.now_us / 1e6 if self.is_virtual else time.monotonic()

    def _answer_board(self) -> None:
        """Answer the sleeping board and let it work until it sleeps again."""
        assert self.controller and self._request, "the board is off"
        request = self._request
        now_us = self._switched_on_us + request.now_us + request.wait_us
        self._carry(now_us / 1e6)
        self.controller.send_answer(self.world.answer(request, now_us))
        self._await_sleep()
        self._note_pause(request.now_us + request.wait_us)

    def _carry(self, now_s: float) -> None:
        """Carry bytes to and from the host; without one, what the board says is lost."""
        received, client = self._wire.receive(), self._client
        if client and self._is_plugged:
            if received:
                client.feed(received, now_s)
            client.tick(now_s)
            self._wire.write(client.take_output())

    def _note_pause(self, woken_us: int) -> None:
        assert self._request
        worked_us = self._request.now_us - woken_us  # negative after a reset
        if worked_us > _PAUSE_US:
            self.pauses_ms.append(worked_us // 1000)

    def _await_sleep(self) -> None:
        """Let the board work until it sleeps; it may also reset itself, lose its power or die."""
        assert self.controller
        try:
            self._request = self.controller.next_request()
        except BoardDied as death:
            last_words = self._wire.receive().decode("utf-8", "replace")
            self._switch_off()
            raise BoardDied((last_words + str(death)).strip()) from None
        if self._request.kind == wire.FLASH_CUT:
            self._switch_off()
            raise PowerFailed(_CUT)
        if self._request.kind == wire.RESET:
            self._reset(self._request.wait_us)
            self._await_sleep()

    # Real time, in the world's thread.

    def _pace(self) -> None:
        """Run the board until it is stopped; an error that ends it earlier is in `failure`."""
        try:
            while not self._is_stopping.is_set():
                self._run_to_reset()
        except (BoardDied, PowerFailed) as end:
            self.failure = end
        except BaseException as error:
            self.failure = error
            raise

    def _run_to_reset(self) -> None:
        """Wake the board when its sleep is over, and move the bytes of its USB, until it resets or is stopped."""
        assert self.controller and self._relay
        pace = Pace(self.speed)
        request: wire.Request | None = None
        while not self._is_stopping.is_set():
            now = time.monotonic()
            wait_ms = min(_PUMP_MS, 1000 * (pace.due - now)) if request else _PUMP_MS
            if request is None:
                # At its prompt a board never sleeps, and answers as soon as it is asked.
                request = self.controller.request(wait_ms, self._relay.sources())
                pace.await_end(request)
            elif request.kind == wire.FLASH_CUT:
                self._switch_off()
                raise PowerFailed(_CUT)
            elif request.kind == wire.RESET:
                return self._reset(request.wait_us)
            elif request.kind == wire.END and not self._has_prompt:
                time.sleep(_PUMP_MS / 1000)  # until it is switched off, or a host calls
            elif wait_ms > 0:
                time.sleep(wait_ms / 1000)
            else:
                now_us = self._switched_on_us + pace.now_us(now, request)
                answer = self.world.answer(request, now_us)
                if request.kind == wire.SLEEP and self._relay.take_interrupt():
                    answer = wire.interrupt(answer)
                self.controller.send_answer(answer)
                request = None
                self.files.save_world(self.world)
            self._relay.pump(now, request)
            if self._relay.is_called_at_rest:
                return self._reset()

    def _complain(self) -> None:
        if self.failure:
            raise self.failure

    # What a run needs.

    def _supplies(self, operations_left: int, scratch: int) -> Supplies:
        return Supplies(
            flash=self.files.flash(),
            memory=self.files.memory(self.world),
            display=self.files.display(self.world.seed) if self._has_display else None,
            errors=self.folder / "errors.txt",
            wire=self._wire,
            end="-" if self.is_virtual else "prompt" if self._has_prompt else "rest",
            is_virtual=self.is_virtual or self.speed != 1,
            seed=self.world.seed,
            identity=identity_of(self.surface.NAME, self.world.seed),
            operations_left=operations_left,
            scratch=scratch,
            erase_ms=self.erase_ms,
        )

    def _switch_on(self, operations_left: int = -1, scratch: int = 0) -> None:
        if self._relay:
            self._relay.power_up()
        self._switched_on_us = self.world.now_us
        self.controller = self._runtime.start(self._supplies(operations_left, scratch))
        if self._relay and self._is_plugged:
            self._relay.plug()

    def _reset(self, scratch: int = 0) -> None:
        self._switch_off()
        self._switch_on(scratch=scratch)

    def _switch_off(self) -> None:
        if self.controller:
            self.controller.cut()
            self.controller = None
        self._request = None
        if self._relay:
            self._relay.unplug()
        self._wire.cut()
