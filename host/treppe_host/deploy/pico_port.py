"""Finds the Pico that a command should reach."""

from pathlib import Path

from treppe_host.deploy.boot_drive import BootDrive, find_boot_drives, mount_waiting_drives
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
        listed = ", ".join(f"{each.board} at {each.port}" for each in boards)
        raise PortNotFound(f"which board? There are: {listed} (choose with --port)")
    for drive in find_boot_drives():
        raise PortNotFound(f"a Pico waits at {drive.folder} for its firmware: run treppe flash")
    raise PortNotFound("no Pico at USB. Is the cable one for data? A new Pico needs its firmware first: treppe flash")


def find_target(port: str | None = None) -> str | BootDrive:
    """Return what a flash should reach: the drive of a Pico in BOOTSEL, else the only board's port.

    A named port is taken unless it is not there and a drive is: then it will be that Pico's.
    """
    mount_waiting_drives()
    drives = find_boot_drives()
    if port and (not drives or Path(port).exists() or port in [each.port for each in find_boards()]):
        return port
    if len(drives) == 1:
        return drives[0]
    if drives:
        listed = ", ".join(str(drive.folder) for drive in drives)
        raise PortNotFound(f"which Pico? More than one waits in BOOTSEL, at {listed}: unplug the others")
    if not find_boards():
        raise PortNotFound(
            "no Pico at USB. Is the cable one for data? A new Pico shows a drive RPI-RP2 if you hold BOOTSEL while "
            "plugging it in (mount the drive, if your system does not)"
        )
    return find_pico()
