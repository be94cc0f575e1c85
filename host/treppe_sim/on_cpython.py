"""The firmware under CPython, for computers without MicroPython: the same files over the same simulated chips.

A process of its own, started by `runtimes.py`. What differs from MicroPython: names are looked up in
CPython's modules (a few are added below), the flash is a folder of files, the USB port a socket; there is no prompt.
"""

import builtins
import gc
import importlib
import json
import os
import socket
import sys
import time
import traceback
import types
from pathlib import Path, PurePosixPath
from typing import Any

_FLASH_BYTES = 352 * 4096
_BLOCK = 4096
_FREE_HEAP = 100_000  # CPython's own has no end
_DEVICE = Path(__file__).resolve().parent / "device"


class Flash:
    """A folder that is the board's file system: `/` for the firmware. Its methods are those of MicroPython's `os`."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made if it is missing."""
        self._folder = folder
        self._open = builtins.open
        folder.mkdir(parents=True, exist_ok=True)

    def _host_path(self, path: str) -> Path:
        return self._folder.joinpath(*(part for part in PurePosixPath("/", path).parts[1:] if part != ".."))

    def open(self, path: Any, mode: str = "r", *given: Any, **options: Any) -> Any:
        """Open a file of the flash; what is buffered goes to the disk at its close, as littlefs does it."""
        if isinstance(path, str) and path.startswith("/") and not os.path.exists(path):
            encoding = {} if "b" in mode else {"encoding": "utf-8"}
            return self._open(self._host_path(path), mode, *given, **(encoding | options))
        return self._open(path, mode, *given, **options)

    def listdir(self, path: str = "/") -> list[str]:
        """Return names of files and folders."""
        return sorted(each.name for each in self._host_path(path).iterdir())

    def ilistdir(self, path: str = "/") -> list[tuple[str, int, int, int]]:
        """Return names with kinds: 0x4000 for a folder, 0x8000 for a file."""
        return [
            (each.name, 0x4000 if each.is_dir() else 0x8000, 0, each.stat().st_size)
            for each in self._host_path(path).iterdir()
        ]

    def mkdir(self, path: str) -> None:
        self._host_path(path).mkdir()

    def rmdir(self, path: str) -> None:
        self._host_path(path).rmdir()

    def remove(self, path: str) -> None:
        self._host_path(path).unlink()

    def rename(self, old: str, new: str) -> None:
        """Rename a file; one of the new name is replaced."""
        self._host_path(old).replace(self._host_path(new))

    def statvfs(self, _: str) -> tuple[int, ...]:
        """Return size of a block and numbers of blocks, as if there were a Pico's flash below."""
        used = sum(-(-each.stat().st_size // _BLOCK) for each in self._folder.rglob("*") if each.is_file())
        total = _FLASH_BYTES // _BLOCK
        return (_BLOCK, _BLOCK, total, max(0, total - used), 0, 0, 0, 0, 0, 255)


class Console:
    """The USB serial port (see the firmware's drivers/console.py): a socket. No call here waits."""

    line: socket.socket

    def read_into(self, buffer: bytearray) -> int:
        """Read the bytes that have arrived into the buffer; return how many."""
        try:
            return self.line.recv_into(buffer)
        except BlockingIOError:
            return 0

    def write(self, content: bytes) -> int:
        """Send as much as there is room for; return how many bytes were accepted."""
        try:
            return self.line.send(content)
        except BlockingIOError:
            return 0


def add_micropython(flash: Flash) -> None:
    """Give CPython the names of MicroPython that the firmware and the simulated chips use."""
    start_s = time.perf_counter()
    emitters = {name: staticmethod(_same) for name in ("const", "native", "viper")}
    sys.modules["micropython"] = types.SimpleNamespace(**emitters)  # type: ignore[assignment]
    for name in ("ptr8", "ptr16", "ptr32"):
        setattr(builtins, name, _same)
    utime = types.SimpleNamespace(
        ticks_us=lambda: int((time.perf_counter() - start_s) * 1e6),
        sleep_us=lambda us: time.sleep(us / 1e6),
        gmtime=time.gmtime,
        mktime=time.mktime,
    )
    sys.modules["utime"] = utime  # type: ignore[assignment]
    sys.path.insert(0, str(_DEVICE))
    clock = _load_module("simulated_time", "time.py")
    own = ("now_us", "set_clock", "watch", "sleep_ms", "sleep_us", "ticks_us", "ticks_ms", "ticks_add", "ticks_diff")
    for name in own:
        setattr(time, name, getattr(clock, name))
    vars(gc)["threshold"] = lambda *_: None
    vars(gc)["mem_free"] = lambda: _FREE_HEAP
    vars(sys)["print_exception"] = lambda error, file=None: traceback.print_exception(error, file=file or sys.stderr)
    system = types.ModuleType("os")
    vars(system).update(vars(os))
    for name in ("listdir", "ilistdir", "mkdir", "rmdir", "remove", "rename", "statvfs"):
        setattr(system, name, getattr(flash, name))
    sys.modules["os"] = system
    vars(builtins)["open"] = flash.open


def _same(value: Any) -> Any:
    return value


def _load_module(name: str, file: str) -> Any:
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(name, _DEVICE / file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _connect(port: int, password: str, purpose: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.sendall(f"{password}{purpose}".encode())
    return line


def switch_on(given: dict[str, Any]) -> None:
    """Switch on and run until the power goes. `given` is what `start_cpython` gives."""
    Console.line = _connect(given["port"], given["password"], "C")
    Console.line.setblocking(False)
    world = _connect(given["port"], given["password"], "W")
    flash = Flash(Path(given["flash"]))
    unchanged_open = builtins.open
    add_micropython(flash)
    channel, chips, machine = (importlib.import_module(name) for name in ("channel", "chips", "machine"))
    channel._line[:] = [world.makefile("rb"), world.makefile("wb", buffering=0), 0]
    channel.scratch[0] = given["scratch"]
    vars(time)["set_clock"](given["is_virtual"])
    chips.make_noise(given["seed"])
    machine.identity[:] = bytes.fromhex(given["identity"])
    channel.exchange(channel.SLEEP, 0, 0)  # now the pins feel the world
    if given["memory"]:
        eeprom = importlib.import_module("eeprom")
        memory = unchanged_open(given["memory"], "r+b")
        chips.memory[0] = eeprom.Eeprom(memory, vars(time)["now_us"])
    if given["display"]:
        chips.display[0] = importlib.import_module("ssd1306").Ssd1306(unchanged_open(given["display"], "r+b"))
    sys.path.insert(0, given["firmware"])
    games = importlib.import_module("treppe.games")
    games.__path__ += given["games"]
    more = importlib.import_module("treppe.games.more")
    more.GAMES, more.WORDS = given["more"]  # type: ignore[attr-defined]
    console = types.ModuleType("drivers.console")
    vars(console)["Console"] = Console
    sys.modules["drivers.console"] = console
    try:
        importlib.import_module("board").run()
    except (KeyboardInterrupt, SystemExit):  # there is no prompt to come to
        machine.reset()


if __name__ == "__main__":
    switch_on(json.loads(sys.argv[1]))
