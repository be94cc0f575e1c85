"""Writes positions as text: one short line, with a checksum, that people can copy from a log into a bug report."""

import binascii

from treppe.games.options import option_text


def write(state) -> str:
    """Return game, options and position of a state in one line, as `State.text` shows."""
    parts = [state.NAME]
    # Sorted, for MicroPython's dicts have an order of their own.
    for name in sorted(state.options):
        if state.options[name] is not None:
            parts.append(name + "=" + option_text(state.options[name]))
    parts.append(_pack(state.position))
    line = " ".join(parts)
    return line + "/" + checksum(line)


def checksum(line: str) -> str:
    """Return the checksum of a line: four hex digits."""
    return f"{binascii.crc32(line.encode()) & 0xFFFF:04x}"


def _pack(position):
    # Two hex digits a byte; letters after them repeat it, g once more to z twenty times more.
    parts = []
    index = 0
    while index < len(position):
        byte = position[index]
        repeats = 0
        while index + repeats + 1 < len(position) and position[index + repeats + 1] == byte:
            repeats += 1
        index += repeats + 1
        parts.append(f"{byte:02x}")
        while repeats:
            step = min(repeats, 20)
            parts.append(chr(102 + step))
            repeats -= step
    return "".join(parts)
