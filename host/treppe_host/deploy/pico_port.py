"""Finds the Pico that a command should reach."""

from pathlib import Path

from treppe_host.deploy.pico_facts import TESTED
from treppe_host.errors import PortError, PortNotFound
from treppe_host.link.ports import SIMULATED
from treppe_host.link.usb_boards import find_boards


def check_prompt(port: str) -> None:
    """Raise PortError for a simulated board: other programs cannot reach its prompt."""

    if port.startswith(SIMULATED):
        raise PortError(f"{port} is simulated: it has this program's firmware already, and no prompt for others")


def find_pico() -> str:
    """Return the port of the only Pico; raise PortNotFound with what to do."""

    boards = find_boards()
    if len(boards) == 1:
        return boards[0].port
    if boards:
        known = ", ".join(f"{each.board} at {each.port}" for each in boards)
        raise PortNotFound(f"which board? There are: {known} (choose with --port)")
    version = ".".join(map(str, TESTED))
    for drive, is_plain in _boot_drives():
        if not is_plain:
            raise PortNotFound(f"what waits at {drive} is no plain Raspberry Pi Pico, which Treppe is made for")
        raise PortNotFound(
            f"a Pico waits at {drive} for MicroPython: copy the .uf2 of version {version} from "
            "micropython.org/download/RPI_PICO onto it, then try again"
        )
    raise PortNotFound(
        "no Pico at USB. Is the cable one for data? A new Pico needs MicroPython: hold BOOTSEL while plugging it in, "
        f"copy the .uf2 of version {version} from micropython.org/download/RPI_PICO onto the drive RPI-RP2"
    )


def _boot_drives(roots: tuple[str, ...] = ("/media", "/run/media", "/Volumes")) -> list[tuple[Path, bool]]:
    """Return the drives of boards in boot mode, and whether each is a Pico of the first kind."""
    found = [path for root in roots for depth in ("*", "*/*") for path in Path(root).glob(f"{depth}/INFO_UF2.TXT")]
    return [(path.parent, "RPI-RP2" in path.read_text("ascii", "replace")) for path in found]
