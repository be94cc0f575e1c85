"""A whole board on an emulated RP2040: real MicroPython, the compiled firmware, the simulation's world on its pins.

`EmulatedBoard` is used like `treppe_sim.board.SimulatedBoard` in virtual time: the emulator runs in the caller's
thread, and its clock is the world's.
"""

import contextlib
import os
import struct
import tempfile
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from emulated_pico import be_a_real_host
from flash_contents import flash_image
from rp2040py.boards import resolve_board_spec
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import ResetCause
from rp2040py.external.ws2812 import Ws2812
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.i2c import I2CMode
from rp2040py.utils.firmware_retrieve import MICROPYTHON
from treppe import surfaces
from treppe_host.deploy.bundle import Bundle
from treppe_sim.board_files import BoardFiles
from treppe_sim.cells import Cells
from treppe_sim.device.converter import convert
from treppe_sim.wire import SLEEP, Request
from treppe_sim.world import BUTTONS, World

_HEADER_BYTES = 8
_LAMP_RETURN, _LOAD, _SELECT, _ENABLE_A, _ENABLE_B, _SENSOR_SUPPLY, _LAMP_PIN, _IS_EXTERNAL = (
    1,
    5,
    6,
    10,
    11,
    19,
    20,
    21,
)
_FIRST_BUTTON = 14
_NOISE_SIXTEENTHS = 19.2  # 1.2 codes rms
_ADDRESS = 0x50
_BYTE_NS = 8_000  # of SPI at 1 MHz
_SAMPLE_NS = 2_000
_PACE_NS = 200
_QUIET_US = 40
# MicroPython's stack: the two scratch banks, without the 256 bytes that it keeps for the exception when it is full.
STACK_BYTES = 0x2000 - 256
_STACK_TOP = 0x42000  # from the beginning of the memory
_FRESH = 0xA5


class Chips:
    """What is soldered around the chip: shift registers, multiplexers, lamps, buttons, the surface's memory."""

    def __init__(self, mcu, world: World, memory: Path | None):
        """Connect everything to the pins."""
        self._mcu = mcu
        self._world = world
        self._random = Random(world.seed)
        self._registers = bytearray(18)
        self._felt = bytes(136)
        mcu.gpio[_LOAD].add_listener(self._load)
        mcu.gpio[_ENABLE_A].add_listener(self._select_first)
        self._connect_chain()
        mcu.adc.on_adc_read = self._convert
        self._sampled = mcu.clock.create_alarm(lambda: mcu.adc.complete_adc_read(self._code, False))
        self._code = 0
        self.strip = Ws2812(_LAMP_PIN, color_order="GRB", on_pixels=self._pass_on)
        self.on_frame: Callable[[], object] = lambda: None
        """Called with each frame that the lamps have taken."""
        self.strip.attach(mcu)
        self._pace = mcu.clock.create_alarm(self._keep_pace)
        self._is_paced = False
        self._sent_us = 0.0
        mcu.gpio[_LAMP_PIN].add_listener(self._note_sending)
        self.look()
        if memory:
            _SurfaceMemory(mcu.i2c[0], memory.read_bytes())

    def look(self) -> None:
        """Let the world come to the chip's present, and the chip feel it."""
        now_us = self._mcu.clock.micros
        grb = b"".join(bytes((g, r, b)) for r, g, b in self.strip.pixels)
        pins = bytes(bool(self._mcu.gpio[pin].output_value) for pin in range(30))
        answer = self._world.answer(Request(0, SLEEP, 0, int(now_us), pins, 0, 0, grb), now_us)
        for index in range(len(BUTTONS)):
            self._mcu.gpio[_FIRST_BUTTON + index].set_input_value(not answer[2] >> index & 1)
        self._mcu.gpio[_IS_EXTERNAL].set_input_value(bool(answer[3] & 1))
        self._identity = int.from_bytes(answer[4:6], "little")
        self._supply_third = int.from_bytes(answer[6:8], "little")
        self._felt = answer[_HEADER_BYTES:]

    # The strip. A processor that waits jumps to its next alarm, and PIO would run through a bit at one moment:
    # while the strip is fed, there is an alarm every fraction of a bit.

    def _note_sending(self, *_) -> None:
        self._sent_us = self._mcu.clock.micros
        if not self._is_paced:
            self._is_paced = True
            self._pace.schedule(_PACE_NS)

    def _keep_pace(self) -> None:
        self._is_paced = self._mcu.clock.micros - self._sent_us < _QUIET_US
        if self._is_paced:
            self._pace.schedule(_PACE_NS)

    def _pass_on(self, pixels) -> None:
        """What is too much for the lamps comes back from the last one."""
        if len(pixels) > max(self._world.surface.LAMPS) + 1:
            self._mcu.gpio[_LAMP_RETURN].set_input_value(True)
            self._mcu.gpio[_LAMP_RETURN].set_input_value(False)
        self.on_frame()

    # The chain of 74HC165.

    def _connect_chain(self) -> None:
        spi = self._mcu.spi[0]
        sent = []

        def shift() -> None:
            received = self._registers[0]
            self._registers[:] = self._registers[1:] + bytes(sent)
            sent.clear()
            spi.complete_transmit(received)

        over = self._mcu.clock.create_alarm(shift)

        def transmit(value: int) -> None:
            sent.append(value & 255)
            over.schedule(_BYTE_NS)

        spi.on_transmit = transmit

    def _load(self, level, _) -> None:
        if not level:
            self.look()
            self._registers[:] = self._felt[:18]

    # The multiplexers and the converter.

    def _select_first(self, level, _) -> None:
        if not level and isinstance(self._world.sensors, Cells):
            self.look()

    def _convert(self, channel: int) -> None:
        self._code = convert(round(self._voltage(channel) + self._random.gauss(0, _NOISE_SIXTEENTHS)))
        self._sampled.schedule(_SAMPLE_NS)

    def _voltage(self, channel: int) -> int:
        """Return the voltage at a converter input in sixteenths of a code."""
        gpio = self._mcu.gpio
        if channel == 3:
            return self._supply_third
        is_off_a, is_off_b = gpio[_ENABLE_A].output_value, gpio[_ENABLE_B].output_value
        if is_off_a and (is_off_b or channel != 2):
            return self._identity if channel == 2 else 0
        if channel == 2 and not is_off_a and not is_off_b:
            return 0
        mux = 3 if is_off_a else channel
        select = sum(gpio[_SELECT + line].output_value << line for line in range(4))
        if 0 < select < 15 and not gpio[_SENSOR_SUPPLY].output_value:
            return 0
        place = 2 * (16 * mux + select)
        return int.from_bytes(self._felt[place : place + 2], "little")


