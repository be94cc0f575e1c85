"""Reads MicroPython's console, the only place that looks for words in a text.

The protocol's codes come from the firmware. When an exception ends the firmware, or a program at the prompt,
MicroPython only prints a traceback: its last line tells what happened.
"""

import re

# Not the syntax errors with which the prompt answers the host's lines.
_EXCEPTION = re.compile(r"^(?!SyntaxError)\w*Error\b.*$", re.MULTILINE)
_FLASH_IS_FULL = re.compile(r"OSError: ((28|36)$|.*(ENOSPC|ENAMETOOLONG))")


def exception_in(printed: str) -> str:
    """Return the line of the first exception in what a console has printed, empty if there is none."""
    found = _EXCEPTION.search(printed)
    return found[0] if found else ""


def is_flash_full(exception: str) -> bool:
    """Return whether the last line of a traceback means that the flash is full."""
    return bool(_FLASH_IS_FULL.match(exception))
