"""Reads positions from their text, see position_text.py."""

from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.games.errors import InvalidOption, InvalidText
from treppe.games.options import complete, parse_option
from treppe.games.position_text import checksum


def read(text: str):
    """Return the state that `State.text` has described; it has no history. Raises `InvalidText`.

    >>> from treppe import games
    >>> state = games.start("tor")
    >>> state.apply_action(state.legal_actions()[0])
    >>> again = read(state.text())
    >>> again.position == state.position, again.history()
    (True, [])
    """
    parts = text.split()
    if len(parts) < 2:
        raise InvalidText({"code": "no_position", "text": text})
    try:
        game = games.load(parts[0])
        options = dict([parse_option(game, word) for word in parts[1:-1]])
        state = game.State(complete(game, options))
    except InvalidOption as error:
        raise InvalidText(diagnostic_of(error))
    _fill(state.position, text)
    return state


def _fill(position: bytearray, text: str):
    """Fill `position` from the last word of a state's text; raise `InvalidText` and change nothing if it is broken."""
    line, _, stated = text.strip().rpartition("/")
    if not line or stated != checksum(line):
        raise InvalidText({"code": "no_position", "text": text})
    unpacked = _unpack(line.split(" ")[-1])
    if len(unpacked) != len(position):
        raise InvalidText({"code": "position_length", "length": len(unpacked), "wanted": len(position)})
    position[:] = unpacked


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
            raise InvalidText({"code": "no_position", "text": packed})
        index += 2
    return position
