"""Reads MicroPython's console, the only place that looks for words in a text.

The protocol's codes come from the firmware. Where an exception has ended it, or a program at the prompt, MicroPython
prints a traceback and nothing else: its last line is all that tells what happened.
"""

import re

# Not the syntax errors with which the prompt answers the host's lines.
_EXCEPTION = re.compile(r"^(?!SyntaxError)\w*Error\b.*$", re.MULTILINE)
_FLASH_IS_FULL = re.compile(r"OSError: (28$|.*ENOSPC)")


def exception_in(printed: str) -> str:
    """Return the line of the first exception in what a console has printed, empty if there is none."""
    found = _EXCEPTION.search(printed)
    return found[0] if found else ""


def is_flash_full(exception: str) -> bool:
    """Tell whether the last line of a traceback means that the flash has no room."""
    return bool(_FLASH_IS_FULL.match(exception))
