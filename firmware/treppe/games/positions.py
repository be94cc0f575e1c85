"""Positions as text: one short line, with a checksum, that people can copy from a log into a bug report."""

import binascii

from treppe import games
from treppe.games.options import complete, option_text, parse_option
from treppe.games.state import InvalidOption, InvalidText


def write(state) -> str:
    """Return game, options and position of a state in one line."""
    words = [state.NAME]
    # Sorted, for MicroPython's dicts have an order of their own.
    for name in sorted(state.options):
        if state.options[name] is not None:
            words.append(name + "=" + option_text(state.options[name]))
    words.append(_pack(state.position))
    line = " ".join(words)
    return line + "/" + _checksum(line)


def read(text: str):
    """Return the state that `State.text` has described; it has no history. Raises `InvalidText`."""
    words = text.split()
    if len(words) < 2:
        raise InvalidText(f"not a position: {text!r}")
    try:
        game = games.load(words[0])
        options = dict([parse_option(game, word) for word in words[1:-1]])
        state = game.State(complete(game, options))
    except InvalidOption as error:
        raise InvalidText(f"not a position: {text!r}: {error}")
    _fill(state.position, text)
    return state


def _fill(position: bytearray, text: str):
    """Fill `position` from the last word of a state's text; raise `InvalidText` and change nothing if it is broken."""
    line, _, checksum = text.strip().rpartition("/")
    if not line or checksum != _checksum(line):
        raise InvalidText(f"not a position, or a letter of it changed: {text!r}")
    unpacked = _unpack(line.split(" ")[-1])
    if len(unpacked) != len(position):
        raise InvalidText(f"a position of {len(unpacked)} bytes where this game has {len(position)}: {text!r}")
    position[:] = unpacked


def _checksum(line):
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


def _unpack(packed):
    position = bytearray()
    index = 0
    while index < len(packed):
        letter = ord(packed[index])
        if letter > 102 and position:
            position.extend(bytes([position[-1]]) * (letter - 102))
            index += 1
            continue
        try:
            position.append(int(packed[index : index + 2], 16))
        except ValueError:
            raise InvalidText(f"not a packed position: {packed!r}")
        index += 2
    return position
