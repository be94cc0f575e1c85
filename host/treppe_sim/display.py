"""What can be seen on the simulated board's display: decoded from the memory of its chip."""

from runpy import run_path

from treppe_sim.device.ssd1306 import AS_MOUNTED
from treppe_sim.interpreter import firmware_folder

PAGES, COLUMNS, LETTER = 8, 128, 6


def lines(memory: bytes) -> list[str]:
    """Return what stands on the display, empty lines at the end left out; `#` for what is no letter.

    Nothing can be read while the chip is off, or set up otherwise than the module needs.
    """
    if memory[PAGES * COLUMNS] != AS_MOUNTED:
        return []
    letters = _letters()
    found = []
    for page in range(PAGES):
        row = memory[page * COLUMNS : (page + 1) * COLUMNS]
        cells = [row[at : at + LETTER] for at in range(0, COLUMNS - LETTER + 1, LETTER)]
        found.append("".join(letters.get(cell, "#") for cell in cells).rstrip())
    while found and not found[-1]:
        found.pop()
    return found


def points(memory: bytes) -> list[list[bool]]:
    """Return the picture, row by row from the top; dark while nothing can be seen."""
    is_shown = memory[PAGES * COLUMNS] == AS_MOUNTED
    rows = range(8 * PAGES)
    return [[is_shown and bool(memory[y // 8 * COLUMNS + x] >> y % 8 & 1) for x in range(COLUMNS)] for y in rows]


def _letters() -> dict[bytes, str]:
    columns = run_path(str(firmware_folder() / "drivers/letters.py"))["COLUMNS"]
    return {columns[5 * index : 5 * index + 5] + b"\0": chr(32 + index) for index in range(len(columns) // 5)}