class _SurfaceMemory:
    """A 24C32 on the bus: two bytes of address, then reading goes on."""

    def __init__(self, bus, content: bytes):
        self._bus = bus
        self._content = content
        self._place = 0
        self._written: list[int] = []
        bus.on_connect = self._connect
        bus.on_write_byte = self._write
        bus.on_read_byte = self._read

    def _connect(self, address: int, mode: I2CMode) -> None:
        if mode == I2CMode.WRITE:
            self._written.clear()
        self._bus.complete_connect(address == _ADDRESS)

    def _write(self, value: int) -> None:
        self._written.append(value)
        if len(self._written) == 2:
            self._place = self._written[0] << 8 | self._written[1]
        self._bus.complete_write(True)

    def _read(self, _) -> None:
        self._place = (self._place + 1) % len(self._content)
        self._bus.complete_read(self._content[self._place - 1])


class EmulatedBoard:
    """A surface with an emulated controller; see the module."""

    def __init__(
        self, uf2: str, bundle: Bundle, surface: str, folder: Path, *, seed: int = 0, launcher: bytes | None = None
    ):
        """Flash MicroPython and the firmware, as `treppe flash` leaves it, and connect the surface.

        `launcher` is what the Pico runs instead of the firmware's own main.py.
        """
        files = {f"a/{name}": content for name, content in bundle.files.items()}
        files |= {"main.py": launcher or bundle.launcher, "tree": b"a"}
        self.surface = surfaces.load(surface)
        kept = BoardFiles(folder)
        self.world = kept.find_world(self.surface, seed)
        board = resolve_board_spec("pico", MICROPYTHON, uf2)
        with tempfile.NamedTemporaryFile() as image:
            image.write(flash_image(files, board.layout.fs_blocksize, board.layout.fs_blockcount))
            image.flush()
            self.device = MicroPythonDevice(board=board, filesystem=image.name)
        be_a_real_host(self.device.cdc)
        self.mcu = self.device.mcu
        self.chips = Chips(self.mcu, self.world, kept.memory(self.world))
        self.device.cdc.on_serial_data = self._take_output
        self.said = b""
        self.last_words = b""
        """What the board has said of late, whoever has heard it."""
        self._client = None
        self._line: _Line | None = None
        self._to_board = b""
        self._stop = self.mcu.clock.create_alarm(self.device.simulator.stop)

    @property
    def now_ms(self) -> float:
        """Emulated milliseconds since power on."""
        return self.mcu.clock.micros / 1000

    def attach(self, client) -> None:
        """Let the host's end of the link run in step with emulated time."""
        self._client = client

    def start(self, limit_ms: float = 6000, watch: Callable[[], object] = lambda: None) -> float:
        """Switch on and wait for hello, calling `watch` meanwhile; return how long it took in emulated milliseconds."""
        began_ms = self.now_ms
        self.mcu.core.pc = FLASH_START_ADDRESS

        def is_up() -> bool:
            watch()
            return b'"m":"hello"' in self.said

        assert self.run_until(is_up, limit_ms), self.said
        return self.now_ms - began_ms

    def restart(self) -> None:
        """Switch off and on; the flash keeps what it has."""
        self.said = b""
        self.device.hard_reset(cause=ResetCause.POWER_ON)

    def paint_stack(self) -> None:
        """Mark all of the stack that is free now."""
        free = self.mcu.core.sp - 0x20000000 - (_STACK_TOP - STACK_BYTES)
        self.mcu.sram[_STACK_TOP - STACK_BYTES :][:free] = bytes([_FRESH]) * free

    @property
    def stack_used(self) -> int:
        """The most bytes of the stack that were in use since it was painted."""
        return len(bytes(self.mcu.sram[_STACK_TOP - STACK_BYTES : _STACK_TOP]).lstrip(bytes([_FRESH])))

    @property
    def frames_of_lamps(self) -> int:
        """How often the strip was sent, as decoded from its wire."""
        return self.chips.strip.frame_count

    @property
    def pixels(self) -> list[tuple[int, int, int]]:
        """Red, green, blue of each lamp, as decoded from the wire."""
        return self.chips.strip.pixels

    def run_ms(self, duration_ms: float) -> None:
        """Let emulated time pass, the host's client with it."""
        end_ms = self.now_ms + duration_ms
        while self.now_ms < end_ms:
            self._advance(min(5, end_ms - self.now_ms))
            self._carry()

    def run_until(self, is_reached: Callable[[], bool], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit."""
        end_ms = self.now_ms + limit_ms
        while not is_reached():
            if self.now_ms >= end_ms:
                return False
            self.run_ms(5)
        return True

    @contextlib.contextmanager
    def open_port(self, clock: Path) -> Iterator[str]:
        """Offer the console to a program on the PC; yield the name of a pseudo-terminal.

        The emulated chip is many times slower than a real one. So that the program's patience is of the board's time,
        `clock` is kept as a file with the board's seconds, a double: see `tool.py`.
        """
        self._line = _Line(clock)
        try:
            yield self._line.name
        finally:
            self._line.close()
            self._line = None

    def type(self, text: bytes) -> None:
        """Send bytes to the board's console, as fast as it takes them."""
        self._to_board += text

    def begin_script(self, script: str) -> None:
        """Run a script in the raw REPL, which ends what was running."""
        self.said = b""
        self.type(b"\r\x03\x03\x01")
        assert self.run_until(lambda: self.said.endswith(b"raw REPL; CTRL-B to exit\r\n>"), 3000), self.said
        self.said = b""
        self.type(script.encode() + b"\x04")

    def run_script(self, script: str, limit_ms: float = 60_000) -> str:
        """Run a script to its end; return what it printed."""
        self.begin_script(script)
        assert self.run_until(lambda: self.said.count(b"\x04") == 2, limit_ms), self.said
        printed, error = self.said.removeprefix(b"OK").split(b"\x04")[:2]
        if error:
            raise RuntimeError(error.decode())
        return printed.decode()

    def _advance(self, duration_ms: float) -> None:
        simulator = self.device.simulator
        self._stop.schedule(duration_ms * 1e6)
        simulator.stopped = False
        while not simulator.stopped:
            simulator._execute_batch()

    def _carry(self) -> None:
        if self._client:
            said, self.said = self.said, b""
            if said:
                self._client.feed(said, self.now_ms / 1000)
            self._client.tick(self.now_ms / 1000)
            self._to_board += self._client.take_output()
        elif self._line:
            self.said = self._line.send(self.said, self.now_ms / 1000)
            self._to_board += self._line.receive()
        fifo = self.device.cdc.tx_fifo
        room = max(0, 256 - fifo.item_count)
        for byte in self._to_board[:room]:
            self.device.cdc.send_serial_byte(byte)
        self._to_board = self._to_board[room:]

    def _take_output(self, data: bytes) -> None:
        self.said += bytes(data)
        self.last_words = (self.last_words + bytes(data))[-4000:]


class _Line:
    """A pseudo-terminal, and the board's clock in a file."""

    def __init__(self, clock: Path):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        clock.write_bytes(bytes(8))
        self._clock = clock.open("r+b", buffering=0)

    def send(self, content: bytes, now_s: float) -> bytes:
        """Set the clock, then send what there is room for; return the rest."""
        self._clock.seek(0)
        self._clock.write(struct.pack("<d", now_s))
        with contextlib.suppress(BlockingIOError):
            return content[os.write(self._master, content) :] if content else b""
        return content

    def receive(self) -> bytes:
        """Return what has come."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._master, 4096)
        return b""

    def close(self) -> None:
        """Hang up."""
        self._clock.close()
        os.close(self._master)
        os.close(self._slave)
